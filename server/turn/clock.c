#include "server/turn/clock.h"

#include "server/turn/state.h"

/* Deadlines are rounded up to this, in ms, so that many of them cost one tick. */
#define TICK_MS 50

struct hub_time turn_now(const struct turns *turns) {
    return turns->now;
}

uint64_t turn_next_order(struct turns *turns) {
    return ++turns->order;
}

uint64_t turn_now_ms(const struct turns *turns) {
    return turns->now.ms;
}

int64_t turn_now_s(const struct turns *turns) {
    return turns->now.unix_ms / 1000;
}

void turn_wake_at(struct turns *turns, uint64_t at_ms) {
    if (at_ms == UINT64_MAX) {
        return;
    }
    at_ms = at_ms > turns->now.ms ? at_ms : turns->now.ms;
    uint64_t rounded = at_ms - at_ms % TICK_MS + TICK_MS;
    turns->deadline = rounded < turns->deadline ? rounded : turns->deadline;
}

uint64_t turn_deadline(const struct turns *turns) {
    return turns->deadline == UINT64_MAX ? UINT64_MAX : turns->deadline - turns->base_ms;
}

bool turn_take_deadline(struct turns *turns) {
    if (turns->now.ms < turns->deadline) {
        return false;
    }
    turns->deadline = UINT64_MAX;
    return true;
}

/* Time that is forgiven for two reasons is credited once. */
void turn_forgive(struct turns *turns, uint64_t from_ms) {
    from_ms = from_ms > turns->forgiven_ms ? from_ms : turns->forgiven_ms;
    uint64_t stalled_ms = turns->now.ms > from_ms ? turns->now.ms - from_ms : 0;
    turns->forgiven_ms = turns->now.ms;
    turns->calls.forgive(turns->calls.owner, stalled_ms);
}

void turn_random_bytes(const struct turns *turns, void *buf, size_t n) {
    turns->config->random_bytes(buf, n);
}

void turn_random_text(const struct turns *turns, char *text, size_t len) {
    turns->config->random_bytes(text, len);
    for (size_t i = 0; i < len; i++) {
        text[i] = BASE32[(unsigned char)text[i] % 32];
    }
    text[len] = '\0';
}

struct draw turn_draw(const struct turns *turns) {
    struct draw draw;
    turns->config->random_bytes(draw.secret, sizeof draw.secret);
    turn_random_text(turns, draw.game_id, 16);
    return draw;
}

struct metrics *turn_metrics(struct turns *turns) {
    return &turns->metrics;
}

struct hub_config *turn_config(const struct turns *turns) {
    return turns->config;
}

void turn_end_server(struct turns *turns) {
    turns->is_ending = true;
}

bool turn_is_ending(const struct turns *turns) {
    return turns->is_ending;
}

void turn_stop(struct turns *turns) {
    turns->wants_stop = true;
}

bool turn_wants_stop(const struct turns *turns) {
    return turns->wants_stop;
}
