#include "rules/clock.h"

#define MINUTES_MAX 180
#define BONUS_MAX   180

bool time_control_parse(struct text_in *in, struct time_control *time) {
    unsigned minutes = 0, bonus_s = 0;
    if (!text_take_number(in, MINUTES_MAX, "minutes", &minutes) ||
        !text_expect(in, '+', "between minutes and seconds, as in 5+10") ||
        !text_take_number(in, BONUS_MAX, "seconds", &bonus_s)) {
        return false;
    }
    if (minutes == 0 && bonus_s == 0) {
        return text_fault(in, "a clock has some time, as in 5+10", NULL, NULL);
    }
    *time = (struct time_control){(uint16_t)minutes, (uint16_t)bonus_s};
    return true;
}

void time_control_write(const struct time_control *time, struct text_out *out) {
    if (time_control_is_set(time)) {
        text_put_number(out, time->minutes);
        text_put(out, "+");
        text_put_number(out, time->bonus_s);
    }
}

bool time_control_is_set(const struct time_control *time) {
    return time->minutes > 0 || time->bonus_s > 0;
}

static int64_t bonus_ms(const struct time_control *time) {
    return (int64_t)time->bonus_s * 1000;
}

void clock_start(struct clock *clock, const struct time_control *time) {
    int64_t full_ms = time->minutes > 0 ? (int64_t)time->minutes * 60000 : bonus_ms(time);
    *clock = (struct clock){
        .time = *time, .left_ms = {full_ms, full_ms}, .running = SIDE_COUNT};
}

void clock_run(struct clock *clock, enum side side, uint64_t now_ms) {
    if (time_control_is_set(&clock->time)) {
        clock->running = (uint8_t)side;
        clock->since_ms = now_ms;
    }
}

void clock_stop(struct clock *clock, uint64_t now_ms) {
    if (clock->running < SIDE_COUNT) {
        clock->left_ms[clock->running] =
            clock_left_ms(clock, (enum side)clock->running, now_ms);
        clock->running = SIDE_COUNT;
    }
}

void clock_moved(struct clock *clock, uint64_t now_ms) {
    uint8_t side = clock->running;
    clock_stop(clock, now_ms);
    if (side < SIDE_COUNT) {
        int64_t left_ms = clock->left_ms[side] + bonus_ms(&clock->time);
        clock->left_ms[side] = left_ms < CLOCK_MOST_MS ? left_ms : CLOCK_MOST_MS;
    }
}

int64_t clock_left_ms(const struct clock *clock, enum side side, uint64_t now_ms) {
    int64_t left_ms = clock->left_ms[side];
    if (clock->running != (uint8_t)side || now_ms <= clock->since_ms) {
        return left_ms;
    }
    uint64_t used_ms = now_ms - clock->since_ms;
    return used_ms < (uint64_t)left_ms ? left_ms - (int64_t)used_ms : 0;
}

uint64_t clock_flag_ms(const struct clock *clock) {
    return clock->running < SIDE_COUNT
               ? clock->since_ms + (uint64_t)clock->left_ms[clock->running]
               : UINT64_MAX;
}
