/* Limits by name and by address: token buckets in hash tables of fixed size, the two
 * memories that slow down password guessing, and what each address has open.  Pure.
 *
 * Two names or addresses may share a bucket and its tokens.  The hash has a random key,
 * so nobody outside can find out who shares with whom.  A bucket is never emptied for a
 * newcomer: a flood of names or addresses cannot refill anybody's bucket. */
#ifndef ALEA_SERVER_LIMITS_RATE_LIMITS_H
#define ALEA_SERVER_LIMITS_RATE_LIMITS_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/index.h"
#include "server/base/rate.h"

/* Buckets of each kind, 64 KiB: more than a server has attackers at once. */
#define RATE_BUCKETS   4096
#define RATE_KEY_BYTES 16

/* A browser opens some seven connections for the page, and behind a proxy perhaps one
 * for each file.  So an address may make this many times connects_per_minute. */
#define RATE_VISITS_PER_CONNECT 40

/* What is limited; each kind has its own buckets. */
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
    RATE_VISIT,
    RATE_REPLAY,
    RATE_LATE,
    RATE_WORD,         /* wrong words, by room and address */
    RATE_WORD_ADDRESS, /* wrong words, by address for all rooms */
    RATE_WORD_TOLD,    /* by room: its players are told about wrong words */
    RATE_STORED,
    RATE_KIND_COUNT
};

/* A pair is a name and a network, identified by its hash.  Each pair has one place in a
 * table; another pair with the same place overwrites it.  An attacker then gets one more
 * guess, or the owner of a name counts as a stranger again, but nobody is locked out. */
#define RATE_FAILED_PAIRS  65536 /* 1 MiB */
#define RATE_TRUSTED_PAIRS 4096  /* 96 KiB */

/* A wrong password for this name came from this network. */
struct failed_pair {
    uint64_t pair; /* 0: the place is empty */
    uint64_t at_ms;
};

/* The owner of this name has logged in from this network. */
struct trusted_pair {
    uint64_t pair;     /* 0: the place is empty */
    struct rate wrong; /* bucket for wrong passwords of this pair */
};

/* Ready when zeroed and given a random key. */
struct rate_limits {
    uint8_t key[RATE_KEY_BYTES]; /* of the hashes */
    struct rate bucket[RATE_KIND_COUNT][RATE_BUCKETS];
    struct failed_pair failed[RATE_FAILED_PAIRS];
    struct trusted_pair trusted[RATE_TRUSTED_PAIRS];
};

/* Takes one token from the bucket of who (a name, case ignored, or an address) and
 * returns 0.  If the bucket is empty: takes none, and returns the time in ms until it has
 * one. */
int64_t rate_limits_take(struct rate_limits *rates, enum rate_kind kind, const char *who,
                         const struct rate_rule *rule, uint64_t now_ms);
/* The bucket of who.  Borrowed from rates. */
struct rate *rate_limits_bucket(struct rate_limits *rates, enum rate_kind kind,
                                const char *who);
/* Where the buckets of who are, the same place in each kind: below RATE_BUCKETS. */
uint16_t rate_limits_place(const struct rate_limits *rates, const char *who);
/* The bucket of a kind at a place.  Borrowed from rates. */
static inline struct rate *rate_limits_at(struct rate_limits *rates, enum rate_kind kind,
                                          uint16_t place) {
    return &rates->bucket[kind][place];
}

/* The hash of a name (case ignored) and a network; never 0. */
uint64_t rate_limits_pair(const struct rate_limits *rates, const char *name,
                          const char *network);
/* Records a wrong password now. */
void rate_limits_note_failure(struct rate_limits *rates, uint64_t pair, uint64_t now_ms);
/* The time in ms until the last wrong password is period_ms old; 0: it is, or there was
 * none. */
int64_t rate_limits_failure_wait_ms(const struct rate_limits *rates, uint64_t pair,
                                    uint64_t period_ms, uint64_t now_ms);
/* Trusts a pair, since its owner has logged in, and forgets its last wrong password. */
void rate_limits_trust(struct rate_limits *rates, uint64_t pair);
/* The bucket of a trusted pair; NULL: it is not trusted.  Borrowed until the next
 * rate_limits_trust. */
struct rate *rate_limits_trusted_bucket(struct rate_limits *rates, uint64_t pair);

/* --- what an address has open --- */

/* What is counted. */
enum address_kind {
    ADDRESS_CLIENTS,       /* open connections */
    ADDRESS_VISITORS,      /* those of browsers without a WebSocket */
    ADDRESS_ROOMS,         /* rooms opened from there */
    ADDRESS_KEPT_SESSIONS, /* sessions kept without a connection */
    ADDRESS_KIND_COUNT
};

/* The counters of one address. */
struct address_counts {
    uint32_t n[ADDRESS_KIND_COUNT];
    char address[]; /* numeric, without the port */
};

/* Ready when zeroed and its index has a key.  Remove everything before index_fini. */
struct address_table {
    struct index index; /* owns the entries */
};

/* Counts one more of this kind, and makes the entry if it is the address's first.
 * Returns borrowed, valid until everything counted there has been removed. */
struct address_counts *address_table_add(struct address_table *table, const char *address,
                                         enum address_kind kind);
/* Counts one less, and frees the entry with the last one.  Does nothing with NULL. */
void address_table_remove(struct address_table *table, struct address_counts *counts,
                          enum address_kind kind);

#endif
