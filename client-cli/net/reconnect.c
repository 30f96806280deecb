#include "client-cli/net/reconnect.h"

uint32_t reconnect_delay_ms(unsigned n, uint32_t random) {
    uint32_t most_ms = RECONNECT_FIRST_MS;
    for (; n > 0 && most_ms < RECONNECT_MOST_MS; n--) {
        most_ms = most_ms > RECONNECT_MOST_MS / 2 ? RECONNECT_MOST_MS : 2 * most_ms;
    }
    return most_ms - random % (most_ms / 2 + 1);
}

void reconnect_init(struct reconnect *reconnect) {
    *reconnect = (struct reconnect){.back_ms = UINT64_MAX};
}

void reconnect_is_back(struct reconnect *reconnect, uint64_t now_ms) {
    reconnect->back_ms = now_ms;
}

uint32_t reconnect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t random) {
    if (reconnect->back_ms != UINT64_MAX) {
        bool was_good = now_ms - reconnect->back_ms >= RECONNECT_STEADY_MS;
        unsigned most = was_good ? 0 : RECONNECT_SHAKY_TRY;
        reconnect->n_tries = reconnect->n_tries < most ? reconnect->n_tries : most;
    }
    uint32_t delay_ms = reconnect_delay_ms(reconnect->n_tries++, random);
    reconnect->back_ms = UINT64_MAX;
    reconnect->due_ms = now_ms + delay_ms;
    return delay_ms;
}

void reconnect_write(uint32_t delay_ms, struct text_out *out) {
    if (delay_ms < 1000) {
        text_put(out, "trying again at once");
        return;
    }
    text_put(out, "trying again in ");
    text_put_number(out, (delay_ms + 500) / 1000);
    text_put(out, " s");
}
