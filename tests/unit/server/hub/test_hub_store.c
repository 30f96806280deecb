/* A server whose disk fails: once at each write and each sync of a scripted evening.
 * Nothing acknowledged may be lost, nothing that is not stored may be sent, and what does
 * not need the disk works. */
#include "server/hub/hub.h"
#include "server/rooms/leave.h"
#include "server/rooms/rooms.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "tests/support/fault_vfs.h"
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

/* Most writes or syncs of one step. */
#define FAULTS_MAX 60

/* The disk fails at this write or sync, and at all later ones. */
static void break_disk(int write_at, int sync_at) {
    fault_vfs_set(write_at, sync_at, write_at > 0 ? SQLITE_FULL : SQLITE_IOERR_FSYNC,
                  true);
}

static void repair_disk(void) {
    fault_vfs_set(0, 0, SQLITE_OK, false);
}

static bool has(const char *text, const char *what) {
    return strstr(text, json(what)) != NULL;
}

/* The number of the room's latest event, as the server tells a player there; 0: it does
 * not. */
static unsigned long seq_of(size_t conn) {
    const char *told = ask(conn, "{'cmd':'board'}");
    const char *seq = strstr(told, json("'seq':"));
    return seq != NULL ? strtoul(seq + strlen("'seq':"), NULL, 10) : 0;
}

/* Ann (1) and Bob (2) play; Cid (3) waits in another room. */
static void play(char token[TOKEN_BYTES + 1]) {
    seat(ROYAL_UR);
    assert_has(ask(1, "{'cmd':'hello'}"), "'durability':'full'");
    say(1, "{'cmd':'ready'}");
    say(2, "{'cmd':'ready'}");
    assert_true(come(3));
    take(ask(3, "{'cmd':'name','name':'Cid'}"), "token", token, TOKEN_BYTES + 1);
    assert_has(ask(3, "{'cmd':'create','game':'tablut'}"), "'reply'");
}

/* A player's action; $ is the code of Cid's room. */
static const struct step {
    const char *name, *line;
    size_t conn;
} steps[] = {
    {"chat", "{'cmd':'say','text':'hello','id':'x'}", 1},
    {"the end of a game", "{'cmd':'resign','id':'x'}", 1},
    {"a new room", "{'cmd':'create','game':'ur','id':'x'}", 4},
    {"a room that is closed", "{'cmd':'leave','id':'x'}", 3},
};

/* The disk fails in a step.  False: the step had fewer writes or syncs. */
static bool fail_in_step(const struct step *step, int write_at, int sync_at) {
    char token[TOKEN_BYTES + 1];
    open_filed_fixture("");
    play(token);
    assert_true(come(4));
    ask(4, "{'cmd':'name','name':'Dora'}");
    unsigned long before = seq_of(2);
    size_t n_rooms = rooms_n(hub_rooms(fixture->hub));
    break_disk(write_at, sync_at);
    hear(2);
    say(step->conn, step->line);
    char answer[4096];
    snprintf(answer, sizeof answer, "%.4000s", hear(step->conn));
    if (!fault_vfs.has_failed) {
        repair_disk();
        assert_has(answer, "{'reply':");
        close_filed_fixture();
        return false;
    }
    /* What does not need the disk works. */
    assert_has(ask(2, "{'cmd':'ping'}"), "{'reply':'ping'}");
    bool failed = has(answer, "'error':'storage'");
    if (failed) {
        assert_has(answer, "'id':'x'");
        assert_false(has(answer, "{'reply':"));
        assert_int_equal(count(answer, "'event':'state'"),
                         count(answer, "'snapshot':true")); /* as the store has it */
        assert_false(has(answer, "'event':'say'"));
    }
    repair_disk();
    pass(1200);
    hear(2);
    if (failed) {
        assert_int_equal(seq_of(2), before);
        assert_int_equal(rooms_n(hub_rooms(fixture->hub)), n_rooms);
        assert_has(ask(step->conn, step->line), "{'reply':");
    }
    unsigned long after = seq_of(2);
    /* After a crash, everything is still there. */
    restart_fixture();
    size_t there = rooms_n(hub_rooms(fixture->hub));
    assert_int_equal(there, step->conn == 3 ? 1 : step->conn == 4 ? 3 : 2);
    assert_true(come(5));
    assert_int_equal(
        has(askf(5, "{'cmd':'resume','token':'%s'}", token), "{'reply':'resume'"),
        step->conn != 3);
    assert_true(after >= before + (step->conn == 1));
    close_filed_fixture();
    return true;
}

TEST_ROWS(steps) {
    const struct step *step = table_row(state);
    int n_writes = 1, n_syncs = 1;
    while (fail_in_step(step, n_writes, 0)) {
        assert_in_range(++n_writes, 1, FAULTS_MAX);
    }
    while (fail_in_step(step, 0, n_syncs)) {
        assert_in_range(++n_syncs, 1, FAULTS_MAX);
    }
    assert_true(n_writes > 1 && n_syncs > 1);
}

/* Restarts are events, too: when both players have been away for long, one of them starts
 * the room's log again. */
TEST(test_a_long_wait_over_restarts) {
    open_filed_fixture("--limit say_per_minute=100000 "
                       "--limit commands_per_s=1000000");
    seat(ROYAL_UR);
    fixture->ms += 1000;
    for (int i = 0; i < 990; i++) {
        advance(20);
        assert_has(ask(1, "{'cmd':'say','text':'well?'}"), "'reply'");
    }
    for (int i = 0; i < 20; i++) {
        restart_fixture();
        assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
        assert_false(store_has_set_aside(fixture->store));
    }
    assert_has(come_back(1, &ticket[0], -1), ticket[0].room);
}

/* Hides a game from the server, or makes it visible again. */
static void set_live(const char *sql) {
    sqlite3 *db;
    kill_fixture();
    assert_int_equal(sqlite3_open(fixture->config.hub.stored.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    start_fixture();
}

/* While a game is set aside, other players' sessions must not be mixed up with those that
 * sit in it. */
TEST(test_who_sits_where_nobody_sees) {
    open_filed_fixture("");
    struct ticket other[2];
    begin(ROYAL_UR);
    set_live("UPDATE games SET live = 0, damage = 'moths' WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    enter(3, "Eve", &other[0]);
    assert_has(ask(3, ROYAL_UR), "'reply'");
    enter(4, "Mal", &other[1]);
    assert_has(ask(4, ROYAL_UR), "'reply'");
    set_live("UPDATE games SET live = 1, damage = NULL WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 3);
    assert_has(come_back(1, &ticket[0], -1), "'name':'Ann'");
    assert_has(come_back(2, &ticket[1], -1), "'name':'Bob'");
    assert_has(come_back(3, &other[0], -1), "'opponent':null");
}

/* A game that is found damaged at the start: once the host has repaired it, its players
 * come back. */
TEST(test_who_sits_in_a_damaged_game) {
    open_filed_fixture("");
    begin(ROYAL_UR);
    set_live("UPDATE games SET sum = sum + 1 WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    pass(12000);
    set_live("UPDATE games SET live = 1, damage = NULL, sum = sum - 1 WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
    assert_has(come_back(1, &ticket[0], -1), "'name':'Ann'");
    assert_has(come_back(2, &ticket[1], -1), "'name':'Bob'");
}

/* A new name is stored, too. */
TEST(test_a_new_name_meanwhile) {
    char token[TOKEN_BYTES + 1];
    open_filed_fixture("");
    play(token);
    assert_true(come(4));
    ask(4, "{'cmd':'name','name':'Dora'}");
    break_disk(1, 0);
    assert_has(ask(1, "{'cmd':'say','text':'x'}"), "'error':'storage'");
    assert_has(ask(4, "{'cmd':'name','name':'Dorothy'}"), "{'error':'storage'");
    repair_disk();
    pass(1200);
    assert_has(ask(4, "{'cmd':'name','name':'Dorothy'}"), "{'reply':'name'");
}

BEFORE_TESTS {
    random_state = random_seed();
    fault_vfs_register();
    fixture_vfs = FAULT_VFS;
}
