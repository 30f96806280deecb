/* A bot at a server: connects, plays, reconnects when the connection is lost, and says
 * goodbye at the end. */
#ifndef ALEA_CLIENT_BOT_VISIT_H
#define ALEA_CLIENT_BOT_VISIT_H

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

#endif
