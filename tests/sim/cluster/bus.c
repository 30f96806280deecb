/* The simulated bus, in place of NATS: it carries packets between nodes.  Packets are
 * delayed, and sometimes lost, repeated or reordered; the bus fails for all nodes or for
 * some. */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/cluster/cluster.h"

/* Most time until a node notices that the bus is gone or back, in ms. */
#define NOTICE_MS 2000
/* Longest delay of a repeated or late packet, in ms. */
#define LATE_MS 3000

static unsigned pick(unsigned n) {
    return sim_below(RANDOM_NET, n);
}

/* --- packets --- */

static void free_packet(struct packet *packet) {
    free(packet->bytes);
    free(packet);
}

void bus_free(struct machine *node) {
    while (node->packets != NULL) {
        struct packet *packet = node->packets;
        node->packets = packet->next;
        free_packet(packet);
    }
}

static void on_packet(void *arg, uint64_t host) {
    struct packet *packet = arg, **at;
    struct machine *node = &cluster.machine[host];
    if (!machine_is_up(node) || node->start != packet->start || node->is_cut) {
        free_packet(packet);
        return;
    }
    for (at = &node->packets; *at != NULL; at = &(*at)->next) {
    }
    *at = packet;
    net_tell(node->host);
}

static void deliver(const struct machine *node, struct machine *to, const void *bytes,
                    size_t n, uint64_t at_ms) {
    struct packet *packet = calloc(1, sizeof *packet);
    SIM_CHECK(packet != NULL && (packet->bytes = malloc(n)) != NULL, "out of memory");
    memcpy(packet->bytes, bytes, n);
    packet->n = n;
    packet->start = to->start;
    (void)node;
    sim_at(at_ms, on_packet, packet, to->host);
}

static void send_to(struct machine *node, struct machine *to, const void *bytes,
                    size_t n) {
    uint64_t at_ms = sim.now_ms + pick(cluster.bus_ms + 1);
    uint64_t *last_ms = &cluster.arrives_ms[node->host][to->host];
    if (node->side != to->side || sim_strikes((enum trait)BUS_LOSE, RANDOM_NET, 60)) {
        return;
    }
    if (sim_strikes((enum trait)BUS_LATE, RANDOM_NET, 40)) {
        at_ms += pick(LATE_MS);
    }
    if (!sim_strikes((enum trait)BUS_REORDER, RANDOM_NET, 40)) {
        at_ms = at_ms > *last_ms ? at_ms : *last_ms;
        *last_ms = at_ms;
    }
    deliver(node, to, bytes, n, at_ms);
    if (sim_strikes((enum trait)BUS_REPEAT, RANDOM_NET, 20)) {
        deliver(node, to, bytes, n, at_ms + pick(LATE_MS));
    }
    cluster.n_packets++;
}

static bool send_packet(void *owner, int slot, const void *bytes, size_t n) {
    struct machine *node = owner;
    for (unsigned i = 0; i < cluster.n && !node->is_cut; i++) {
        struct machine *to = &cluster.machine[i];
        if (to != node && machine_is_up(to) && (slot == BUS_ALL || slot == to->slot)) {
            send_to(node, to, bytes, n);
        }
    }
    return !node->is_cut;
}

struct transport bus_transport(struct machine *node) {
    return (struct transport){node, send_packet};
}

void bus_receive(struct machine *node) {
    if (node->links != NULL && node->knows_cut != node->is_cut && !node->is_noticing) {
        node->knows_cut = node->is_cut;
        links_bus_is(node->links, !node->is_cut, sim.now_ms);
    }
    for (struct packet *packet; (packet = node->packets) != NULL;) {
        node->packets = packet->next;
        links_receive(node->links, packet->bytes, packet->n, sim.now_ms);
        free_packet(packet);
    }
}

/* --- faults --- */

static void on_notice(void *arg, uint64_t start) {
    struct machine *node = arg;
    node->is_noticing = node->is_noticing && node->start != start;
    if (machine_is_up(node) && node->start == start) {
        net_tell(node->host);
    }
}

static void cut(struct machine *node, bool is_cut) {
    if (node->is_cut != is_cut) {
        trace_note("the bus is %s for %s", is_cut ? "gone" : "back", node->name);
        node->is_cut = is_cut;
        node->is_noticing = true;
        sim_in(pick(NOTICE_MS), on_notice, node, node->start);
    }
}

static void on_heal(void *arg, uint64_t n) {
    (void)arg, (void)n;
    for (unsigned i = 0; i < cluster.n; i++) {
        cut(&cluster.machine[i], false);
        cluster.machine[i].side = 0;
    }
    trace_note("the bus works");
}

static void heal_in(uint64_t ms) {
    sim_in(ms, on_heal, NULL, 0);
    net_excuse(sim.now_ms + ms + 30000);
}

void bus_leave(uint64_t ms) {
    bool all = sim_one_in(RANDOM_FATE, 2);
    for (unsigned i = 0; i < cluster.n; i++) {
        if (all || sim_one_in(RANDOM_FATE, 3)) {
            cut(&cluster.machine[i], true);
        }
    }
    heal_in(ms);
}

void bus_part(uint64_t ms) {
    trace_note("the bus is in two parts for %llu ms", (unsigned long long)ms);
    for (unsigned i = 0; i < cluster.n; i++) {
        cluster.machine[i].side = sim_below(RANDOM_FATE, 2);
    }
    heal_in(ms);
}
