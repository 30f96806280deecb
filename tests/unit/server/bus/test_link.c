/* Links between nodes: what arrives, what is lost, and nodes that are gone.
 * test_link_strangers.c tests what strangers can do. */
#include <stdlib.h>

#include "tests/support/cmocka.h"
#include "tests/unit/server/bus/mesh.h"

/* --- what arrives --- */

static void they_meet_and_talk(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish(mesh, 0, 1, "a");
    mesh_publish(mesh, 0, 1, "b");
    mesh_publish(mesh, 1, 0, "c");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0=a 0=b ");
    mesh_expect(mesh, 0, "1=c ");
    mesh_run(mesh, 60000);
    mesh_expect(mesh, 0, "");
    mesh_expect(mesh, 1, "");
    assert_int_equal(mesh_n_refused(mesh, 0), 0);
    assert_int_equal(links_counts(mesh->node[0].links)->resets, 0);
    mesh_free(mesh);
}

static void everybody_hears_what_is_for_all(void **state) {
    struct mesh *mesh = mesh_new(3);
    mesh_publish(mesh, 0, BUS_ALL, "too early");
    mesh_run(mesh, 100);
    mesh_publish(mesh, 0, BUS_ALL, "a");
    mesh_publish(mesh, 0, 2, "b");
    mesh_flush(mesh);
    mesh_expect(mesh, 0, "+1 +2 ");
    mesh_expect(mesh, 1, "+0 +2 0=a ");
    mesh_expect(mesh, 2, "+0 +1 0=a 0=b ");
    mesh_free(mesh);
}

static void hellos_are_rare(void **state) {
    struct mesh *mesh = mesh_pair();
    int64_t before = links_counts(mesh->node[0].links)->sent_bytes;
    mesh_run(mesh, 10 * LINK_HELLO_MS);
    int64_t bytes = links_counts(mesh->node[0].links)->sent_bytes - before;
    assert_in_range(bytes, 10 * 50, 10 * 120);
    mesh_free(mesh);
}

static void long_messages_travel_in_parts(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish_long(mesh, 0, 1, LINK_PART_MAX);
    assert_int_equal(mesh->n_sent[0][1], 1);
    mesh_publish_long(mesh, 0, 1, LINK_PART_MAX + 1);
    assert_int_equal(mesh->n_sent[0][1], 3);
    mesh_publish_long(mesh, 0, 1, LINK_MESSAGE_MAX);
    mesh_publish(mesh, 0, 1, "end");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0#131072 0#131073 0#16777216 0=end ");
    mesh_free(mesh);
}

static void a_message_too_long_resets(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish_long(mesh, 0, 1, LINK_MESSAGE_MAX + (size_t)1);
    mesh_publish(mesh, 0, 1, "after it");
    assert_int_equal(mesh->n_sent[0][1], 0);
    mesh_run(mesh, 100);
    mesh_expect_reset(mesh);
    mesh_free(mesh);
}

/* --- what is lost, repeated, out of order --- */

static void a_lost_part_resets(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh->drop_from = 0, mesh->drop_to = 1;
    mesh_publish(mesh, 0, 1, "lost");
    mesh_publish(mesh, 0, 1, "in vain");
    mesh_run(mesh, 100);
    mesh_expect_reset(mesh);
    mesh_publish(mesh, 0, 1, "again");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0=again ");
    assert_int_equal(links_counts(mesh->node[1].links)->resets, 1);
    mesh_free(mesh);
}

static void a_lost_part_of_a_long_message_resets(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish_long(mesh, 0, 1, 3 * LINK_PART_MAX);
    struct packet packet = mesh_take(mesh, 1);
    free(packet.bytes);
    mesh_run(mesh, 100);
    mesh_expect_reset(mesh);
    mesh_publish(mesh, 0, 1, "again");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0=again ");
    mesh_free(mesh);
}

static void a_lost_last_part_is_noticed(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh->drop_from = 0, mesh->drop_to = 1;
    mesh_publish(mesh, 0, 1, "lost");
    mesh_run(mesh, 2 * LINK_HELLO_MS + 100);
    mesh_expect_reset(mesh);
    mesh_free(mesh);
}

static void a_hello_may_overtake_parts(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_run(mesh, LINK_HELLO_MS - 100);
    mesh_publish(mesh, 0, 1, "late");
    struct packet late = mesh_take(mesh, 0);
    mesh_run(mesh, 150); /* with a hello, */
    mesh_start(mesh, 2, 1);
    mesh_run(mesh, 50); /* and one more, to greet a third node */
    mesh_deliver(mesh, &late);
    free(late.bytes);
    mesh_run(mesh, 1000);
    mesh_expect(mesh, 1, "+2 0=late ");
    mesh_free(mesh);
}

static void repeats_are_dropped(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish(mesh, 0, 1, "a");
    struct packet packet = mesh_take(mesh, 0);
    mesh_deliver(mesh, &packet);
    mesh_deliver(mesh, &packet);
    mesh_publish(mesh, 0, 1, "b");
    mesh_flush(mesh);
    mesh_deliver(mesh, &packet);
    free(packet.bytes);
    mesh_expect(mesh, 1, "0=a 0=b ");
    assert_int_equal(mesh_n_refused(mesh, 1), 2);
    mesh_free(mesh);
}

static void out_of_order_is_a_reset(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish(mesh, 0, 1, "a");
    mesh_publish(mesh, 0, 1, "b");
    struct packet first = mesh_take(mesh, 0);
    mesh_flush(mesh);
    mesh_deliver(mesh, &first);
    free(first.bytes);
    mesh_run(mesh, 100);
    mesh_expect_reset(mesh);
    mesh_free(mesh);
}

/* --- nodes that are gone --- */

static void a_silent_node_is_down(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_run(mesh, LINK_HELLO_MS);
    mesh_stop(mesh, 0);
    mesh_run(mesh, LINK_SILENT_MS - LINK_HELLO_MS);
    mesh_expect(mesh, 1, "");
    mesh_run(mesh, LINK_HELLO_MS);
    mesh_expect(mesh, 1, "-0 ");
    mesh_publish(mesh, 1, 0, "in vain");
    mesh_run(mesh, 10 * LINK_SILENT_MS);
    mesh_start(mesh, 0, 2);
    mesh_run(mesh, 600);
    mesh_expect(mesh, 1, "+0 ");
    mesh_expect(mesh, 0, "+1 ");
    mesh_free(mesh);
}

static void a_node_may_start_again_at_once(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh_publish(mesh, 0, 1, "a");
    mesh_flush(mesh);
    mesh_start(mesh, 0, 2);
    mesh_run(mesh, 100);
    mesh_publish(mesh, 0, 1, "b");
    mesh_publish(mesh, 1, 0, "c");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0=a -0 +0 0=b ");
    mesh_expect(mesh, 0, "+1 1=c ");
    mesh_free(mesh);
}

/* What it said before comes too late. */
static void a_muted_node_is_up_when_it_starts_again(void **state) {
    struct mesh *mesh = mesh_pair();
    struct bus bus = links_bus(mesh->node[1].links);
    mesh_publish(mesh, 0, 1, "late");
    bus.mute(bus.owner, 0, 1);
    mesh_run(mesh, LINK_SILENT_MS + 600);
    mesh_expect(mesh, 1, "-0 ");
    mesh_start(mesh, 0, 2);
    mesh_run(mesh, 100);
    mesh_expect(mesh, 1, "+0 ");
    mesh_expect(mesh, 0, "+1 ");
    bus.mute(bus.owner, 0, 1); /* that is known already */
    mesh_publish(mesh, 0, 1, "news");
    mesh_flush(mesh);
    mesh_expect(mesh, 1, "0=news ");
    mesh_free(mesh);
}

/* Only one direction works: both must notice. */
static void a_deaf_node_is_down_for_both(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh->node[0].refuses = true;
    mesh_run(mesh, LINK_SILENT_MS + 600);
    mesh_expect(mesh, 0, "-1 ");
    mesh_expect(mesh, 1, "-0 ");
    mesh->node[0].refuses = false;
    mesh_run(mesh, 600);
    mesh_expect(mesh, 0, "+1 ");
    mesh_expect(mesh, 1, "+0 ");
    mesh_free(mesh);
}

static void what_cannot_be_sent_is_a_reset(void **state) {
    struct mesh *mesh = mesh_pair();
    mesh->node[0].refuses = true;
    mesh_publish(mesh, 0, 1, "lost");
    mesh_expect(mesh, 0, ""); /* not inside publish */
    mesh->node[0].refuses = false;
    mesh_run(mesh, 100);
    mesh_expect_reset(mesh);
    mesh_free(mesh);
}

static void without_a_bus_everybody_is_down(void **state) {
    struct mesh *mesh = mesh_pair();
    links_bus_is(mesh->node[0].links, false, mesh->now_ms);
    mesh_expect(mesh, 0, "-1 ");
    mesh_run(mesh, LINK_SILENT_MS + 600);
    mesh_expect(mesh, 0, "");
    mesh_expect(mesh, 1, "-0 ");
    links_bus_is(mesh->node[0].links, true, mesh->now_ms);
    mesh_run(mesh, 600);
    mesh_expect(mesh, 0, "+1 ");
    mesh_expect(mesh, 1, "+0 ");
    mesh_free(mesh);
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
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
