#include "tests/sim/run.h"

#include <stdio.h>

#include <sodium.h>

#include "tests/sim/one/loop.h"
#include "tests/sim/one/one.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/disk.h"

int __real_clock_gettime(clockid_t id, struct timespec *now);

void sim_real_time(struct timespec *now) {
    __real_clock_gettime(CLOCK_MONOTONIC, now);
}

/* --- what happens to the server --- */

static void on_middle(void) {
    server.dies_in_turn = true;
    one_kill(sim_strikes(FAULT_POWER, RANDOM_FATE, 2));
}

static void sleep_long(void) {
    uint64_t hours = 1 + sim_below(RANDOM_FATE, 60);
    people.sleep_ms = sim.now_ms + hours * 3600000;
    trace_note("everybody sleeps for %llu hours", (unsigned long long)hours);
}

/* Around the time after which another hub takes the lease, and before which fronts take
 * this one for dead, in ms. */
#define DOZE_LEAST_MS 5000
#define DOZE_MOST_MS  12000

/* A hub sleeps beyond its lease, perhaps while a turn is on its way. */
static void doze(void) {
    uint64_t ms = DOZE_LEAST_MS + sim_below(RANDOM_FATE, DOZE_MOST_MS - DOZE_LEAST_MS);
    if (sim_one_in(RANDOM_FATE, 2)) {
        one->doze_ms = ms;
    } else {
        one_stand_still(ms);
    }
}

static void stand_still(void) {
    static const unsigned most_ms[] = {300, 3000, 30000, 600000};
    if (sim.n_hubs > 1 && sim_one_in(RANDOM_FATE, 2)) {
        doze();
    } else {
        one_stand_still(1 + sim_below(RANDOM_FATE, most_ms[sim_below(RANDOM_FATE, 4)]));
    }
}

/* Maybe injects a fault now; schedules the next chance. */
static void on_fate(void *arg, uint64_t n) {
    if (sim.is_calm) {
        return;
    }
    if (sim_strikes(FAULT_KILL, RANDOM_FATE, 8)) {
        one_kill(false);
    } else if (sim_strikes(FAULT_POWER, RANDOM_FATE, 8)) {
        one_kill(true);
    } else if (process_is_still(&one->process)) {
        trace_note("the server stands still");
    } else if (sim_strikes(FAULT_STILL, RANDOM_FATE, 4)) {
        stand_still();
    } else if (sim_strikes(FAULT_MIDDLE, RANDOM_FATE, 6)) {
        disk_interrupt(1 + sim_below(RANDOM_FATE, 40), on_middle);
    } else if (sim_strikes(FAULT_STOP, RANDOM_FATE, 10)) {
        one_stop();
    } else if (sim_one_in(RANDOM_FATE, 4)) {
        uint64_t ms = sim_below(RANDOM_FATE, 4 * people.pace_ms);
        (sim.n_hubs > 1 ? several_trouble : disk_trouble)(ms);
    } else if (sim_strikes(FAULT_JAM, RANDOM_FATE, 6)) {
        net_jam(sim_below(RANDOM_FATE, 30000));
    } else if (sim.now_ms >= people.sleep_ms &&
               sim_strikes((enum trait)HABIT_DAYS, RANDOM_FATE, 15)) {
        sleep_long();
    }
    uint64_t from_ms = people.sleep_ms > sim.now_ms && !sim_one_in(RANDOM_FATE, 4)
                           ? people.sleep_ms
                           : sim.now_ms;
    sim_at(from_ms + 500 + one->down_ms +
               sim_below(RANDOM_FATE, 10 * people.pace_ms + 2000),
           on_fate, arg, n);
}

/* --- a run --- */

/* Checks the store that the last server has left. */
static void check_store(void) {
    char fault[FAULT_BYTES] = "";
    struct store *store = store_open(&server.config.hub.stored, fault);
    SIM_CHECK(store != NULL, "the store cannot be opened at last: %s", fault);
    inspect_store(store);
    store_close(store);
}

void run_seed(uint64_t seed, unsigned n_hubs, unsigned n_fronts, unsigned steps,
              const char *dir) {
    sim_begin(seed);
    sim.n_hubs = n_hubs;
    sim.n_fronts = n_fronts;
    sim_note_traits();
    disk_begin();
    net_begin(&person_ops);
    referee_begin();
    one_begin(dir);
    people_begin(steps);
    sim_in(1000, on_fate, NULL, 0);
    if (sim.n_fronts > 0) {
        several_begin();
        several_run();
    } else {
        one_run();
    }
    check_store();
    several_end();
    trace_summary("%zu people, %u steps, %u starts, %u events, %u equal, %u moves "
                  "replayed, %u games over, %u rated",
                  people.n, sim.steps, server.n_starts, referee.n_events, referee.n_equal,
                  referee.n_replays, referee.n_finished, referee.n_rated);
    referee_check_claims();
    people_end();
    referee_end();
    net_end();
    disk_end();
    sim_end();
}
