/* A player's rating in one game, over the days: docs/ratings.md.  Pure.
 *
 * A period is one day of UTC.  Kept are the numbers that the player had as the day of his
 * latest rated game began, and what the games of that day add up to; everything that
 * happened since, or that did not, is computed when somebody looks. */
#ifndef ALEA_SERVER_RATING_RATING_H
#define ALEA_SERVER_RATING_RATING_H

#include <stdbool.h>

#include "rules/game.h"
#include "server/rating/glicko2.h"

/* Only who is known so well is in the list of the best: his strength is within 220 of his
 * rating with 95 %. */
#define RATING_LISTED_DEVIATION 110.0

struct rating {
    int64_t period;          /* days since 1970 */
    struct glicko start;     /* as it began */
    struct glicko_sums sums; /* of its games */
    int64_t games;           /* in all periods */
    int64_t opponents;       /* different ones, in games that counted for both */
};

/* Only who has had so many different opponents is in the list of the best. */
#define RATING_LISTED_OPPONENTS 3

/* Decisions, moves chosen from several, that both sides must have made for a win or a
 * draw in this game (its id) to count. */
unsigned rating_decisions(const char *game);

/* The period of a Unix time in seconds. */
int64_t rating_period(int64_t unix_s);
/* Of who has not played yet. */
struct rating rating_new(int64_t period);
/* The same rating in a later period: those between are closed.  An earlier one (somebody
 * has set the clock back) changes nothing. */
struct rating rating_at(const struct rating *rating, int64_t period);
/* Where the player stands in this period, its games so far included. */
struct glicko rating_now(const struct rating *rating, int64_t period);
/* Two have played, in this period or in the later one of either: both are in the same
 * then, and have the game in their sums.  white_halves: 2 white has won, 1 a draw, 0. */
void rating_play(struct rating rating[SIDE_COUNT], int64_t period, int white_halves);
/* Whether two are the same, but for what another mathematical library may make of the
 * same games: a millionth. */
bool rating_is_same(const struct rating *a, const struct rating *b);
/* The last period in which the player is listed, if he does not play again; -1: none. */
int64_t rating_listed_until(const struct rating *rating);

#endif
