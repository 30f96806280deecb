/* `game ID`: how a game went, played once more from the store. */
#include "tests/unit/server/house.h"

#include <sqlite3.h>

#define GAME_ID "{\"cmd\":\"game\",\"game_id\":\"%s\"}"

/* A game of royal-ur that white has given up after one move; its id. */
static void finish(struct house *house, char id[static GAME_ID_BYTES_MAX + 1]) {
    struct ticket ticket[2];
    begin(house, "{\"cmd\":\"create\",\"game\":\"royal-ur\",\"time\":\"5+10\"}", ticket);
    take(ask(house, 1, "{\"cmd\":\"board\"}"), "game_id", id, GAME_ID_BYTES_MAX + 1);
    size_t mover = strstr(house->heard, "\"turn\":\"white\"") != NULL ? 1 : 2;
    assert_has(ask(house, mover, "{\"cmd\":\"move\",\"move\":\"1\"}"),
               "\"reply\":\"move\"");
    assert_has(ask(house, 1, "{\"cmd\":\"resign\"}"), "\"reply\":\"resign\"");
}

static const char *ask_game(struct house *house, size_t conn, const char *id) {
    char line[100];
    snprintf(line, sizeof line, GAME_ID, id);
    return ask(house, conn, line);
}

static void test_a_finished_game(void **state) {
    (void)state;
    char id[GAME_ID_BYTES_MAX + 1], text[GAME_ID_BYTES_MAX + 8];
    struct house *house = open_house("");
    finish(house, id);
    come(house, 3); /* whoever asks, also without a name */
    say(house, 3, "mode json");
    const char *told = ask_game(house, 3, id);
    assert_has(told, "\"reply\":\"game\"");
    assert_has(told, id);
    assert_has(told, "\"white\":\"Ann\"");
    assert_has(told, "\"black\":\"Bob\"");
    assert_has(told, "\"reason\":\"resign\"");
    assert_has(told, "\"n_moves\":1");
    assert_has(told, "\"position\":\"");
    come(house, 4);
    snprintf(text, sizeof text, "game %s", id);
    told = ask(house, 4, text);
    assert_has(told, id);
    assert_has(told, "Ann");
    assert_has(told, "Bob");
    close_house(house);
}

static void test_no_such_game(void **state) {
    (void)state;
    static const char *const ids[] = {"abcdefghijklmnop", "no id", "x", "'"};
    struct house *house = open_house("");
    come(house, 1);
    say(house, 1, "mode json");
    for (size_t i = 0; i < 4; i++) {
        assert_has(ask_game(house, 1, ids[i]), "\"error\":\"unknown_record\"");
    }
    close_house(house);
}

/* The host is told which; who asks, that it is not his fault. */
static void test_a_damaged_game(void **state) {
    (void)state;
    char id[GAME_ID_BYTES_MAX + 1];
    struct house *house = open_filed_house("");
    finish(house, id);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(house->config.db, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "DELETE FROM events WHERE kind = 'move'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    come(house, 3);
    say(house, 3, "mode json");
    const char *told = ask_game(house, 3, id);
    assert_has(told, "\"error\":\"unknown_record\"");
    assert_has(told, "this game is damaged on the server's disk");
    assert_has(ask(house, 3, "{\"cmd\":\"ping\"}"), "\"reply\":\"ping\"");
    close_filed_house(house);
}

/* Each is played once more, which takes the server's time. */
static void test_so_many_games(void **state) {
    (void)state;
    char id[GAME_ID_BYTES_MAX + 1];
    struct house *house =
        open_house("--limit commands_burst=1000000 --limit commands_per_s=1000000");
    finish(house, id);
    come(house, 3);
    say(house, 3, "mode json");
    unsigned n = 0;
    while (strstr(ask_game(house, 3, id), "\"reply\":\"game\"") != NULL) {
        assert_true(++n < 20000); /* one has more than one event */
    }
    assert_true(n > 100);
    assert_has(house->heard, "\"error\":\"too_fast\"");
    assert_has(house->heard, "\"retry_after_ms\":");
    pass(house, 60000);
    assert_has(ask_game(house, 3, id), "\"reply\":\"game\"");
    close_house(house);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_finished_game),
        cmocka_unit_test(test_no_such_game),
        cmocka_unit_test(test_a_damaged_game),
        cmocka_unit_test(test_so_many_games),
    };
    return cmocka_run_group_tests_name("hub, game", tests, NULL, NULL);
}
