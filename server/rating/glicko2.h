/* Glicko-2, from Mark Glickman's paper "Example of the Glicko-2 system" (2013):
 * http://www.glicko.net/glicko/glicko2.pdf.  Pure arithmetic.
 *
 * Games are rated in periods.  Within a period all players keep the numbers with which it
 * began, so a game adds one term each to two sums (steps 3 and 4 of the paper).  Only the
 * sums are stored, and the order of the games does not matter. */
#ifndef ALEA_SERVER_RATING_GLICKO2_H
#define ALEA_SERVER_RATING_GLICKO2_H

#include <stddef.h>
#include <stdint.h>

/* A new player; and the constant tau, which limits how fast volatility changes: 0.3
 * to 1.2 are reasonable, the paper uses 0.5. */
#define GLICKO_RATING     1500.0
#define GLICKO_DEVIATION  350.0
#define GLICKO_VOLATILITY 0.06
#define GLICKO_TAU        0.5
/* No strength is less certain than that of a new player. */
#define GLICKO_DEVIATION_MAX GLICKO_DEVIATION
/* The sums of a period are integers in this unit, so they are exact: the same games give
 * the same numbers in any order.  A term is at most 1, so a period can have 8 million
 * games. */
#define GLICKO_UNIT (1.0 / (INT64_C(1) << 40))

/* A strength: how high, how certain, how steady. */
struct glicko {
    double rating;
    double deviation; /* 95 %: the true strength is within 2 of these */
    double volatility;
};

/* The sums over the games of a period; zeroed: no games. */
struct glicko_sums {
    int64_t n;           /* games */
    int64_t information; /* sum of g^2 E (1 - E), in units: 1 / v of step 3 */
    int64_t surprise;    /* sum of g (s - E), in units: what step 4 multiplies by v */
};

extern const struct glicko glicko_start;

/* Adds a game to a player's period.  Both strengths as the period began; score: 1: the
 * player won, 0.5: a draw, 0: the player lost. */
void glicko_add(struct glicko_sums *sums, const struct glicko *player,
                const struct glicko *opponent, double score);
/* The player after a period with these games (steps 5 to 8). */
struct glicko glicko_close(const struct glicko *player, const struct glicko_sums *sums);
/* The player after this many periods without games: the strength is less certain. */
struct glicko glicko_rest(const struct glicko *player, int64_t periods);
/* The expected score against an opponent: 1: always wins, 0: never. */
double glicko_expect(const struct glicko *player, const struct glicko *opponent);

#endif
