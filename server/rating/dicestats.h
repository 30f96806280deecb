/* Dice statistics, and whether they look like fair dice: the test of docs/dice.md.  Pure.
 */
#ifndef ALEA_SERVER_RATING_DICESTATS_H
#define ALEA_SERVER_RATING_DICESTATS_H

#include "proto/message/record.h"

/* Most values of one kind of dice: faces of a die, or sums of a throw. */
#define DICE_CELLS_MAX 6
/* Kinds of dice: see dicestats_kind. */
#define DICE_KINDS 4
/* Longest name of a kind, "3 six-sided", with its NUL. */
#define DICE_NAME_BYTES 24
/* A chi-square test needs at least this many expected throws in every cell. */
#define DICE_EXPECTED_LEAST 5
/* A result is called remarkable if fair dice give it with less than this probability. */
#define DICE_P_REMARKABLE 0.001
/* Longest text of dicestats_tell, with its NUL. */
#define DICE_TOLD_BYTES 800

/* Throws of one kind of dice: counts the faces of each die, or the sums of the throws
 * where the rules use only the sum. */
struct dice_tally {
    const struct dice_kind *kind; /* NULL: no such throws */
    uint64_t throws;
    uint64_t count[DICE_CELLS_MAX]; /* of the lowest value, the next, … */
};

/* The result of the fairness test. */
struct dice_verdict {
    unsigned n_cells;
    bool enough; /* there are enough throws; else p means nothing */
    double chi2;
    unsigned df; /* degrees of freedom */
    double p;    /* probability that fair dice are at least so uneven */
    double luck; /* how far the total is above the expected one, in standard deviations */
};

/* Kind n of dice, from 0; NULL: there are no more. */
const struct dice_kind *dicestats_kind(size_t n);
/* Writes its name, "3 six-sided". */
void dicestats_name(const struct dice_kind *kind, char name[static DICE_NAME_BYTES]);
/* How many values are counted of this kind; *lowest is the lowest of them. */
unsigned dicestats_cells(const struct dice_kind *kind, unsigned *lowest);

/* Counts one throw. */
void dicestats_add(struct dice_tally *tally, const uint8_t *faces);
/* Counts all throws of a game for the side that threw, those for the start too. */
void dicestats_count(const struct record *record, struct dice_tally tally[SIDE_COUNT]);
/* Tests a tally. */
void dicestats_judge(const struct dice_tally *tally, struct dice_verdict *verdict);
/* Writes a sentence or two about n tallies, n > 0.  is_player: the tallies are of one
 * player, not of all. */
void dicestats_tell(const struct dice_tally *tally, const struct dice_verdict *verdict,
                    size_t n, bool is_player, char text[static DICE_TOLD_BYTES]);

/* The probability that a chi-square variable with df > 0 degrees of freedom is at least
 * chi2 >= 0. */
double chi_square_p(double chi2, unsigned df);

#endif
