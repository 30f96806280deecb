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
    open_filed_game(TABLUT);
    pass(5000);
    break_disk();
    ask(1, SAY);
    pass(50000);
    repair_disk();
    pass(2000);
    pass(1000);
    restart_fixture();
    const char *back = come_back(2, &ticket[1], -1);
    const char *left = strstr(back, json("'black_ms':"));
    assert_non_null(left);
    long left_ms = strtol(left + strlen("'black_ms':"), NULL, 10);
    assert_in_range(left_ms, 60000 - 3000, 60000);
}

/* Nor can anybody claim a game without clocks for time in which no move was possible. */
TEST(test_nobody_is_idle_meanwhile) {
    open_filed_fixture("--limit idle_ms=10000 --limit grace_ms=60000");
    begin("{'cmd':'create','game':'tablut'}");
    size_t late = who_moves();
    break_disk();
    ask(1, SAY);
    pass(50000);
    repair_disk();
    pass(2000);
    pass(1000);
    assert_has(ask(3 - late, "{'cmd':'claim'}"), "'error':'not_absent'");
    assert_has(ask(late, "{'cmd':'move','move':'1'}"), "'idle_ms':10000");
}

/* --- only stored changes are visible --- */

/* A player who comes back meanwhile is told why nothing moves.  The others know it. */
TEST(test_who_comes_back_is_told) {
    open_filed_game(ROYAL_UR);
    drop(1);
    break_disk();
    assert_has(ask(2, SAY), "'error':'storage'");
    assert_has(come_back(3, &ticket[0], -1), "'event':'notice'");
    sayf(3, "{'cmd':'resume','token':'%s'}", ticket[0].token);
    assert_string_equal(hear(2), "");
    repair_disk();
}

/* --- time --- */

TEST(test_seals_have_their_time) {
    open_filed_fixture("");
    seat(ROYAL_UR);
    ask(1, SEALED);
    assert_has(ask(2, "{'cmd':'ready'}"), "'stage':'opening'");
    break_disk();
    assert_has(ask(1, "{'cmd':'open','nonce':'alice'}"), "storage");
    pass(20000);
    repair_disk();
    pass(2000);
    assert_null(strstr(hear(1), "unopened"));
    assert_has(ask(1, "{'cmd':'open','nonce':'alice'}"), "playing");
}

/* The loop wakes up often while a clock runs, to notice standstills, but not when no
 * clock runs. */
TEST(test_whether_a_clock_runs) {
    open_filed_fixture("");
    seat(TABLUT);
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
    be_ready();
    size_t player = who_moves();
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    break_disk();
    assert_has(ask(1, SAY), "storage");
    pass(1000);
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
    repair_disk();
    pass(2000);
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    drop(player); /* a clock will run again soon */
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    come_back(3, &ticket[player - 1], -1);
    assert_true(rooms_has_clocks(hub_rooms(fixture->hub)));
    ask(3, "{'cmd':'resign'}");
    assert_false(rooms_has_clocks(hub_rooms(fixture->hub)));
}

/* --- it goes on --- */

/* Games go on even if other players ask all the time. */
TEST(test_a_busy_server_goes_on) {
    open_filed_fixture("--limit say_per_minute=100000 "
                       "--limit commands_per_s=1000000");
    begin(ROYAL_UR);
    assert_true(come(3));
    ask(3, "{'cmd':'name','name':'Cid'}");
    ask(3, ROYAL_UR);
    break_disk();
    ask(1, SAY);
    repair_disk();
    hear(2);
    for (int i = 0; i < 40; i++) {
        advance(50);
        say(3, SAY);
        hub_tick(fixture->hub);
        end_turn();
    }
    assert_has(hear(2), "the disk works again");
}

/* The disk fails again, at each write when games go on. */
TEST(test_failing_while_going_on) {
    bool has_failed = true;
    for (int n = 1; has_failed; n++) {
        open_filed_fixture("");
        begin(TABLUT);
        break_disk();
        ask(1, SAY);
        drop(2);
        hear(1);
        fault_vfs_set(n, 0, SQLITE_FULL, true);
        pass(1200);
        has_failed = fault_vfs.has_failed;
        repair_disk();
        pass(2500);
        hear(1);
        assert_has(ask(1, "{'cmd':'board'}"), "'away':true");
        restart_fixture();
        assert_has(come_back(3, &ticket[1], -1), "'stage':'playing'");
        close_filed_fixture();
        assert_in_range(n, 1, 100);
    }
}

/* The stored log of the first game is damaged, which is noticed when it is read again. */
static void lose_room(void) {
    run_sql(fixture->config.db,
            "UPDATE recent SET sum = sum + 1 WHERE game = 1 AND seq = 2");
    break_disk();
    say(1, SAY);
    end_turn();
    repair_disk();
    pass(1100); /* it is read again before it is given up */
}

/* The failure is logged once: the log must not fill the disk as well. */
TEST(test_a_room_that_cannot_be_read) {
    open_filed_fixture("");
    char text[4096];
    FILE *file = tmpfile();
    assert_non_null(file);
    begin(ROYAL_UR);
    fflush(stderr);
    int saved = dup(STDERR_FILENO);
    assert_true(dup2(fileno(file), STDERR_FILENO) >= 0);
    lose_room();
    pass(10000);
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(count(text, "game_set_aside"), 1);
    assert_has(ask(1, SAY), "'error':'no_room'");
}

/* Its players are told; the game is set aside as at the start, and does not delay the
 * others. */
TEST(test_what_goes_on_beside_it) {
    open_filed_fixture("");
    struct stored_account account;
    fixture->tls = true;
    begin(ROYAL_UR);
    enter(3, "Cyd", NULL);
    assert_has(ask(3, "{'cmd':'register','password':'12345678'}"), "'reply'");
    enter(4, "Dora", NULL);
    assert_has(ask(4, ROYAL_UR), "'reply'");
    lose_room();
    const char *told = hear(2);
    assert_has(told, "cannot be read from the disk any more");
    assert_has(told, "'event':'closed'");
    assert_int_equal(hub_measure(fixture->hub)->rooms_frozen, 1); /* Dora's */
    pass(2000);
    pass(2000);
    assert_int_equal(hub_measure(fixture->hub)->sessions, 4);
    assert_int_equal(hub_measure(fixture->hub)->rooms_frozen, 0);
    assert_has(ask(4, LEAVE), "'reply'");
    drop(4);
    pass(100);
    assert_int_equal(hub_measure(fixture->hub)->sessions, 3);
    assert_has(ask(3, "{'cmd':'forget-me','password':'12345678'}"), "'reply'");
    pass(20000);
    assert_int_equal(store_next_forgotten(fixture->store, 0, &account), NOT_FOUND);
    assert_has(come_back(5, &ticket[0], -1), "'mine':[]");
    restart_fixture();
    assert_true(store_has_set_aside(fixture->store));
}

BEFORE_TESTS {
    use_bad_disk();
}
