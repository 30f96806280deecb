/* How often somebody may try: token buckets by name and by address, in a table of fixed
 * size.  Two who share a bucket share its tokens; who that is nobody outside can tell,
 * and nobody's bucket is ever given to another, so that a flood of names or addresses
 * makes no bucket full again.  Pure. */
#ifndef ALEA_SERVER_LIMITS_RATE_LIMITS_H
#define ALEA_SERVER_LIMITS_RATE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/rate.h"

/* 64 KiB of each kind; more than a host has guessers at once. */
#define RATE_BUCKETS   4096
#define RATE_KEY_BYTES 16

/* What is counted; each for itself. */
enum rate_kind {
    RATE_NAME,
    RATE_ADDRESS,
    RATE_REGISTER,
    RATE_SEEK,
    RATE_CHALLENGE,
    RATE_JOB,
    RATE_COMMAND,
    RATE_PLAY,
    RATE_SAY,
    RATE_SHOUT,
    RATE_COME,
    RATE_REPLAY,
    RATE_LATE,
    RATE_WORD,         /* of a room and an address */
    RATE_WORD_ADDRESS, /* for all rooms */
    RATE_WORD_TOLD,    /* of a room: it is told of wrong words */
    RATE_STORED,
    RATE_KIND_COUNT
};

/* Pairs of a name and a network are remembered by their hash, each in the one place that
 * it can have: another pair that belongs there takes it.  Then somebody has one guess
 * more, or an owner is a stranger again; nobody is kept out by others. */
#define RATE_FAILED_PAIRS  65536 /* 1 MiB */
#define RATE_TRUSTED_PAIRS 4096  /* 96 KiB */

/* A wrong password of this name came from this network. */
struct failed_pair {
    uint64_t pair; /* 0: none */
    uint64_t at_ms;
};

/* The owner of this name has logged in from this network. */
struct trusted_pair {
    uint64_t pair;     /* 0: none */
    struct rate wrong; /* passwords from there */
};

struct rate_limits {
    uint8_t key[RATE_KEY_BYTES]; /* random: which bucket is whose */
    struct rate bucket[RATE_KIND_COUNT][RATE_BUCKETS];
    struct failed_pair mark[RATE_FAILED_PAIRS];
    struct trusted_pair home[RATE_TRUSTED_PAIRS];
};

/* A zeroed rates with a key of random bytes is ready.
 * Takes one token of whoever this is (by its key, name.h) and returns 0, or takes none
 * and returns the time in ms until there will be one. */
int64_t rate_limits_take(struct rate_limits *rates, enum rate_kind what, const char *who,
                         const struct rate_rule *rule, uint64_t now_ms);
/* The bucket of whoever this is, for more than one token at once.
 * Borrowed, as long as the rates is. */
struct rate *rate_limits_bucket(struct rate_limits *rates, enum rate_kind what,
                                const char *who);
/* Gives back what rate_limits_take took. */
void rate_limits_give_back(struct rate_limits *rates, enum rate_kind what,
                           const char *who, const struct rate_rule *rule);

/* What stands for a name (case ignored) and a network. */
uint64_t rate_limits_pair(const struct rate_limits *rates, const char *name,
                          const char *network);
/* Remembers a wrong password. */
void rate_limits_fail(struct rate_limits *rates, uint64_t pair, uint64_t now_ms);
/* The time in ms until the last one is longer ago than this; 0: it is, or there is none.
 */
int64_t rate_limits_failed(const struct rate_limits *rates, uint64_t pair,
                           uint64_t period_ms, uint64_t now_ms);
/* The owner has logged in: the network is a home of the name, and what it missed is
 * forgotten. */
void rate_limits_trust(struct rate_limits *rates, uint64_t pair);
/* The bucket of a home; NULL: it is none.  Borrowed until the next rate_limits_trust. */
struct rate *rate_limits_trusted(struct rate_limits *rates, uint64_t pair);

#endif
