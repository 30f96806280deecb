#include "client-cli/bot/patience.h"

void patience_is_in(struct patience *patience, bool has_opponent, uint64_t now_ms) {
    if (has_opponent || !patience->was_in) {
        patience->last_played_ms = now_ms;
    }
    patience->was_in = true;
    patience->last_in_ms = now_ms;
}

bool patience_tries_again(const struct patience *patience, uint64_t now_ms) {
    if (patience->is_endless || !patience->was_in) {
        return patience->is_endless;
    }
    return patience->is_house || now_ms - patience->last_in_ms < PATIENCE_SERVER_MS;
}

uint64_t patience_opponent_due_ms(const struct patience *patience) {
    bool is_bounded = patience->wants_opponent && !patience->is_endless;
    return is_bounded ? patience->last_played_ms + PATIENCE_OPPONENT_MS : UINT64_MAX;
}
