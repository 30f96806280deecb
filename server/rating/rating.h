/* A player's rating in one game, over the days: docs/ratings.md.  Pure.
 *
 * A period is one day of UTC.  A rating stores the numbers with which the day of the
 * player's latest rated game began, and the sums of that day's games.  Later days are
 * computed when somebody asks. */
#ifndef ALEA_SERVER_RATING_RATING_H
#define ALEA_SERVER_RATING_RATING_H

#include <stdbool.h>

#include "rules/clock.h"
#include "rules/game.h"
#include "server/rating/glicko2.h"

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
