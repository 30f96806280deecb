#include "server/base/rate.h"

int64_t rate_take(struct rate *rate, const struct rate_rule *rule, int64_t cost,
                  uint64_t now_ms) {
    uint64_t passed_ms = now_ms - rate->at_ms;
    /* More than enough to fill the bucket; also keeps the product in range. */
    int64_t full_ms = rate->spent / rule->tokens + 1;
    int64_t back =
        (passed_ms < (uint64_t)full_ms ? (int64_t)passed_ms : full_ms) * rule->tokens;
    rate->spent = rate->spent > back ? rate->spent - back : 0;
    rate->at_ms = now_ms;
    int64_t over = rate->spent + cost * rule->period_ms - rule->burst * rule->period_ms;
    if (over > 0) {
        return (over + rule->tokens - 1) / rule->tokens;
    }
    rate->spent += cost * rule->period_ms;
    return 0;
}

int64_t rate_wait(struct rate *rate, const struct rate_rule *rule, int64_t cost,
                  uint64_t now_ms) {
    int64_t wait_ms = rate_take(rate, rule, cost, now_ms);
    if (wait_ms == 0) {
        rate_give_back(rate, rule, cost);
    }
    return wait_ms;
}

void rate_charge(struct rate *rate, const struct rate_rule *rule, int64_t cost) {
    rate->spent += cost * rule->period_ms;
}

void rate_give_back(struct rate *rate, const struct rate_rule *rule, int64_t cost) {
    int64_t back = cost * rule->period_ms;
    rate->spent = rate->spent > back ? rate->spent - back : 0;
}
