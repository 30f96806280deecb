/* A run of the cluster simulation: what a seed does to the nodes, the database and the
 * bus. */
#include "tests/sim/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/cluster/cluster.h"
#include "tests/sim/outside.h"
#include "tests/sim/people.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/disk.h"

struct sim_server server;
struct cluster cluster;

int __real_clock_gettime(clockid_t id, struct timespec *now);

void sim_real_time(struct timespec *now) {
    __real_clock_gettime(CLOCK_MONOTONIC, now);
}

/* Most time until all nodes know of a ban, in ms, if nothing is down. */
#define SPREAD_MS 10000
/* Time after the last fault until the nodes must agree, in ms. */
#define CALM_MS 10000
/* Limit keep_s, in s.  Short, as a run ends only after it, with hellos all that time. */
#define KEEP_S 300
/* Most turns of a node in one ms. */
#define POLLS_MAX 1000

/* --- what the simulated people may know --- */

unsigned server_pick_host(void) {
    return sim_below(RANDOM_PEOPLE, cluster.n);
}

/* Two nodes that die within this time, in ms, count as two failures at once. */
#define TWICE_MS 15000

bool server_may_refuse_moves(void) {
    static const unsigned others[] = {NODE_PAUSE,        NODE_LATE,      DATABASE_AWAY,
                                      DATABASE_FAILOVER, DATABASE_FAILS, BUS_LOSE,
                                      BUS_LATE,          BUS_REORDER,    BUS_REPEAT,
                                      BUS_AWAY,          BUS_PART};
    bool may = cluster.died_ms[1] != 0 && sim.now_ms - cluster.died_ms[1] < TWICE_MS;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        may = may || sim.has[others[i]];
    }
    return may;
}

bool server_may_be_slow(void) {
    for (unsigned i = 0; i < cluster.n; i++) {
        const struct machine *node = &cluster.machine[i];
        if (machine_is_up(node) && hub_metrics(node->hub)->readers_closed > 0) {
            return true;
        }
    }
    return false;
}

void server_calm(void) {
    uint64_t at_ms = sim.now_ms + CALM_MS, excused_ms = net_excused_ms();
    at_ms = excused_ms > at_ms ? excused_ms : at_ms;
    people.sleep_ms = at_ms;
    for (unsigned i = 0; i < cluster.n; i++) {
        machine_end_drain(&cluster.machine[i]);
    }
    probe_in(at_ms - sim.now_ms);
}

void server_finish(void) {
    for (unsigned i = 0; i < cluster.n; i++) {
        SIM_CHECK(machine_is_up(&cluster.machine[i]), "%s is down",
                  cluster.machine[i].name);
        inspect_empty(cluster.machine[i].hub);
    }
    sim.is_over = true;
}

/* --- fate --- */

/* Longest outage, in ms. */
#define MOST_MS 30000

static struct machine *pick_node(void) {
    return &cluster.machine[sim_below(RANDOM_FATE, cluster.n)];
}

/* A random duration: mostly short, sometimes long. */
static uint64_t some_ms(void) {
    static const unsigned most_ms[] = {300, 3000, 8000, MOST_MS};
    return 1 + sim_below(RANDOM_FATE, most_ms[sim_below(RANDOM_FATE, 4)]);
}

/* An upgrade drains all nodes, one after the other. */
static void on_upgrade(void *arg, uint64_t i) {
    (void)arg;
    if (i < cluster.n && !sim.is_calm) {
        machine_drain(&cluster.machine[i], 0);
        sim_in(1000 + sim_below(RANDOM_FATE, 10000), on_upgrade, NULL, i + 1);
    }
}

static void drain_some(struct machine *node) {
    if (sim_one_in(RANDOM_FATE, 4)) {
        on_upgrade(NULL, 0);
    } else {
        machine_drain(node, sim_below(RANDOM_FATE, 2));
    }
}

static void on_fate(void *arg, uint64_t n) {
    if (sim.is_calm) {
        return;
    }
    struct machine *node = pick_node();
    if (sim_strikes((enum trait)NODE_KILL, RANDOM_FATE, 6) && machine_is_up(node)) {
        machine_kill(node);
        machine_start_in(node, some_ms());
    } else if (sim_strikes((enum trait)NODE_PAUSE, RANDOM_FATE, 5)) {
        machine_pause(node, some_ms());
    } else if (sim_strikes((enum trait)NODE_STOP, RANDOM_FATE, 10)) {
        machine_stop(node);
    } else if (sim_strikes((enum trait)NODE_DRAIN, RANDOM_FATE, 10)) {
        drain_some(node);
    } else if (sim_strikes((enum trait)DATABASE_AWAY, RANDOM_FATE, 8)) {
        database_leave(some_ms());
    } else if (sim_strikes((enum trait)DATABASE_FAILOVER, RANDOM_FATE, 8)) {
        database_fail_over(some_ms());
    } else if (sim_strikes((enum trait)DATABASE_FAILS, RANDOM_FATE, 4)) {
        cluster.trouble_ms = sim.now_ms + some_ms();
    } else if (sim_strikes((enum trait)BUS_AWAY, RANDOM_FATE, 8)) {
        bus_leave(some_ms());
    } else if (sim_strikes((enum trait)BUS_PART, RANDOM_FATE, 8)) {
        bus_part(some_ms());
    }
    sim_in(200 + sim_below(RANDOM_FATE, 2 * people.pace_ms), on_fate, arg, n);
}

/* --- a run --- */

static void draw_traits(void) {
    unsigned kind = sim_below(RANDOM_FATE, 8);
    unsigned only = sim_below(RANDOM_FATE, TRAIT_COUNT - CLUSTER_FIRST);
    for (unsigned i = 0; i < FAULT_COUNT; i++) {
        sim.has[i] = false;
    }
    for (unsigned i = CLUSTER_FIRST; i < TRAIT_COUNT; i++) {
        bool drawn = sim_one_in(RANDOM_FATE, 3);
        bool is_only = (kind == 1 || kind == 2) && i - CLUSTER_FIRST == only;
        sim.has[i] = is_only || (kind >= 3 && drawn);
    }
    sim.has[FAULT_RESET] = kind >= 3 && sim_one_in(RANDOM_FATE, 3);
    sim.has[FAULT_SILENT] = kind >= 3 && sim_one_in(RANDOM_FATE, 3);
    sim.has[FAULT_FEW] = kind >= 3 && sim_one_in(RANDOM_FATE, 4);
}

static uint64_t database_ms(void *arg) {
    (void)arg;
    return (uint64_t)sim_unix_ms();
}

static void cluster_begin(const char *dir) {
    static const unsigned tasks_ms[] = {0, 2, 30};
    memset(&cluster, 0, sizeof cluster);
    memset(&server, 0, sizeof server);
    outside_begin(&server.config, dir);
    server.config.hub.limits.keep_s = KEEP_S;
    cluster.n = 3 + sim_below(RANDOM_FATE, sim_one_in(RANDOM_FATE, 8) ? 18 : 3);
    server.n = cluster.n;
    cluster.database = store_share_memory(database_ms, NULL);
    sim.spread_ms = SPREAD_MS;
    sim.storage_fails = true;
    for (unsigned i = CLUSTER_FIRST; i < TRAIT_COUNT; i++) {
        bool fades = sim.has[i] && i != NODE_DRAIN && i != BUS_REPEAT;
        sim.seats_fade = sim.seats_fade || fades;
        sim.offers_fade = sim.offers_fade || (fades && i != NODE_STOP);
    }
    bool is_slow =
        sim.has[DATABASE_AWAY] || sim.has[DATABASE_FAILOVER] || sim.has[NODE_PAUSE];
    sim.turn_ms = is_slow ? 2 * MOST_MS : 0;
    cluster.task_ms = tasks_ms[sim_below(RANDOM_FATE, 3)];
    for (unsigned i = 0; i < cluster.n; i++) {
        struct machine *node = &cluster.machine[i];
        node->host = i;
        snprintf(node->name, sizeof node->name, "node%u", i);
        machine_start(node);
    }
}

static void cluster_run(void) {
    while (!sim.is_over) {
        sim_step();
        bool any = true;
        for (unsigned n = 0; any; n++) {
            any = false;
            for (unsigned i = 0; i < cluster.n; i++) {
                any = machine_poll(&cluster.machine[i]) || any;
            }
            SIM_CHECK(n < POLLS_MAX, "the nodes do not come to rest");
        }
    }
}

static void cluster_end(void) {
    char fault[FAULT_BYTES] = "";
    for (unsigned i = 0; i < cluster.n; i++) {
        machine_free(&cluster.machine[i]);
    }
    errands_exorcise();
    probe_free();
    struct store_config config = cluster.machine[0].config.stored;
    struct store *store = store_open(&config, fault);
    SIM_CHECK(store != NULL, "the store cannot be opened at last: %s", fault);
    inspect_store(store);
    store_close(store);
    store_unshare(cluster.database);
}

void run_seed(uint64_t seed, unsigned steps, const char *dir) {
    sim_begin(seed);
    draw_traits();
    sim_note_traits();
    disk_begin();
    net_begin(&person_ops);
    referee_begin();
    cluster_begin(dir);
    people_begin(steps);
    people.pace_ms = people.pace_ms > 1000 ? people.pace_ms : 1000;
    sim_in(1000, on_fate, NULL, 0);
    cluster_run();
    cluster_end();
    trace_summary("%u nodes, %zu people, %u steps, %u starts, %u kills, %u pauses, "
                  "%u events, %u equal, %u moves replayed, %u games over",
                  cluster.n, people.n, sim.steps, cluster.n_starts, cluster.n_kills,
                  cluster.n_pauses, referee.n_events, referee.n_equal, referee.n_replays,
                  referee.n_finished);
    referee_check_claims();
    people_end();
    referee_end();
    net_end();
    disk_end();
    sim_end();
    _exit(0); /* packets and tasks in flight are not freed */
}
