/* A seed of the cluster: what happens to the nodes, the database and the bus. */
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

/* --- what people know of it --- */

unsigned server_pick_host(void) {
    return sim_below(RANDOM_PEOPLE, cluster.n);
}

bool server_may_be_slow(void) {
    for (unsigned i = 0; i < cluster.n; i++) {
        const struct node *node = &cluster.node[i];
        if (node_is_up(node) && hub_metrics(node->hub)->readers_closed > 0) {
            return true;
        }
    }
    return false;
}

void server_finish(void) {
    for (unsigned i = 0; i < cluster.n; i++) {
        SIM_CHECK(node_is_up(&cluster.node[i]), "%s is down", cluster.node[i].name);
        inspect_empty(cluster.node[i].hub);
    }
    sim.is_over = true;
}

/* --- fate --- */

/* Longest time that something is away, in ms. */
#define MOST_MS 30000

static struct node *pick_node(void) {
    return &cluster.node[sim_below(RANDOM_FATE, cluster.n)];
}

/* Most times are short, some are long. */
static uint64_t some_ms(void) {
    static const unsigned most_ms[] = {300, 3000, 8000, MOST_MS};
    return 1 + sim_below(RANDOM_FATE, most_ms[sim_below(RANDOM_FATE, 4)]);
}

static void on_fate(void *arg, uint64_t n) {
    if (sim.is_calm) {
        return;
    }
    struct node *node = pick_node();
    if (sim_strikes((enum trait)NODE_KILL, RANDOM_FATE, 6) && node_is_up(node)) {
        node_kill(node);
        node_start_in(node, some_ms());
    } else if (sim_strikes((enum trait)NODE_PAUSE, RANDOM_FATE, 5)) {
        node_pause(node, some_ms());
    } else if (sim_strikes((enum trait)NODE_STOP, RANDOM_FATE, 10)) {
        node_stop(node);
    } else if (sim_strikes((enum trait)DATABASE_AWAY, RANDOM_FATE, 8)) {
        database_leave(some_ms());
    } else if (sim_strikes((enum trait)BUS_AWAY, RANDOM_FATE, 8)) {
        bus_leave(some_ms());
    } else if (sim_strikes((enum trait)BUS_PART, RANDOM_FATE, 8)) {
        bus_part(some_ms());
    }
    sim_in(200 + sim_below(RANDOM_FATE, 8 * people.pace_ms + 2000), on_fate, arg, n);
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
}

static void cluster_begin(const char *dir) {
    static const unsigned tasks_ms[] = {0, 2, 30};
    memset(&cluster, 0, sizeof cluster);
    memset(&server, 0, sizeof server);
    outside_begin(&server.config, dir);
    cluster.n = 1;
    sim.storage_fails = true;
    sim.turn_ms = sim.has[DATABASE_AWAY] || sim.has[NODE_PAUSE] ? 2 * MOST_MS : 0;
    cluster.task_ms = tasks_ms[sim_below(RANDOM_FATE, 3)];
    for (unsigned i = 0; i < cluster.n; i++) {
        struct node *node = &cluster.node[i];
        node->host = i;
        snprintf(node->name, sizeof node->name, "node%u", i);
        node_start(node);
    }
}

static void cluster_run(void) {
    while (!sim.is_over) {
        sim_step();
        for (unsigned i = 0; i < cluster.n; i++) {
            node_poll(&cluster.node[i]);
        }
    }
}

static void cluster_end(void) {
    char fault[FAULT_BYTES] = "";
    for (unsigned i = 0; i < cluster.n; i++) {
        node_free(&cluster.node[i]);
    }
    errands_exorcise();
    struct store *store = store_open(&server.config.hub.stored, fault);
    SIM_CHECK(store != NULL, "the store cannot be opened at last: %s", fault);
    inspect_store(store);
    store_close(store);
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
    if (cluster.n_kills > 0) {
        _exit(0); /* what a killed node has left to others is not freed */
    }
}
