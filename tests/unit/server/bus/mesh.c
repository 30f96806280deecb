#include "tests/unit/server/bus/mesh.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/support/cmocka.h"

__attribute__((format(printf, 2, 3))) static void note(struct node *node,
                                                       const char *format, ...) {
    size_t len = strlen(node->heard);
    va_list args;
    va_start(args, format);
    vsnprintf(node->heard + len, MESH_HEARD_BYTES - len, format, args);
    va_end(args);
}

static void on_received(void *owner, int from, const void *bytes, size_t n) {
    struct node *node = owner;
    if (n < 20) {
        note(node, "%d=%.*s ", from, (int)n, (const char *)bytes);
    } else {
        note(node, "%d#%zu ", from, n);
    }
}

static void on_peer(void *owner, int slot, bool is_up) {
    struct node *node = owner;
    assert_int_equal(links_is_up(node->links, slot), is_up);
    note(node, "%c%d ", is_up ? '+' : '-', slot);
}

const struct bus_ops mesh_ops = {on_received, on_peer};

bool mesh_carry(void *owner, int to, const void *bytes, size_t n) {
    struct node *node = owner;
    struct mesh *mesh = node->mesh;
    assert_true(n <= LINK_PACKET_MAX);
    if (node->refuses) {
        return false;
    }
    if (to != BUS_ALL) {
        mesh->n_sent[node->slot][to]++;
        if (mesh->drop_from == node->slot && mesh->drop_to == to) {
            mesh->drop_from = -1;
            return true;
        }
    }
    assert_true(mesh->n < MESH_QUEUE_MAX);
    struct packet *packet = &mesh->queue[mesh->n++];
    *packet = (struct packet){node->slot, to, mem_new(n, 1), n};
    memcpy(packet->bytes, bytes, n);
    return true;
}

void mesh_start_with(struct mesh *mesh, int slot, uint64_t epoch,
                     const struct bus_ops *with, void *owner) {
    struct node *node = &mesh->node[slot];
    links_free(node->links);
    *node = (struct node){.mesh = mesh, .slot = slot, .epoch = epoch};
    struct links_config config = {.slot = slot,
                                  .epoch = epoch,
                                  .key = "one key",
                                  .transport = {node, mesh_carry},
                                  .ops = with,
                                  .owner = owner};
    config.nonce[0] = (uint8_t)slot;
    config.nonce[1] = (uint8_t)epoch;
    node->links = links_new(&config, mesh->now_ms);
}

void mesh_start(struct mesh *mesh, int slot, uint64_t epoch) {
    mesh_start_with(mesh, slot, epoch, &mesh_ops, &mesh->node[slot]);
}

void mesh_stop(struct mesh *mesh, int slot) {
    links_free(mesh->node[slot].links);
    mesh->node[slot].links = NULL;
}

void mesh_deliver(struct mesh *mesh, const struct packet *packet) {
    for (int slot = 0; slot < MESH_NODES; slot++) {
        struct links *links = mesh->node[slot].links;
        if (links != NULL && slot != packet->from &&
            (packet->to == slot || packet->to == BUS_ALL)) {
            links_receive(links, packet->bytes, packet->n, mesh->now_ms);
        }
    }
}

struct packet mesh_take(struct mesh *mesh, size_t i) {
    struct packet packet = mesh->queue[i];
    mesh->n--;
    memmove(&mesh->queue[i], &mesh->queue[i + 1], (mesh->n - i) * sizeof packet);
    return packet;
}

void mesh_flush(struct mesh *mesh) {
    while (mesh->n > 0) {
        struct packet packet = mesh_take(mesh, 0);
        mesh_deliver(mesh, &packet);
        free(packet.bytes);
    }
}

void mesh_tick(struct mesh *mesh) {
    for (int slot = 0; slot < MESH_NODES; slot++) {
        struct links *links = mesh->node[slot].links;
        if (links != NULL && links_deadline(links) <= mesh->now_ms) {
            links_tick(links, mesh->now_ms);
            assert_true(links_deadline(links) > mesh->now_ms);
        }
    }
}

void mesh_run(struct mesh *mesh, unsigned ms) {
    for (; ms > 0; ms--) {
        mesh_tick(mesh);
        mesh_flush(mesh);
        mesh->now_ms++;
    }
}

struct mesh *mesh_new(int n) {
    struct mesh *mesh = mem_new(1, sizeof *mesh);
    mesh->now_ms = 1000;
    mesh->drop_from = mesh->drop_to = -1;
    for (int slot = 0; slot < n; slot++) {
        mesh_start(mesh, slot, 1);
    }
    return mesh;
}

void mesh_free(struct mesh *mesh) {
    for (size_t i = 0; i < mesh->n; i++) {
        free(mesh->queue[i].bytes);
    }
    for (int slot = 0; slot < MESH_NODES; slot++) {
        links_free(mesh->node[slot].links);
    }
    free(mesh);
}

void mesh_publish(struct mesh *mesh, int from, int to, const char *text) {
    struct bus bus = links_bus(mesh->node[from].links);
    bus.publish(bus.owner, to, text, strlen(text));
}

void mesh_publish_long(struct mesh *mesh, int from, int to, size_t n) {
    struct bus bus = links_bus(mesh->node[from].links);
    char *bytes = mem_new(n + 1, 1);
    bus.publish(bus.owner, to, bytes, n);
    free(bytes);
}

void mesh_expect(struct mesh *mesh, int slot, const char *heard) {
    assert_string_equal(mesh->node[slot].heard, heard);
    mesh->node[slot].heard[0] = '\0';
}

struct mesh *mesh_pair(void) {
    struct mesh *mesh = mesh_new(2);
    mesh_run(mesh, 100);
    mesh_expect(mesh, 0, "+1 ");
    mesh_expect(mesh, 1, "+0 ");
    return mesh;
}

void mesh_expect_reset(struct mesh *mesh) {
    mesh_expect(mesh, 0, "-1 +1 ");
    mesh_expect(mesh, 1, "-0 +0 ");
}

int64_t mesh_n_refused(const struct mesh *mesh, int slot) {
    return links_counts(mesh->node[slot].links)->refused;
}
