/* What is answered in a turn that cannot be written: one answer for each request, and a
 * true one. */
#include "tests/unit/server/bad_disk.h"

#define SAY   "{\"cmd\":\"say\",\"text\":\"x\",\"id\":\"q\"}"
#define LEAVE "{\"cmd\":\"leave\",\"id\":\"q\"}"

static void test_a_session_that_cannot_be_removed(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 1, LEAVE);
    break_disk();
    drop(house, 1);
    say(house, 2, "{\"cmd\":\"ping\",\"id\":\"p\"}");
    assert_int_equal(count(hear(house, 2), "\"id\":\"p\""), 1);
    repair_disk();
    close_filed_house(house);
}

static void test_a_take_over_in_the_turn_that_fails(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    char line[128];
    begin(house, ROYAL_UR, ticket);
    assert_true(come(house, 3));
    hear(house, 3);
    break_disk();
    say(house, 1, SAY);
    snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}", ticket[0].token);
    say(house, 3, line);
    const char *told = hear(house, 1);
    assert_has(told, "{\"error\":\"storage\",\"id\":\"q\"");
    assert_int_equal(count(told, "\"id\":\"q\""), 1);
    assert_true(strstr(told, "bye") > strstr(told, "storage"));
    repair_disk();
    close_filed_house(house);
}

static void test_who_hangs_up_in_the_turn_that_fails(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    break_disk();
    say(house, 1, SAY);
    drop(house, 1); /* but he may still read */
    assert_has(hear(house, 1), "{\"error\":\"storage\",\"id\":\"q\"");
    repair_disk();
    close_filed_house(house);
}

static void test_quit(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    break_disk();
    const char *told = ask(house, 1, "{\"cmd\":\"quit\",\"id\":\"q\"}");
    assert_begins(told, "{\"error\":\"storage\",\"id\":\"q\"");
    assert_int_equal(count(told, "\"id\":\"q\""), 1);
    repair_disk();
    close_filed_house(house);
}

/* He is told so, and gone all the same. */
static void test_who_quits_in_the_turn_that_fails(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[3];
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cyd", &ticket[2]);
    break_disk();
    say(house, 1, SAY);
    say(house, 3, "{\"cmd\":\"quit\",\"id\":\"q\"}");
    const char *told = hear(house, 3);
    assert_begins(told, "{\"error\":\"storage\",\"id\":\"q\"");
    assert_has(told, "{\"event\":\"bye\"");
    assert_true(house->closed);
    repair_disk();
    close_filed_house(house);
}

/* What is only in memory cannot be taken back: what was asked for has been done, or the
 * answer says that it was not. */
static const struct for_good_row {
    const char *name, *line, *answer, *proof, *shown;
} for_good_rows[] = {
    {"mode", "{\"cmd\":\"mode\",\"mode\":\"text\"}", "+ This is text", "ping", "+"},
    {"name", "{\"cmd\":\"name\",\"name\":\"Dan\"}", "{\"error\":\"storage\"",
     "{\"cmd\":\"hello\"}", "\"you\":\"Cyd\""},
    {"gag", "{\"cmd\":\"gag\",\"name\":\"Bob\"}", "{\"reply\":\"gag\"",
     "{\"cmd\":\"gag\"}", "Bob"},
    {"profile", "{\"cmd\":\"profile\",\"games\":\"none\"}", "{\"reply\":\"profile\"",
     "{\"cmd\":\"profile\"}", "none"},
};

static void test_what_is_in_memory_only(void **state) {
    const struct for_good_row *row = table_row(state);
    struct house *house = open_filed_house("");
    struct ticket ticket[3];
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cyd", &ticket[2]);
    break_disk();
    say(house, 1, SAY);
    say(house, 3, row->line);
    assert_begins(hear(house, 3), row->answer);
    assert_has(ask(house, 3, row->proof), row->shown);
    repair_disk();
    close_filed_house(house);
}

/* Nor can who was sent away be called back. */
static void test_a_take_over_is_for_good(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2], other;
    char line[128];
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cyd", &other);
    assert_true(come(house, 4));
    hear(house, 4);
    break_disk();
    say(house, 1, SAY);
    snprintf(line, sizeof line, "{\"cmd\":\"resume\",\"token\":\"%s\"}", other.token);
    say(house, 4, line);
    assert_has(hear(house, 4), "{\"reply\":\"resume\",\"name\":\"Cyd\"");
    assert_has(ask(house, 4, "{\"cmd\":\"hello\"}"), "\"you\":\"Cyd\"");
    repair_disk();
    close_filed_house(house);
}

/* What is said by who watches is not heard later, when he was told that it was not. */
static void test_what_a_watcher_says(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[3];
    char line[64];
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cyd", &ticket[2]);
    snprintf(line, sizeof line, "{\"cmd\":\"watch\",\"room\":\"%s\"}", ticket[0].room);
    ask(house, 3, line);
    break_disk();
    say(house, 1, SAY);
    say(house, 3, "{\"cmd\":\"say\",\"text\":\"aha\",\"id\":\"w\"}");
    assert_has(hear(house, 3), "{\"error\":\"storage\",\"id\":\"w\"");
    repair_disk();
    pass(house, 2000);
    const char *told = ask(house, 1, "{\"cmd\":\"resign\"}");
    assert_has(told, "\"stage\":\"over\"");
    assert_null(strstr(told, "aha"));
    close_filed_house(house);
}

/* "moves off" is about the connection, though it names a room. */
static void test_moves_off(void **state) {
    (void)state;
    struct house *house = open_filed_house("");
    struct ticket ticket[2], others[2];
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cyd", &others[0]);
    take(ask(house, 3, ROYAL_UR), "room", others[0].room, sizeof others[0].room);
    size_t player = mover(house);
    break_disk();
    say(house, 3, SAY);
    say(house, player, "{\"cmd\":\"moves\",\"show\":\"off\",\"id\":\"m\"}");
    assert_has(hear(house, player), "{\"reply\":\"moves\",\"id\":\"m\"");
    repair_disk();
    close_filed_house(house);
}

int main(void) {
    use_bad_disk();
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_session_that_cannot_be_removed),
        cmocka_unit_test(test_a_take_over_in_the_turn_that_fails),
        cmocka_unit_test(test_who_hangs_up_in_the_turn_that_fails),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_who_quits_in_the_turn_that_fails),
        cmocka_unit_test(test_a_take_over_is_for_good),
        cmocka_unit_test(test_what_a_watcher_says),
        cmocka_unit_test(test_moves_off),
    };
    return TABLE_RUN("hub: in memory only", test_what_is_in_memory_only, for_good_rows) +
           cmocka_run_group_tests_name("hub: storage", tests, NULL, NULL);
}
