/* play in a cluster meets who waits, at whatever node. */
#include "server/cluster/cluster.h"
#include "tests/unit/server/nodes.h"

#define PLAY "{'cmd':'play','game':'royal-ur'}"

/* Ann is at the first of three nodes, where the lobby is, Bob at the second, Cem at the
 * third; each on connection 1. */
static struct nodes *open_hall(void) {
    struct nodes *nodes = open_nodes(3);
    struct ticket ticket;
    enter_at(nodes, 0, 1, "Ann", &ticket);
    enter_at(nodes, 1, 1, "Bob", &ticket);
    enter_at(nodes, 2, 1, "Cem", &ticket);
    return nodes;
}

/* Opens a room, where the player waits. */
static void wait_at(struct nodes *nodes, size_t i, size_t conn, char room[static 8]) {
    take(ask_at(nodes, i, conn, ROYAL_UR), "room", room, 8);
}

static void assert_seated(const char *told, const char *room) {
    char reply[60];
    snprintf(reply, sizeof reply, "{'reply':'play','room':'%s',", room);
    assert_has(told, reply);
}

static void test_everywhere(void **state) {
    (void)state;
    char room[8];
    for (size_t waits = 0; waits < 3; waits++) {
        for (size_t plays = 0; plays < 3; plays++) {
            struct nodes *nodes = open_hall();
            struct ticket ticket;
            enter_at(nodes, waits, 2, "Eve", &ticket);
            wait_at(nodes, waits, 2, room);
            assert_seated(ask_at(nodes, plays, 1, PLAY), room);
            assert_has(hear_at(nodes, waits, 2), "'what':'joined'");
            assert_seated(ask_at(nodes, plays, 1, PLAY), room); /* a repeat */
            assert_has(ask_at(nodes, plays, 1, "{'cmd':'ready'}"), "'reply':'ready'");
            assert_has(ask_at(nodes, waits, 2, "{'cmd':'ready'}"), "'playing'");
            close_nodes(nodes);
        }
    }
}

/* Only who waits on the same terms, for anybody. */
static void test_other_terms(void **state) {
    (void)state;
    struct nodes *nodes = open_hall();
    ask_at(nodes, 2, 1, "{'cmd':'create','game':'tablut'}");
    ask_at(nodes, 2, 1, "{'cmd':'create','game':'royal-ur','time':'5+10'}");
    ask_at(nodes, 2, 1, "{'cmd':'create','game':'royal-ur','word':'xyzzy'}");
    assert_has(ask_at(nodes, 1, 1, PLAY), "'offer':");
    close_nodes(nodes);
}

static void test_longest_first(void **state) {
    (void)state;
    char room[3][8];
    static const size_t order[] = {1, 2, 0};
    struct nodes *nodes = open_hall();
    struct ticket ticket;
    for (size_t i = 0; i < 3; i++) {
        wait_at(nodes, order[i], 1, room[i]);
        pass_all(nodes, 100);
    }
    for (size_t i = 0; i < 3; i++) {
        char name[] = {'P', (char)('a' + i), '\0'};
        enter_at(nodes, i, 2, name, &ticket);
        assert_seated(ask_at(nodes, i, 2, PLAY), room[i]);
    }
    close_nodes(nodes);
}

/* Who gags the player is passed over; the node learns of it when it is tried. */
static void test_gagged(void **state) {
    (void)state;
    char room[8];
    struct nodes *nodes = open_hall();
    ask_at(nodes, 1, 1, "{'cmd':'gag','name':'Dan'}");
    wait_at(nodes, 1, 1, room);
    pass_all(nodes, 100);
    wait_at(nodes, 2, 1, room);
    struct ticket ticket;
    enter_at(nodes, 0, 2, "Dan", &ticket);
    assert_seated(ask_at(nodes, 0, 2, PLAY), room);
    enter_at(nodes, 2, 2, "Eve", &ticket);
    ask_at(nodes, 1, 1, "{'cmd':'gag','name':'Eve'}");
    assert_has(ask_at(nodes, 2, 2, PLAY), "'offer':");
    close_nodes(nodes);
}

/* Two want the only seat: one gets it, and the other one seeks. */
static void test_at_once(void **state) {
    (void)state;
    char room[8];
    struct nodes *nodes = open_hall();
    wait_at(nodes, 2, 1, room);
    settle(nodes);
    say_at(nodes, 0, 1, PLAY);
    say_at(nodes, 1, 1, PLAY);
    settle(nodes);
    bool ann_sits = strstr(hear_at(nodes, 0, 1), json("'seats'")) != NULL;
    const char *bob = hear_at(nodes, 1, 1);
    assert_int_equal(strstr(bob, json("'seats'")) != NULL, !ann_sits);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'seeks'}"), ann_sits ? "'Bob'" : "'Ann'");
    close_nodes(nodes);
}

/* Two play at the same moment, and nobody waits: they meet. */
static void test_both(void **state) {
    (void)state;
    struct nodes *nodes = open_hall();
    say_at(nodes, 1, 1, PLAY);
    say_at(nodes, 2, 1, PLAY);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 1), "'seats'");
    assert_has(hear_at(nodes, 2, 1), "'seats'");
    close_nodes(nodes);
}

/* Who gets a seat seeks no more. */
static void test_seeks_end(void **state) {
    (void)state;
    char room[8];
    struct nodes *nodes = open_hall();
    ask_at(nodes, 2, 1, "{'cmd':'seek','game':'tablut'}");
    ask_at(nodes, 1, 1, "{'cmd':'seek','game':'morris'}");
    wait_at(nodes, 2, 1, room);
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'seeks'}"), "'Cem'");
    const char *told = ask_at(nodes, 1, 1, PLAY);
    assert_seated(told, room);
    assert_has(told, "'offer_over'");
    assert_has(ask_at(nodes, 0, 1, "{'cmd':'seeks'}"), "'seeks':[]");
    close_nodes(nodes);
}

/* A node that does not answer does not hold the player up for long. */
static void test_no_answer(void **state) {
    (void)state;
    struct nodes *nodes = open_hall();
    hold_letters(nodes, 2, 1, true);
    assert_string_equal(ask_at(nodes, 1, 1, PLAY), "");
    pass_all(nodes, CLUSTER_FIND_MS + 100);
    assert_has(hear_at(nodes, 1, 1), "'offer':");
    hold_letters(nodes, 2, 1, false);
    settle(nodes);
    cut(nodes, 1, 2);
    assert_has(ask_at(nodes, 2, 1, PLAY), "'seats'");
    close_nodes(nodes);
}

/* With a level of the house nobody else is met, so other nodes are not waited for. */
static void test_level(void **state) {
    (void)state;
    struct nodes *nodes = open_hall();
    hold_letters(nodes, 2, 1, true);
    hold_letters(nodes, 2, 0, true);
    static const char level[] = "{'cmd':'play','game':'royal-ur','level':'5'}";
    assert_has(ask_at(nodes, 0, 1, level), "no house bot plays at level 5");
    assert_has(ask_at(nodes, 1, 1, level), "no house bot plays at level 5");
    close_nodes(nodes);
}

/* The node where somebody waits goes before it has answered. */
static void test_goes(void **state) {
    (void)state;
    char room[8];
    struct nodes *nodes = open_hall();
    wait_at(nodes, 2, 1, room);
    hold_letters(nodes, 0, 1, true); /* the last answer to the question */
    say_at(nodes, 1, 1, PLAY);
    settle(nodes);
    hold_letters(nodes, 1, 2, true);
    hold_letters(nodes, 0, 1, false);
    settle(nodes);
    assert_string_equal(hear_at(nodes, 1, 1), "");
    cut(nodes, 1, 2);
    settle(nodes);
    assert_has(hear_at(nodes, 1, 1), "'error':'storage'");
    mend(nodes, 1, 2);
    hold_letters(nodes, 1, 2, false);
    settle(nodes);
    assert_seated(ask_at(nodes, 1, 1, PLAY), room);
    close_nodes(nodes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everywhere),    cmocka_unit_test(test_other_terms),
        cmocka_unit_test(test_longest_first), cmocka_unit_test(test_gagged),
        cmocka_unit_test(test_at_once),       cmocka_unit_test(test_both),
        cmocka_unit_test(test_seeks_end),     cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_goes),          cmocka_unit_test(test_level),
    };
    return cmocka_run_group_tests_name("cluster play", tests, NULL, NULL);
}
