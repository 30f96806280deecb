/* Links over a network that strangers can read and write: packets are forged, cut, lost
 * and repeated, one by one and at random. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "tests/support/cmocka.h"
#include "tests/unit/random.h"
#include "tests/unit/server/bus/mesh.h"

/* --- strangers --- */

/* Packets that were changed, cut, or sealed with another key change nothing. */
static void forged_packets_are_refused(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish(mesh, 0, 1, "a");
    struct packet packet = mesh_take(mesh, 0);
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
    mesh_expect(mesh, 1, "");
    assert_int_equal(mesh_n_refused(mesh, 1), 9 * packet.n);
    mesh_deliver(mesh, &packet);
    mesh_expect(mesh, 1, "0=a ");
    free(packet.bytes);
    mesh_free(mesh);
}

static void another_key_is_another_cluster(void **state) {
    struct mesh *mesh = mesh_pair();
    struct links_config config = {.slot = 2,
                                  .epoch = 1,
                                  .key = "another key",
                                  .transport = {&mesh->node[2], mesh_carry},
                                  .ops = &mesh_ops};
    mesh->node[2].mesh = mesh;
    mesh->node[2].slot = 2;
    mesh->node[2].links = links_new(&config, mesh->now_ms);
    mesh_run(mesh, 5000);
    mesh_expect(mesh, 0, "");
    mesh_expect(mesh, 1, "");
    assert_true(mesh_n_refused(mesh, 0) > 5);
    mesh_free(mesh);
}

static void a_packet_for_another_node_is_refused(void **state) {
    struct mesh *mesh = mesh_new(3);
    mesh_run(mesh, 100);
    mesh_publish(mesh, 0, 1, "a");
    mesh->queue[0].to = 2;
    mesh->node[2].heard[0] = '\0';
    mesh_flush(mesh);
    mesh_expect(mesh, 2, "");
    assert_int_equal(mesh_n_refused(mesh, 2), 1);
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
            mesh_publish(mesh, 0, 1, "a");
            mesh_publish(mesh, 1, 0, "b");
        }
        mesh_tick(mesh);
        while (mesh->n > 0) {
            assert_true(n < 100);
            recorded[n] = mesh_take(mesh, 0);
            mesh_deliver(mesh, &recorded[n++]);
        }
        mesh->now_ms++;
    }
    mesh_expect(mesh, 0, "+1 1=b ");
    mesh_expect(mesh, 1, "+0 0=a ");
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < n; i++) {
            mesh_deliver(mesh, &recorded[i]);
        }
        mesh_run(mesh, LINK_SILENT_MS + 600);
        mesh_expect(mesh, 0, round == 1 ? "+1 " : "");
        mesh_expect(mesh, 1, round == 1 ? "-0 +0 " : round == 2 ? "-0 " : "");
        round == 0 ? mesh_start(mesh, 0, 2) : mesh_stop(mesh, 0);
    }
    for (size_t i = 0; i < n; i++) {
        free(recorded[i].bytes);
    }
    mesh_free(mesh);
}

/* A stranger keeps a dead node alive by repeating its last hello. */
static void an_old_hello_is_no_life(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_run(mesh, LINK_HELLO_MS - 100); /* the next hello is due */
    mesh->now_ms += 100;
    mesh_tick(mesh);
    struct packet hello = mesh_take(mesh, 0);
    assert_int_equal(hello.from, 0);
    mesh_deliver(mesh, &hello);
    mesh_stop(mesh, 0);
    for (int i = 0; i < 25; i++) {
        mesh_run(mesh, 100);
        mesh_deliver(mesh, &hello);
    }
    free(hello.bytes);
    mesh_expect(mesh, 1, "-0 ");
    mesh_free(mesh);
}

/* Not even a node of the cluster may fill our memory: parts of a message without end. */
static void a_message_without_end_resets(void **state) {
    struct mesh *mesh = mesh_pair();
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
    mesh_expect(mesh, 1, "-0 ");
    assert_int_equal(mesh_n_refused(mesh, 1), 0);
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
    struct talk with[MESH_NODES];
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
    for (int i = 0; i < MESH_NODES; i++) {
        struct message heard = speaker->with[i].heard;
        speaker->with[i] = (struct talk){.heard = heard};
    }
    mesh_start_with(mesh, slot, speaker->epoch, &speaking, speaker);
}

/* Something happens to the packets on the way, mostly the next one arrives. */
static void meddle(struct mesh *mesh, uint64_t *random) {
    if (mesh->n == 0) {
        return;
    }
    unsigned what = random_below(random, 100);
    size_t i = what < 90 ? 0 : random_below(random, (unsigned)mesh->n);
    if (what >= 97) { /* it stays, and may come again */
        mesh_deliver(mesh, &mesh->queue[i]);
        return;
    }
    struct packet packet = mesh_take(mesh, i);
    if (what == 93) { /* forged */
        packet.bytes[random_below(random, (unsigned)packet.n)] ^=
            (uint8_t)(1 + random_below(random, 255));
    } else if (what == 94) { /* cut */
        packet.n = random_below(random, (unsigned)packet.n);
    }
    if (what != 95) { /* lost */
        mesh_deliver(mesh, &packet);
    }
    free(packet.bytes);
}

static void whatever_happens(void **state) {
    uint64_t random = random_seed();
    unsigned total = 0;
    for (int round = 0; round < 20; round++) {
        struct mesh *mesh = mesh_new(0);
        struct speaker speakers[MESH_NODES] = {{.epoch = 0}};
        for (int slot = 0; slot < MESH_NODES; slot++) {
            start_speaker(mesh, speakers, slot);
        }
        bool is_calm = false;
        for (int step = 0; step < 20000; step++) {
            unsigned what = random_below(&random, 1000);
            int from = (int)random_below(&random, MESH_NODES);
            is_calm = what == 999 ? !is_calm : is_calm;
            if (what < 300) {
                bool is_long = random_below(&random, 100) == 0;
                say(mesh, speakers, from, (int)random_below(&random, MESH_NODES),
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
                is_calm || mesh->n > 1000 ? mesh_flush(mesh) : meddle(mesh, &random);
            }
            mesh->now_ms += random_below(&random, 4) == 0;
            mesh_tick(mesh);
        }
        mesh_flush(mesh);
        for (int slot = 0; slot < MESH_NODES; slot++) {
            mesh->node[slot].refuses = false;
        }
        mesh_run(mesh, LINK_SILENT_MS + 600); /* and when all is well, all are up */
        for (int slot = 0; slot < MESH_NODES * MESH_NODES; slot++) {
            const struct talk *talk =
                &speakers[slot / MESH_NODES].with[slot % MESH_NODES];
            assert_int_equal(talk->is_up, slot / MESH_NODES != slot % MESH_NODES);
        }
        for (int slot = 0; slot < MESH_NODES; slot++) {
            total += speakers[slot].total;
        }
        mesh_free(mesh);
    }
    assert_true(total > 20000);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(forged_packets_are_refused),
        cmocka_unit_test(another_key_is_another_cluster),
        cmocka_unit_test(a_packet_for_another_node_is_refused),
        cmocka_unit_test(old_packets_change_nothing),
        cmocka_unit_test(an_old_hello_is_no_life),
        cmocka_unit_test(a_message_without_end_resets),
        cmocka_unit_test(the_name_does_not_tell_the_key),
        cmocka_unit_test(whatever_happens),
    };
    return cmocka_run_group_tests_name("links and strangers", tests, NULL, NULL);
}
