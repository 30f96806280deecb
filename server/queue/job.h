/* What takes too long for the loop: passwords are checked and hashed elsewhere, one job a
 * request.  The hub gives a job to its owner and gets it back when it is done. */
#ifndef ALEA_SERVER_HUB_JOB_H
#define ALEA_SERVER_HUB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/command/command.h"
#include "server/queue/task.h"
#include "server/store/nodes.h"

/* What it costs to hash a password, and so to guess one (Argon2id). */
struct job_cost {
    unsigned long long passes;
    size_t memory_bytes;
};

/* OWASP's least for Argon2id: 19 MiB, 2 passes.  About 30 ms of one core; the four
 * threads of libuv take 76 MiB when all four are busy. */
#define JOB_COST                                                                         \
    ((struct job_cost){.passes = 2, .memory_bytes = (size_t)19 * 1024 * 1024})

/* For tests. */
#define JOB_COST_LEAST ((struct job_cost){.passes = 1, .memory_bytes = 8192})

/* What a request waits for, off the loop: an answer of the store, or a password. */
struct job {
    struct store_task task; /* comes first: asks the store */
    uint64_t client, conn;  /* whose request it is */
    struct command cmd;     /* the request */
    /* What the store is asked, by its thread; NULL: nothing. */
    void (*read)(struct job *job, struct store *store);
    void (*drop)(void *read_data); /* frees what the data own; NULL: nothing */
    int64_t now_s;                 /* Unix time of the request */
    char
        about[NAME_BYTES_MAX + 1]; /* name or id that the store is asked about; "" none */
    int64_t game;                  /* number of the game that it is asked about */
    uint64_t after;                /* and of an event there */
    unsigned tries;                /* how often it was asked before */
    void *data;                    /* owned; what was read, besides account */
    struct claim *claim;           /* owned; what is claimed of the store (nodes.h); NULL:
                                      nothing */
    bool is_claimed;               /* the session of claim has come home by it */
    enum found found;              /* whether there is such an account */
    struct stored_account account;
    uint64_t account_changes;        /* hub_account_changes when it was asked */
    bool is_held;                    /* its connection is held meanwhile */
    struct job_cost cost;            /* of fresh */
    unsigned check;                  /* the argument that is compared with known */
    unsigned hash;                   /* the argument that becomes fresh; COMMAND_ARGS_MAX:
                                        none */
    char known[PASSWORD_HASH_BYTES]; /* "" nothing is compared */
    char once[PASSWORD_HASH_BYTES];  /* the same of a one-time password; "" none */
    char fresh[PASSWORD_HASH_BYTES]; /* "" nothing was hashed */
    bool is_checked;                 /* the password was compared and hashed: */
    bool is_right;                   /* it was one of these */
    bool by_once;                    /* and it was the one-time password */
};

/* Does it, in any thread: compares first, and hashes only if that was right. */
void job_do(struct job *job);
/* Nothing of it stays in memory. */
void job_free(struct job *job);

#endif
