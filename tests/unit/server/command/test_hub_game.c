/* `game ID`: how a game went, replayed from the store. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#include <sqlite3.h>

#define GAME_ID "{'cmd':'game','game_id':'%s'}"

/* White resigns a game of royal-ur after one move; writes its id. */
static void finish(struct fixture *fixture, char id[static GAME_ID_BYTES_MAX + 1]) {
    struct ticket ticket[2];
    begin(fixture, "{'cmd':'create','game':'royal-ur','time':'5+10'}", ticket);
    take(ask(fixture, 1, "{'cmd':'board'}"), "game_id", id, GAME_ID_BYTES_MAX + 1);
    size_t mover = strstr(fixture->heard, json("'turn':'white'")) != NULL ? 1 : 2;
    assert_has(ask(fixture, mover, "{'cmd':'move','move':'1'}"), "'reply':'move'");
    assert_has(ask(fixture, 1, "{'cmd':'resign'}"), "'reply':'resign'");
}

static const char *ask_game(struct fixture *fixture, size_t conn, const char *id) {
    char line[100];
    snprintf(line, sizeof line, GAME_ID, id);
    return ask(fixture, conn, line);
}

TEST(test_a_finished_game) {
    char id[GAME_ID_BYTES_MAX + 1], text[GAME_ID_BYTES_MAX + 8];
    struct fixture *fixture = open_fixture("");
    finish(fixture, id);
    come(fixture, 3); /* also works without a name */
    say(fixture, 3, "mode json");
    const char *told = ask_game(fixture, 3, id);
    assert_has(told, "'reply':'game'");
    assert_has(told, id);
    assert_has(told, "'white':'Ann'");
    assert_has(told, "'black':'Bob'");
    assert_has(told, "'reason':'resign'");
    assert_has(told, "'n_moves':1");
    assert_has(told, "'position':'");
    come(fixture, 4);
    snprintf(text, sizeof text, "game %s", id);
    told = ask(fixture, 4, text);
    assert_has(told, id);
    assert_has(told, "Ann");
    assert_has(told, "Bob");
}

TEST(test_no_such_game) {
    static const char *const ids[] = {"abcdefghijklmnop", "no id", "x", "\\u0027"};
    struct fixture *fixture = open_fixture("");
    come(fixture, 1);
    say(fixture, 1, "mode json");
    for (size_t i = 0; i < 4; i++) {
        assert_has(ask_game(fixture, 1, ids[i]), "'error':'unknown_record'");
    }
}

/* A list of games goes on before one of them. */
TEST(test_earlier_games) {
    char id[GAME_ID_BYTES_MAX + 1], line[GAME_ID_BYTES_MAX + 60];
    struct fixture *fixture = open_fixture("");
    finish(fixture, id);
    come(fixture, 3);
    assert_has(ask(fixture, 3, "games ann"), id);
    snprintf(line, sizeof line, "games ann before=%s", id);
    assert_has(ask(fixture, 3, line), "No earlier games.");
    say(fixture, 3, "mode json");
    snprintf(line, sizeof line, "{'cmd':'games','before':'%s'}", id);
    assert_has(ask(fixture, 3, line), "'games':[]");
    assert_has(ask(fixture, 3, "{'cmd':'games','before':'abcdefghijklmnop'}"),
               "'error':'unknown_record'");
    assert_has(ask(fixture, 3, "{'cmd':'games','before':'no id'}"),
               "'error':'unknown_record'");
}

/* The host is told which game is damaged; the player is told that it is not their
 * fault. */
TEST(test_a_damaged_game) {
    char id[GAME_ID_BYTES_MAX + 1];
    struct fixture *fixture = open_filed_fixture("");
    finish(fixture, id);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->config.db, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "DELETE FROM recent WHERE kind = 'move'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    come(fixture, 3);
    say(fixture, 3, "mode json");
    const char *told = ask_game(fixture, 3, id);
    assert_has(told, "'error':'unknown_record'");
    assert_has(told, "this game is damaged on the server's disk");
    assert_has(ask(fixture, 3, "{'cmd':'ping'}"), "'reply':'ping'");
}

/* Each request replays a game, which takes time: there is a rate limit. */
TEST(test_so_many_games) {
    char id[GAME_ID_BYTES_MAX + 1];
    struct fixture *fixture =
        open_fixture("--limit commands_burst=1000000 --limit commands_per_s=1000000");
    finish(fixture, id);
    come(fixture, 3);
    say(fixture, 3, "mode json");
    unsigned n = 0;
    while (strstr(ask_game(fixture, 3, id), json("'reply':'game'")) != NULL) {
        assert_true(++n < 20000); /* one game has more than one event */
    }
    assert_true(n > 100);
    assert_has(fixture->heard, "'error':'too_fast'");
    assert_has(fixture->heard, "'retry_after_ms':");
    pass(fixture, 60000);
    assert_has(ask_game(fixture, 3, id), "'reply':'game'");
}
