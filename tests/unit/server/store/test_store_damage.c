/* Changed rows: the damage is found, and affects one game only. */
#include "server/store/sql.h"

#include "tests/unit/server/damage.h"
#include "tests/unit/test.h"

#include "server/store/history/history.h"

/* --- damage that checksums find --- */

#define EVENT "UPDATE events SET "
#define OF_13 " WHERE game = 1 AND seq = 13"
#define GAME  "UPDATE games SET "
#define OF_1  " WHERE n = 1"
#define SEAT  "UPDATE seats SET "
#define WHITE " WHERE game = 1 AND side = 0"
#define BLACK " WHERE game = 1 AND side = 1"
#define AT_13 "log: event 13: "
#define AT_15 "log: its end, event 15: "

static const struct damage_row {
    const char *name;
    const char *sql;
    const char *fault; /* the start of all faults of game 1 */
    bool is_listed;    /* correct as a finished game */
} damage_rows[] = {
    {"nothing", "", "", true},
    /* An event. */
    {"game", EVENT "game = 9" OF_13, "log: event 14: ", true},
    {"seq", EVENT "seq = 17" OF_13, "log: event 14: ", true},
    {"at_ms", EVENT "at_ms = at_ms + 1" OF_13, AT_13, true},
    {"at_s", EVENT "at_s = at_s + 1" OF_13, AT_13, true},
    {"kind", EVENT "kind = 'resign'" OF_13, AT_13, true},
    {"kind, to one that is none", EVENT "kind = 'dance'" OF_13, AT_13, true},
    {"side", EVENT "side = 1" OF_13, AT_13, true},
    {"side, to none", EVENT "side = NULL" OF_13, AT_13, true},
    {"side, to one that is none", EVENT "side = 2" OF_13, AT_13, true},
    {"session", EVENT "session = 5" OF_13, AT_13, true},
    {"session, to 0", EVENT "session = 0" OF_13, AT_13, true},
    {"name", EVENT "name = 'ann'" OF_13, AT_13, true},
    {"text", EVENT "text = 'e5-e7'" OF_13, AT_13, true},
    {"text, a space more", EVENT "text = 'e5-e6 '" OF_13, AT_13, true},
    {"text, to none", EVENT "text = NULL" OF_13, AT_13, true},
    {"answers", EVENT "answers = 11" OF_13, AT_13, true},
    {"answers, to none", EVENT "answers = NULL" OF_13, AT_13, true},
    {"since_ms", EVENT "since_ms = 1" OF_13, AT_13, true},
    {"due_ms", EVENT "due_ms = 1" OF_13, AT_13, true},
    {"from one column to the next", EVENT "since_ms = 14, due_ms = 13" OF_13, AT_13,
     true},
    {"dice", EVENT "dice = '1:1,2,2'" OF_13, AT_13, true},
    {"sum", EVENT "sum = sum + 1" OF_13, AT_13, true},
    /* The log. */
    {"the first event", "DELETE FROM events WHERE game = 1 AND seq = 11",
     "log: event 12: ", true},
    {"one in the middle", "DELETE FROM events WHERE game = 1 AND seq = 13",
     "log: event 14: ", true},
    {"two exchanged",
     EVENT "seq = 99" OF_13 ";" EVENT "seq = 13 WHERE game = 1 AND seq = 12;" EVENT
           "seq = 12 WHERE game = 1 AND seq = 99",
     "log: event 12: ", true},
    {"the last of the game", "DELETE FROM events WHERE game = 1 AND seq = 15",
     "log: event 16: ", false},
    {"the tail", "DELETE FROM events WHERE game = 1 AND seq > 14",
     "log: event 15: missing", false},
    {"the whole log", "DELETE FROM events WHERE game = 1", "log: event 15: missing",
     false},
    {"the first events of another game",
     "DELETE FROM events WHERE game = 1; INSERT INTO events SELECT 1, seq, at_ms, at_s, "
     "kind, side, session, name, text, answers, since_ms, due_ms, dice, sum, key "
     "FROM events WHERE game = 2",
     "log: event 11: ", false},
    {"one put in",
     "INSERT INTO events VALUES(1, 17, 0, 0, 'say', 0, NULL, NULL, 'x', NULL, NULL, "
     "NULL, NULL, 0, NULL)",
     "log: event 17: ", true},
    /* The start. */
    {"rated", GAME "rated = 1" OF_1, "start: ", true},
    {"rated, to what it cannot be", GAME "rated = 2" OF_1, "start: ", true},
    {"private", GAME "word_hash = zeroblob(32)" OF_1, "start: ", true},
    {"half a hash", GAME "word_hash = zeroblob(16)" OF_1, "start: ", true},
    {"id", GAME "id = 'gx'" OF_1, "start: ", true},
    {"room", GAME "room = 'X'" OF_1, "start: ", true},
    {"game of the start", GAME "game = 'tablut:king=unarmed'" OF_1, "start: ", true},
    {"time", GAME "time = '5+11'" OF_1, "start: ", true},
    {"time, to none", GAME "time = NULL" OF_1, "start: ", true},
    {"secret", GAME "secret = zeroblob(32)" OF_1, "start: ", true},
    {"seq of the start", GAME "seq = 9" OF_1, "start: ", true},
    {"last_game_id", GAME "last_game_id = NULL" OF_1, "start: ", true},
    {"legs", GAME "legs = 2" OF_1, "start: ", true},
    {"leg", GAME "legs = 2, leg = 2" OF_1, "start: ", true},
    {"created_s", GAME "created_s = 0" OF_1, "start: ", true},
    {"sum of the start", GAME "sum = 0" OF_1, "start: ", true},
    {"the start", "DELETE FROM games" OF_1, "start: ", false},
    {"seat, session", SEAT "session = 5" WHITE, "start: ", true},
    {"seat, name", SEAT "name = 'anna'" WHITE, "start: ", true},
    {"seat, nobody", SEAT "session = NULL, name = NULL" WHITE, "start: ", true},
    {"seat, away", SEAT "away = 0" BLACK, "start: ", true},
    {"seat, overdue", SEAT "overdue = NULL" BLACK, "start: ", true},
    {"seat, by_server", SEAT "by_server = NULL" BLACK, "start: ", true},
    {"seat, since_ms", SEAT "since_ms = 9" BLACK, "start: ", true},
    {"seat, due_ms", SEAT "due_ms = 9" BLACK, "start: ", true},
    {"seat, held_ms", SEAT "held_ms = 9" BLACK, "start: ", true},
    {"seat, last_from", SEAT "last_from = 4" WHITE, "start: ", true},
    {"seat, last_to", SEAT "last_to = 4" WHITE, "start: ", true},
    {"seat, last_move", SEAT "last_move = 'e5-e7'" WHITE, "start: ", true},
    {"seat, halves", SEAT "halves = 1" WHITE, "start: ", true},
    {"seat, captured", SEAT "captured = 1" WHITE, "start: ", true},
    {"a seat", "DELETE FROM seats" BLACK, "start: ", true},
    {"a third seat",
     "INSERT INTO seats(game, side, away, halves, captured) VALUES(1, 2, 0, 0, 0)",
     "start: ", true},
    {"seats exchanged",
     SEAT "side = 2" WHITE ";" SEAT "side = 0" BLACK ";" SEAT
          "side = 1 WHERE game = 1 AND side = 2",
     "start: ", true},
    /* The end. */
    {"end_seq", GAME "end_seq = 14" OF_1, "log: its end, event 14: ", false},
    {"end_seq, to the last", GAME "end_seq = 16" OF_1, "log: its end, event 16: ", false},
    {"end_seq, to 0", GAME "end_seq = 0" OF_1, "log: its end, event 0: ", false},
    {"end_seq, to none", GAME "end_seq = NULL" OF_1, "log: its end, event 0: ", false},
    {"white", GAME "white = 'anna'" OF_1, AT_15, false},
    {"white, in capitals", GAME "white = 'ANN'" OF_1, AT_15, false},
    {"black", GAME "black = 'bobo'" OF_1, AT_15, false},
    {"outcome", GAME "outcome = 'black'" OF_1, AT_15, false},
    {"outcome, to called off", GAME "outcome = NULL" OF_1, AT_15, false},
    {"reason", GAME "reason = 'flag'" OF_1, AT_15, false},
    {"started_s", GAME "started_s = 0" OF_1, AT_15, false},
    {"ended_s", GAME "ended_s = 1600000000" OF_1, AT_15, false},
    {"end_sum", GAME "end_sum = 0" OF_1, AT_15, false},
    {"end_sum, to none", GAME "end_sum = NULL" OF_1, AT_15, false},
};

TEST_ROWS(damage_rows) {
    const struct damage_row *row = table_row(state);
    struct stored_game listed[4];
    struct shelf *shelf = fill_shelf();
    run_sql(shelf->path, row->sql);
    open_store(shelf);
    const char *faults = faults_of(shelf, 1);
    if (strncmp(faults, row->fault, strlen(row->fault)) != 0 ||
        (row->fault[0] == '\0') != (faults[0] == '\0')) {
        fail_msg("%s", faults);
    }
    assert_int_equal(store_list_games(shelf->store, "", NULL, listed, 4),
                     row->is_listed ? 2 : 1);
    assert_int_equal(store_list_game(shelf->store, 1, listed), row->is_listed);
    check_others(shelf);
}

/* --- damage with correct checksums, found by the form of the data --- */

/* Adds the checksum of n columns of the row of a query to *sum. */
static void sum_row(sqlite3 *db, const char *sql, int n, int64_t *sum,
                    const char *update) {
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    struct value column[16];
    struct stmt row = {.column = column, .n_columns = n};
    for (int i = 0; i < n; i++) {
        column[i] = store_sqlite_column(stmt, i);
    }
    *sum = row_sum_columns(&row, 0, n, *sum);
    sqlite3_finalize(stmt);
    if (update != NULL) {
        assert_int_equal(sqlite3_prepare_v2(db, update, -1, &stmt, NULL), SQLITE_OK);
        sqlite3_bind_int64(stmt, 1, *sum);
        assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
        sqlite3_finalize(stmt);
    }
}

/* Corrects all checksums of game 1. */
static void sum_up(const char *path) {
    sqlite3 *db = open_sql(path);
    int64_t sum = 0;
    sum_row(db, "SELECT " START_COLUMNS " FROM games WHERE n = 1", N_START_COLUMNS, &sum,
            NULL);
    for (int side = 0; side < 2; side++) {
        char sql[512];
        snprintf(sql, sizeof sql,
                 "SELECT " SEAT_COLUMNS " FROM seats WHERE game = 1 AND side = %d", side);
        sum_row(db, sql, N_SEAT_COLUMNS, &sum,
                side == 1 ? "UPDATE games SET sum = ?1 WHERE n = 1" : NULL);
    }
    for (int seq = 11; seq <= 16; seq++) {
        char sql[512], update[128];
        snprintf(sql, sizeof sql,
                 "SELECT " EVENT_COLUMNS " FROM events WHERE game = 1 AND seq = %d", seq);
        snprintf(update, sizeof update,
                 "UPDATE events SET sum = ?1 WHERE game = 1 AND seq = %d", seq);
        sum_row(db, sql, N_EVENT_COLUMNS, &sum, update);
        if (seq == 15) {
            int64_t end = sum;
            sum_row(db, "SELECT " END_COLUMNS " FROM games WHERE n = 1", N_END_COLUMNS,
                    &end, "UPDATE games SET end_sum = ?1 WHERE n = 1");
        }
    }
    sqlite3_close(db);
}

#define SAY   "kind = 'say', answers = NULL, "
#define LONG  "printf('%.*c', 500, 'x')"
#define START "start: how it began: damaged"
#define TAKEN "start: a seat at the start: damaged"

static const struct damage_row shape_rows[] = {
    {"nothing, summed up", "", "", true},
    {"another text", EVENT "text = 'e5-e7'" OF_13, "", true},
    {"kind", EVENT "kind = 'dance'" OF_13, AT_13, true},
    {"kind, long", EVENT "kind = " LONG OF_13, AT_13, true},
    {"side", EVENT "side = 2" OF_13, AT_13, true},
    {"side, negative", EVENT "side = -1" OF_13, AT_13, true},
    {"side, none", EVENT "side = NULL" OF_13, AT_13, true},
    {"side of what has none", EVENT "kind = 'flag', text = NULL, side = 1" OF_13, AT_13,
     true},
    {"name, of another kind", EVENT "name = 'ann'" OF_13, AT_13, true},
    {"name, none", EVENT "name = NULL WHERE game = 1 AND seq = 11",
     "log: event 11: ", true},
    {"name, long", EVENT "name = 'abcdefghijklmnopq' WHERE game = 1 AND seq = 11",
     "log: event 11: ", true},
    {"name, odd", EVENT "name = 'a b' WHERE game = 1 AND seq = 11",
     "log: event 11: ", true},
    {"text, of a move, long", EVENT "text = 'abcdefghijklmnop'" OF_13, AT_13, true},
    {"text, of a move, none", EVENT "text = NULL" OF_13, AT_13, true},
    {"text, with a NUL", EVENT SAY "text = 'a' || char(0) || 'b'" OF_13, AT_13, true},
    {"text, of chat, long", EVENT SAY "text = " LONG OF_13, AT_13, true},
    {"text, of chat, no UTF-8", EVENT SAY "text = CAST(x'ff' AS TEXT)" OF_13, AT_13,
     true},
    {"text, of a seal", EVENT "kind = 'ready', text = 'sha256:00'" OF_13, AT_13, true},
    {"text, of a nonce", EVENT "kind = 'open', text = 'a:b'" OF_13, AT_13, true},
    {"text of what has none", EVENT "kind = 'resign'" OF_13, AT_13, true},
    {"dice, long", EVENT "dice = printf('%.*c', 512, '1')" OF_13, AT_13, true},
    {"id", GAME "id = 'a:b'" OF_1, START, false},
    {"id, long", GAME "id = " LONG OF_1, START, false},
    {"room", GAME "room = 'a'" OF_1, START, true},
    {"room, long", GAME "room = 'ABCDEFG'" OF_1, START, true},
    {"game", GAME "game = 'chess'" OF_1, START, false},
    {"game, long", GAME "game = " LONG OF_1, START, false},
    {"options", GAME "game = 'tablut:king=naked'" OF_1, START, false},
    {"time", GAME "time = '0+0'" OF_1, START, true},
    {"time, with more", GAME "time = '5+1 '" OF_1, START, true},
    {"secret, short", GAME "secret = zeroblob(31)" OF_1, START, true},
    {"secret, long", GAME "secret = zeroblob(33)" OF_1, START, true},
    {"seq", GAME "seq = -1" OF_1, START, true},
    {"last_game_id", GAME "last_game_id = 'a:b'" OF_1, START, true},
    {"legs", GAME "legs = 3" OF_1, START, true},
    {"legs, 0", GAME "legs = 0" OF_1, START, true},
    {"leg", GAME "leg = 2" OF_1, START, true},
    {"leg, 0", GAME "leg = 0" OF_1, START, true},
    {"leg, 257", GAME "leg = 257" OF_1, START, true},
    {"seat, a name and nobody", SEAT "session = NULL" WHITE, TAKEN, true},
    {"seat, no name", SEAT "name = NULL" WHITE, TAKEN, true},
    {"seat, name", SEAT "name = '1'" WHITE, TAKEN, true},
    {"seat, name, long", SEAT "name = " LONG WHITE, TAKEN, true},
    {"seat, away", SEAT "away = 2" WHITE, TAKEN, true},
    {"seat, last_move", SEAT "last_move = 'a b'" WHITE, TAKEN, true},
    {"seat, last_move, long", SEAT "last_move = 'abcdefghijklmnop'" WHITE, TAKEN, true},
    {"seat, halves", SEAT "halves = 5" WHITE, TAKEN, true},
    {"seat, captured", SEAT "captured = 65536" WHITE, TAKEN, true},
    {"end, white", GAME "white = 'a b'" OF_1, "", false},
    {"end, white, long", GAME "white = " LONG OF_1, "", false},
    {"end, black, none", GAME "black = NULL" OF_1, "", false},
    {"end, outcome", GAME "outcome = 'grey'" OF_1, "", false},
    {"end, outcome, long", GAME "outcome = " LONG OF_1, "", false},
    {"end, reason", GAME "reason = 'A'" OF_1, "", false},
    {"end, reason, none", GAME "reason = NULL" OF_1, "", false},
    {"end, reason, long", GAME "reason = 'abcdefghijklmnop'" OF_1, "", false},
    {"end, started_s", GAME "started_s = NULL" OF_1, "", false},
};

TEST_ROWS(shape_rows) {
    const struct damage_row *row = table_row(state);
    struct stored_game listed[4];
    struct shelf *shelf = fill_shelf();
    run_sql(shelf->path, row->sql);
    sum_up(shelf->path);
    open_store(shelf);
    const char *faults = faults_of(shelf, 1);
    if (strncmp(faults, row->fault, strlen(row->fault)) != 0 ||
        (row->fault[0] == '\0') != (faults[0] == '\0')) {
        fail_msg("%s", faults);
    }
    assert_int_equal(store_list_games(shelf->store, "", NULL, listed, 4),
                     row->is_listed ? 2 : 1);
    check_others(shelf);
}

TEST(test_what_is_known_of_a_damaged_start) {
    struct room_start start;
    char fault[FAULT_BYTES];
    struct shelf *shelf = fill_shelf();
    run_sql(shelf->path, GAME "secret = zeroblob(32)" OF_1 ";" GAME
                              "room = 'x' WHERE n = 2; DELETE FROM games WHERE n = 3");
    open_store(shelf);
    assert_false(store_load_start(shelf->store, 1, &start, fault));
    assert_string_equal(start.draw.game_id, "ga");
    assert_string_equal(start.code, "A");
    assert_false(store_load_start(shelf->store, 2, &start, fault));
    assert_string_equal(start.draw.game_id, "gb");
    assert_string_equal(start.code, "");
    assert_false(store_load_start(shelf->store, 3, &start, fault));
    assert_string_equal(start.draw.game_id, "");
    assert_string_equal(start.code, "");
}

/* The same, starting to read at any event. */
TEST(test_damage_after_an_event) {
    struct shelf *shelf = fill_shelf();
    run_sql(shelf->path, EVENT "sum = 0" OF_13);
    open_store(shelf);
    for (uint64_t after = 0; after < 13; after++) {
        const char *log = read_log(shelf, 1, after);
        assert_non_null(strstr(log, "! event 13: "));
    }
    assert_non_null(strstr(read_log(shelf, 1, 13), "! event 14: "));
}

/* Its log is complete, but the game does not end there: it has no record. */
TEST(test_a_game_without_an_end) {
    char fault[FAULT_BYTES] = "";
    struct shelf *shelf = open_shelf();
    struct room_start start = sample_start("A", "ga");
    assert_int_equal(add_next_game(shelf->store, &start, 1700000000), 1);
    end_game(shelf, 1, "ann", "bob", 1700000001);
    commit(shelf);
    assert_null(history_game(shelf->store, 1, fault));
    assert_string_equal(fault, "its end is missing");
}

/* --- sessions --- */

TEST(test_damaged_sessions_are_passed_over) {
    uint8_t hash[TOKEN_HASH_BYTES] = {1};
    struct stored_session session = {.id = 0};
    struct shelf *shelf = open_shelf();
    for (uint64_t id = 1; id <= 5; id++) {
        put_session(shelf->store, id, "ann", hash, 0);
    }
    commit(shelf);
    close_store(shelf);
    run_sql(shelf->path, "UPDATE sessions SET name = 'a b' WHERE id = 1;"
                         "UPDATE sessions SET name = " LONG " WHERE id = 2;"
                         "UPDATE sessions SET token_hash = zeroblob(31) WHERE id = 4");
    open_store(shelf);
    assert_int_equal(store_next_session(shelf->store, 0, &session), FOUND);
    assert_int_equal(session.id, 3);
    assert_int_equal(store_next_session(shelf->store, 3, &session), FOUND);
    assert_int_equal(session.id, 5);
    assert_int_equal(store_next_session(shelf->store, 5, &session), NOT_FOUND);
}
