/* A damaged table of recent events: it is set aside, and games go on. */
#include "server/store/db.h"

#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

/* Moves all events back to `recent`, as if the server had been killed: those of games 1
 * and 4 come first, then those of the long game 2, then that of game 3. */
#define UNFILE                                                                           \
    "INSERT INTO recent SELECT row_number() OVER "                                       \
    "(ORDER BY game = 3, game = 2, game, seq), * FROM events; DELETE FROM events"

#define TALK 60 /* lines of game 2 */

/* Game 1 has event 1, and a player's name; 2 has a long talk; 3 has event 1; 4 is over.
 * The store is closed, and nothing is filed. */
static struct shelf *fill(void) {
    static const char *const codes[] = {"A", "B", "C", "D"}, *const ids[] = {"ga", "gb",
                                                                             "gc", "gd"};
    struct shelf *shelf = open_shelf();
    for (int i = 0; i < 4; i++) {
        assert_int_equal(add_game(shelf, codes[i], ids[i]), i + 1);
    }
    add_say(shelf, 1, 1, "one");
    for (uint64_t seq = 1; seq <= TALK; seq++) {
        char text[OP_TEXT_BYTES];
        snprintf(text, sizeof text, "line %llu of a long talk", (unsigned long long)seq);
        add_say(shelf, 2, seq, text);
    }
    add_say(shelf, 3, 1, "three");
    add_say(shelf, 4, 1, "four");
    end_game(shelf, 4, "ann", "bob", 1700000001);
    commit(shelf);
    close_store(shelf);
    run_sql(shelf->path, UNFILE);
    return shelf;
}

/* Games go on, new ones begin, and it stays so after a restart. */
static void check_works(struct shelf *shelf) {
    for (int i = 0; i < 2; i++) {
        char code[2] = {(char)('P' + i), '\0'}, id[3] = {'g', (char)('p' + i), '\0'};
        struct op sit = {.kind = OP_SIT, .session = 7, .name = "zoe", .at_s = 1};
        int64_t game = add_game(shelf, code, id);
        add_say(shelf, game, 1, "well");
        store_add_op(shelf->store, game, 2, &sit, "");
        commit(shelf);
        assert_string_equal(read_log(shelf, game, 0), "well  .");
        assert_string_equal(read_log(shelf, 4, 0), "four .");
        reopen(shelf);
        assert_string_equal(read_log(shelf, game, 0), "well  .");
    }
}

static bool was_renewed(struct shelf *shelf, int n_lost) {
    int n = -1;
    bool was = store_was_renewed(shelf->store, &n);
    if (was) {
        assert_int_equal(n, n_lost);
        assert_false(store_was_renewed(shelf->store, &n)); /* told once */
    }
    return was;
}

static const char lost[] = "! " EVENTS_LOST;

TEST(test_the_last_page) {
    struct shelf *shelf = fill();
    damage_page_of(shelf->path, "three");
    open_store(shelf);
    assert_true(was_renewed(shelf, 3)); /* games 1, 2 and 3 */
    assert_int_equal(store_n_damaged_tables(shelf->store), 1);
    add_say(shelf, 1, 2, "two"); /* as if nothing were lost: it stays marked */
    commit(shelf);
    assert_non_null(strstr(read_log(shelf, 1, 0), "one two ! its last events"));
    assert_non_null(strstr(read_log(shelf, 2, 0), "line 50 of a long talk"));
    assert_non_null(strstr(read_log(shelf, 2, 0), lost));
    assert_string_equal(read_log(shelf, 3, 0), lost);
    check_works(shelf);
    assert_false(was_renewed(shelf, 0));
    assert_int_equal(store_n_damaged_tables(shelf->store), 1);
    assert_string_equal(read_log(shelf, 3, 0), lost);
    assert_int_equal(n_rows(shelf, "log WHERE game > 4"), 4);
}

/* A reader changes nothing and finds the same. */
TEST(test_a_reader) {
    struct shelf *shelf = fill();
    damage_page_of(shelf->path, "three");
    shelf->config.read_only = true;
    open_store(shelf);
    assert_false(was_renewed(shelf, 0));
    assert_string_equal(read_log(shelf, 3, 0), lost);
    assert_string_equal(read_log(shelf, 4, 0), "four .");
    assert_int_equal(n_rows(shelf, "events"), 0);
}

/* Whichever page of the table or of its index is damaged: the server can store moves, and
 * a game that lost events says so. */
TEST(test_every_page) {
    struct shelf *shelf = fill();
    int64_t n = ask_sql(shelf->path, "SELECT count(*) FROM dbstat WHERE name = 'recent'");
    int64_t page_bytes = ask_sql(shelf->path, "PRAGMA page_size");
    assert_in_range(n, 8, 200);
    for (int64_t i = 0; i < n; i++) {
        char sql[128];
        snprintf(sql, sizeof sql,
                 "SELECT pageno FROM dbstat WHERE name = 'recent' LIMIT 1 OFFSET %d",
                 (int)i);
        long page = (long)ask_sql(shelf->path, sql);
        struct shelf *again = make_shelf();
        copy_file(shelf->path, again->path);
        damage_page_at(again->path, (page - 1) * (long)page_bytes);
        open_store(again);
        int n_lost;
        assert_true(store_was_renewed(again->store, &n_lost));
        for (int64_t game = 1; game <= 3; game++) {
            const char *log = read_log(again, game, 0);
            bool is_whole = strcmp(log, game == 1 ? "one ." : "three .") == 0 ||
                            strstr(log, "line 60 of a long talk .") != NULL;
            assert_true(is_whole || strchr(log, '!') != NULL);
        }
        struct op sit = {.kind = OP_SIT, .session = 7, .name = "zoe", .at_s = 1};
        int64_t game = add_game(again, "X", "gx");
        store_add_op(again->store, game, 1, &sit, "");
        commit(again);
        assert_string_equal(read_log(again, game, 0), " .");
        close_shelf(again);
    }
}

/* Writes the log into the file, damages a page, and forgets what is in memory. */
static void damage_behind(struct shelf *shelf, const char *sql) {
    const struct db *store = shelf->store->db;
    sqlite3 *db = sqlite3_db_handle(store->stmt[0].own);
    assert_int_equal(
        sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL),
        SQLITE_OK);
    int64_t page_bytes = ask_sql(shelf->path, "PRAGMA page_size");
    damage_page_at(shelf->path, (long)((ask_sql(shelf->path, sql) - 1) * page_bytes));
    sqlite3_db_release_memory(db);
    sqlite3_db_release_memory(sqlite3_db_handle(store->second[0].own));
}

/* A page goes bad while the server runs.  The commit that meets it fails, the next one
 * works. */
static const struct running_row {
    const char *name, *page;
    int n_lost;
} running_rows[] = {
    {"the last page",
     "SELECT pageno FROM dbstat WHERE name = 'recent' ORDER BY path DESC LIMIT 1", 4},
    {"the index of names", "SELECT pageno FROM dbstat WHERE name = 'recent_key'", 0},
};

TEST_ROWS(running_rows) {
    const struct running_row *row = table_row(state);
    struct op sit = {.kind = OP_SIT, .session = 7, .name = "zoe", .at_s = 1};
    struct shelf *shelf = fill();
    open_store(shelf);
    int64_t game = add_game(shelf, "X", "gx");
    store_add_op(shelf->store, game, 1, &sit, "");
    commit(shelf);
    damage_behind(shelf, row->page);
    store_add_op(shelf->store, game, 2, &sit, "");
    assert_false(store_commit(shelf->store));
    assert_false(was_renewed(shelf, 0));
    int64_t next = add_game(shelf, "Y", "gy");
    store_add_op(shelf->store, next, 1, &sit, "");
    commit(shelf);
    assert_true(was_renewed(shelf, row->n_lost));
    assert_string_equal(read_log(shelf, next, 0), " .");
    if (row->n_lost == 0) {
        assert_string_equal(read_log(shelf, game, 0), " .");
    } else {
        assert_string_equal(read_log(shelf, game, 0), lost);
    }
    check_works(shelf);
}

/* A quiet server: a transaction that failed has made the index of recent events unknown,
 * and the next ones only write the time. */
TEST(test_without_events) {
    struct shelf *shelf = fill();
    open_store(shelf);
    int64_t game = add_game(shelf, "X", "gx");
    add_say(shelf, game, 1, "well");
    commit(shelf);
    damage_behind(shelf,
                  "SELECT pageno FROM dbstat WHERE name = 'recent' ORDER BY path DESC "
                  "LIMIT 1");
    store_put_time(shelf->store, 5000000);
    store_fail(shelf->store, "of something else");
    assert_false(store_commit(shelf->store));
    store_put_time(shelf->store, 5000001);
    commit(shelf);
    assert_true(was_renewed(shelf, 4));
    assert_string_equal(read_log(shelf, game, 0), lost);
    check_works(shelf);
}

/* A room whose last events may be lost goes on with a log that begins anew, under the
 * same id: all is there again, and the old log can be deleted. */
TEST(test_a_log_begun_anew) {
    struct shelf *shelf = fill();
    damage_page_of(shelf->path, "three");
    open_store(shelf);
    assert_true(was_renewed(shelf, 3));
    assert_string_equal(read_log(shelf, 3, 0), lost);
    int64_t game = add_game(shelf, "C", "gc");
    add_say(shelf, game, 1, "anew");
    commit(shelf);
    assert_string_equal(read_log(shelf, game, 0), "anew .");
    prune(shelf);
    assert_true(store_next_game(shelf->store, 2, false) == 4);
    assert_int_equal(n_rows(shelf, "games WHERE n = 3"), 0);
}
