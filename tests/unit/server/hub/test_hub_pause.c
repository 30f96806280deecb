/* What players can do, and what happens to time, while nothing can be stored. */
#include "server/hub/host.h"
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/turn/config.h"
#include "server/turn/turn.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

#define SAY   "{'cmd':'say','text':'x','id':'q'}"
#define LEAVE "{'cmd':'leave','id':'q'}"
#define SEALED                                                                           \
    "{'cmd':'ready','nonce':'sha256:"                                                    \
    "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90'}"

/* --- it costs no player time --- */

/* Not even if the server is killed before the next move. */
TEST(test_the_clock_after_a_kill) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(TABLUT, ticket);
    pass(fixture, 5000);
    break_disk();
    ask(fixture, 1, SAY);
    pass(fixture, 50000);
    repair_disk();
    pass(fixture, 2000);
    pass(fixture, 1000);
    restart_fixture(fixture);
    const char *back = come_back(fixture, 2, &ticket[1], -1);
    const char *left = strstr(back, json("'black_ms':"));
    assert_non_null(left);
    long left_ms = strtol(left + strlen("'black_ms':"), NULL, 10);
    assert_in_range(left_ms, 60000 - 3000, 60000);
}

/* Nor can anybody claim a game without clocks for time in which no move was possible. */
TEST(test_nobody_is_idle_meanwhile) {
    struct ticket ticket[2];
    struct fixture *fixture =
        open_filed_fixture("--limit idle_ms=10000 --limit grace_ms=60000");
    begin(fixture, "{'cmd':'create','game':'tablut'}", ticket);
    size_t late = who_moves(fixture);
    break_disk();
    ask(fixture, 1, SAY);
    pass(fixture, 50000);
    repair_disk();
    pass(fixture, 2000);
    pass(fixture, 1000);
    assert_has(ask(fixture, 3 - late, "{'cmd':'claim'}"), "'error':'not_absent'");
    assert_has(ask(fixture, late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
}

/* --- only stored changes are visible --- */

TEST(test_lists_show_what_is_stored) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(ROYAL_UR, ticket);
    break_disk();
    assert_has(ask(fixture, 1, "{'cmd':'resign'}"), "storage");
    assert_has(ask(fixture, 1, "{'cmd':'mine'}"), "'stage':'playing'");
    assert_has(ask(fixture, 1, "{'cmd':'rooms'}"), "'stage':'playing'");
    repair_disk();
}

/* Spectators are told no more than players, and keep watching. */
TEST(test_who_watches) {
    struct ticket ticket[3];
    struct fixture *fixture = open_filed_game(ROYAL_UR, ticket);
    enter(fixture, 3, "Cyd", &ticket[2]);
    watch(fixture, 3, ticket[0].room);
    break_disk();
    say(fixture, 1, "{'cmd':'resign'}");
    const char *told = hear(fixture, 3);
    assert_null(strstr(told, json("'stage':'over'")));
    assert_has(told, "'event':'notice'");
    repair_disk();
    pass(fixture, 2000);
    assert_has(hear(fixture, 3), "'snapshot':true");
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    say(fixture, 1, SAY);
    assert_has(hear(fixture, 3), "'event':'say'");
}

/* A player who comes back meanwhile is shown the room that they watch. */
TEST(test_who_comes_back_and_watches) {
    struct ticket ticket[2], other;
    struct fixture *fixture = open_filed_game(ROYAL_UR, ticket);
    char expected[64];
    enter(fixture, 5, "Eve", &other);
    create_room(fixture, 5, ROYAL_UR, other.room);
    snprintf(expected, sizeof expected, "'room':'%s','seq':1,'snapshot':true",
             other.room);
    assert_has(watch(fixture, 1, other.room), expected);
    drop(fixture, 1);
    hear(fixture, 1);
    break_disk();
    assert_has(ask(fixture, 5, SAY), "'error':'storage'");
    assert_int_equal(count(come_back(fixture, 1, &ticket[0], -1), expected), 1);
    repair_disk();
    pass(fixture, 2000);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
}

/* A player who comes back meanwhile is told why nothing moves.  The others know it. */
TEST(test_who_comes_back_is_told) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(ROYAL_UR, ticket);
    char line[160];
    drop(fixture, 1);
    break_disk();
    assert_has(ask(fixture, 2, SAY), "'error':'storage'");
    assert_has(come_back(fixture, 3, &ticket[0], -1), "'event':'notice'");
    snprintf(line, sizeof line, "{'cmd':'resume','token':'%s'}", ticket[0].token);
    say(fixture, 3, line);
    assert_string_equal(hear(fixture, 2), "");
    repair_disk();
}

/* A player who was told that they do not watch does not, and can watch once the disk
 * works.  One who was told that they watch still does. */
TEST(test_who_began_to_watch) {
    struct ticket ticket[4], other;
    struct fixture *fixture = open_filed_game(ROYAL_UR, ticket);
    enter(fixture, 3, "Cyd", &ticket[2]);
    enter(fixture, 4, "Dan", &ticket[3]);
    enter(fixture, 5, "Eve", &other);
    create_room(fixture, 5, ROYAL_UR, other.room);
    assert_has(watch(fixture, 3, other.room), "'reply'");
    break_disk();
    say(fixture, 1, SAY);
    say_about(fixture, 3, "watch", ticket[0].room);
    say_about(fixture, 4, "watch", ticket[0].room);
    say_about(fixture, 4, "watch", other.room);
    drop(fixture, 4);
    assert_has(hear(fixture, 3), "'error':'storage'");
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    repair_disk();
    pass(fixture, 2000);
    assert_has(come_back(fixture, 4, &ticket[3], -1),
               "'reply':'resume'"); /* other.room */
    assert_has(watch(fixture, 3, ticket[0].room), "'snapshot':true");
    hear(fixture, 3);
    say(fixture, 5, SAY);
    assert_has(hear(fixture, 3), "'event':'say'");
}

/* A player who could not sit down still watches. */
TEST(test_who_watches_and_cannot_sit_down) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    seat_ann(fixture, ROYAL_UR, ticket);
    watch(fixture, 2, ticket[0].room);
    break_disk();
    assert_has(ask_about(fixture, 2, "join", ticket[0].room), "'error':'storage'");
    repair_disk();
    pass(fixture, 2000);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    hear(fixture, 2);
    say(fixture, 1, SAY);
    assert_has(hear(fixture, 2), "'event':'say'");
}

/* A player who could not stop watching still watches, also a room that was to close in
 * the same turn: it is still there. */
TEST(test_who_could_not_stop_watching) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket, other;
    enter(fixture, 1, "Ann", &ticket);
    enter(fixture, 2, "Bob", &other);
    create_room(fixture, 1, ROYAL_UR, ticket.room);
    assert_has(watch(fixture, 2, ticket.room), "'reply':'watch'");
    break_disk();
    say(fixture, 1, LEAVE);
    say(fixture, 2, "{'cmd':'unwatch','id':'u'}");
    const char *told = hear(fixture, 2);
    assert_has(told, "'error':'storage','id':'u'");
    assert_null(strstr(told, json("'event':'closed'")));
    repair_disk();
    pass(fixture, 2000);
    assert_int_equal(rooms_n_watchers(hub_rooms(fixture->hub)), 1);
    hear(fixture, 2);
    say(fixture, 1, SAY);
    assert_has(hear(fixture, 2), "'event':'say'");
}

/* --- seats --- */

/* A player who could not leave still sits there, whatever they do next. */
TEST(test_who_could_not_leave) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    break_disk();
    assert_has(ask(fixture, 1, LEAVE), "'error':'storage'");
    assert_has(ask(fixture, 1, "{'cmd':'name','name':'Eve'}"), "'error':'storage'");
    pass(fixture, 1200);
    assert_has(ask(fixture, 1, "{'cmd':'mine'}"), ticket[0].room);
    repair_disk();
    drop(fixture, 1);
    end_turn(fixture);
    pass(fixture, 1200);
    assert_has(hear(fixture, 2), "'what':'away'");
    assert_has(come_back(fixture, 3, &ticket[0], -1), "'reply':'resume'");
    ask(fixture, 3, "{'cmd':'ready'}");
    assert_has(ask(fixture, 2, "{'cmd':'ready'}"), "'stage':'playing'");
}

/* A resignation that could not be stored has no effect. */
TEST(test_who_could_not_give_up) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(TABLUT, ticket);
    break_disk();
    const char *told = ask(fixture, 1, "{'cmd':'leave','sure':'sure'}");
    assert_has(told, "'error':'storage'");
    assert_int_equal(count(told, "'reason':'aborted'"), 0);
    repair_disk();
    pass(fixture, 1200);
    assert_has(ask(fixture, 1, "{'cmd':'mine'}"), "'stage':'playing'");
    assert_has(ask(fixture, 1, "{'cmd':'leave','sure':'sure'}"), "'reason':'aborted'");
    assert_has(ask(fixture, 1, "{'cmd':'mine'}"), "'mine':[]");
}

/* A seat that became free during the failure is not free: its session still exists, and
 * nobody else can take its name. */
TEST(test_a_grace_time_that_ends_meanwhile) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    drop(fixture, 1);
    hear(fixture, 2);
    break_disk();
    pass(fixture, 121000);
    assert_true(come(fixture, 3));
    repair_disk();
    pass(fixture, 2000);
    assert_has(ask(fixture, 3, "{'cmd':'name','name':'ann'}"), "name_taken");
    assert_has(come_back(fixture, 4, &ticket[0], -1), "'reply':'resume'");
    assert_int_equal(count(ask(fixture, 4, "{'cmd':'who'}"), "'name':'Ann'"), 1);
}

/* --- time --- */

TEST(test_absence_meanwhile_costs_nothing) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_game(TABLUT, ticket);
    size_t away = who_moves(fixture), other = 3 - away;
    drop(fixture, away);
    pass(fixture, 1000);
    break_disk();
    assert_has(ask(fixture, other, SAY), "storage");
    pass(fixture, 5000);
    come_back(fixture, 3, &ticket[away - 1], -1);
    pass(fixture, 3600000);
    repair_disk();
    pass(fixture, 2000);
    const char *told = hear(fixture, 3);
    assert_has(told, "'what':'back'");
    assert_null(strstr(told, json("'reason':'flag'")));
}

TEST(test_seals_have_their_time) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    seat(fixture, ROYAL_UR, ticket);
    ask(fixture, 1, SEALED);
    assert_has(ask(fixture, 2, "{'cmd':'ready'}"), "'stage':'opening'");
    break_disk();
    assert_has(ask(fixture, 1, "{'cmd':'open','nonce':'alice'}"), "storage");
    pass(fixture, 20000);
    repair_disk();
    pass(fixture, 2000);
    assert_null(strstr(hear(fixture, 1), "unopened"));
    assert_has(ask(fixture, 1, "{'cmd':'open','nonce':'alice'}"), "playing");
}

/* The loop wakes up often while a clock runs, to notice standstills, but not when no
 * clock runs. */
TEST(test_whether_a_clock_runs) {
    struct ticket ticket[2];
    struct fixture *fixture = open_filed_fixture("");
    seat(fixture, TABLUT, ticket);
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
    be_ready(fixture);
    size_t player = who_moves(fixture);
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    break_disk();
    assert_has(ask(fixture, 1, SAY), "storage");
    pass(fixture, 1000);
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
    repair_disk();
    pass(fixture, 2000);
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    drop(fixture, player); /* a clock will run again soon */
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    come_back(fixture, 3, &ticket[player - 1], -1);
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    ask(fixture, 3, "{'cmd':'resign'}");
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
}

/* --- it goes on --- */

/* Games go on even if other players ask all the time. */
TEST(test_a_busy_server_goes_on) {
    struct fixture *fixture = open_filed_fixture("--limit say_per_minute=100000 "
                                                 "--limit commands_per_s=1000000");
    struct ticket ticket[2];
    begin(fixture, ROYAL_UR, ticket);
    assert_true(come(fixture, 3));
    ask(fixture, 3, "{'cmd':'name','name':'Cid'}");
    ask(fixture, 3, ROYAL_UR);
    break_disk();
    ask(fixture, 1, SAY);
    repair_disk();
    hear(fixture, 2);
    for (int i = 0; i < 40; i++) {
        fixture->ms += 50;
        turn_set_time(hub_turns(fixture->hub),
                      (struct hub_time){fixture->ms, (int64_t)fixture->ms});
        say(fixture, 3, SAY);
        hub_tick(fixture->hub);
        end_turn(fixture);
    }
    assert_has(hear(fixture, 2), "the disk works again");
}

/* The disk fails again, at each write when games go on. */
TEST(test_failing_while_going_on) {
    bool has_failed = true;
    for (int n = 1; has_failed; n++) {
        struct fixture *fixture = open_filed_fixture("");
        struct ticket ticket[2];
        begin(fixture, TABLUT, ticket);
        break_disk();
        ask(fixture, 1, SAY);
        drop(fixture, 2);
        hear(fixture, 1);
        fault_vfs_set(n, 0, SQLITE_FULL, true);
        pass(fixture, 1200);
        has_failed = fault_vfs.has_failed;
        repair_disk();
        pass(fixture, 2500);
        hear(fixture, 1);
        assert_has(ask(fixture, 1, "{'cmd':'board'}"), "'away':true");
        restart_fixture(fixture);
        assert_has(come_back(fixture, 3, &ticket[1], -1), "'stage':'playing'");
        close_filed_fixture(fixture);
        assert_in_range(n, 1, 100);
    }
}

/* The stored log of the first game is damaged, which is noticed when it is read again. */
static void lose_room(struct fixture *fixture) {
    char path[64];
    snprintf(path, sizeof path, "%s/alea.db", fixture->dir);
    run_sql(path, "UPDATE recent SET sum = sum + 1 WHERE game = 1 AND seq = 2");
    break_disk();
    say(fixture, 1, SAY);
    end_turn(fixture);
    repair_disk();
    pass(fixture, 1100); /* it is read again before it is given up */
}

/* The failure is logged once: the log must not fill the disk as well. */
TEST(test_a_room_that_cannot_be_read) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2];
    char text[4096];
    FILE *file = tmpfile();
    assert_non_null(file);
    begin(fixture, ROYAL_UR, ticket);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    lose_room(fixture);
    pass(fixture, 10000);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(count(text, "game_set_aside"), 1);
    assert_has(ask(fixture, 1, SAY), "'error':'no_room'");
}

/* Its players are told; the game is set aside as at the start, and does not delay the
 * others. */
TEST(test_what_goes_on_beside_it) {
    struct fixture *fixture = open_filed_fixture("");
    struct ticket ticket[2], cyd, dora;
    struct stored_account account;
    fixture->tls = true;
    begin(fixture, ROYAL_UR, ticket);
    enter(fixture, 3, "Cyd", &cyd);
    assert_has(ask(fixture, 3, "{'cmd':'register','password':'12345678'}"), "'reply'");
    enter(fixture, 4, "Dora", &dora);
    assert_has(ask(fixture, 4, ROYAL_UR), "'reply'");
    lose_room(fixture);
    const char *told = hear(fixture, 2);
    assert_has(told, "cannot be read from the disk any more");
    assert_has(told, "'event':'closed'");
    assert_int_equal(hub_measure(fixture->hub)->rooms_frozen, 1); /* Dora's */
    pass(fixture, 2000);
    pass(fixture, 2000);
    assert_int_equal(hub_measure(fixture->hub)->sessions, 4);
    assert_int_equal(hub_measure(fixture->hub)->rooms_frozen, 0);
    assert_has(ask(fixture, 4, LEAVE), "'reply'");
    drop(fixture, 4);
    pass(fixture, 100);
    assert_int_equal(hub_measure(fixture->hub)->sessions, 3);
    assert_has(ask(fixture, 3, "{'cmd':'forget-me','password':'12345678'}"), "'reply'");
    pass(fixture, 20000);
    assert_int_equal(store_next_forgotten(fixture->store, 0, &account), NOT_FOUND);
    assert_has(come_back(fixture, 5, &ticket[0], -1), "'mine':[]");
    restart_fixture(fixture);
    assert_true(store_has_set_aside(fixture->store));
}

BEFORE_TESTS {
    use_bad_disk();
}
