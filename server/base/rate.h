/* Token bucket.  Pure: (state, now) -> state. */
#ifndef ALEA_SERVER_BASE_RATE_H
#define ALEA_SERVER_BASE_RATE_H

#include <stdint.h>

struct rate_rule {
    int64_t burst;  /* tokens in a full bucket */
    int64_t tokens; /* added every period */
    int64_t period_ms;
};

struct rate {
    int64_t spent;  /* tokens missing from a full bucket, times period_ms */
    uint64_t at_ms; /* when spent was computed */
};

/* n tokens at once, and n in every period. */
static inline struct rate_rule rate_rule_of(int64_t n, int64_t period_ms) {
    return (struct rate_rule){.burst = n, .tokens = n, .period_ms = period_ms};
}

/* A zeroed struct rate is a full bucket.  Takes cost tokens and returns 0; or, if there
 * are fewer, takes none and returns the time in ms until there are enough. */
int64_t rate_take(struct rate *rate, const struct rate_rule *rule, int64_t cost,
                  uint64_t now_ms);
/* As rate_take, but takes none. */
int64_t rate_wait(struct rate *rate, const struct rate_rule *rule, int64_t cost,
                  uint64_t now_ms);
/* Takes cost tokens even if there are fewer: rate_take refuses until the debt is paid. */
void rate_charge(struct rate *rate, const struct rate_rule *rule, int64_t cost);
/* Gives back what rate_take took. */
void rate_give_back(struct rate *rate, const struct rate_rule *rule, int64_t cost);

#endif
