#include "server/net/loop_bus.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/net/loop_state.h"

struct loop_bus {
    struct loop *loop;         /* borrowed */
    const struct bus_ops *ops; /* borrowed; their owner is the hub */
    struct links *links;       /* owned */
    struct nats *nats;         /* owned; NULL: closed */
    uv_async_t wakes;          /* packets or events are waiting */
    bool is_down;              /* and that was logged */
};

/* --- events of the links --- */

static void on_received(void *owner, int from, const void *bytes, size_t n) {
    const struct loop_bus *bus = owner;
    bus->ops->received(loop_hub_now(bus->loop), from, bytes, n);
}

static void on_peer(void *owner, int slot, bool is_up) {
    const struct loop_bus *bus = owner;
    struct loop *loop = bus->loop;
    if (is_up) {
        log_line(loop->log, LOG_INFO, "node_up slot=%d", slot);
    } else {
        log_line(loop->log, LOG_WARN, "node_down slot=%d", slot);
    }
    loop->shared.metrics->nodes_up += is_up ? 1 : -1;
    bus->ops->peer(loop_hub_now(loop), slot, is_up);
}

static const struct bus_ops link_ops = {on_received, on_peer};

/* --- events of the transport --- */

static void bus_is(struct loop_bus *bus, bool is_up, const char *why) {
    const struct log *log = bus->loop->log;
    if (is_up) {
        log_line(log, LOG_INFO, "bus_up");
    } else if (!bus->is_down) {
        log_line(log, LOG_ERROR, "bus_down why=%s", LOG_QUOTED(why));
    }
    bus->is_down = !is_up;
    links_bus_is(bus->links, is_up, loop_now(bus->loop).ms);
}

static void take(struct loop_bus *bus, const struct nats_event *event) {
    if (event->kind == NATS_PACKET) {
        links_receive(bus->links, event->bytes, event->n, loop_now(bus->loop).ms);
    } else {
        bus_is(bus, event->kind == NATS_UP, (const char *)event->bytes);
    }
    if (hub_n_messages(bus->loop->hub) >= LOOP_OUTBOX_MAX) {
        loop_end_turn(bus->loop);
    }
}

static void on_wakes(uv_async_t *wakes) {
    struct loop_bus *bus = wakes->data;
    bus->loop->has_come = true;
    for (unsigned i = 0; i < LOOP_BUS_PACKETS; i++) {
        struct nats_event *event = nats_take(bus->nats);
        if (event == NULL) {
            return;
        }
        take(bus, event);
        free(event);
    }
    uv_async_send(wakes); /* the rest comes in the next turn */
}

/* Runs in threads of the transport. */
static void wake(void *owner) {
    struct loop_bus *bus = owner;
    uv_async_send(&bus->wakes);
}

/* --- time --- */

static void count(const struct loop_bus *bus) {
    struct metrics *metrics = bus->loop->shared.metrics;
    const struct links_counts *counts = links_counts(bus->links);
    metrics->bus_sent = counts->sent;
    metrics->bus_received = counts->received;
    metrics->bus_bytes_out = counts->sent_bytes;
    metrics->bus_bytes_in = counts->received_bytes;
    metrics->bus_refused = counts->refused;
    metrics->bus_resets = counts->resets;
    metrics->bus_lost = bus->nats != NULL ? nats_n_lost(bus->nats) : metrics->bus_lost;
}

void loop_bus_tick(struct loop_bus *bus) {
    if (bus != NULL && bus->links != NULL) {
        links_tick(bus->links, loop_now(bus->loop).ms);
        count(bus);
    }
}

uint64_t loop_bus_deadline(const struct loop_bus *bus) {
    return bus != NULL && bus->links != NULL ? links_deadline(bus->links)
                                             : DEADLINE_NEVER;
}

/* --- start and end --- */

static struct links *open_links(struct loop_bus *bus,
                                const struct loop_bus_config *config) {
    struct links_config links = {.slot = config->slot,
                                 .epoch = config->epoch,
                                 .transport = nats_transport(bus->nats),
                                 .ops = &link_ops,
                                 .owner = bus};
    memcpy(links.key, config->key, sizeof links.key);
    randombytes_buf(links.nonce, sizeof links.nonce);
    struct links *opened = links_new(&links, loop_now(bus->loop).ms);
    sodium_memzero(links.key, sizeof links.key);
    return opened;
}

bool loop_open_bus(struct loop *loop, const struct loop_bus_config *config,
                   char fault[static FAULT_BYTES]) {
    struct loop_bus *bus = mem_new(1, sizeof *bus);
    *bus = (struct loop_bus){.loop = loop, .ops = config->ops};
    struct nats_config nats = {
        .login = config->login, .slot = config->slot, .wake = wake, .owner = bus};
    links_name(config->key, nats.name);
    uv_async_init(&loop->uv, &bus->wakes, on_wakes);
    bus->wakes.data = bus;
    uv_unref((uv_handle_t *)&bus->wakes);
    loop->bus = bus;
    bus->nats = nats_open(&nats, fault);
    if (bus->nats == NULL) {
        return false;
    }
    bus->links = open_links(bus, config);
    links_bus_is(bus->links, false, loop_now(loop).ms);
    const struct bus said = links_bus(bus->links);
    config->join(loop->hub, &said);
    return true;
}

void loop_bus_close(struct loop_bus *bus) {
    if (bus != NULL) {
        nats_close(bus->nats);
        bus->nats = NULL;
        uv_close((uv_handle_t *)&bus->wakes, NULL);
    }
}

void loop_bus_free(struct loop_bus *bus) {
    if (bus != NULL) {
        links_free(bus->links);
    }
    free(bus);
}
