/* A bot at a server: it connects, plays, comes back when the connection is lost, and says
 * goodbye at the end. */
#ifndef ALEA_CLIENT_BOT_VISIT_H
#define ALEA_CLIENT_BOT_VISIT_H

#include "client-cli/bot/bot.h"

/* What alea bot is asked to do.  Borrows its strings. */
struct visit_plan {
    struct net_address address;
    const char *name;       /* to ask for */
    const char *token_file; /* has the token of the host's bot; NULL: another bot */
    bool show;              /* draw the game */
    unsigned slow_ms;       /* how long each picture stays on a terminal */
    bool retry;             /* wait for ever for the server and for opponents */
    bool says_games;        /* --games was given: wait for an opponent for a time only */
    uint64_t seed;          /* of the choice of moves */
    struct bot_plan bot;
};

enum visit_end {
    VISIT_GOOD,    /* all games are played, or a house bot was stopped */
    VISIT_FAILED,  /* it was stopped before, or gave up */
    VISIT_CHEATED, /* the dice of a game were not as promised */
};

/* Plays until all is done, a signal stops the program, or the bot gives up.  Tells on
 * standard output how games end, and on standard error what goes wrong. */
enum visit_end visit_run(const struct visit_plan *plan);

#endif
