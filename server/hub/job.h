/* What takes too long for the loop: passwords are checked and hashed elsewhere, one job a
 * request.  The hub gives a job to its owner and gets it back when it is done. */
#ifndef ALEA_SERVER_HUB_JOB_H
#define ALEA_SERVER_HUB_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/command/command.h"
#include "server/store/store.h"

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

struct job {
    uint64_t client, conn;           /* whose request it is */
    struct command cmd;              /* the request */
    struct job_cost cost;            /* of fresh */
    unsigned check;                  /* the argument that is compared with known */
    unsigned hash;                   /* the argument that becomes fresh; COMMAND_ARGS_MAX:
                                        none */
    char known[PASSWORD_HASH_BYTES]; /* "" nothing is compared */
    char once[PASSWORD_HASH_BYTES];  /* the same of a one-time password; "" none */
    char fresh[PASSWORD_HASH_BYTES]; /* "" nothing was hashed */
    bool is_right;                   /* done: the password was one of these */
    bool by_once;                    /* and it was the one-time password */
};

/* Does it, in any thread: compares first, and hashes only if that was right. */
void job_do(struct job *job);
/* Nothing of it stays in memory. */
void job_free(struct job *job);

#endif
