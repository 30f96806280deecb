/* Names: which count as the same, and which are the host's.  Deleting an account removes
 * the player's name everywhere, and the games stay complete. */
#include "server/hub/hub.h"
#include "server/store/history/history.h"
#include "server/turn/clock.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define NAME(name)      "{'cmd':'name','name':'" name "'}"
#define TO(cmd, name)   "{'cmd':'" cmd "','name':'" name "'}"
#define ZOE_LOGIN(name) "{'cmd':'login','name':'" name "','password':'" PASSWORD "'}"
#define FORGET          "{'cmd':'forget-me','password':'12345678'}"

/* --- names --- */

/* Names in commands are found without regard to case and diacritics; answers have the
 * original spelling. */
TEST(test_one_name) {
    open_secure("");
    enter_registered(1, "Zoé", NULL);
    enter(2, "Bob", NULL);
    assert_has(ask_anew(3, NAME("zoe")), "'error':'name_registered'");
    assert_has(ask(3, NAME("Zoe\\u0301")), "'error':'name_registered'");
    assert_has(ask(3, NAME("BÖB")), "'error':'name_taken'");
    assert_has(ask(2, TO("whois", "ZOE")), "'name':'Zoé'");
    assert_has(ask(2, TO("rating", "zoë")), "'name':'Zoé'");
    assert_has(ask(2, TO("gag", "Zoe")), "[{'name':'Zoe'}]");
    assert_has(ask(2, TO("gag", "ZOÉ")), "[{'name':'Zoe'}]"); /* the same */
    assert_has(ask(1, "{'cmd':'tell','name':'bob','text':'hi'}"), "'gagged'");
    assert_has(ask(2, "{'cmd':'gag','name':'zoé','show':'off'}"), "'gags':[]");
    assert_has(ask(1, TO("gag", "zoe")), "that is you");
    assert_has(ask(1, NAME("zoe")), "'name':'zoe'"); /* her own */
    assert_has(ask(1, HELLO), "'account':true");
    drop(1);
    assert_has(ask(3, ZOE_LOGIN("zOe")), "{'reply':'login','name':'zoe'");
}

TEST(test_a_banned_name) {
    open_secure_file("--operator-local");
    assert_has(ask_from(1, "127.0.0.1", NAME("Ann")), "'name':'Ann'");
    assert_has(ask_anew(2, NAME("Zoé")), "'name':'Zoé'");
    assert_has(ask(1, "{'cmd':'clients','who':'zoe'}"), "'Zoé'");
    say(1, "{'cmd':'ban','who':'Zoë'}");
    assert_has(hear(2), "'code':'banned'");
    assert_has(ask(1, "{'cmd':'ban','who':'zoe'}"), "'who':'zoe'");
    restart_fixture();
    assert_has(ask_anew(2, NAME("ZOÉ")), "'error':'banned'");
    assert_has(ask_from(1, "127.0.0.1", "{'cmd':'bans'}"), "'bans':[{'who':'zoe'");
    assert_has(ask(1, "{'cmd':'unban','who':'Zoé'}"), "'reply'");
    restart_fixture();
    assert_has(ask_anew(2, NAME("Zoé")), "'name':'Zoé'");
}

/* An operator may use a reserved name, also for an account, and keeps it. */
TEST(test_reserved) {
    open_secure_file("--operator-local");
    assert_has(ask_anew(1, NAME("Adm1n")), "'error':'name_reserved'");
    assert_has(ask_from(2, "127.0.0.1", NAME("Admin")), "'name':'Admin'");
    assert_has(ask(2, REGISTER), "{'reply':'register'");
    drop(2);
    assert_has(ask(1, NAME("Admin")), "'error':'name_registered'");
    assert_has(ask(1, NAME("Server")), "'error':'name_reserved'");
    assert_has(ask(1, ZOE_LOGIN("admin")), "{'reply':'login'");
    assert_has(ask(1, NAME("ADMIN")), "'name':'ADMIN'"); /* it belongs to them */
    assert_has(ask(1, NAME("Operator")), "'error':'name_reserved'");
}

/* --- forget-me --- */

/* Sends this about a room, with ' instead of "; it must succeed. */
static void ask_in(size_t conn, const char *what, const char *room) {
    assert_has(askf(conn, "{'cmd':%s,'room':'%s'}", what, room), "{'reply':");
}

/* Annelie (1) and Bob (2) play n games; both have chatted. */
static void play_games(int n, char room[static 8]) {
    fixture->tls = true;
    enter(1, "Annelie", &ticket[0]);
    enter(2, "Bob", &ticket[1]);
    assert_has(ask(1, "{'cmd':'register','password':'12345678'}"), "reply");
    create_room(1, ROYAL_UR, room);
    ask_in(2, "'join'", room);
    for (int i = 0; i < n; i++) {
        ask_in(1, "'say','text':'I am from Ulm'", room);
        ask_in(2, "'say','text':'and I from Bonn'", room);
        ask_in(1, "'ready','nonce':'apple'", room);
        ask_in(2, "'ready','nonce':'pear'", room);
        one_moves();
        ask_in(2, "'resign'", room);
        pass(10000); /* for the rate limits of chat and commands */
        if (i + 1 < n) {
            ask_in(1, "'rematch'", room);
        }
    }
}

/* Replays all games of the file; returns how many are damaged. */
static int count_damaged(const char *path, int *n) {
    char fault[FAULT_BYTES] = "";
    struct store_config config = {.path = path, .read_only = true};
    struct store *store = store_open(&config, fault);
    assert_string_equal(fault, "");
    int damaged = 0;
    *n = 0;
    for (int64_t game = 0; (game = store_next_game(store, game, false)) > 0; ++*n) {
        struct stored_game row;
        struct room *room = history_room(store, game, 0, NULL, NULL, fault);
        bool is_listed = store_list_game(store, game, &row);
        damaged += room == NULL || (room->result.over && !is_listed);
        room_destroy(room);
    }
    store_close(store);
    return damaged;
}

/* How often these bytes occur in the closed file, outside the unused parts of its
 * pages. */
static int count_bytes(const char *path, const char *text) {
    static char bytes[1 << 22];
    fault_vfs_register();
    run_sql(path, "VACUUM");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t n = fread(bytes, 1, sizeof bytes, file), len = strlen(text);
    fclose(file);
    int found = 0;
    for (const char *at = bytes, *end = bytes + n;
         (at = memchr(at, text[0], (size_t)(end - at))) != NULL; at++) {
        found += (size_t)(end - at) >= len && memcmp(at, text, len) == 0;
    }
    return found;
}

/* Nor is she found under another spelling of her name, and that which replaces it is
 * nobody's. */
TEST(test_forgotten_everywhere) {
    open_filed_fixture("");
    char room[8], other[8];
    struct ticket own;
    int n;
    play_games(3, room);
    /* She sat in a room where others play now. */
    enter(3, "Cid", &own);
    create_room(3, ROYAL_UR, other);
    ask_in(1, "'join'", other);
    ask_in(1, "'say','text':'back to Ulm'", other);
    ask_in(1, "'leave'", other);
    ask_in(2, "'join'", other);
    ask_in(2, "'ready'", other);
    ask_in(3, "'ready'", other);
    assert_has(ask(2, "{'cmd':'gag','name':'ANNELIE'}"), "'gags':[{");
    assert_has(ask(1, FORGET), "{'reply':'forget-me'}");
    assert_string_equal(hear(2), "");
    assert_has(ask(1, NAME("annelie")), "name_registered");
    assert_has(ask(1, "{'cmd':'login','name':'annelie','password':'12345678'}"),
               "not_registered");
    pass(2000);
    assert_has(ask(1, "{'cmd':'hello'}"), "'you':null,");
    assert_has(ask(2, "{'cmd':'gag'}"), "'gags':[]");
    const char *list = ask(2, "{'cmd':'games'}");
    assert_int_equal(count(list, "gone-1"), 3);
    assert_int_equal(count(list, "Annelie"), 0);
    assert_has(ask_about(2, "record", room), "'name':'gone-1'");
    assert_has(ask(2, TO("games", "ännelie")), "'games':[]");
    assert_has(ask(2, TO("whois", "annelie")), "unknown_player");
    assert_has(ask(1, NAME("Góne-1")), "'error':'bad_name'");
    kill_fixture();
    assert_int_equal(count_damaged(fixture->config.db, &n), 0);
    assert_int_equal(n, 4);
    assert_int_equal(count_bytes(fixture->config.db, "Annelie"), 0);
    assert_int_equal(count_bytes(fixture->config.db, "annelie"), 0);
    assert_int_equal(count_bytes(fixture->config.db, "Ulm"), 0);
    assert_true(count_bytes(fixture->config.db, "from Bonn") >= 3);
    start_fixture(); /* the others play on */
    assert_has(come_back(5, &own, -1), "'stage':'playing'");
    assert_has(ask_anew(6, NAME("annelie")), "'reply'");
}

/* What she said as a watcher, and the players get when their game is over, they do not.
 */
TEST(test_what_waits_for_the_players) {
    open_filed_fixture("");
    char room[8];
    play_games(1, room);
    enter(3, "Cid", NULL);
    ask_in(1, "'leave'", room);
    ask_in(3, "'join'", room);
    ask_in(2, "'ready'", room);
    ask_in(3, "'ready'", room);
    ask_in(1, "'watch'", room);
    ask_in(1, "'say','text':'I still am from Ulm'", room);
    assert_has(ask(1, FORGET), "{'reply':'forget-me'}");
    pass(2000);
    hear(2);
    say(3, "{'cmd':'resign'}");
    const char *told = hear(2);
    assert_has(told, "'stage':'over'");
    assert_null(strstr(told, "Ulm"));
}

TEST(test_not_in_a_game) {
    open_fixture("");
    fixture->tls = true;
    begin(ROYAL_UR);
    assert_has(ask(1, FORGET), "not_registered");
    ask(1, "{'cmd':'register','password':'12345678'}");
    assert_has(ask(1, FORGET), "'error':'in_game'");
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(1, "{'cmd':'forget-me','password':'87654321'}"), "wrong_password");
    assert_has(ask(1, FORGET), "{'reply':'forget-me'}");
    assert_has(ask(2, "{'cmd':'board'}"), "'white':null");
}

/* The server is killed after each of its iterations. */
TEST(test_killed_in_the_midst) {
    open_filed_fixture("--limit commands_burst=1000000");
    char room[8];
    int n, turns = 0;
    play_games(250, room);
    assert_has(ask(1, FORGET), "{'reply':'forget-me'}");
    kill_fixture();
    for (; count_bytes(fixture->config.db, "Annelie") > 0; turns++) {
        assert_int_equal(count_damaged(fixture->config.db, &n), 0);
        assert_int_equal(n, 250);
        assert_true(turns < 40);
        start_fixture();
        pass(60); /* one batch */
        kill_fixture();
    }
    assert_true(turns > 2);
    assert_int_equal(count_damaged(fixture->config.db, &n), 0);
    start_fixture();
}

/* Deletion does not make a damaged game look right. */
TEST(test_damage_stays) {
    static const char *const damages[] = {
        "UPDATE events SET at_s = at_s + 1 WHERE game = 2 AND kind = 'ready'",
        "UPDATE events SET text = 'Essen' WHERE game = 2 AND kind = 'say'",
        "UPDATE games SET started_s = started_s + 1 WHERE n = 2",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        open_filed_fixture("");
        char room[8];
        int n;
        play_games(3, room);
        kill_fixture();
        run_sql(fixture->config.db, damages[i]);
        assert_int_equal(count_damaged(fixture->config.db, &n), 1);
        start_fixture();
        assert_true(come(3));
        ask(3, "{'cmd':'login','name':'annelie','password':'12345678'}");
        assert_has(ask(3, FORGET), "{'reply':'forget-me'}");
        pass(1000);
        kill_fixture();
        assert_int_equal(count_damaged(fixture->config.db, &n), 1);
        assert_int_equal(count_bytes(fixture->config.db, "Annelie"), 0);
        start_fixture();
        close_filed_fixture();
    }
}

/* Deletes the account while the disk fails at one of its writes or reads.  False: there
 * were fewer. */
static bool forget_on_a_bad_disk(int write_at, int read_at) {
    kill_fixture(); /* so that something must be read */
    start_fixture();
    fault_vfs_set(write_at, 0, SQLITE_FULL, true);
    fault_vfs.read_from = read_at;
    pass(200);
    bool has_failed = write_at > 0 ? fault_vfs.has_failed : fault_vfs.reads >= read_at;
    fault_vfs.read_from = 0;
    repair_disk();
    return has_failed;
}

/* With a failure at each of them in turn: no game is half changed, and in the end all
 * are. */
TEST(test_a_disk_that_fails) {
    bool has_failed[2] = {true, true};
    for (int at = 1; has_failed[0] || has_failed[1]; at++) {
        for (int reads = 0; reads < 2; reads++) {
            open_filed_fixture("");
            char room[8];
            int n;
            play_games(3, room);
            assert_has(ask(1, FORGET), "{'reply':'forget-me'}");
            has_failed[reads] = forget_on_a_bad_disk(reads ? 0 : at, reads ? at : 0);
            kill_fixture();
            assert_int_equal(count_damaged(fixture->config.db, &n), 0);
            assert_int_equal(n, 3);
            start_fixture();
            pass(20000);
            kill_fixture();
            assert_int_equal(count_damaged(fixture->config.db, &n), 0);
            assert_int_equal(count_bytes(fixture->config.db, "Annelie"), 0);
            assert_int_equal(count_bytes(fixture->config.db, "Ulm"), 0);
            start_fixture();
            close_filed_fixture();
        }
        assert_true(at < 100);
    }
}

/* If the disk fails in the search for the player's games, it is retried from time to
 * time, not all the time. */
TEST(test_games_that_cannot_be_found) {
    open_filed_fixture("");
    char room[8];
    play_games(1, room);
    fault_vfs_register();
    assert_has(ask(1, FORGET), "{'reply':'forget-me'");
    end_turn(); /* now the session is gone */
    run_sql(fixture->config.db, "ALTER TABLE seats RENAME TO lost");
    int64_t commits = turn_metrics(hub_turns(fixture->hub))->commits;
    pass(5000);
    assert_in_range(turn_metrics(hub_turns(fixture->hub))->commits - commits, 0, 3);
    run_sql(fixture->config.db, "ALTER TABLE lost RENAME TO seats");
    pass(20000);
    assert_has(ask_anew(3, NAME("Annelie")), "'reply'");
}

/* A damaged row of another account is skipped. */
TEST(test_the_row_before_is_damaged) {
    open_filed_fixture("");
    char room[8];
    play_games(1, room);
    enter(3, "Dora", NULL);
    ask(3, "{'cmd':'register','password':'12345678'}");
    kill_fixture();
    run_sql(fixture->config.db,
            "UPDATE accounts SET forgotten = 1, name = '?' WHERE id = 1");
    start_fixture();
    assert_true(come(3));
    ask(3, "{'cmd':'login','name':'dora','password':'12345678'}");
    assert_has(ask(3, FORGET), "{'reply':'forget-me'}");
    pass(30000);
    assert_has(ask_anew(4, NAME("Dora")), "'reply'");
}

BEFORE_TESTS {
    use_bad_disk();
}
