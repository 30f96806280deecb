/* alea check-db with the file of a real server: good, in use, damaged, and not a
 * store. */
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store/history/history.h"
#include "tests/support/scene.h"

#define LIMIT_S 60

/* Runs alea check-db.  Returns whether it ended with this code and printed this; is_sure:
 * otherwise fails and shows the output. */
static bool says(const char *path, int code, const char *said, bool is_sure) {
    char alea[SERVER_PATH_BYTES];
    const char *output;
    server_program(alea, "alea");
    const char *argv[] = {alea, "check-db", path, NULL};
    struct process process;
    process_start(&process, PROCESS_SOCKET, argv);
    int ended_with = process_finish(&process, LIMIT_S, &output);
    bool as_expected = ended_with == code && strstr(output, said) != NULL;
    if (!as_expected && is_sure) {
        print_error("check-db %s: %d, %s\n", path, ended_with, output);
    }
    process_fini(&process);
    return as_expected;
}

static void check(const char *path, int code, const char *said) {
    assert_true(says(path, code, said, true));
}

/* Makes a store with a finished game and a running one; the server is stopped. */
static const char *make_store(struct scene *scene, char path[static SERVER_PATH_BYTES]) {
    struct pair pair = pair_begin(scene);
    pair_move(&pair);
    peer_ask(pair.ann, "{'cmd':'resign'}");
    peer_reply_to(pair.ann, "resign");
    peer_ask(pair.ann, "{'cmd':'rematch'}");
    peer_reply_to(pair.ann, "rematch");
    snprintf(path, SERVER_PATH_BYTES, "%.200s/alea.db", scene->server.dir);
    check(path, 0, "2 games, 1 of them not over; 0 damaged");
    server_stop(&scene->server, SIGTERM);
    return path;
}

static void change(const char *path, const char *sql) {
    sqlite3 *db;
    char *fault = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_exec(db, sql, NULL, NULL, &fault);
    assert_null(fault);
    sqlite3_close(db);
}

SCENE_WITH(good, .args = "--db DIR/alea.db") {
    char path[SERVER_PATH_BYTES];
    make_store(scene, path);
    check(path, 0, "2 games, 1 of them not over; 0 damaged");
}

/* With --list, a line for each game. */
SCENE_WITH(listed, .args = "--db DIR/alea.db") {
    char path[SERVER_PATH_BYTES], alea[SERVER_PATH_BYTES];
    const char *output;
    make_store(scene, path);
    server_program(alea, "alea");
    const char *argv[] = {alea, "check-db", "--list", path, NULL};
    struct process *process = scene_run(scene, PROCESS_SOCKET, argv);
    assert_int_equal(process_finish(process, LIMIT_S, &output), 0);
    const char *first = strstr(output, "game 1, id "),
               *second = strstr(output, "game 2, id ");
    assert_non_null(first);
    assert_non_null(second);
    assert_non_null(strstr(first, ": over, good\ngame 2"));
    assert_non_null(strstr(second, ": not over, good\n"));
}

/* The checksum is right, but the list has another result. */
SCENE_WITH(listed_otherwise, .args = "--db DIR/alea.db") {
    char path[SERVER_PATH_BYTES], fault[FAULT_BYTES];
    struct store_config config = {.path = path};
    make_store(scene, path);
    struct store *store = store_open(&config, fault);
    assert_non_null(store);
    struct room *room = history_game(store, 1, fault);
    assert_non_null(room);
    room->record->ended_s++;
    store_end_game(store, 1, room->record, CLASS_GUESTS);
    assert_true(store_commit(store));
    room_destroy(room);
    store_close(store);
    check(path, 3, ": the list of games tells it otherwise\n");
}

static const struct damage {
    const char *sql, *said;
} other_word = {"UPDATE events SET text = 'x' WHERE kind = 'ready' AND seq = 3",
                "damaged, or one before it is missing"},
  row_gone = {"DELETE FROM events WHERE kind = 'resign'", "missing"},
  other_winner = {"UPDATE games SET outcome = 'draw' WHERE ended_s IS NOT NULL",
                  "damaged"},
  other_rating = {"INSERT INTO ratings VALUES(1, 'ur', 20000, 1600, 50, 0.06, 0, 0, 0, "
                  "0, 1600, 20000, 0)",
                  "rating of account 1 in ur: it is not what its games make of it"};

SCENE_WITH(damaged, .args = "--db DIR/alea.db", .param = &other_word) {
    const struct damage *damage = scene->test->param;
    char path[SERVER_PATH_BYTES];
    change(make_store(scene, path), damage->sql);
    check(path, 3, damage->said);
    check(path, 3, "2 games");
}
SCENE_ALSO(damaged_row_gone, damaged, .args = "--db DIR/alea.db", .param = &row_gone);
SCENE_ALSO(damaged_other_winner, damaged, .args = "--db DIR/alea.db",
           .param = &other_winner);
SCENE_ALSO(damaged_other_rating, damaged, .args = "--db DIR/alea.db",
           .param = &other_rating);

static int64_t ask(const char *path, const char *sql) {
    sqlite3 *db;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    return number;
}

/* Damages each page of the file in turn: the damage is always reported.  If it is a page
 * of the list of tables, the file may not be recognized as a store. */
SCENE_WITH(pages, .args = "--db DIR/alea.db") {
    char path[SERVER_PATH_BYTES], page[65536], noise[65536];
    change(make_store(scene, path), "");
    size_t page_bytes = (size_t)ask(path, "PRAGMA page_size");
    off_t n_pages = (off_t)ask(path, "PRAGMA page_count");
    assert_true(n_pages > 5);
    int64_t schema_pages =
        ask(path, "SELECT count(*) FROM dbstat WHERE name = 'sqlite_schema'");
    memset(noise, 0xa5, sizeof noise);
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    int n_schema = 0;
    for (off_t i = 1; i < n_pages; i++) {
        off_t at = i * (off_t)page_bytes;
        assert_int_equal(pread(fd, page, page_bytes, at), page_bytes);
        assert_int_equal(pwrite(fd, noise, page_bytes, at), page_bytes);
        if (says(path, 1, "malformed", false)) {
            n_schema++;
        } else {
            check(path, 3, "damaged");
        }
        assert_int_equal(pwrite(fd, page, page_bytes, at), page_bytes);
    }
    close(fd);
    assert_in_range(n_schema, 0, schema_pages);
    check(path, 0, "0 damaged");
}

/* The last page of the latest events is damaged while the server is down.  It starts,
 * sets the game aside, and others can play; check-db tells it before and afterwards. */
SCENE_WITH(latest_events, .args = "--db DIR/alea.db") {
    char path[SERVER_PATH_BYTES], noise[65536];
    change(make_store(scene, path),
           "INSERT INTO recent SELECT row_number() OVER (ORDER BY game, seq), * FROM "
           "events; DELETE FROM events");
    memset(noise, 0xa5, sizeof noise);
    size_t page_bytes = (size_t)ask(path, "PRAGMA page_size");
    int64_t page = ask(path, "SELECT pageno FROM dbstat WHERE name = 'recent' "
                             "ORDER BY path DESC LIMIT 1");
    int fd = open(path, O_RDWR);
    assert_int_equal(pwrite(fd, noise, page_bytes, (page - 1) * (off_t)page_bytes),
                     page_bytes);
    close(fd);
    check(path, 3, "its last events may be lost");
    struct server old = scene->server;
    char args[SERVER_PATH_BYTES + 8];
    snprintf(args, sizeof args, "--db %s", path);
    for (int i = 0; i < 2; i++) {
        scene->server = (struct server){.pid = 0};
        server_start(&scene->server, args);
        if (i == 0) {
            struct pair pair = pair_begin(scene);
            pair_move(&pair);
        }
        server_stop(&scene->server, SIGTERM);
        char *log = server_read_log(&scene->server);
        bool is_told = strstr(log, "error events_damaged games=1\n") != NULL &&
                       strstr(log, "error game_set_aside number=2 ") != NULL;
        assert_int_equal(is_told, i == 0);
        free(log);
        check(path, 3, "1 damaged table of events is set aside");
        check(path, 3, " damaged, and the file itself");
        if (i == 0) {
            server_fini(&scene->server, false);
        }
    }
    server_fini(&old, false);
}

SCENE(no_store) {
    check("/dev/null", 1, "/dev/null");
    check("tests/run", 1, "tests/run");
    check("/nowhere/alea.db", 1, "/nowhere/alea.db");
    check("--what", 2, "--help");
}
