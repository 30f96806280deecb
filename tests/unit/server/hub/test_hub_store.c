/* A store that fails, does not answer, or has rows that nobody has written: what is kept
 * and logged, and whom it costs what.  The simulator breaks the disk everywhere; this is
 * what takes it too long to reach. */
#include "server/hub/host.h"
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "tests/unit/server/account.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* --- at the start --- */

/* Kills the server and starts it again; *fails, a member of fault_vfs, is n meanwhile.
 * True: it has read less than that. */
static bool starts(int *fails, int n) {
    kill_fixture();
    open_fixture_store();
    fault_vfs.reads = 0;
    *fails = n;
    start_hub();
    *fails = 0;
    return fault_vfs.reads < n;
}

/* A game that cannot be read at this start is not damaged: the next start finds it and
 * its players. */
TEST(test_reads_that_fail_at_the_start) {
    open_filed_fixture("");
    bool has_failed = false, works = false;
    begin(TABLUT);
    for (int n = 1; n < 60 && !works; n++) {
        works = starts(&fault_vfs.read_from, n);
        has_failed = has_failed || !works;
        restart_fixture();
        assert_false(store_has_set_aside(fixture->store));
        assert_has(come_back(3, &ticket[0], -1), "'stage':'playing'");
    }
    assert_true(has_failed);
    assert_true(works);
}

/* A read that fails once is tried again: everybody is there. */
TEST(test_a_read_that_fails_once) {
    open_filed_fixture("");
    bool works = false;
    begin(TABLUT);
    for (int n = 1; !works; n++) {
        works = starts(&fault_vfs.read_once, n);
        assert_has(come_back(3, &ticket[0], -1), "'stage':'playing'");
        assert_false(store_has_set_aside(fixture->store));
    }
}

static int n_stored_sessions(void) {
    struct stored_session session = {.id = 0};
    int n = 0;
    while (store_next_session(fixture->store, session.id, &session) == FOUND) {
        n++;
    }
    return n;
}

/* Sessions of the previous server are also deleted later, and their ids are not reused.
 */
TEST(test_sessions_that_cannot_be_removed_at_the_start) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    ask(1, "{'cmd':'leave'}");
    ask(2, "{'cmd':'leave'}");
    kill_fixture();
    break_disk();
    start_fixture();
    pass(2000);
    assert_int_equal(n_stored_sessions(), 2);
    repair_disk();
    pass(2000);
    enter(3, "Cyd", &ticket[2]);
    create_room(3, ROYAL_UR, ticket[2].room);
    pass(12000);
    assert_int_equal(n_stored_sessions(), 1);
    restart_fixture();
    assert_has(come_back(4, &ticket[2], -1), "'reply':'resume'");
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

/* --- games that are set aside --- */

/* Changes the file of the server, and starts it again. */
static void change(const char *sql) {
    kill_fixture();
    run_sql(fixture->config.db, sql);
    start_fixture();
}

/* While a game is set aside, other players' sessions must not be mixed up with those that
 * sit in it. */
TEST(test_who_sits_where_nobody_sees) {
    open_filed_fixture("");
    struct ticket other[2];
    begin(ROYAL_UR);
    change("UPDATE games SET live = 0, damage = 'moths' WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    enter(3, "Eve", &other[0]);
    assert_has(ask(3, ROYAL_UR), "'reply'");
    enter(4, "Mal", &other[1]);
    assert_has(ask(4, ROYAL_UR), "'reply'");
    change("UPDATE games SET live = 1, damage = NULL WHERE n = 1");
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
    change("UPDATE games SET sum = sum + 1 WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    pass(12000);
    change("UPDATE games SET live = 1, damage = NULL, sum = sum - 1 WHERE n = 1");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
    assert_has(come_back(1, &ticket[0], -1), "'name':'Ann'");
    assert_has(come_back(2, &ticket[1], -1), "'name':'Bob'");
}

/* --- a disk that fails --- */

/* A row that cannot be deleted does not undo other players' moves, now or after a
 * restart, and other rows are deleted. */
TEST(test_a_row_that_cannot_be_deleted) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    end_turn();
    run_sql(fixture->config.db,
            "CREATE TRIGGER kept BEFORE DELETE ON sessions WHEN old.id = "
            "(SELECT min(id) FROM sessions) BEGIN SELECT RAISE(ABORT, 'kept'); END");
    for (size_t i = 1; i <= 2; i++) {
        ask(i, "{'cmd':'leave'}");
        drop(i);
    }
    pass(1000);
    seat(ROYAL_UR);
    pass(60000);
    assert_int_equal(n_stored_sessions(), 3);
    be_ready();
    restart_fixture();
    pass(60000);
    assert_int_equal(n_stored_sessions(), 3);
    assert_has(come_back(1, &ticket[0], -1), "'stage':'playing'");
    assert_has(ask(1, "{'cmd':'say','text':'x'}"), "'reply':'say'");
}

/* The server checks whether the disk works again even if there is no room. */
TEST(test_a_disk_that_nobody_waits_for) {
    open_filed_fixture("");
    enter(1, "Ann", NULL);
    break_disk();
    assert_has(ask(1, ROYAL_UR), "'error':'storage'");
    pass(3000);
    int64_t n = hub_measure(fixture->hub)->commits;
    repair_disk();
    pass(3000);
    assert_int_equal(hub_measure(fixture->hub)->commits, n + 1);
}

/* The log has an account once it is stored, and not before. */
TEST(test_an_account_that_cannot_be_stored) {
    static char *logged; /* static: the server may log after this has failed */
    static size_t len;
    static FILE *log;
    open_secure_file("");
    log = open_memstream(&logged, &len);
    assert_non_null(log);
    enter(1, "Ann", NULL);
    fixture->config.hub.log = (struct log){.level = LOG_INFO, .out = log};
    break_disk();
    assert_has(ask(1, REGISTER), "'error':'storage'");
    fflush(log);
    assert_null(strstr(logged, "registered name="));
    repair_disk();
    pass(2000);
    assert_has(ask(1, REGISTER), "'reply':'register'");
    fflush(log);
    assert_int_equal(count(logged, "registered name=Ann account="), 1);
    close_filed_fixture();
    fclose(log);
    free(logged);
}

/* --- the store does not answer; the test is its thread --- */

/* The store has something to do, and does not answer. */
static void stall(void) {
    slow_down();
    writes_put_time(turn_writes(hub_turns(fixture->hub)), fixture->ms);
    end_turn();
}

/* Nobody knows what became of a turn: further requests are refused, and those before wait
 * with it. */
TEST(test_stalled) {
    open_three("");
    stall();
    pass(TURN_STALL_MS - 1);
    assert_string_equal(ask(1, "{'cmd':'who','id':'w'}"), "");
    pass(1);
    const char *told = ask(2, "{'cmd':'create','game':'ur','id':'c'}");
    assert_has(told, "'id':'c'");
    assert_has(told, "'error':'storage'");
    assert_has(ask(3, "{'cmd':'ping','id':'p'}"), "'reply':'ping'");
    finish_all();
    assert_has(hear(1), "'id':'w'");
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    assert_has(ask(2, "{'cmd':'who','id':'y'}"), "'id':'y'");
    finish_all();
}

/* The clock of a player stands still meanwhile, and goes on afterwards. */
TEST(test_clock) {
    begin(TABLUT);
    one_moves();
    hear(1);
    pass(20000);
    stall();
    pass(600000);
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(30000); /* 20 + 3 + 30 of 60 s */
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(10000);
    finish_all();
    assert_has(hear(1), "'stage':'over'");
}

/* Time may be forgiven while a move is being stored.  The clock that it starts runs from
 * when it is told, and no later event starts it again. */
TEST(test_forgiven_meanwhile) {
    begin(TABLUT);
    one_moves();
    size_t mover = who_moves();
    slow_down();
    say(mover, "{'cmd':'move','move':1}");
    end_turn();
    pass(1000);
    turn_forgive(hub_turns(fixture->hub), turn_now_ms(hub_turns(fixture->hub)) - 500);
    finish_all();
    assert_has(hear(1), "'stage':'playing'");
    pass(20000);
    say(mover, "{'cmd':'say','text':'hm'}");
    end_turn();
    finish_all();
    assert_has(hear(1), "hm");
    pass(39000);
    finish_all();
    assert_null(strstr(hear(1), json("'stage':'over'")));
    pass(1500);
    finish_all();
    assert_has(hear(1), "'stage':'over'");
}

/* Answers that wait for the store do not take memory without end. */
TEST(test_full) {
    open_fixture("");
    size_t n = 0;
    enter(1, "Ann", NULL);
    stall();
    assert_string_equal(ask(1, "{'cmd':'who','id':'w'}"), "");
    pass(TURN_STALL_MS);
    while (!turn_is_full(hub_turns(fixture->hub))) {
        assert_true(++n <= TURN_STALL_MESSAGES);
        say(1, "{'cmd':'ping'}");
        pass(1000);
    }
    assert_in_range(n, TURN_STALL_MESSAGES - 10, TURN_STALL_MESSAGES);
    finish_all();
    assert_false(turn_is_full(hub_turns(fixture->hub)));
}

/* After a turn that could not be stored a connection has the mode and the rooms that it
 * had before; and who was kicked stays, and is answered. */
TEST(test_a_connection_is_as_before) {
    char room[8];
    open_watched(room);
    say(3, "{'cmd':'games','id':'g'}");
    end_turn();
    say(2, "{'cmd':'mode','mode':'text'}");
    say(2, "unwatch");
    say(1, "{'cmd':'say','text':'one'}");
    say(9, "{'cmd':'kick','who':'Cid'}");
    end_turn();
    finish(); /* the question */
    assert_string_equal(hear(3), "");
    break_disk();
    finish();
    repair_disk();
    const char *told = hear(3);
    assert_has(told, "'error':'storage','id':'g'");
    assert_null(strstr(told, json("'bye'")));
    assert_has(ask(3, "{'cmd':'ping'}"), "'reply':'ping'");
    for (int i = 0; i < 5; i++) {
        pass(1000);
        finish_all();
    }
    assert_has(ask(2, "{'cmd':'ping'}"), "{'reply':'ping'}");
    say(1, "{'cmd':'say','text':'two'}");
    end_turn();
    finish_all();
    assert_has(hear(2), "'text':'two'");
}

BEFORE_TESTS {
    use_bad_disk();
}
