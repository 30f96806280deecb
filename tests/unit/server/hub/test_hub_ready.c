/* Seats are not held for nothing: players who are not ready in time lose them, and the
 * player who opened the room may send such a player away. */
#include "tests/unit/server/house.h"

#define READY_10S "--limit ready_ms=10000"
#define READY     "{\"cmd\":\"ready\"}"
#define UNSEAT    "{\"cmd\":\"unseat\"}"
#define MINE      "{\"cmd\":\"mine\"}"
#define NOWHERE   "\"mine\":[]"

static void test_neither_is_ready(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S);
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    assert_has(ask(house, 2, "{\"cmd\":\"board\"}"), "\"ready_ms\":10000");
    pass(house, 9900);
    assert_string_equal(hear(house, 2), "");
    pass(house, 200);
    const char *told = hear(house, 2); /* the last that Bob hears of it */
    assert_has(told, "{\"what\":\"late\",\"side\":\"black\"},{\"what\":\"gone\"");
    assert_has(told, "\"black\":null");
    assert_has(ask(house, 2, MINE), NOWHERE);
    assert_has(ask(house, 1, MINE), "\"opponent\":null");
    assert_null(strstr(ask(house, 1, "{\"cmd\":\"board\"}"), "ready_ms"));
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
    close_house(house);
}

/* Also against the player who opened the room, who is not there, for example. */
static void test_the_ready_one_stays(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S);
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 2, READY);
    pass(house, 10100);
    assert_has(hear(house, 1), "{\"what\":\"late\",\"side\":\"white\"}");
    assert_has(ask(house, 1, MINE), NOWHERE);
    assert_has(ask(house, 2, MINE), "\"stage\":\"waiting\",\"side\":\"black\"");
    ask_about(house, 1, "join", ticket[0].room);
    assert_has(ask(house, 1, UNSEAT), "\"error\":\"not_opener\"");
    close_house(house);
}

static void test_after_a_rematch(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S);
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, "{\"cmd\":\"resign\"}");
    pass(house, 60000); /* nobody has to go on */
    assert_has(ask(house, 2, "{\"cmd\":\"rematch\"}"), "\"ready_ms\":10000");
    ask(house, 2, READY);
    pass(house, 10100);
    assert_has(ask(house, 1, MINE), NOWHERE);
    close_house(house);
}

/* What is shown again is what was shown, and a restart gives the whole time. */
static void test_over_a_restart(void **state) {
    (void)state;
    struct ticket ticket[2];
    struct house *house = open_filed_house(READY_10S);
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, "{\"cmd\":\"resign\"}");
    ask(house, 1, "{\"cmd\":\"rematch\"}");
    pass(house, 4000);
    drop(house, 2);
    pass(house, 1000);
    hear(house, 1);
    ask(house, 1, READY);
    const char *told = come_back(house, 3, &ticket[1], 6); /* 7 was he who went */
    assert_has(told, "\"ready_ms\":6000");
    assert_has(told, "\"ready_ms\":5000");
    restart_house(house);
    come_back(house, 1, &ticket[0], -1);
    come_back(house, 2, &ticket[1], -1);
    assert_has(ask(house, 2, "{\"cmd\":\"board\"}"), "\"ready_ms\":10000");
    pass(house, 10100);
    assert_has(ask(house, 2, MINE), NOWHERE);
    close_filed_house(house);
}

/* One address cannot take the seats of a lobby again and again. */
static void test_late_too_often(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S " --limit late_per_hour=2");
    struct ticket ticket[2];
    enter(house, 1, "Ann", &ticket[0]);
    assert_true(come_from(house, 2, "198.51.100.7"));
    ask(house, 2, "{\"cmd\":\"name\",\"name\":\"Bob\"}");
    create_room(house, 1, ROYAL_UR, ticket[0].room);
    for (int i = 0; i < 2; i++) {
        assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
        pass(house, 10100);
    }
    const char *told = ask_about(house, 2, "join", ticket[0].room);
    assert_has(told, "\"error\":\"too_fast\"");
    assert_has(told, "\"retry_after_ms\":");
    told = ask(house, 2, "{\"cmd\":\"play\",\"game\":\"royal-ur\"}");
    assert_null(strstr(told, "\"room\""));
    enter(house, 3, "Cid", &ticket[1]);
    assert_has(ask_about(house, 3, "join", ticket[0].room), "\"reply\":\"join\"");
    close_house(house);
}

/* Nobody keeps others of the same address out for long, however many seats were lost. */
static void test_late_has_an_end(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S " --limit late_per_hour=2");
    struct ticket ticket[2], room[6];
    enter(house, 1, "Ann", &ticket[0]);
    assert_true(come_from(house, 2, "198.51.100.7"));
    ask(house, 2, "{\"cmd\":\"name\",\"name\":\"Bob\"}");
    for (int i = 0; i < 6; i++) {
        create_room(house, 1, ROYAL_UR, room[i].room);
        assert_has(ask_about(house, 2, "join", room[i].room), "\"reply\":\"join\"");
    }
    pass(house, 10100);
    assert_has(ask_about(house, 2, "join", room[0].room), "\"error\":\"too_fast\"");
    pass(house, 5400000); /* four lost seats, down to one */
    assert_has(ask_about(house, 2, "join", room[0].room), "\"reply\":\"join\"");
    close_house(house);
}

/* Leaving just in time, or dropping the line, does not help. */
static void test_leaving_just_in_time(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S " --limit late_per_hour=2");
    struct ticket ticket[2];
    enter(house, 1, "Ann", &ticket[0]);
    assert_true(come_from(house, 2, "198.51.100.7"));
    ask(house, 2, "{\"cmd\":\"name\",\"name\":\"Bob\"}");
    create_room(house, 1, ROYAL_UR, ticket[0].room);
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
    pass(house, 9900);
    ask(house, 2, "{\"cmd\":\"leave\"}");
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
    drop(house, 2);
    pass(house, 10100);
    assert_true(come_from(house, 2, "198.51.100.7"));
    ask(house, 2, "{\"cmd\":\"name\",\"name\":\"Bob\"}");
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"error\":\"too_fast\"");
    close_house(house);
}

/* The player who opened the room, and those who have played, come and go as they like. */
static void test_leaving_is_free(void **state) {
    (void)state;
    struct house *house = open_house(READY_10S " --limit late_per_hour=1");
    struct ticket ticket[2];
    begin(house, ROYAL_UR, ticket);
    ask(house, 1, "{\"cmd\":\"resign\"}");
    ask(house, 1, "{\"cmd\":\"rematch\"}");
    ask(house, 2, "{\"cmd\":\"leave\"}");
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
    ask(house, 1, "{\"cmd\":\"leave\"}");
    assert_has(ask_about(house, 1, "join", ticket[0].room), "\"reply\":\"join\"");
    close_house(house);
}

/* A command comes in the moment in which the seat is lost, before the server looks at
 * what is due. */
static void test_a_command_at_the_last_moment(void **state) {
    (void)state;
    static const char *const commands[] = {READY, "{\"cmd\":\"board\"}",
                                           "{\"cmd\":\"leave\"}"};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct house *house = open_house(READY_10S);
        struct ticket ticket[2];
        seat(house, ROYAL_UR, ticket);
        house->ms += 10100;
        hub_set_time(house->hub, (struct hub_time){house->ms, (int64_t)house->ms});
        assert_has(ask(house, 2, commands[i]), "\"error\":\"not_in_room\"");
        close_house(house);
    }
}

static void test_unseat(void **state) {
    (void)state;
    struct house *house = open_house("");
    struct ticket ticket[2];
    seat(house, ROYAL_UR, ticket);
    ask(house, 1, READY);
    assert_has(ask(house, 2, UNSEAT), "\"error\":\"not_opener\"");
    hear(house, 2);
    say(house, 1, UNSEAT);
    assert_has(hear(house, 2), "{\"what\":\"unseated\",\"side\":\"black\"}");
    assert_has(ask(house, 2, MINE), NOWHERE);
    assert_has(ask(house, 1, UNSEAT), "\"error\":\"no_opponent\"");
    assert_has(ask_about(house, 2, "join", ticket[0].room), "\"reply\":\"join\"");
    ask(house, 2, READY);
    assert_has(ask(house, 1, UNSEAT), "\"error\":\"cannot_unseat\"");
    ask(house, 1, READY);
    assert_has(ask(house, 1, UNSEAT), "\"error\":\"cannot_unseat\"");
    ask(house, 1, "{\"cmd\":\"adjourn\"}");
    ask(house, 2, "{\"cmd\":\"adjourn\"}");
    assert_has(ask(house, 1, UNSEAT), "\"error\":\"cannot_unseat\"");
    close_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_neither_is_ready),
        cmocka_unit_test(test_the_ready_one_stays),
        cmocka_unit_test(test_after_a_rematch),
        cmocka_unit_test(test_over_a_restart),
        cmocka_unit_test(test_late_too_often),
        cmocka_unit_test(test_late_has_an_end),
        cmocka_unit_test(test_leaving_just_in_time),
        cmocka_unit_test(test_leaving_is_free),
        cmocka_unit_test(test_a_command_at_the_last_moment),
        cmocka_unit_test(test_unseat),
    };
    return cmocka_run_group_tests_name("hub, ready in time", tests, NULL, NULL);
}
