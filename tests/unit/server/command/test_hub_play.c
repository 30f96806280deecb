/* play: the quickest way to a game, in a whole server in this process. */
#include "tests/unit/server/house.h"

#define PLAY   "{\"cmd\":\"play\",\"game\":\"royal-ur\"}"
#define SEAT   "{\"reply\":\"play\",\"room\":\""
#define UNFREE "{\"reply\":\"play\",\"offer\":"

/* Ann (1), Bob (2) and Cid (3) are here; nothing is left to be heard. */
static struct house *open_three(const char *args) {
    static const char *const names[] = {"Ann", "Bob", "Cid"};
    struct house *house = open_house(args);
    struct ticket ticket;
    for (size_t i = 0; i < 3; i++) {
        enter(house, i + 1, names[i], &ticket);
    }
    hear(house, 1);
    return house;
}

/* The oldest room where somebody waits for anybody. */
static void test_takes_a_waiting_seat(void **state) {
    (void)state;
    struct house *house = open_three("");
    char first[8], second[8], expected[64];
    create_room(house, 1, ROYAL_UR, first);
    create_room(house, 2, ROYAL_UR, second);
    snprintf(expected, sizeof expected, SEAT "%s\",\"seq\":2,\"side\":\"black\"}", first);
    const char *told = ask(house, 3, PLAY);
    assert_begins(told, expected);
    assert_has(told, "\"event\":\"state\"");
    close_house(house);
}

/* Rooms that do not count. */
static void leaves_alone(const char *create, const char *play) {
    struct house *house = open_three("");
    char room[8];
    create_room(house, 1, create, room);
    assert_begins(ask(house, 3, play), UNFREE);
    close_house(house);
}

static void test_leaves_other_rooms_alone(void **state) {
    (void)state;
    leaves_alone("{\"cmd\":\"create\",\"game\":\"royal-ur\",\"word\":\"sesame\"}", PLAY);
    leaves_alone("{\"cmd\":\"create\",\"game\":\"royal-ur\",\"time\":\"5+10\"}", PLAY);
    leaves_alone("{\"cmd\":\"create\",\"game\":\"tablut\"}", PLAY);
    leaves_alone("{\"cmd\":\"create\",\"game\":\"tablut:king=unarmed\"}",
                 "{\"cmd\":\"play\",\"game\":\"tablut\"}");
    leaves_alone(ROYAL_UR, "{\"cmd\":\"play\",\"game\":\"royal-ur\",\"side\":\"white\"}");
}

static void test_leaves_the_absent_alone(void **state) {
    (void)state;
    struct house *house = open_three("");
    char room[8];
    create_room(house, 1, ROYAL_UR, room);
    drop(house, 1);
    assert_begins(ask(house, 3, PLAY), UNFREE);
    close_house(house);
}

/* Who sits there after a game has not asked for another one. */
static void test_leaves_the_room_of_an_old_game_alone(void **state) {
    (void)state;
    struct house *house = open_house("");
    struct ticket ticket[2], cid;
    begin(house, ROYAL_UR, ticket);
    enter(house, 3, "Cid", &cid);
    ask(house, 2, "{\"cmd\":\"resign\",\"sure\":\"sure\"}");
    ask(house, 2, "{\"cmd\":\"leave\"}");
    assert_begins(ask(house, 3, PLAY), UNFREE);
    close_house(house);
}

static void test_gags_and_profiles_count(void **state) {
    (void)state;
    static const char *const lines[][2] = {
        {"{\"cmd\":\"gag\",\"name\":\"Cid\"}", "{\"cmd\":\"ping\"}"},
        {"{\"cmd\":\"ping\"}", "{\"cmd\":\"gag\",\"name\":\"Ann\"}"},
        {"{\"cmd\":\"profile\",\"games\":\"tablut\"}", "{\"cmd\":\"ping\"}"},
        {"{\"cmd\":\"profile\",\"bots\":\"no\"}",
         "{\"cmd\":\"profile\",\"bot\":\"yes\"}"},
        {"{\"cmd\":\"profile\",\"bot\":\"yes\"}",
         "{\"cmd\":\"profile\",\"bots\":\"no\"}"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct house *house = open_three("");
        char room[8];
        create_room(house, 1, ROYAL_UR, room);
        ask(house, 1, lines[i][0]);
        ask(house, 3, lines[i][1]);
        assert_begins(ask(house, 3, PLAY), UNFREE);
        close_house(house);
    }
}

/* A person's seek comes before a bot's room, though that is older. */
static void test_people_come_before_bots(void **state) {
    (void)state;
    struct house *house = open_three("");
    char room[8];
    ask(house, 1, "{\"cmd\":\"profile\",\"bot\":\"yes\"}");
    create_room(house, 1, ROYAL_UR, room);
    ask(house, 2, "{\"cmd\":\"seek\",\"game\":\"royal-ur\"}");
    const char *told = ask(house, 3, PLAY);
    assert_has(told, SEAT);
    assert_has(told, "\"name\":\"Bob\"");
    assert_begins(ask(house, 2, "{\"cmd\":\"leave\"}"), "{\"reply\":\"leave\"");
    ask(house, 3, "{\"cmd\":\"leave\"}");
    assert_has(ask(house, 3, PLAY), room);
    close_house(house);
}

/* What was sought ends with the seat. */
static void test_a_seat_ends_seeks(void **state) {
    (void)state;
    struct house *house = open_three("");
    char room[8];
    assert_string_equal(ask(house, 3, PLAY), UNFREE "1,\"bot\":null,\"wait_ms\":null}\n");
    create_room(house, 1, ROYAL_UR, room);
    assert_has(ask(house, 3, PLAY), "\"why\":\"withdrawn\"");
    assert_has(ask(house, 3, "{\"cmd\":\"seeks\"}"), "\"seeks\":[]");
    close_house(house);
}

/* The same request once more does nothing more: neither while it is a seek, nor when
 * both sit and have not begun. */
static void test_once_more(void **state) {
    (void)state;
    struct house *house = open_three("--limit seeks_per_minute=1");
    assert_begins(ask(house, 1, PLAY), UNFREE "1,");
    assert_begins(ask(house, 1, PLAY), UNFREE "1,");
    char room[8], again[8];
    take(ask(house, 2, PLAY), "room", room, sizeof room);
    take(ask(house, 1, PLAY), "room", again, sizeof again);
    assert_string_equal(room, again);
    take(ask(house, 2, PLAY), "room", again, sizeof again);
    assert_string_equal(room, again);
    assert_int_equal(hub_n_rooms(house->hub), 1);
    close_house(house);
}

/* Who plays every waiting seat and goes again is slowed down, under however many names.
 */
static void test_is_limited(void **state) {
    (void)state;
    struct house *house = open_three("--limit seeks_per_minute=2");
    char room[8];
    create_room(house, 1, ROYAL_UR, room);
    for (int i = 0; i < 2; i++) {
        assert_begins(ask(house, 3, PLAY), SEAT);
        ask(house, 3, "{\"cmd\":\"leave\"}");
    }
    const char *told = ask(house, 3, PLAY);
    assert_has(told, "\"error\":\"too_fast\"");
    assert_has(told, "\"retry_after_ms\":");
    close_house(house);
    house = open_three("--limit seeks_per_minute=1");
    create_room(house, 1, ROYAL_UR, room);
    for (size_t i = 0; i < 10; i++) {
        struct ticket ticket;
        char name[] = "Dan0";
        name[3] = (char)('0' + i);
        enter(house, 4 + i, name, &ticket);
        assert_begins(ask(house, 4 + i, PLAY), SEAT);
        ask(house, 4 + i, "{\"cmd\":\"leave\"}");
    }
    assert_has(ask(house, 3, PLAY), "many offers come from your address");
    close_house(house);
}

static void test_errors(void **state) {
    (void)state;
    struct house *house = open_three("--operator-local --limit rooms_per_player=1");
    assert_true(come(house, 4));
    assert_has(ask(house, 4, PLAY), "\"error\":\"no_name\"");
    assert_has(ask(house, 3, "{\"cmd\":\"play\"}"), "\"error\":\"missing_argument\"");
    assert_has(ask(house, 3, "{\"cmd\":\"play\",\"game\":\"chess\"}"),
               "\"error\":\"unknown_game\"");
    assert_has(ask(house, 3, "{\"cmd\":\"play\",\"game\":\"ur\",\"rated\":\"yes\"}"),
               "\"error\":\"not_registered\"");
    char room[8];
    create_room(house, 1, ROYAL_UR, room);
    assert_has(ask(house, 1, PLAY), "\"error\":\"too_many_rooms\"");
    assert_true(come_from(house, 5, "127.0.0.1"));
    ask(house, 5, "{\"cmd\":\"drain\"}");
    assert_has(ask(house, 3, PLAY), "\"error\":\"draining\"");
    close_house(house);
}

static void test_text(void **state) {
    (void)state;
    struct house *house = open_house("");
    assert_true(come(house, 1));
    assert_has(ask(house, 1, "name Ann"), "play royal-ur");
    const char *told = ask(house, 1, "play royal-ur");
    assert_has(told, "+ Nobody is free for this now.");
    assert_has(told, "unseek 1");
    assert_has(ask(house, 1, "?"), "play royal-ur");
    assert_has(ask(house, 1, "exit"), "+ Goodbye.");
    close_house(house);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_takes_a_waiting_seat),
        cmocka_unit_test(test_leaves_other_rooms_alone),
        cmocka_unit_test(test_leaves_the_absent_alone),
        cmocka_unit_test(test_leaves_the_room_of_an_old_game_alone),
        cmocka_unit_test(test_gags_and_profiles_count),
        cmocka_unit_test(test_people_come_before_bots),
        cmocka_unit_test(test_a_seat_ends_seeks),
        cmocka_unit_test(test_once_more),
        cmocka_unit_test(test_is_limited),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests_name("hub_play", tests, NULL, NULL);
}
