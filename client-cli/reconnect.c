#include "client-cli/reconnect.h"

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
    /* One that was lost again at once proves nothing: a server that takes everybody in
     * only to fall over must not be asked all the time. */
    bool was_good = reconnect->back_ms != UINT64_MAX &&
                    now_ms - reconnect->back_ms >= RECONNECT_STEADY_MS;
    if (was_good) {
        reconnect->n_tries = 0;
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
