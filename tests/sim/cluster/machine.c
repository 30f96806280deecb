/* A node: a hub, driven as by the loop. */
#include <stdlib.h>
#include <string.h>

#include "server/base/steady.h"
#include "server/cluster/cluster.h"
#include "server/command/dispatch.h"
#include "server/hub/host.h"
#include "server/hub/node/node.h"
#include "server/hub/turn.h"
#include "server/net/loop.h"
#include "tests/sim/cluster/cluster.h"
#include "tests/sim/people.h"

/* The part of a standstill that the loop may not notice, in ms. */
#define HIDDEN_MS (LOOP_NAP_MS + STEADY_LATE_MS)
/* Most rounds of commit and send per turn. */
#define ROUNDS_MAX 100

bool machine_is_up(const struct machine *node) {
    return node->hub != NULL;
}

bool machine_runs(const struct machine *node) {
    return machine_is_up(node) && node->paused_until_ms <= sim.now_ms;
}

static struct hub_time time_of(const struct machine *node) {
    return (struct hub_time){.ms = sim.now_ms - node->still_ms, .unix_ms = sim_unix_ms()};
}

void machine_set_time(struct machine *node) {
    hub_set_time(node->hub, time_of(node));
}

/* --- start --- */

static void on_start(void *arg, uint64_t n) {
    struct machine *node = arg;
    (void)n;
    node->is_awaited = false;
    if (!sim.is_over) {
        machine_start(node);
    }
}

void machine_start_in(struct machine *node, uint64_t ms) {
    if (!node->is_awaited) {
        node->is_awaited = true;
        sim_in(ms, on_start, node, 0);
    }
}

static uint64_t clock_ms(void) {
    return sim.now_ms;
}

/* Joins it to the cluster. */
static void join(struct machine *node) {
    const struct node_self *self = store_self(node->store);
    struct links_config config = {.slot = self->slot,
                                  .epoch = self->epoch,
                                  .transport = bus_transport(node),
                                  .ops = &cluster_bus_ops,
                                  .owner = node->hub};
    memcpy(config.key, self->bus_key, sizeof config.key);
    node->config.random_bytes(config.nonce, sizeof config.nonce);
    node->slot = self->slot;
    node->links = links_new(&config, sim.now_ms);
    struct bus bus = links_bus(node->links);
    dispatch_join(node->hub, &bus);
    node->knows_cut = false;
    node->is_noticing = false;
}

void machine_start(struct machine *node) {
    char fault[FAULT_BYTES] = "";
    SIM_CHECK(!machine_is_up(node), "%s is up already", node->name);
    uint64_t away_ms = cluster.database_away_ms;
    away_ms = node->connects_ms > away_ms ? node->connects_ms : away_ms;
    if (sim.now_ms < away_ms) {
        machine_start_in(node, away_ms - sim.now_ms + 100);
        return;
    }
    node->config = server.config.hub;
    node->config.node_clock = clock_ms;
    node->config.stored.path = STORE_MEMORY;
    node->config.stored.shared = cluster.database;
    node->config.stored.node = node->name;
    node->store = store_open(&node->config.stored, fault);
    bool is_connected = strstr(fault, "in use by another node") != NULL;
    if (node->store == NULL && sim.has[NODE_LATE] && is_connected) {
        machine_start_in(node, 1000);
        return;
    }
    SIM_CHECK(node->store != NULL, "the store is not opened: %s", fault);
    node->still_ms = 0;
    node->paused_until_ms = 0;
    node->is_stopping = false;
    node->start = ++cluster.n_starts;
    server.n_lives = cluster.n_starts;
    node->hub = hub_new(&node->config, node->store, time_of(node));
    hub_set_queue_bytes(node->hub, lines_waiting, node);
    errands_begin(node);
    join(node);
    net_listen(node->host, true);
    net_tell(node->host);
    server.store = node->store;
    trace_note("%s has started", node->name);
}

/* --- end --- */

/* Ends the process of a node. */
static void end(struct machine *node, bool is_killed) {
    if (is_killed) {
        cluster.died_ms[1] = cluster.died_ms[0];
        cluster.died_ms[0] = sim.now_ms;
    }
    net_die(node->host);
    lines_free(node);
    bus_free(node);
    links_free(node->links);
    node->links = NULL;
    if (!is_killed || !errands_haunt(node)) {
        hub_free(node->hub);
        store_close(node->store);
    }
    errands_free(node);
    node->hub = NULL;
    node->store = NULL;
    server.store = NULL;
    for (unsigned i = 0; i < cluster.n; i++) {
        server.store = server.store != NULL ? server.store : cluster.machine[i].store;
    }
    net_excuse(sim.now_ms + 30000);
}

void machine_kill(struct machine *node) {
    if (machine_is_up(node)) {
        trace_note("%s is killed", node->name);
        cluster.n_kills++;
        end(node, true);
    }
}

void machine_stop(struct machine *node) {
    if (machine_is_up(node) && !node->is_stopping) {
        trace_note("%s is told to stop", node->name);
        node->is_stopping = true;
        machine_set_time(node);
        hub_shut_down(node->hub);
        net_listen(node->host, false);
        net_tell(node->host);
    }
}

void machine_drain(struct machine *node, unsigned minutes) {
    if (machine_runs(node) && !hub_is_draining(node->hub)) {
        trace_note("%s drains in %u minutes", node->name, minutes);
        machine_set_time(node);
        hub_end_request(node->hub);
        hub_drain(node->hub, minutes);
        hub_end_request(node->hub);
        net_tell(node->host);
    }
}

void machine_end_drain(struct machine *node) {
    if (machine_is_up(node)) {
        machine_set_time(node);
        hub_end_request(node->hub);
        hub_end_drain(node->hub);
        hub_end_request(node->hub);
        net_tell(node->host);
    }
}

void machine_free(struct machine *node) {
    if (machine_is_up(node)) {
        end(node, false);
    }
}

static void on_continue(void *arg, uint64_t start) {
    struct machine *node = arg;
    if (node->start == start && machine_runs(node)) {
        trace_note("%s goes on", node->name);
        net_tell(node->host);
    }
}

void machine_pause(struct machine *node, uint64_t ms) {
    if (!machine_runs(node)) {
        return;
    }
    uint64_t hidden_ms = sim_below(RANDOM_FATE, HIDDEN_MS);
    trace_note("%s stands still for %llu ms", node->name, (unsigned long long)ms);
    cluster.n_pauses++;
    node->paused_until_ms = sim.now_ms + ms;
    node->still_ms += ms > hidden_ms ? ms - hidden_ms : 0;
    sim.still_ms += ms;
    sim.n_stills++;
    net_still(node->host, node->paused_until_ms);
    net_excuse(node->paused_until_ms + 30000);
    sim_at(node->paused_until_ms, on_continue, node, node->start);
}

/* --- a turn of the loop --- */

static void end_turn(struct machine *node) {
    unsigned n = 0;
    do {
        hub_commit(node->hub);
        lines_write(node);
        hub_sent(node->hub, time_of(node));
        SIM_CHECK(++n < ROUNDS_MAX, "%s cannot end its turn", node->name);
    } while (!hub_is_settled(node->hub));
}

static void on_wake(void *arg, uint64_t start) {
    struct machine *node = arg;
    (void)node, (void)start; /* only wakes it: machine_poll does the rest */
}

static void plan_wake(struct machine *node) {
    uint64_t due_ms = hub_deadline(node->hub);
    uint64_t at_ms = due_ms == UINT64_MAX ? UINT64_MAX : due_ms + node->still_ms;
    uint64_t links_ms = links_deadline(node->links);
    at_ms = links_ms < at_ms ? links_ms : at_ms;
    at_ms = at_ms > sim.now_ms ? at_ms : sim.now_ms + 1;
    if (at_ms != UINT64_MAX && (at_ms != node->wake_ms || at_ms <= sim.now_ms)) {
        sim_at(at_ms, on_wake, node, node->start);
    }
    node->wake_ms = at_ms;
}

static bool has_lines(const struct machine *node) {
    for (const struct line *line = node->lines; line != NULL; line = line->next) {
        if (line->out.n > 0) {
            return true;
        }
    }
    return false;
}

bool machine_poll(struct machine *node) {
    if (!machine_runs(node) ||
        !(net_has_news(node->host) || sim.now_ms >= node->wake_ms)) {
        return false;
    }
    machine_set_time(node);
    bool store_first = sim_one_in(RANDOM_FATE, 2);
    if (store_first) {
        errands_end(node);
    }
    bus_receive(node);
    if (!store_first) {
        errands_end(node);
    }
    lines_read(node);
    probe_turn(node);
    if (time_of(node).ms >= hub_deadline(node->hub) && !node->is_stopping) {
        hub_tick(node->hub);
    }
    links_tick(node->links, sim.now_ms);
    end_turn(node);
    server.turns++;
    if (hub_is_lost(node->hub)) {
        trace_note("%s has lost its place", node->name);
        end(node, true);
        machine_start_in(node, 1000 + sim_below(RANDOM_FATE, 2000));
        return true;
    }
    census_turn(node);
    if (hub_wants_stop(node->hub) && !node->is_stopping) {
        machine_stop(node); /* the next turn says so */
    } else if (node->is_stopping && node->errands == NULL && !has_lines(node)) {
        trace_note("%s stops", node->name);
        store_leave(node->store);
        end(node, false);
        machine_start_in(node, 1000 + sim_below(RANDOM_FATE, 5000));
        return true;
    }
    plan_wake(node);
    return true;
}
