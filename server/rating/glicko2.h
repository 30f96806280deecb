/* Glicko-2, as Mark Glickman's paper has it ("Example of the Glicko-2 system", 2013):
 * http://www.glicko.net/glicko/glicko2.pdf.  Pure arithmetic.
 *
 * Games are gathered in periods.  Within one everybody has the numbers that he began it
 * with, so that what a game adds is two terms of two sums (steps 3 and 4 of the paper):
 * only the sums are kept, and the order of the games does not matter. */
#ifndef ALEA_SERVER_RATING_GLICKO2_H
#define ALEA_SERVER_RATING_GLICKO2_H

#include <stddef.h>
#include <stdint.h>

/* Who has no games yet, and the constant tau, which holds volatilities back: 0.3 to 1.2
 * are reasonable, the paper's example has 0.5. */
#define GLICKO_RATING     1500.0
#define GLICKO_DEVIATION  350.0
#define GLICKO_VOLATILITY 0.06
#define GLICKO_TAU        0.5
/* Nobody is known less well than one who has never played. */
#define GLICKO_DEVIATION_MAX GLICKO_DEVIATION
/* The sums of a period are counted in these units, so that they are exact: the same games
 * give the same numbers in whatever order they are added.  A term is at most 1, so that
 * a period can have 8 million games. */
#define GLICKO_UNIT (1.0 / (INT64_C(1) << 40))

/* A strength: how good, how sure that is, how steady. */
struct glicko {
    double rating;
    double deviation; /* he is within 2 of these with 95 % */
    double volatility;
};

/* What the games of a period say; all 0: there are none. */
struct glicko_sums {
    int64_t n;           /* games */
    int64_t information; /* sum of g^2 E (1 - E), in units: 1 / v of step 3 */
    int64_t surprise;    /* sum of g (s - E), in units: what step 4 multiplies by v */
};

extern const struct glicko glicko_start;

/* Adds a game to a player's period.  Both as they began the period; score: 1 he won, 0.5
 * a draw, 0 he lost. */
void glicko_add(struct glicko_sums *sums, const struct glicko *player,
                const struct glicko *opponent, double score);
/* The player after a period with these games (steps 5 to 8). */
struct glicko glicko_close(const struct glicko *player, const struct glicko_sums *sums);
/* The player after so many periods without games: less is known of him. */
struct glicko glicko_rest(const struct glicko *player, int64_t periods);
/* What a player may expect against another one: 1 he always wins, 0 never. */
double glicko_expect(const struct glicko *player, const struct glicko *opponent);

#endif
