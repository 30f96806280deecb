/* `game ID`: how a game went, replayed from the store. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#include <sqlite3.h>

#define GAME_ID "{'cmd':'game','game_id':'%s'}"

/* White resigns a game of royal-ur after one move; writes its id. */
static void finish(char id[static GAME_ID_BYTES_MAX + 1]) {
    begin("{'cmd':'create','game':'royal-ur','time':'5+10'}");
    take(ask(1, "{'cmd':'board'}"), "game_id", id, GAME_ID_BYTES_MAX + 1);
    size_t mover = strstr(fixture->heard, json("'turn':'white'")) != NULL ? 1 : 2;
    assert_has(ask(mover, "{'cmd':'move','move':'1'}"), "'reply':'move'");
    assert_has(ask(1, "{'cmd':'resign'}"), "'reply':'resign'");
}

static const char *ask_game(size_t conn, const char *id) {
    return askf(conn, GAME_ID, id);
}

TEST(test_a_finished_game) {
    char id[GAME_ID_BYTES_MAX + 1];
    open_fixture("");
    finish(id);
    come(3); /* also works without a name */
    say(3, "mode json");
    const char *told = ask_game(3, id);
    assert_has(told, "'reply':'game'");
    assert_has(told, id);
    assert_has(told, "'white':'Ann'");
    assert_has(told, "'black':'Bob'");
    assert_has(told, "'reason':'resign'");
    assert_has(told, "'n_moves':1");
    assert_has(told, "'position':'");
    come(4);
    told = askf(4, "game %s", id);
    assert_has(told, id);
    assert_has(told, "Ann");
    assert_has(told, "Bob");
}

/* A list of games goes on before one of them. */
TEST(test_earlier_games) {
    char id[GAME_ID_BYTES_MAX + 1];
    open_fixture("");
    finish(id);
    come(3);
    assert_has(ask(3, "games ann"), id);
    assert_has(askf(3, "games ann before=%s", id), "No earlier games.");
    say(3, "mode json");
    assert_has(askf(3, "{'cmd':'games','before':'%s'}", id), "'games':[]");
    assert_has(ask(3, "{'cmd':'games','before':'abcdefghijklmnop'}"),
               "'error':'unknown_record'");
    assert_has(ask(3, "{'cmd':'games','before':'no id'}"), "'error':'unknown_record'");
}

/* The host is told which game is damaged; the player is told that it is not their
 * fault. */
TEST(test_a_damaged_game) {
    char id[GAME_ID_BYTES_MAX + 1];
    open_filed_fixture("");
    finish(id);
    sqlite3 *db;
    assert_int_equal(sqlite3_open(fixture->config.db, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "DELETE FROM recent WHERE kind = 'move'", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    come(3);
    say(3, "mode json");
    const char *told = ask_game(3, id);
    assert_has(told, "'error':'unknown_record'");
    assert_has(told, "this game is damaged on the server's disk");
    assert_has(ask(3, "{'cmd':'ping'}"), "'reply':'ping'");
}

/* Each request replays a game, which takes time: there is a rate limit. */
TEST(test_so_many_games) {
    char id[GAME_ID_BYTES_MAX + 1];
    open_fixture("--limit commands_burst=1000000 --limit commands_per_s=1000000");
    finish(id);
    come(3);
    say(3, "mode json");
    unsigned n = 0;
    while (strstr(ask_game(3, id), json("'reply':'game'")) != NULL) {
        assert_true(++n < 20000); /* one game has more than one event */
    }
    assert_true(n > 100);
    assert_has(fixture->heard, "'error':'too_fast'");
    assert_has(fixture->heard, "'retry_after_ms':");
    pass(60000);
    assert_has(ask_game(3, id), "'reply':'game'");
}
