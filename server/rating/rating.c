#include "server/rating/rating.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DAY_S 86400

const struct rating_terms *rating_terms(const struct game *game) {
    static const struct rating_terms rows[] = {
        {"royal-ur", 10, {10, 5}},
        {"finkel", 3, {10, 5}},
        {"blitz", 8, {10, 5}},
        {"masters", 10, {10, 5}},
        {"aseb", 10, {10, 5}},
        {"akalamdung", 5, {10, 5}},
        {"ur", 10, {15, 5}},
        {"stelpur", 2, {15, 5}},
        {"morris", 8, {15, 10}},
        {"tablut", 6, {15, 10}},
        {"ashton", 6, {15, 10}},
        {"brandubh", 4, {10, 5}},
        {"fetlar", 8, {20, 10}},
        {"copenhagen", 8, {20, 10}},
        {"alea-evangelii", 12, {30, 20}},
    };
    GAMES_HAVE(sizeof rows / sizeof rows[0]);
    size_t i = 0;
    while (strcmp(rows[i].game, game->id) != 0) {
        i++;
        assert(i < GAMES_N);
    }
    return &rows[i];
}

int64_t rating_period(int64_t unix_s) {
    return unix_s > 0 ? unix_s / DAY_S : 0;
}

struct rating rating_new(int64_t period) {
    return (struct rating){.period = period, .start = glicko_start};
}

struct rating rating_at(const struct rating *rating, int64_t period) {
    struct rating later = *rating;
    if (period <= rating->period) {
        return later;
    }
    struct glicko closed = glicko_close(&rating->start, &rating->sums);
    later.start = glicko_rest(&closed, period - rating->period - 1);
    later.sums = (struct glicko_sums){.n = 0};
    later.period = period;
    return later;
}

struct glicko rating_now(const struct rating *rating, int64_t period) {
    struct rating now = rating_at(rating, period);
    return now.sums.n > 0 ? glicko_close(&now.start, &now.sums) : now.start;
}

void rating_play(struct rating rating[SIDE_COUNT], int64_t period, int white_halves) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        period = rating[i].period > period ? rating[i].period : period;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        rating[i] = rating_at(&rating[i], period);
    }
    double score = white_halves / 2.0;
    struct rating *white = &rating[SIDE_WHITE], *black = &rating[SIDE_BLACK];
    glicko_add(&white->sums, &white->start, &black->start, score);
    glicko_add(&black->sums, &black->start, &white->start, 1.0 - score);
    white->games++;
    black->games++;
}

static bool is_near(const struct glicko *a, const struct glicko *b) {
    return fabs(a->rating - b->rating) < 1e-6 &&
           fabs(a->deviation - b->deviation) < 1e-6 &&
           fabs(a->volatility - b->volatility) < 1e-6;
}

bool rating_is_same(const struct rating *a, const struct rating *b) {
    struct glicko now_a = rating_now(a, a->period), now_b = rating_now(b, b->period);
    return a->period == b->period && a->games == b->games && a->sums.n == b->sums.n &&
           is_near(&a->start, &b->start) && is_near(&now_a, &now_b);
}

int64_t rating_listed_until(const struct rating *rating) {
    struct glicko now = rating_now(rating, rating->period);
    if (now.deviation > RATING_LISTED_DEVIATION) {
        return -1;
    }
    /* The variance grows by the same amount with every period of rest. */
    struct glicko next = glicko_rest(&now, 1);
    double square = now.deviation * now.deviation;
    double step = next.deviation * next.deviation - square;
    double left = RATING_LISTED_DEVIATION * RATING_LISTED_DEVIATION - square;
    int64_t rests = (int64_t)floor(left / step);
    return rating->period + rests +
           (rating->sums.n > 0); /* a day with games is no rest */
}
