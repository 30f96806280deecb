#include <time.h>

#include "server/base/server_time.h"

void server_time_begin(struct server_time *time, uint64_t clock_ms) {
    *time = (struct server_time){clock_ms, clock_ms, SERVER_TIME_LATE_MS};
}

uint64_t server_time_look(struct server_time *time, uint64_t clock_ms) {
    uint64_t passed_ms = clock_ms - time->clock_ms;
    uint64_t counted_ms = passed_ms < time->most_ms ? passed_ms : time->most_ms;
    time->now_ms += counted_ms;
    time->clock_ms = clock_ms;
    time->most_ms = SERVER_TIME_LATE_MS;
    return passed_ms - counted_ms;
}

void server_time_sleep(struct server_time *time, uint64_t ms) {
    time->most_ms =
        ms < UINT64_MAX - SERVER_TIME_LATE_MS ? ms + SERVER_TIME_LATE_MS : UINT64_MAX;
}

#ifndef CLOCK_BOOTTIME
#define CLOCK_BOOTTIME CLOCK_MONOTONIC /* which includes suspend there */
#endif

uint64_t boot_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_BOOTTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}
