/* Coming back: tokens, missed events, absence, and a server that was killed. */
#include "server/rooms/rooms.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* --- tokens --- */

TEST(test_not_from_a_room) {
    seat(ROYAL_UR);
    assert_has(askf(1, "{'cmd':'resume','token':'%s'}", ticket[1].token),
               "'error':'name_fixed'");
}

/* --- missed events --- */

/* Ann asks for what she missed just before Cid joins, with which another game begins. */
TEST(test_another_game_begins) {
    open_slow();
    say(1, ROYAL_UR);
    end_turn();
    finish_all();
    take(hear(1), "room", ticket[0].room, sizeof ticket[0].room);
    char join[64];
    snprintf(join, sizeof join, "{'cmd':'join','room':'%s'}", ticket[0].room);
    say(2, join);
    say(1, "{'cmd':'ready'}");
    say(2, "{'cmd':'ready'}");
    say(2, "{'cmd':'resign'}");
    say(2, "{'cmd':'leave'}");
    drop(1);
    end_turn();
    finish_all();
    assert_true(come(4));
    sayf(4, "{'cmd':'resume','token':'%s','room':'%s','last':2}", ticket[0].token,
         ticket[0].room);
    say(3, join);
    end_turn();
    finish_all();
    const char *told = hear(4);
    assert_int_equal(count(told, "'event':'state'"), 2); /* a snapshot, and back */
    assert_int_equal(count(told, "'snapshot':true"), 1);
}

static const struct snapshot_row {
    const char *name;
    const char *args;
    int last;
    bool is_snapshot;
} snapshot_rows[] = {
    {"no room is named", "", -1, true},
    {"nothing was seen", "", 0, false},
    {"all was seen", "", 5, false},
    {"more was seen than there is", "", 99, true},
    {"too far back", "--limit replay_events=3", 1, true},
    {"just not too far back", "--limit replay_events=4", 1, false},
    {"never", "--limit replay_events=0", 4, true},
};

TEST_ROWS(snapshot_rows) {
    const struct snapshot_row *row = table_row(state);
    open_fixture(row->args);
    begin(ROYAL_UR); /* events 1 to 4, then 5: away */
    drop(1);
    const char *told = come_back(3, &ticket[0], row->last);
    assert_int_equal(count(told, "'snapshot':true"), row->is_snapshot);
    size_t n_missed = row->is_snapshot ? 1 : (size_t)(5 - row->last);
    assert_int_equal(count(told, "'event':'state'"), n_missed + 1);
    assert_has(told, "'what':'back'");
}

/* A player who left the room in between gets no events of that time, but the current
 * state. */
TEST(test_who_left_and_sat_down_again) {
    seat(ROYAL_UR); /* events 1 and 2 */
    assert_has(ask(2, "{'cmd':'leave'}"), "'reply':'leave'");
    assert_has(ask_about(2, "join", ticket[1].room), "'seq':4");
    drop(2);
    const char *told = come_back(3, &ticket[1], 2);
    assert_int_equal(count(told, "'snapshot':true"), 1);
    assert_has(told, "'what':'back'");
    assert_int_equal(count(told, "'event':'state'"), 2);
}

/* --- absence --- */

/* Each absence within the grace time makes the next grace time shorter. */
TEST(test_absences_add_up) {
    open_fixture("--limit grace_ms=5000");
    begin(ROYAL_UR);
    for (int i = 0; i < 5; i++) {
        drop(i == 0 ? 1 : 3);
        pass(1000);
        come_back(3, &ticket[0], -1);
    }
    drop(3);
    assert_has(hear(2), "'grace_ms':500");
    pass(1000);
    assert_has(hear(2), "{'what':'overdue','side':'white'}");
    assert_has(ask(2, "{'cmd':'claim'}"), "'reason':'absent'");
}

/* The clock of the side to move, as shown to a connection. */
static long clock_of(size_t conn, size_t player) {
    const char *key = player == 1 ? "'white_ms':" : "'black_ms':";
    const char *board = ask(conn, "{'cmd':'board'}");
    assert_has(board, key);
    return strtol(strstr(board, json(key)) + strlen(key), NULL, 10);
}

/* With 1+0, a clock stands still for 6 s of a game, even across a restart of the
 * server. */
TEST(test_the_clock_runs_again) {
    open_filed_game(TABLUT);
    size_t first = who_moves();
    drop(first);
    pass(10000);
    come_back(3, &ticket[first - 1], -1);
    long was_ms = clock_of(3, first);
    assert_in_range(was_ms, 55900, 56000);
    restart_fixture();
    come_back(3, &ticket[first - 1], -1);
    assert_int_equal(clock_of(3, first), was_ms);
    drop(3);
    pass(2000);
    come_back(3, &ticket[first - 1], -1);
    assert_in_range(was_ms - clock_of(3, first), 1900, 2100);
    come_back(4, &ticket[2 - first], -1);
    drop(3);
    assert_has(hear(4), "'grace_ms':108000"); /* of 120000 */
}

BEFORE_TESTS {
    random_state = random_seed();
}
