/* Work that takes too long for the loop, such as checking and hashing passwords: one job
 * per request.  The hub hands a job to its owner and gets it back when it is done. */
#ifndef ALEA_SERVER_QUEUE_JOB_H
#define ALEA_SERVER_QUEUE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/command/command.h"
#include "server/queue/task.h"

/* The cost of hashing a password, and so of guessing one (Argon2id). */
struct job_cost {
    unsigned long long passes;
    size_t memory_bytes;
};

/* OWASP's minimum for Argon2id: 19 MiB, 2 passes.  About 30 ms of one core; the jobs that
 * run at once (WORK_JOBS_MAX) take 57 MiB. */
#define JOB_COST                                                                         \
    ((struct job_cost){.passes = 2, .memory_bytes = (size_t)19 * 1024 * 1024})

/* For tests. */
#define JOB_COST_LEAST ((struct job_cost){.passes = 1, .memory_bytes = 8192})

/* What a request waits for, outside the loop: an answer of the store, or a password. */
struct job {
    struct store_task task; /* must be first: asks the store */
    uint64_t client, conn;  /* whose request it is */
    struct command cmd;     /* the request */
    /* Reads from the store, in its thread; NULL: nothing to read. */
    void (*read)(struct job *job, struct store *store);
    void (*drop)(void *read_data);  /* frees what data owns; NULL: nothing */
    int64_t now_s;                  /* Unix time of the request */
    char about[NAME_BYTES_MAX + 1]; /* name or id to ask the store about; "": none */
    int64_t game;                   /* number of the game that the store is asked about */
    uint64_t after;                 /* number of the last event before those asked for */
    unsigned tries;                 /* how often the store was asked before */
    void *data;                     /* owned; result of read, besides account */
    enum found found;               /* whether there is such an account */
    struct stored_account account;
    uint64_t account_changes; /* people_account_changes when it was asked */
    bool is_held;             /* its connection is held meanwhile */
    struct job_cost cost;     /* of fresh */
    unsigned check;           /* number of the argument to compare with known */
    unsigned hash; /* number of the argument to hash into fresh; COMMAND_ARGS_MAX: none,
                      or the one that was compared, if known is of its form as sent */
    char known[PASSWORD_HASH_BYTES]; /* "": nothing to compare */
    char once[PASSWORD_HASH_BYTES];  /* the same, of a one-time password; "": none */
    char fresh[PASSWORD_HASH_BYTES]; /* "": nothing was hashed */
    bool is_checked;                 /* the job is done; of the password: */
    bool is_right;                   /* it matched known or once */
    bool by_once;                    /* it matched once */
};

/* Runs a job, in any thread: compares first, and hashes only after a match. */
void job_do(struct job *job);
/* Frees a job, and wipes its passwords from memory. */
void job_free(struct job *job);

#endif
