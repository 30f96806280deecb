/* What the host has chosen, and the time of a turn: the least that all floors know. */
#ifndef ALEA_SERVER_TURN_CONFIG_H
#define ALEA_SERVER_TURN_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"
#include "server/base/log.h"
#include "server/limits/limits.h"
#include "server/queue/job.h"
#include "server/store/store.h"

/* Passwords over a connection that is not secure. */
enum plain_passwords {
    PLAIN_PASSWORDS_WARN,   /* accepted when sent again after a warning */
    PLAIN_PASSWORDS_REFUSE, /* never taken */
};

/* Most accounts with the operator's role. */
#define OPERATORS_MAX 16

/* A name to which the host gives the operator's role. */
struct named_operator {
    char name[NAME_BYTES_MAX + 1];
    int64_t account; /* only if this account has the name; 0: any */
};

/* Most bots of the host. */
#define BOTS_MAX 16

struct hub_config {
    struct limits limits;
    bool has_fronts; /* they keep clients while the hub restarts (rooms/remembered.h) */
    struct front_ways ways[FRONTS_MAX]; /* what they announce */
    const char *title;                  /* what the host calls the server */
    const char *welcome;        /* the host's welcome, a line feed between its lines; ""
                                   or NULL: none; may change between turns */
    struct store_config stored; /* where games are stored */
    struct keep_rule keep;      /* which finished games are kept */
    void (*random_bytes)(void *buf, size_t n);
    uint64_t (*lease_clock)(void); /* a clock in ms that also advances while the process
                                      or the machine stands still */
    enum plain_passwords plain_passwords;
    struct job_cost password_cost; /* of passwords set from now on */
    struct log log;
    bool operator_local; /* connections from this machine have the operator's role */
    struct named_operator operators[OPERATORS_MAX];
    size_t n_operators;
    char bots[BOTS_MAX][NAME_BYTES_MAX + 1]; /* names of the host's own bots */
    const char *bot_files; /* their tokens are in files that begin with this */
    size_t n_bots;
    bool rated_levels; /* bots with a level have accounts, and play rated games */
};

/* The time of one turn of the loop. */
struct hub_time {
    uint64_t ms;     /* monotonic; on the floors: server time */
    int64_t unix_ms; /* since 1970 */
};

#endif
