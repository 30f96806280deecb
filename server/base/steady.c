#include "server/base/steady.h"

void steady_begin(struct steady *steady, uint64_t clock_ms) {
    *steady = (struct steady){clock_ms, clock_ms, STEADY_LATE_MS};
}

uint64_t steady_look(struct steady *steady, uint64_t clock_ms) {
    uint64_t passed_ms = clock_ms - steady->clock_ms;
    uint64_t counted_ms = passed_ms < steady->most_ms ? passed_ms : steady->most_ms;
    steady->now_ms += counted_ms;
    steady->clock_ms = clock_ms;
    steady->most_ms = STEADY_LATE_MS;
    return passed_ms - counted_ms;
}

void steady_sleep(struct steady *steady, uint64_t ms) {
    steady->most_ms = ms < UINT64_MAX - STEADY_LATE_MS ? ms + STEADY_LATE_MS : UINT64_MAX;
}
