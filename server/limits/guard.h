/* How often somebody may try: token buckets by name and by address, in a table of fixed
 * size.  Two who share a bucket share its tokens; who that is nobody outside can tell,
 * and nobody's bucket is ever given to another, so that a flood of names or addresses
 * makes no bucket full again.  Pure. */
#ifndef ALEA_SERVER_LIMITS_GUARD_H
#define ALEA_SERVER_LIMITS_GUARD_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/rate.h"

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
    GUARD_LATE,
    GUARD_WORD,         /* of a room and an address */
    GUARD_WORD_ADDRESS, /* for all rooms */
    GUARD_WORD_TOLD,    /* of a room: it is told of wrong words */
    GUARD_STORED,
    GUARDED_COUNT
};

/* Pairs of a name and a network are remembered by their hash, each in the one place that
 * it can have: another pair that belongs there takes it.  Then somebody has one guess
 * more, or an owner is a stranger again; nobody is kept out by others. */
#define GUARD_MARKS 65536 /* 1 MiB */
#define GUARD_HOMES 4096  /* 96 KiB */

/* A wrong password of this name came from this network. */
struct guard_mark {
    uint64_t pair; /* 0: none */
    uint64_t at_ms;
};

/* The owner of this name has logged in from this network. */
struct guard_home {
    uint64_t pair;     /* 0: none */
    struct rate wrong; /* passwords from there */
};

struct guard {
    uint8_t key[GUARD_KEY_BYTES]; /* random: which bucket is whose */
    struct rate bucket[GUARDED_COUNT][GUARD_BUCKETS];
    struct guard_mark mark[GUARD_MARKS];
    struct guard_home home[GUARD_HOMES];
};

/* A zeroed guard with a key of random bytes is ready.
 * Takes one token of whoever this is (by its key, name.h) and returns 0, or takes none
 * and returns the time in ms until there will be one. */
int64_t guard_take(struct guard *guard, enum guarded what, const char *who,
                   const struct rate_rule *rule, uint64_t now_ms);
/* The bucket of whoever this is, for more than one token at once.
 * Borrowed, as long as the guard is. */
struct rate *guard_bucket(struct guard *guard, enum guarded what, const char *who);
/* Gives back what guard_take took. */
void guard_give_back(struct guard *guard, enum guarded what, const char *who,
                     const struct rate_rule *rule);

/* What stands for a name (case ignored) and a network. */
uint64_t guard_pair(const struct guard *guard, const char *name, const char *network);
/* Remembers a wrong password. */
void guard_miss(struct guard *guard, uint64_t pair, uint64_t now_ms);
/* The time in ms until the last one is longer ago than this; 0: it is, or there is none.
 */
int64_t guard_missed(const struct guard *guard, uint64_t pair, uint64_t period_ms,
                     uint64_t now_ms);
/* The owner has logged in: the network is a home of the name, and what it missed is
 * forgotten. */
void guard_add_home(struct guard *guard, uint64_t pair);
/* The bucket of a home; NULL: it is none.  Borrowed until the next guard_add_home. */
struct rate *guard_home(struct guard *guard, uint64_t pair);

#endif
