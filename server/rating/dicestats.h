/* How often the dice have shown what, and whether that is what fair dice show: the test
 * that docs/dice.md lays down.  Pure. */
#ifndef ALEA_SERVER_RATING_DICESTATS_H
#define ALEA_SERVER_RATING_DICESTATS_H

#include "proto/message/record.h"

/* Most things counted of one kind of dice: faces of a die, or sums of a throw. */
#define DICE_CELLS_MAX 6
/* Kinds of dice that there are: see dicestats_kind. */
#define DICE_KINDS 3
/* Longest name of a kind, "3 six-sided", with its NUL. */
#define DICE_NAME_BYTES 24
/* A chi-square test says something only if fair dice would fill every cell so often. */
#define DICE_EXPECTED_LEAST 5
/* Fair dice are called remarkable only when they are rarer than that. */
#define DICE_P_REMARKABLE 0.001
/* Longest sentences of dicestats_tell, with their NUL. */
#define DICE_TOLD_BYTES 800

/* Throws of one kind of dice.  What is counted are the faces of each single die; of dice
 * of which the rules see only the sum, the sums of the throws. */
struct dice_tally {
    const struct dice_kind *kind; /* NULL: no such throws */
    uint64_t throws;
    uint64_t count[DICE_CELLS_MAX]; /* of the lowest, the next, … */
};

/* What the tally says. */
struct dice_verdict {
    unsigned n_cells;
    bool enough; /* there are throws enough for the test; else p means nothing */
    double chi2;
    unsigned df; /* degrees of freedom */
    double p;    /* how often fair dice are at least so uneven */
    double luck; /* standard deviations that the total is above the expected one */
};

/* The kinds of dice, n from 0; NULL: there are no more. */
const struct dice_kind *dicestats_kind(size_t n);
/* "3 six-sided" */
void dicestats_name(const struct dice_kind *kind, char name[static DICE_NAME_BYTES]);
/* What is counted of this kind: how many values, and the lowest of them. */
unsigned dicestats_cells(const struct dice_kind *kind, unsigned *lowest);

/* Counts one throw. */
void dicestats_add(struct dice_tally *tally, const uint8_t *faces);
/* Counts all throws of a game, those for the start too, each for the side that threw. */
void dicestats_count(const struct record *record, struct dice_tally tally[SIDE_COUNT]);
/* Puts a tally to the test. */
void dicestats_judge(const struct dice_tally *tally, struct dice_verdict *verdict);
/* Says in a sentence or two what n tallies mean, n > 0.  is_player: of one player, not of
 * all. */
void dicestats_tell(const struct dice_tally *tally, const struct dice_verdict *verdict,
                    size_t n, bool is_player, char text[static DICE_TOLD_BYTES]);

/* The probability that a chi-square variable with df > 0 degrees of freedom is at least
 * chi2 >= 0. */
double chi_square_p(double chi2, unsigned df);

#endif
