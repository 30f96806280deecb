/* Matches between two players, offline.  Games come in pairs with the same throws and
 * exchanged sides, so luck mostly cancels out. */
#ifndef ALEA_CLIENT_MATCH_MATCH_H
#define ALEA_CLIENT_MATCH_MATCH_H

#include "client-cli/match/contender.h"

/* Longer games are draws. */
#define MATCH_PLIES_MAX 20000

/* Sums over the games played so far. */
struct match_score {
    unsigned n_pairs;
    double points;              /* of A: a win counts 1, a draw 0.5 */
    unsigned n_won[SIDE_COUNT]; /* by A, as White and as Black */
    unsigned n_drawn[SIDE_COUNT];
};

struct match {
    const struct game *game;
    struct options opt;
    uint64_t seed;
    struct contender *contender[2]; /* A, B: borrowed */
    const char *records_dir;        /* for a record of each game; NULL: none */
    struct match_score score;
};

/* How match_pair went. */
enum match_end {
    MATCH_PLAYED,
    MATCH_STOPPED, /* contender_move returned false; the pair does not count */
    MATCH_UNSAVED, /* a record could not be written: see the fault */
};

/* Plays the next two games. */
enum match_end match_pair(struct match *match, char fault[static FAULT_BYTES]);
/* A's score per game, 0..1. */
double match_mean(const struct match *match);
/* Its 95 % interval, by Wilson's formula, as if all games were independent: it says
 * something after the first games, too, and when one player has won them all. */
void match_interval(const struct match *match, double *low, double *high);

#endif
