/* Links between three nodes over a network that does what the tests say. */
#include "server/bus/link.h"

#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/support/cmocka.h"
#include "tests/unit/random.h"

#define NODES       3
#define QUEUE_MAX   4000
#define HEARD_BYTES 2000

struct packet {
    int from, to;
    uint8_t *bytes; /* owned */
    size_t n;
};

struct mesh;

struct node {
    struct mesh *mesh;
    int slot;
    uint64_t epoch;
    struct links *links; /* NULL: it does not run */
    bool refuses;        /* its transport takes nothing */
    /* What it heard: +1 and -1, node 1 is up or down; 1=text; 1#5, a message of 5 bytes
     * that is too long to show. */
    char heard[HEARD_BYTES];
};

struct mesh {
    uint64_t now_ms;
    struct node node[NODES];
    struct packet queue[QUEUE_MAX]; /* on the way, the oldest first */
    size_t n;
    size_t n_sent[NODES][NODES]; /* parts */
    int drop_from, drop_to;      /* the next part between these is lost; -1: none */
};

/* --- the network --- */

__attribute__((format(printf, 2, 3))) static void note(struct node *node,
                                                       const char *format, ...) {
    size_t len = strlen(node->heard);
    va_list args;
    va_start(args, format);
    vsnprintf(node->heard + len, HEARD_BYTES - len, format, args);
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

static const struct bus_ops ops = {on_received, on_peer};

static bool carry(void *owner, int to, const void *bytes, size_t n) {
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
    assert_true(mesh->n < QUEUE_MAX);
    struct packet *packet = &mesh->queue[mesh->n++];
    *packet = (struct packet){node->slot, to, mem_new(n, 1), n};
    memcpy(packet->bytes, bytes, n);
    return true;
}

static void start_with(struct mesh *mesh, int slot, uint64_t epoch,
                       const struct bus_ops *with, void *owner) {
    struct node *node = &mesh->node[slot];
    links_free(node->links);
    *node = (struct node){.mesh = mesh, .slot = slot, .epoch = epoch};
    struct links_config config = {.slot = slot,
                                  .epoch = epoch,
                                  .key = "one key",
                                  .transport = {node, carry},
                                  .ops = with,
                                  .owner = owner};
    config.nonce[0] = (uint8_t)slot;
    config.nonce[1] = (uint8_t)epoch;
    node->links = links_new(&config, mesh->now_ms);
}

static void start(struct mesh *mesh, int slot, uint64_t epoch) {
    start_with(mesh, slot, epoch, &ops, &mesh->node[slot]);
}

static void stop(struct mesh *mesh, int slot) {
    links_free(mesh->node[slot].links);
    mesh->node[slot].links = NULL;
}

/* Everybody for whom a packet is gets it. */
static void deliver(struct mesh *mesh, const struct packet *packet) {
    for (int slot = 0; slot < NODES; slot++) {
        struct links *links = mesh->node[slot].links;
        if (links != NULL && slot != packet->from &&
            (packet->to == slot || packet->to == BUS_ALL)) {
            links_receive(links, packet->bytes, packet->n, mesh->now_ms);
        }
    }
}

static struct packet take(struct mesh *mesh, size_t i) {
    struct packet packet = mesh->queue[i];
    mesh->n--;
    memmove(&mesh->queue[i], &mesh->queue[i + 1], (mesh->n - i) * sizeof packet);
    return packet;
}

static void flush(struct mesh *mesh) {
    while (mesh->n > 0) {
        struct packet packet = take(mesh, 0);
        deliver(mesh, &packet);
        free(packet.bytes);
    }
}

static void tick(struct mesh *mesh) {
    for (int slot = 0; slot < NODES; slot++) {
        struct links *links = mesh->node[slot].links;
        if (links != NULL && links_deadline(links) <= mesh->now_ms) {
            links_tick(links, mesh->now_ms);
            assert_true(links_deadline(links) > mesh->now_ms);
        }
    }
}

/* Lets time pass; packets need no time. */
static void run(struct mesh *mesh, unsigned ms) {
    for (; ms > 0; ms--) {
        tick(mesh);
        flush(mesh);
        mesh->now_ms++;
    }
}

static struct mesh *mesh_new(int n) {
    struct mesh *mesh = mem_new(1, sizeof *mesh);
    mesh->now_ms = 1000;
    mesh->drop_from = mesh->drop_to = -1;
    for (int slot = 0; slot < n; slot++) {
        start(mesh, slot, 1);
    }
    return mesh;
}

static void mesh_free(struct mesh *mesh) {
    for (size_t i = 0; i < mesh->n; i++) {
        free(mesh->queue[i].bytes);
    }
    for (int slot = 0; slot < NODES; slot++) {
        links_free(mesh->node[slot].links);
    }
    free(mesh);
}

static void publish(struct mesh *mesh, int from, int to, const char *text) {
    struct bus bus = links_bus(mesh->node[from].links);
    bus.publish(bus.owner, to, text, strlen(text));
}

/* Sends a message of this many bytes. */
static void publish_long(struct mesh *mesh, int from, int to, size_t n) {
    struct bus bus = links_bus(mesh->node[from].links);
    char *bytes = mem_new(n + 1, 1);
    bus.publish(bus.owner, to, bytes, n);
    free(bytes);
}

/* Compares what a node has heard since the last call. */
static void expect(struct mesh *mesh, int slot, const char *heard) {
    assert_string_equal(mesh->node[slot].heard, heard);
    mesh->node[slot].heard[0] = '\0';
}

/* Two nodes that are up. */
static struct mesh *pair(void) {
    struct mesh *mesh = mesh_new(2);
    run(mesh, 100);
    expect(mesh, 0, "+1 ");
    expect(mesh, 1, "+0 ");
    return mesh;
}

/* Both ends began again. */
static void expect_reset(struct mesh *mesh) {
    expect(mesh, 0, "-1 +1 ");
    expect(mesh, 1, "-0 +0 ");
}

static int64_t n_refused(const struct mesh *mesh, int slot) {
    return links_counts(mesh->node[slot].links)->refused;
}

/* --- what arrives --- */

static void they_meet_and_talk(void **state) {
    struct mesh *mesh = pair();
    publish(mesh, 0, 1, "a");
    publish(mesh, 0, 1, "b");
    publish(mesh, 1, 0, "c");
    flush(mesh);
    expect(mesh, 1, "0=a 0=b ");
    expect(mesh, 0, "1=c ");
    run(mesh, 60000);
    expect(mesh, 0, "");
    expect(mesh, 1, "");
    assert_int_equal(n_refused(mesh, 0), 0);
    assert_int_equal(links_counts(mesh->node[0].links)->resets, 0);
    mesh_free(mesh);
}

static void everybody_hears_what_is_for_all(void **state) {
    struct mesh *mesh = mesh_new(3);
    publish(mesh, 0, BUS_ALL, "too early");
    run(mesh, 100);
    publish(mesh, 0, BUS_ALL, "a");
    publish(mesh, 0, 2, "b");
    flush(mesh);
    expect(mesh, 0, "+1 +2 ");
    expect(mesh, 1, "+0 +2 0=a ");
    expect(mesh, 2, "+0 +1 0=a 0=b ");
    mesh_free(mesh);
}

static void hellos_are_rare(void **state) {
    struct mesh *mesh = pair();
    int64_t before = links_counts(mesh->node[0].links)->sent_bytes;
    run(mesh, 10 * LINK_HELLO_MS);
    int64_t bytes = links_counts(mesh->node[0].links)->sent_bytes - before;
    assert_in_range(bytes, 10 * 50, 10 * 120);
    mesh_free(mesh);
}

static void long_messages_travel_in_parts(void **state) {
    struct mesh *mesh = pair();
    publish_long(mesh, 0, 1, LINK_PART_MAX);
    assert_int_equal(mesh->n_sent[0][1], 1);
    publish_long(mesh, 0, 1, LINK_PART_MAX + 1);
    assert_int_equal(mesh->n_sent[0][1], 3);
    publish_long(mesh, 0, 1, LINK_MESSAGE_MAX);
    publish(mesh, 0, 1, "end");
    flush(mesh);
    expect(mesh, 1, "0#131072 0#131073 0#16777216 0=end ");
    mesh_free(mesh);
}

static void a_message_too_long_resets(void **state) {
    struct mesh *mesh = pair();
    publish_long(mesh, 0, 1, LINK_MESSAGE_MAX + (size_t)1);
    publish(mesh, 0, 1, "after it");
    assert_int_equal(mesh->n_sent[0][1], 0);
    run(mesh, 100);
    expect_reset(mesh);
    mesh_free(mesh);
}

/* --- what is lost, repeated, out of order --- */

static void a_lost_part_resets(void **state) {
    struct mesh *mesh = pair();
    mesh->drop_from = 0, mesh->drop_to = 1;
    publish(mesh, 0, 1, "lost");
    publish(mesh, 0, 1, "in vain");
    run(mesh, 100);
    expect_reset(mesh);
    publish(mesh, 0, 1, "again");
    flush(mesh);
    expect(mesh, 1, "0=again ");
    assert_int_equal(links_counts(mesh->node[1].links)->resets, 1);
    mesh_free(mesh);
}

static void a_lost_part_of_a_long_message_resets(void **state) {
    struct mesh *mesh = pair();
    publish_long(mesh, 0, 1, 3 * LINK_PART_MAX);
    struct packet packet = take(mesh, 1);
    free(packet.bytes);
    run(mesh, 100);
    expect_reset(mesh);
    publish(mesh, 0, 1, "again");
    flush(mesh);
    expect(mesh, 1, "0=again ");
    mesh_free(mesh);
}

static void a_lost_last_part_is_noticed(void **state) {
    struct mesh *mesh = pair();
    mesh->drop_from = 0, mesh->drop_to = 1;
    publish(mesh, 0, 1, "lost");
    run(mesh, 2 * LINK_HELLO_MS + 100);
    expect_reset(mesh);
    mesh_free(mesh);
}

static void a_hello_may_overtake_parts(void **state) {
    struct mesh *mesh = pair();
    run(mesh, LINK_HELLO_MS - 100);
    publish(mesh, 0, 1, "late");
    struct packet late = take(mesh, 0);
    run(mesh, 150); /* with a hello, */
    start(mesh, 2, 1);
    run(mesh, 50); /* and one more, to greet a third node */
    deliver(mesh, &late);
    free(late.bytes);
    run(mesh, 1000);
    expect(mesh, 1, "+2 0=late ");
    mesh_free(mesh);
}

static void repeats_are_dropped(void **state) {
    struct mesh *mesh = pair();
    publish(mesh, 0, 1, "a");
    struct packet packet = take(mesh, 0);
    deliver(mesh, &packet);
    deliver(mesh, &packet);
    publish(mesh, 0, 1, "b");
    flush(mesh);
    deliver(mesh, &packet);
    free(packet.bytes);
    expect(mesh, 1, "0=a 0=b ");
    assert_int_equal(n_refused(mesh, 1), 2);
    mesh_free(mesh);
}

static void out_of_order_is_a_reset(void **state) {
    struct mesh *mesh = pair();
    publish(mesh, 0, 1, "a");
    publish(mesh, 0, 1, "b");
    struct packet first = take(mesh, 0);
    flush(mesh);
    deliver(mesh, &first);
    free(first.bytes);
    run(mesh, 100);
    expect_reset(mesh);
    mesh_free(mesh);
}

/* --- nodes that are gone --- */

static void a_silent_node_is_down(void **state) {
    struct mesh *mesh = pair();
    run(mesh, LINK_HELLO_MS);
    stop(mesh, 0);
    run(mesh, LINK_SILENT_MS - LINK_HELLO_MS);
    expect(mesh, 1, "");
    run(mesh, LINK_HELLO_MS);
    expect(mesh, 1, "-0 ");
    publish(mesh, 1, 0, "in vain");
    run(mesh, 10 * LINK_SILENT_MS);
    start(mesh, 0, 2);
    run(mesh, 600);
    expect(mesh, 1, "+0 ");
    expect(mesh, 0, "+1 ");
    mesh_free(mesh);
}

static void a_node_may_start_again_at_once(void **state) {
    struct mesh *mesh = pair();
    publish(mesh, 0, 1, "a");
    flush(mesh);
    start(mesh, 0, 2);
    run(mesh, 100);
    publish(mesh, 0, 1, "b");
    publish(mesh, 1, 0, "c");
    flush(mesh);
    expect(mesh, 1, "0=a -0 +0 0=b ");
    expect(mesh, 0, "+1 1=c ");
    mesh_free(mesh);
}

/* What it said before comes too late. */
static void a_muted_node_is_up_when_it_starts_again(void **state) {
    struct mesh *mesh = pair();
    struct bus bus = links_bus(mesh->node[1].links);
    publish(mesh, 0, 1, "late");
    bus.mute(bus.owner, 0, 1);
    run(mesh, LINK_SILENT_MS + 600);
    expect(mesh, 1, "-0 ");
    start(mesh, 0, 2);
    run(mesh, 100);
    expect(mesh, 1, "+0 ");
    expect(mesh, 0, "+1 ");
    bus.mute(bus.owner, 0, 1); /* that is known already */
    publish(mesh, 0, 1, "news");
    flush(mesh);
    expect(mesh, 1, "0=news ");
    mesh_free(mesh);
}

/* Only one direction works: both must notice. */
static void a_deaf_node_is_down_for_both(void **state) {
    struct mesh *mesh = pair();
    mesh->node[0].refuses = true;
    run(mesh, LINK_SILENT_MS + 600);
    expect(mesh, 0, "-1 ");
    expect(mesh, 1, "-0 ");
    mesh->node[0].refuses = false;
    run(mesh, 600);
    expect(mesh, 0, "+1 ");
    expect(mesh, 1, "+0 ");
    mesh_free(mesh);
}

static void what_cannot_be_sent_is_a_reset(void **state) {
    struct mesh *mesh = pair();
    mesh->node[0].refuses = true;
    publish(mesh, 0, 1, "lost");
    expect(mesh, 0, ""); /* not inside publish */
    mesh->node[0].refuses = false;
    run(mesh, 100);
    expect_reset(mesh);
    mesh_free(mesh);
}

static void without_a_bus_everybody_is_down(void **state) {
    struct mesh *mesh = pair();
    links_bus_is(mesh->node[0].links, false, mesh->now_ms);
    expect(mesh, 0, "-1 ");
    run(mesh, LINK_SILENT_MS + 600);
    expect(mesh, 0, "");
    expect(mesh, 1, "-0 ");
    links_bus_is(mesh->node[0].links, true, mesh->now_ms);
    run(mesh, 600);
    expect(mesh, 0, "+1 ");
    expect(mesh, 1, "+0 ");
    mesh_free(mesh);
}

/* --- strangers --- */

/* Packets that were changed, cut, or sealed with another key change nothing. */
static void forged_packets_are_refused(void **state) {
    struct mesh *mesh = pair();
    publish(mesh, 0, 1, "a");
    struct packet packet = take(mesh, 0);
    struct links *links = mesh->node[1].links;
    for (size_t i = 0; i < packet.n; i++) {
        for (int bit = 0; bit < 8; bit++) {
            packet.bytes[i] ^= (uint8_t)(1 << bit);
            links_receive(links, packet.bytes, packet.n, mesh->now_ms);
            packet.bytes[i] ^= (uint8_t)(1 << bit);
        }
        uint8_t *cut = memcpy(mem_alloc(i), packet.bytes, i);
        links_receive(links, cut, i, mesh->now_ms);
        free(cut);
    }
    expect(mesh, 1, "");
    assert_int_equal(n_refused(mesh, 1), 9 * packet.n);
    deliver(mesh, &packet);
    expect(mesh, 1, "0=a ");
    free(packet.bytes);
    mesh_free(mesh);
}

static void another_key_is_another_cluster(void **state) {
    struct mesh *mesh = pair();
    struct links_config config = {.slot = 2,
                                  .epoch = 1,
                                  .key = "another key",
                                  .transport = {&mesh->node[2], carry},
                                  .ops = &ops};
    mesh->node[2].mesh = mesh;
    mesh->node[2].slot = 2;
    mesh->node[2].links = links_new(&config, mesh->now_ms);
    run(mesh, 5000);
    expect(mesh, 0, "");
    expect(mesh, 1, "");
    assert_true(n_refused(mesh, 0) > 5);
    mesh_free(mesh);
}

static void a_packet_for_another_node_is_refused(void **state) {
    struct mesh *mesh = mesh_new(3);
    run(mesh, 100);
    publish(mesh, 0, 1, "a");
    mesh->queue[0].to = 2;
    mesh->node[2].heard[0] = '\0';
    flush(mesh);
    expect(mesh, 2, "");
    assert_int_equal(n_refused(mesh, 2), 1);
    mesh_free(mesh);
}

/* A stranger repeats all that was said while the link was up: to the same nodes, when one
 * has started again, and when the other is gone. */
static void old_packets_change_nothing(void **state) {
    struct mesh *mesh = mesh_new(2);
    struct packet recorded[100];
    size_t n = 0;
    for (int i = 0; i < 2000; i++) {
        if (i == 1000) {
            publish(mesh, 0, 1, "a");
            publish(mesh, 1, 0, "b");
        }
        tick(mesh);
        while (mesh->n > 0) {
            assert_true(n < 100);
            recorded[n] = take(mesh, 0);
            deliver(mesh, &recorded[n++]);
        }
        mesh->now_ms++;
    }
    expect(mesh, 0, "+1 1=b ");
    expect(mesh, 1, "+0 0=a ");
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < n; i++) {
            deliver(mesh, &recorded[i]);
        }
        run(mesh, LINK_SILENT_MS + 600);
        expect(mesh, 0, round == 1 ? "+1 " : "");
        expect(mesh, 1, round == 1 ? "-0 +0 " : round == 2 ? "-0 " : "");
        round == 0 ? start(mesh, 0, 2) : stop(mesh, 0);
    }
    for (size_t i = 0; i < n; i++) {
        free(recorded[i].bytes);
    }
    mesh_free(mesh);
}

/* A stranger keeps a dead node alive by repeating its last hello. */
static void an_old_hello_is_no_life(void **state) {
    struct mesh *mesh = pair();
    run(mesh, LINK_HELLO_MS - 100); /* the next hello is due */
    mesh->now_ms += 100;
    tick(mesh);
    struct packet hello = take(mesh, 0);
    assert_int_equal(hello.from, 0);
    deliver(mesh, &hello);
    stop(mesh, 0);
    for (int i = 0; i < 25; i++) {
        run(mesh, 100);
        deliver(mesh, &hello);
    }
    free(hello.bytes);
    expect(mesh, 1, "-0 ");
    mesh_free(mesh);
}

/* Not even a node of the cluster may fill our memory: parts of a message without end. */
static void a_message_without_end_resets(void **state) {
    struct mesh *mesh = pair();
    static uint8_t clear[27 + LINK_PART_MAX] = {'P', 0, 1, [7] = 1, [15] = 1};
    static uint8_t packet[24 + 16 + sizeof clear];
    clear[3] = clear[11] = 1; /* the first life of epoch 1, for both */
    for (unsigned i = 1; i <= LINK_MESSAGE_MAX / LINK_PART_MAX + 1; i++) {
        clear[19] = (uint8_t)i;
        assert_string_equal(mesh->node[1].heard, "");
        crypto_secretbox_easy(packet + 24, clear, sizeof clear, packet,
                              (const uint8_t[BUS_KEY_BYTES]){"one key"});
        links_receive(mesh->node[1].links, packet, sizeof packet, mesh->now_ms);
    }
    expect(mesh, 1, "-0 ");
    assert_int_equal(n_refused(mesh, 1), 0);
    mesh_free(mesh);
}

static void the_name_does_not_tell_the_key(void **state) {
    char name[LINKS_NAME_BYTES], other[LINKS_NAME_BYTES];
    uint8_t key[BUS_KEY_BYTES] = "one key";
    links_name(key, name);
    assert_string_equal(name, "9812b56b468fab25");
    key[31] = 1;
    links_name(key, other);
    assert_string_not_equal(name, other);
}

/* --- anything at all --- */

/* A message says in which time of its sender that its receiver was up it was sent, and
 * its number in there. */
struct message {
    uint64_t epoch;
    unsigned period, number;
};

/* What one node says to, and hears of, another one. */
struct talk {
    bool is_up;
    unsigned period, sent; /* times that the other was up; messages of this one */
    struct message heard;  /* the last one */
    unsigned n_heard;      /* since it is up */
};

struct speaker {
    uint64_t epoch;
    struct talk with[NODES];
    unsigned total; /* messages heard */
};

static void on_said(void *owner, int from, const void *bytes, size_t n) {
    struct speaker *speaker = owner;
    struct talk *talk = &speaker->with[from];
    struct message message;
    assert_true(talk->is_up && n >= sizeof message);
    memcpy(&message, bytes, sizeof message);
    for (size_t i = sizeof message; i < n; i++) {
        assert_int_equal(((const uint8_t *)bytes)[i], (uint8_t)(i + message.number));
    }
    const struct message *last = &talk->heard;
    if (talk->n_heard == 0) { /* a new time, and from its beginning */
        assert_true(message.epoch > last->epoch ||
                    (message.epoch == last->epoch && message.period > last->period));
        assert_int_equal(message.number, 1);
    } else {
        assert_true(message.epoch == last->epoch && message.period == last->period);
        assert_int_equal(message.number, last->number + 1);
    }
    talk->heard = message;
    talk->n_heard++;
    speaker->total++;
}

static void on_met(void *owner, int slot, bool is_up) {
    struct talk *talk = &((struct speaker *)owner)->with[slot];
    assert_true(talk->is_up != is_up);
    talk->is_up = is_up;
    talk->period += is_up;
    talk->sent = talk->n_heard = 0;
}

static const struct bus_ops speaking = {on_said, on_met};

static void say(struct mesh *mesh, struct speaker *speakers, int from, int to,
                size_t more) {
    struct talk *talk = &speakers[from].with[to];
    if (from == to || !talk->is_up) {
        return;
    }
    struct message message = {speakers[from].epoch, talk->period, ++talk->sent};
    size_t n = sizeof message + more;
    uint8_t *bytes = mem_new(n, 1);
    memcpy(bytes, &message, sizeof message);
    for (size_t i = sizeof message; i < n; i++) {
        bytes[i] = (uint8_t)(i + message.number);
    }
    struct bus bus = links_bus(mesh->node[from].links);
    bus.publish(bus.owner, to, bytes, n);
    free(bytes);
}

/* A node starts again; what it knew of the others is gone. */
static void start_speaker(struct mesh *mesh, struct speaker *speakers, int slot) {
    struct speaker *speaker = &speakers[slot];
    speaker->epoch++;
    for (int i = 0; i < NODES; i++) {
        struct message heard = speaker->with[i].heard;
        speaker->with[i] = (struct talk){.heard = heard};
    }
    start_with(mesh, slot, speaker->epoch, &speaking, speaker);
}

/* Something happens to the packets on the way, mostly the next one arrives. */
static void meddle(struct mesh *mesh, uint64_t *random) {
    if (mesh->n == 0) {
        return;
    }
    unsigned what = random_below(random, 100);
    size_t i = what < 90 ? 0 : random_below(random, (unsigned)mesh->n);
    if (what >= 97) { /* it stays, and may come again */
        deliver(mesh, &mesh->queue[i]);
        return;
    }
    struct packet packet = take(mesh, i);
    if (what == 93) { /* forged */
        packet.bytes[random_below(random, (unsigned)packet.n)] ^=
            (uint8_t)(1 + random_below(random, 255));
    } else if (what == 94) { /* cut */
        packet.n = random_below(random, (unsigned)packet.n);
    }
    if (what != 95) { /* lost */
        deliver(mesh, &packet);
    }
    free(packet.bytes);
}

static void whatever_happens(void **state) {
    uint64_t random = random_seed();
    unsigned total = 0;
    for (int round = 0; round < 20; round++) {
        struct mesh *mesh = mesh_new(0);
        struct speaker speakers[NODES] = {{.epoch = 0}};
        for (int slot = 0; slot < NODES; slot++) {
            start_speaker(mesh, speakers, slot);
        }
        bool is_calm = false;
        for (int step = 0; step < 20000; step++) {
            unsigned what = random_below(&random, 1000);
            int from = (int)random_below(&random, NODES);
            is_calm = what == 999 ? !is_calm : is_calm;
            if (what < 300) {
                bool is_long = random_below(&random, 100) == 0;
                say(mesh, speakers, from, (int)random_below(&random, NODES),
                    random_below(&random, is_long ? 3 * LINK_PART_MAX : 50));
            } else if (what == 300) {
                start_speaker(mesh, speakers, from);
            } else if (what == 301) {
                mesh->node[from].refuses = !is_calm;
            } else if (what == 302) {
                mesh->node[from].refuses = false;
                links_bus_is(mesh->node[from].links, false, mesh->now_ms);
                links_bus_is(mesh->node[from].links, true, mesh->now_ms);
            } else if (what == 303) {
                mesh->now_ms += random_below(&random, 3000);
            } else {
                is_calm || mesh->n > 1000 ? flush(mesh) : meddle(mesh, &random);
            }
            mesh->now_ms += random_below(&random, 4) == 0;
            tick(mesh);
        }
        flush(mesh);
        for (int slot = 0; slot < NODES; slot++) {
            mesh->node[slot].refuses = false;
        }
        run(mesh, LINK_SILENT_MS + 600); /* and when all is well, all are up */
        for (int slot = 0; slot < NODES * NODES; slot++) {
            const struct talk *talk = &speakers[slot / NODES].with[slot % NODES];
            assert_int_equal(talk->is_up, slot / NODES != slot % NODES);
        }
        for (int slot = 0; slot < NODES; slot++) {
            total += speakers[slot].total;
        }
        mesh_free(mesh);
    }
    assert_true(total > 20000);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(they_meet_and_talk),
        cmocka_unit_test(everybody_hears_what_is_for_all),
        cmocka_unit_test(hellos_are_rare),
        cmocka_unit_test(long_messages_travel_in_parts),
        cmocka_unit_test(a_message_too_long_resets),
        cmocka_unit_test(a_lost_part_resets),
        cmocka_unit_test(a_lost_part_of_a_long_message_resets),
        cmocka_unit_test(a_lost_last_part_is_noticed),
        cmocka_unit_test(a_hello_may_overtake_parts),
        cmocka_unit_test(repeats_are_dropped),
        cmocka_unit_test(out_of_order_is_a_reset),
        cmocka_unit_test(a_silent_node_is_down),
        cmocka_unit_test(a_node_may_start_again_at_once),
        cmocka_unit_test(a_muted_node_is_up_when_it_starts_again),
        cmocka_unit_test(a_deaf_node_is_down_for_both),
        cmocka_unit_test(what_cannot_be_sent_is_a_reset),
        cmocka_unit_test(without_a_bus_everybody_is_down),
        cmocka_unit_test(forged_packets_are_refused),
        cmocka_unit_test(another_key_is_another_cluster),
        cmocka_unit_test(a_packet_for_another_node_is_refused),
        cmocka_unit_test(old_packets_change_nothing),
        cmocka_unit_test(an_old_hello_is_no_life),
        cmocka_unit_test(a_message_without_end_resets),
        cmocka_unit_test(the_name_does_not_tell_the_key),
        cmocka_unit_test(whatever_happens),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
