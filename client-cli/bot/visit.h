/* A bot at a server: connects, plays, reconnects when the connection is lost, and says
 * goodbye at the end. */
#ifndef ALEA_CLIENT_BOT_VISIT_H
#define ALEA_CLIENT_BOT_VISIT_H

#include <stdbool.h>
#include <stdint.h>

#include "client-cli/bot/bot.h"

/* What alea bot should do.  Borrows its strings. */
struct visit_plan {
    struct net_address address;
    const char *name;       /* the name to ask for */
    const char *token_file; /* has the token of the host's bot; NULL: another bot */
    bool show;              /* draw the game */
    unsigned slow_ms;       /* how long each picture stays on a terminal */
    bool retry;             /* wait for the server and for opponents for ever */
    bool says_games;        /* --games was given: an opponent must come in time */
    uint64_t seed;          /* for the random choice of moves */
    FILE *out;              /* for the results of games */
    FILE *err;              /* for errors */
    struct bot_plan bot;
};

enum visit_end {
    VISIT_GOOD,    /* all games are played, or a house bot was stopped */
    VISIT_FAILED,  /* stopped earlier, or gave up */
    VISIT_CHEATED, /* the dice broke the server's promise */
};

/* Plays until all is done, a signal stops the program, or the bot gives up. */
enum visit_end visit_run(const struct visit_plan *plan);

/* --- patience ---
 *
 * How long a bot waits for the server and for an opponent.  The caller passes the time.
 */

/* Timeout for the server to accept the bot's name, once connected. */
#define PATIENCE_NAME_MS 10000
/* Timeout for a lost server to come back.  By default, servers keep a seat no longer
 * (grace_ms). */
#define PATIENCE_SERVER_MS 120000
/* Timeout for an opponent to arrive, with --games. */
#define PATIENCE_OPPONENT_MS 300000

struct patience {
    bool is_endless;         /* --retry: never stops waiting */
    bool is_house;           /* waits for ever for a server that accepted it before */
    bool wants_opponent;     /* --games: gives up after PATIENCE_OPPONENT_MS alone */
    bool was_in;             /* the server has accepted the bot before */
    uint64_t last_in_ms;     /* with was_in: when the bot was last at the server */
    uint64_t last_played_ms; /* when it last had an opponent, or began to wait */
};

/* Call while the bot is at the server.  has_opponent: another player sits with it. */
void patience_is_in(struct patience *patience, bool has_opponent, uint64_t now_ms);
/* Whether to connect again after the connection was lost. */
bool patience_tries_again(const struct patience *patience, uint64_t now_ms);
/* When to stop waiting for an opponent; UINT64_MAX: never. */
uint64_t patience_opponent_due_ms(const struct patience *patience);

#endif
