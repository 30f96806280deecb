#include "server/rating/rating.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define DAY_S 86400

/* --- Glicko-2 --- */

/* One unit of the paper's inner scale (step 2), in ratings and deviations. */
#define SCALE 173.7178
/* Precision of the volatility (step 5). */
#define TOLERANCE 0.000001

const struct glicko glicko_start = {GLICKO_RATING, GLICKO_DEVIATION, GLICKO_VOLATILITY};

static const double pi = 3.14159265358979323846;

/* g of step 3: the weight of a game against an opponent with this deviation. */
static double weight_of(double phi) {
    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi));
}

double glicko_expect(const struct glicko *player, const struct glicko *opponent) {
    double weight = weight_of(opponent->deviation / SCALE);
    double apart = (player->rating - opponent->rating) / SCALE;
    return 1.0 / (1.0 + exp(-weight * apart));
}

void glicko_add(struct glicko_sums *sums, const struct glicko *player,
                const struct glicko *opponent, double score) {
    double weight = weight_of(opponent->deviation / SCALE);
    double expected = glicko_expect(player, opponent);
    sums->n++;
    sums->information +=
        llround(weight * weight * expected * (1.0 - expected) / GLICKO_UNIT);
    sums->surprise += llround(weight * (score - expected) / GLICKO_UNIT);
}

/* The function whose zero step 5 finds. */
struct curve {
    double phi, delta, v;
    double a; /* ln(sigma^2) */
};

static double curve_at(const struct curve *c, double x) {
    double e = exp(x);
    double sum = c->phi * c->phi + c->v + e;
    return e * (c->delta * c->delta - sum) / (2.0 * sum * sum) -
           (x - c->a) / (GLICKO_TAU * GLICKO_TAU);
}

/* The other end of the interval from a, where the function is not below 0. */
static double find_end(const struct curve *c) {
    double square = c->delta * c->delta;
    double rest = c->phi * c->phi + c->v;
    if (square > rest) {
        return log(square - rest);
    }
    double k = 1.0;
    while (curve_at(c, c->a - k * GLICKO_TAU) < 0.0) {
        k += 1.0;
    }
    return c->a - k * GLICKO_TAU;
}

/* The new volatility: regula falsi with the Illinois step. */
static double find_volatility(const struct curve *c) {
    double a = c->a, b = find_end(c);
    double at_a = curve_at(c, a), at_b = curve_at(c, b);
    while (fabs(b - a) > TOLERANCE) {
        double between = a + (a - b) * at_a / (at_b - at_a);
        double at_between = curve_at(c, between);
        if (at_between * at_b <= 0.0) {
            a = b;
            at_a = at_b;
        } else {
            at_a /= 2.0;
        }
        b = between;
        at_b = at_between;
    }
    return exp(a / 2.0);
}

static double at_most(double value, double most) {
    return value < most ? value : most;
}

struct glicko glicko_close(const struct glicko *player, const struct glicko_sums *sums) {
    if (sums->n == 0) {
        return glicko_rest(player, 1);
    }
    double information = (double)sums->information * GLICKO_UNIT;
    double surprise = (double)sums->surprise * GLICKO_UNIT;
    double phi = player->deviation / SCALE;
    /* Games with a certain result may add less than one unit. */
    double v = 1.0 / fmax(information, GLICKO_UNIT);
    struct curve curve = {
        .phi = phi,
        .delta = v * surprise,
        .v = v,
        .a = log(player->volatility * player->volatility),
    };
    struct glicko after = {.volatility = find_volatility(&curve)};
    double wider = phi * phi + after.volatility * after.volatility;
    double new_phi = 1.0 / sqrt(1.0 / wider + 1.0 / v);
    after.rating = player->rating + SCALE * new_phi * new_phi * surprise;
    after.deviation = at_most(SCALE * new_phi, GLICKO_DEVIATION_MAX);
    return after;
}

struct glicko glicko_rest(const struct glicko *player, int64_t periods) {
    assert(periods >= 0);
    double phi = player->deviation / SCALE;
    struct glicko after = *player;
    double wider =
        sqrt(phi * phi + (double)periods * player->volatility * player->volatility);
    after.deviation = at_most(SCALE * wider, GLICKO_DEVIATION_MAX);
    return after;
}

/* --- a player's rating over the days --- */

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
