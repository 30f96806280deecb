/* How often somebody may try: token buckets by name and by address, in a table of fixed
 * size.  Two who share a bucket share its tokens; who that is nobody outside can tell,
 * and nobody's bucket is ever given to another, so that a flood of names or addresses
 * makes no bucket full again.  Pure. */
#ifndef ALEA_SERVER_GUARD_H
#define ALEA_SERVER_GUARD_H

#include <stddef.h>
#include <stdint.h>

#include "server/rate.h"

/* 64 KiB of each kind; more than a host has guessers at once. */
#define GUARD_BUCKETS   4096
#define GUARD_KEY_BYTES 16

/* What is counted; each for itself. */
enum guarded {
    GUARD_NAME,
    GUARD_ADDRESS,
    GUARD_REGISTER,
    GUARD_SEEK,
    GUARD_CHALLENGE,
    GUARD_JOB,
    GUARD_COMMAND,
    GUARD_PLAY,
    GUARD_SAY,
    GUARD_SHOUT,
    GUARD_COME,
    GUARD_REPLAY,
    GUARDED_COUNT
};

struct guard {
    uint8_t key[GUARD_KEY_BYTES]; /* random: which bucket is whose */
    struct rate bucket[GUARDED_COUNT][GUARD_BUCKETS];
};

/* A zeroed guard with a key of random bytes is ready.
 * Takes one token of whoever this is (case ignored) and returns 0, or takes none and
 * returns the time in ms until there will be one. */
int64_t guard_take(struct guard *guard, enum guarded what, const char *who,
                   const struct rate_rule *rule, uint64_t now_ms);
/* The bucket of whoever this is (case ignored), for more than one token at once.
 * Borrowed, as long as the guard is. */
struct rate *guard_bucket(struct guard *guard, enum guarded what, const char *who);
/* Gives back what guard_take took. */
void guard_give_back(struct guard *guard, enum guarded what, const char *who,
                     const struct rate_rule *rule);

#endif
