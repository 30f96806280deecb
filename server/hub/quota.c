#include "server/hub/quota.h"

#include <string.h>

/* A row has about so many bytes without its text: longer texts count for more rows. */
#define ROW_BYTES 128

static struct rate_rule rule_of(const struct hub *hub) {
    int64_t n = hub->config->limits.stored_per_hour;
    return (struct rate_rule){.burst = n, .tokens = n, .period_ms = 3600000};
}

int64_t quota_wait_ms(struct hub *hub, const struct client *client) {
    struct rate_rule rule = rule_of(hub);
    return hub_is_operator(hub, client)
               ? 0
               : rate_take(client->all_stored, &rule, 0, hub->now.ms);
}

/* The players of the room who are here and no operators, n of them; waits[i] is how long
 * the i-th has to wait. */
static size_t find_payers(const struct ask *ask, struct client *payer[SIDE_COUNT],
                          int64_t waits[SIDE_COUNT]) {
    size_t n = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct session *session = hub_session_at(ask->hub, ask->room, (enum side)side);
        struct client *client = hub_client_of(ask->hub, session);
        if (client != NULL && !hub_is_operator(ask->hub, client)) {
            payer[n] = client;
            waits[n++] = quota_wait_ms(ask->hub, client);
        }
    }
    return n;
}

static enum error_code fail_used_up(struct ask *ask, int64_t wait_ms, const char *what) {
    ask->reply.retry_after_ms = wait_ms;
    return ask_fault(ask, ERR_TOO_FAST,
                     "a lot was played from your address in the last hour: %s in %lld s",
                     what, (long long)(wait_ms + 999) / 1000);
}

enum error_code quota_may_begin(struct ask *ask) {
    struct client *payer[SIDE_COUNT];
    int64_t waits[SIDE_COUNT];
    size_t n = find_payers(ask, payer, waits);
    int64_t wait_ms = n > 0 ? waits[0] : 0;
    wait_ms = n > 1 && waits[1] < wait_ms ? waits[1] : wait_ms;
    return wait_ms == 0 ? ERR_OK : fail_used_up(ask, wait_ms, "the next game can begin");
}

void quota_charge_game(struct ask *ask) {
    struct client *payer[SIDE_COUNT];
    int64_t waits[SIDE_COUNT];
    struct rate_rule rule = rule_of(ask->hub);
    size_t n = find_payers(ask, payer, waits);
    if (n > 0) {
        bool is_second =
            n > 1 && payer[1]->all_stored->spent < payer[0]->all_stored->spent;
        rate_charge(payer[is_second]->all_stored, &rule, QUOTA_GAME);
    }
}

enum error_code quota_may_store(struct ask *ask) {
    int64_t wait_ms = quota_wait_ms(ask->hub, ask->client);
    return wait_ms == 0 ? ERR_OK : fail_used_up(ask, wait_ms, "you can talk again");
}

void quota_charge_event(struct ask *ask, size_t text_bytes) {
    struct rate_rule rule = rule_of(ask->hub);
    if (!hub_is_operator(ask->hub, ask->client)) {
        rate_charge(ask->client->all_stored, &rule,
                    1 + (int64_t)(text_bytes / ROW_BYTES));
    }
}
