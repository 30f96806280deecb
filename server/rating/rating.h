/* A player's rating in one game, over the days: docs/ratings.md.  Pure.
 *
 * A period is one day of UTC.  A rating stores the numbers with which the day of the
 * player's latest rated game began, and the sums of that day's games.  Later days are
 * computed when somebody asks. */
#ifndef ALEA_SERVER_RATING_RATING_H
#define ALEA_SERVER_RATING_RATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/clock.h"
#include "rules/game.h"

/* --- Glicko-2 --- */

/* From Mark Glickman's paper "Example of the Glicko-2 system" (2013):
 * http://www.glicko.net/glicko/glicko2.pdf.
 *
 * Games are rated in periods.  Within a period all players keep the numbers with which it
 * began, so a game adds one term each to two sums (steps 3 and 4 of the paper).  Only the
 * sums are stored, and the order of the games does not matter. */
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

/* --- a player's rating over the days --- */

/* The top list has only players with this deviation or less: their strength is within 220
 * of their rating with 95 % probability. */
#define RATING_LISTED_DEVIATION 110.0

struct rating {
    int64_t period;          /* days since 1970 */
    struct glicko start;     /* as the period began */
    struct glicko_sums sums; /* of the games in it */
    int64_t games;           /* in all periods */
    int64_t opponents;       /* different ones, in games that counted for both */
};

/* The top list has only players with at least this many different opponents. */
#define RATING_LISTED_OPPONENTS 3

/* What a rated game is played on. */
struct rating_terms {
    const char *game;   /* its id */
    unsigned decisions; /* moves chosen from several that both sides must make before
                           a win or a draw counts */
    struct time_control time; /* unless the players choose another: long enough for people
                                 who have not played it before */
};
const struct rating_terms *rating_terms(const struct game *game);

/* The period of a Unix time in seconds. */
int64_t rating_period(int64_t unix_s);
/* The rating of a new player. */
struct rating rating_new(int64_t period);
/* The rating in a later period, with those between closed.  An earlier period (the clock
 * was set back) changes nothing. */
struct rating rating_at(const struct rating *rating, int64_t period);
/* The player's numbers in this period, its games so far included. */
struct glicko rating_now(const struct rating *rating, int64_t period);
/* Adds a game to both ratings, in this period or in the latest of either; both are in the
 * same period then.  white_halves: 2: white has won, 1: a draw, 0: black has won. */
void rating_play(struct rating rating[SIDE_COUNT], int64_t period, int white_halves);
/* Whether two ratings are the same up to a millionth, as other mathematical libraries may
 * round differently. */
bool rating_is_same(const struct rating *a, const struct rating *b);
/* The last period in which a player who stops playing is listed; -1: none. */
int64_t rating_listed_until(const struct rating *rating);

#endif
