/* Deleting an account removes the player's name everywhere, and the games stay
 * complete. */
#include "server/hub/hub.h"
#include "server/store/history/history.h"
#include "server/turn/clock.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define FORGET "{'cmd':'forget-me','password':'12345678'}"

/* Sends this about a room, with ' instead of "; it must succeed. */
static void ask_in(struct fixture *fixture, size_t conn, const char *what,
                   const char *room) {
    char line[256];
    snprintf(line, sizeof line, "{'cmd':%s,'room':'%s'}", what, room);
    assert_has(ask(fixture, conn, line), "{'reply':");
}

/* Annelie (1) and Bob (2) play n games; both have chatted. */
static void play_games(struct fixture *fixture, int n, char room[static 8]) {
    struct ticket ticket[2];
    fixture->tls = true;
    enter(fixture, 1, "Annelie", &ticket[0]);
    enter(fixture, 2, "Bob", &ticket[1]);
    assert_has(ask(fixture, 1, "{'cmd':'register','password':'12345678'}"), "reply");
    create_room(fixture, 1, ROYAL_UR, room);
    ask_in(fixture, 2, "'join'", room);
    for (int i = 0; i < n; i++) {
        ask_in(fixture, 1, "'say','text':'I am from Ulm'", room);
        ask_in(fixture, 2, "'say','text':'and I from Bonn'", room);
        ask_in(fixture, 1, "'ready','nonce':'apple'", room);
        ask_in(fixture, 2, "'ready','nonce':'pear'", room);
        one_moves(fixture);
        ask_in(fixture, 2, "'resign'", room);
        pass(fixture, 10000); /* for the rate limits of chat and commands */
        if (i + 1 < n) {
            ask_in(fixture, 1, "'rematch'", room);
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

static void path_of(const struct fixture *fixture, char path[static 64]) {
    snprintf(path, 64, "%s/alea.db", fixture->dir);
}

TEST(test_forgotten_everywhere) {
    struct fixture *fixture = open_filed_fixture("");
    char room[8], other[8], path[64];
    struct ticket ticket;
    int n;
    path_of(fixture, path);
    play_games(fixture, 3, room);
    /* She sat in a room where others play now. */
    enter(fixture, 3, "Cid", &ticket);
    create_room(fixture, 3, ROYAL_UR, other);
    ask_in(fixture, 1, "'join'", other);
    ask_in(fixture, 1, "'say','text':'back to Ulm'", other);
    ask_in(fixture, 1, "'leave'", other);
    ask_in(fixture, 2, "'join'", other);
    ask_in(fixture, 2, "'ready'", other);
    ask_in(fixture, 3, "'ready'", other);
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    assert_string_equal(hear(fixture, 2), "");
    pass(fixture, 2000);
    assert_has(ask(fixture, 1, "{'cmd':'hello'}"), "'you':null,");
    const char *list = ask(fixture, 2, "{'cmd':'games'}");
    assert_int_equal(count(list, "gone-1"), 3);
    assert_int_equal(count(list, "Annelie"), 0);
    assert_has(ask_about(fixture, 2, "record", room), "'name':'gone-1'");
    assert_has(ask(fixture, 2, "{'cmd':'games','name':'annelie'}"), "'games':[]");
    assert_has(ask(fixture, 2, "{'cmd':'whois','name':'annelie'}"), "unknown_player");
    kill_fixture(fixture);
    assert_int_equal(count_damaged(path, &n), 0);
    assert_int_equal(n, 4);
    assert_int_equal(count_bytes(path, "Annelie"), 0);
    assert_int_equal(count_bytes(path, "Ulm"), 0);
    assert_true(count_bytes(path, "from Bonn") >= 3);
    start_fixture(fixture); /* the others play on */
    assert_has(come_back(fixture, 5, &ticket, -1), "'stage':'playing'");
}

/* The name is free again, nobody gags it, and nobody can take the one that replaces it.
 */
TEST(test_names) {
    struct fixture *fixture = open_filed_fixture("");
    char room[8];
    play_games(fixture, 1, room);
    assert_has(ask(fixture, 2, "{'cmd':'gag','name':'ANNELIE'}"), "'gags':[{");
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    assert_has(ask(fixture, 1, "{'cmd':'name','name':'annelie'}"), "name_registered");
    assert_has(ask(fixture, 1, "{'cmd':'login','name':'annelie','password':'12345678'}"),
               "not_registered");
    pass(fixture, 1000);
    assert_has(ask(fixture, 1, "{'cmd':'name','name':'GONE-1'}"), "bad_name");
    assert_has(ask(fixture, 2, "{'cmd':'gag'}"), "'gags':[]");
    assert_has(ask(fixture, 1, "{'cmd':'name','name':'annelie'}"), "'reply'");
    assert_has(ask(fixture, 1, "{'cmd':'games','name':'annelie'}"), "'games':[]");
}

/* What she said as a watcher, and the players get when their game is over, they do not.
 */
TEST(test_what_waits_for_the_players) {
    struct fixture *fixture = open_filed_fixture("");
    char room[8];
    struct ticket ticket;
    play_games(fixture, 1, room);
    enter(fixture, 3, "Cid", &ticket);
    ask_in(fixture, 1, "'leave'", room);
    ask_in(fixture, 3, "'join'", room);
    ask_in(fixture, 2, "'ready'", room);
    ask_in(fixture, 3, "'ready'", room);
    ask_in(fixture, 1, "'watch'", room);
    ask_in(fixture, 1, "'say','text':'I still am from Ulm'", room);
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    pass(fixture, 2000);
    hear(fixture, 2);
    say(fixture, 3, "{'cmd':'resign'}");
    const char *told = hear(fixture, 2);
    assert_has(told, "'stage':'over'");
    assert_null(strstr(told, "Ulm"));
}

TEST(test_not_in_a_game) {
    struct fixture *fixture = open_fixture("");
    struct ticket ticket[2];
    fixture->tls = true;
    begin(fixture, ROYAL_UR, ticket);
    assert_has(ask(fixture, 1, FORGET), "not_registered");
    ask(fixture, 1, "{'cmd':'register','password':'12345678'}");
    assert_has(ask(fixture, 1, FORGET), "'error':'in_game'");
    ask(fixture, 1, "{'cmd':'resign'}");
    assert_has(ask(fixture, 1, "{'cmd':'forget-me','password':'87654321'}"),
               "wrong_password");
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    assert_has(ask(fixture, 2, "{'cmd':'board'}"), "'white':null");
}

/* The server is killed after each of its iterations. */
TEST(test_killed_in_the_midst) {
    struct fixture *fixture = open_filed_fixture("--limit commands_burst=1000000");
    char room[8], path[64];
    int n, turns = 0;
    path_of(fixture, path);
    play_games(fixture, 250, room);
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    kill_fixture(fixture);
    for (; count_bytes(path, "Annelie") > 0; turns++) {
        assert_int_equal(count_damaged(path, &n), 0);
        assert_int_equal(n, 250);
        assert_true(turns < 40);
        start_fixture(fixture);
        pass(fixture, 60); /* one batch */
        kill_fixture(fixture);
    }
    assert_true(turns > 2);
    assert_int_equal(count_damaged(path, &n), 0);
    start_fixture(fixture);
}

/* Deletion does not make a damaged game look right. */
TEST(test_damage_stays) {
    static const char *const damages[] = {
        "UPDATE events SET at_s = at_s + 1 WHERE game = 2 AND kind = 'ready'",
        "UPDATE events SET text = 'Essen' WHERE game = 2 AND kind = 'say'",
        "UPDATE games SET created_s = created_s + 1 WHERE n = 2",
        "UPDATE games SET started_s = started_s + 1 WHERE n = 2",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct fixture *fixture = open_filed_fixture("");
        char room[8], path[64];
        int n;
        path_of(fixture, path);
        play_games(fixture, 3, room);
        kill_fixture(fixture);
        run_sql(path, damages[i]);
        assert_int_equal(count_damaged(path, &n), 1);
        start_fixture(fixture);
        assert_true(come(fixture, 3));
        ask(fixture, 3, "{'cmd':'login','name':'annelie','password':'12345678'}");
        assert_has(ask(fixture, 3, FORGET), "{'reply':'forget-me'}");
        pass(fixture, 1000);
        kill_fixture(fixture);
        assert_int_equal(count_damaged(path, &n), 1);
        assert_int_equal(count_bytes(path, "Annelie"), 0);
        start_fixture(fixture);
        close_filed_fixture(fixture);
    }
}

/* Deletes the account while the disk fails at one of its writes or reads.  False: there
 * were fewer. */
static bool forget_on_a_bad_disk(struct fixture *fixture, int write_at, int read_at) {
    kill_fixture(fixture); /* so that something must be read */
    start_fixture(fixture);
    fault_vfs_set(write_at, 0, SQLITE_FULL, true);
    fault_vfs.read_from = read_at;
    pass(fixture, 200);
    bool has_failed = write_at > 0 ? fault_vfs.has_failed : fault_vfs.reads >= read_at;
    fault_vfs.read_from = 0;
    repair_disk();
    return has_failed;
}

/* With a failure at each of them in turn: no game is half changed, and in the end all
 * are. */
TEST(test_a_disk_that_fails) {
    use_bad_disk();
    bool has_failed[2] = {true, true};
    for (int at = 1; has_failed[0] || has_failed[1]; at++) {
        for (int reads = 0; reads < 2; reads++) {
            struct fixture *fixture = open_filed_fixture("");
            char room[8], path[64];
            int n;
            path_of(fixture, path);
            play_games(fixture, 3, room);
            assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
            has_failed[reads] =
                forget_on_a_bad_disk(fixture, reads ? 0 : at, reads ? at : 0);
            kill_fixture(fixture);
            assert_int_equal(count_damaged(path, &n), 0);
            assert_int_equal(n, 3);
            start_fixture(fixture);
            pass(fixture, 20000);
            kill_fixture(fixture);
            assert_int_equal(count_damaged(path, &n), 0);
            assert_int_equal(count_bytes(path, "Annelie"), 0);
            assert_int_equal(count_bytes(path, "Ulm"), 0);
            start_fixture(fixture);
            close_filed_fixture(fixture);
        }
        assert_true(at < 100);
    }
    fixture_vfs = NULL;
}

/* While the disk fails, a record shows the name, as it would after a restart. */
TEST(test_record_is_as_stored) {
    use_bad_disk();
    struct fixture *fixture = open_filed_fixture("");
    char room[8];
    play_games(fixture, 1, room);
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'}");
    break_disk();
    pass(fixture, 200);
    assert_true(fault_vfs.has_failed);
    assert_has(ask_about(fixture, 2, "record", room), "'name':'Annelie'");
    repair_disk();
    pass(fixture, 20000);
    assert_has(ask_about(fixture, 2, "record", room), "'name':'gone-1'");
    close_filed_fixture(fixture);
    fixture_vfs = NULL;
}

/* If the disk fails in the search for the player's games, it is retried from time to
 * time, not all the time. */
TEST(test_games_that_cannot_be_found) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket other;
    char room[8], path[64];
    play_games(fixture, 1, room);
    snprintf(path, sizeof path, "%s/alea.db", fixture->dir);
    fault_vfs_register();
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'");
    end_turn(fixture); /* now the session is gone */
    run_sql(path, "ALTER TABLE seats RENAME TO lost");
    int64_t commits = turn_metrics(hub_turns(fixture->hub))->commits;
    pass(fixture, 5000);
    assert_in_range(turn_metrics(hub_turns(fixture->hub))->commits - commits, 0, 3);
    run_sql(path, "ALTER TABLE lost RENAME TO seats");
    pass(fixture, 20000);
    enter(fixture, 3, "Annelie", &other);
}

/* If the accounts to delete cannot be read, it is retried later. */
TEST(test_accounts_that_cannot_be_read) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket other;
    char room[8], path[64];
    path_of(fixture, path);
    play_games(fixture, 1, room);
    fault_vfs_register();
    assert_has(ask(fixture, 1, FORGET), "{'reply':'forget-me'");
    end_turn(fixture);
    run_sql(path, "ALTER TABLE accounts RENAME TO lost");
    pass(fixture, 5000);
    run_sql(path, "ALTER TABLE lost RENAME TO accounts");
    pass(fixture, 20000);
    enter(fixture, 3, "Annelie", &other);
}

/* A damaged row of another account, or one that fails, is skipped. */
TEST(test_the_row_before_is_damaged) {
    static const char *const damages[] = {
        "UPDATE accounts SET forgotten = 1, name = '?' WHERE id = 1",
        "UPDATE accounts SET forgotten = 1 WHERE id = 1;"
        "CREATE TRIGGER kept BEFORE DELETE ON accounts WHEN old.id = 1 "
        "BEGIN SELECT RAISE(ABORT, 'kept'); END",
    };
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct fixture *fixture = open_filed_fixture("");
        struct ticket bob, other;
        char room[8], path[64];
        path_of(fixture, path);
        play_games(fixture, 1, room);
        enter(fixture, 3, "Dora", &bob);
        ask(fixture, 3, "{'cmd':'register','password':'12345678'}");
        kill_fixture(fixture);
        run_sql(path, damages[i]);
        start_fixture(fixture);
        assert_has(
            (come(fixture, 3),
             ask(fixture, 3, "{'cmd':'login','name':'dora','password':'12345678'}")),
            "'reply':'login'");
        assert_has(ask(fixture, 3, FORGET), "{'reply':'forget-me'}");
        pass(fixture, 30000);
        enter(fixture, 4, "Dora", &other);
        assert_int_equal(ask_sql(path, "SELECT count(*) FROM accounts"), 1);
        kill_fixture(fixture);
        run_sql(path,
                i == 0 ? "UPDATE accounts SET name = 'Annelie'" : "DROP TRIGGER kept");
        start_fixture(fixture);
        pass(fixture, 30000);
        assert_int_equal(ask_sql(path, "SELECT count(*) FROM accounts"), 0);
        close_filed_fixture(fixture);
    }
}
