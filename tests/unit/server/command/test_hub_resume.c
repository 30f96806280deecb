/* Coming back: tokens, missed events, absence, and a server that was killed. */
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "tests/unit/server/slow_store.h"
#include "tests/unit/test.h"

/* --- tokens --- */

TEST(test_a_wrong_token) {
    seat(ROYAL_UR);
    struct ticket wrong = ticket[0];
    wrong.token[40] = wrong.token[40] == 'a' ? 'b' : 'a';
    assert_has(come_back(3, &wrong, -1), "'error':'unknown_token'");
    strcpy(wrong.token, "abc");
    assert_has(come_back(4, &wrong, -1), "'error':'unknown_token'");
    memset(wrong.token, '!', TOKEN_BYTES);
    assert_has(come_back(5, &wrong, -1), "'error':'unknown_token'");
}

/* A player without a seat has nothing to come back to. */
TEST(test_a_session_without_a_seat_ends) {
    struct ticket own;
    enter(1, "Ann", &own);
    drop(1);
    assert_has(come_back(2, &own, -1), "'error':'unknown_token'");
}

TEST(test_not_from_a_room) {
    seat(ROYAL_UR);
    assert_has(askf(1, "{'cmd':'resume','token':'%s'}", ticket[1].token),
               "'error':'name_fixed'");
}

TEST(test_a_second_connection_takes_over) {
    begin(ROYAL_UR);
    assert_true(come(3));
    hear(3);
    sayf(3, "{'cmd':'resume','token':'%s'}", ticket[0].token);
    const char *told = hear(1);
    assert_has(told, "{'event':'bye','code':'taken_over'");
    assert_true(fixture->closed);
    drop(1); /* this does not count as an absence */
    assert_string_equal(hear(2), "");
    assert_has(ask(3, "{'cmd':'mine'}"), "'stage':'playing'");
}

/* --- missed events --- */

/* Events that are sent again equal, byte for byte, those that the other player got; the
 * legal moves are left out of both. */
TEST(test_the_same_events) {
    static char live[HEARD_BYTES];
    begin(ROYAL_UR);
    drop(1);
    hear(2);
    say(2, "{'cmd':'say','text':'one'}");
    say(2, "{'cmd':'resign'}");
    say(2, "{'cmd':'say','text':'two'}");
    const char *told = hear(2);
    size_t len = 0;
    for (const char *line = told; *line != '\0'; line = strchr(line, '\n') + 1) {
        if (strncmp(line, "{\"event\"", 8) == 0) {
            len += (size_t)snprintf(live + len, sizeof live - len, "%.*s\n",
                                    (int)strcspn(line, "\n"), line);
        }
    }
    assert_int_equal(count(live, "'event'"), 3);
    assert_has(come_back(3, &ticket[0], 5), live);
}

/* Ann asks for what she missed just before Cid joins, with which another game begins. */
TEST(test_another_game_begins) {
    open_slow();
    say(1, ROYAL_UR);
    end_turn();
    finish_all();
    take(hear(1), "room", tickets[0].room, sizeof tickets[0].room);
    char join[64];
    snprintf(join, sizeof join, "{'cmd':'join','room':'%s'}", tickets[0].room);
    say(2, join);
    say(1, "{'cmd':'ready'}");
    say(2, "{'cmd':'ready'}");
    say(2, "{'cmd':'resign'}");
    say(2, "{'cmd':'leave'}");
    drop(1);
    end_turn();
    finish_all();
    assert_true(come(4));
    sayf(4, "{'cmd':'resume','token':'%s','room':'%s','last':2}", tickets[0].token,
         tickets[0].room);
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

TEST(test_claim_after_the_grace_time) {
    open_fixture("--limit grace_ms=5000");
    begin(ROYAL_UR);
    assert_has(ask(2, "{'cmd':'claim'}"), "'error':'not_absent'");
    drop(1);
    assert_has(hear(2), "'away':true,'grace_ms':5000");
    pass(1000);
    assert_has(ask(2, "{'cmd':'claim'}"), "'retry_after_ms':4000");
    pass(4100);
    assert_has(hear(2), "{'what':'overdue','side':'white'}");
    const char *told = ask(2, "{'cmd':'claim'}");
    assert_has(told, "{'outcome':'black','reason':'absent'}");
    pass(100); /* a seat in a room without a running game becomes free */
    assert_has(hear(2), "{'what':'gone','side':'white'");
    assert_has(come_back(3, &ticket[0], -1), "unknown_token");
}

TEST(test_adjourn_and_go_on) {
    open_fixture("--limit grace_ms=5000");
    begin(TABLUT);
    drop(1);
    pass(5100);
    assert_has(ask(2, "{'cmd':'adjourn'}"), "'stage':'adjourned'");
    assert_has(ask(2, "{'cmd':'resume'}"), "'what':'resumes'");
    pass(86400000); /* no clock runs, and players keep their seats */
    assert_string_equal(hear(2), "");
    assert_has(come_back(3, &ticket[0], -1), "'your_turn':true");
    assert_has(ask(3, "{'cmd':'resume'}"), "'stage':'playing'");
    assert_has(ask(3, "{'cmd':'resume'}"), "'error':'not_adjourned'");
}

TEST(test_a_game_that_both_have_left) {
    open_fixture("--limit grace_ms=5000 --limit keep_s=60");
    begin(ROYAL_UR);
    one_moves();
    drop(1);
    drop(2);
    pass(59000);
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 1);
    pass(6200);
    hear(1);
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
    come(3);
    const char *list = ask(3, "{'cmd':'games','name':'ann'}");
    assert_has(list, "'outcome':'none','reason':'abandoned'");
    char id[33];
    take(list, "game_id", id, sizeof id);
    assert_has(askf(3, "{'cmd':'record','game_id':'%s'}", id), "{'what':'abandoned'}");
}

/* --- a server that was killed --- */

TEST(test_a_killed_server_knows_everything) {
    open_filed_fixture("--durability process");
    begin(TABLUT);
    pass(10000);
    const char *turn = ask(1, "{'cmd':'move','move':'1'}");
    if (strstr(turn, "not_your_turn") != NULL) {
        assert_begins(ask(2, "{'cmd':'move','move':'1'}"), "{'reply'");
    }
    char before[POSITION_TEXT_BYTES], after[POSITION_TEXT_BYTES];
    take(ask(1, "{'cmd':'board'}"), "position", before, sizeof before);
    kill_fixture();
    fixture->ms += 3600000; /* the server is down for an hour: it costs no player time */
    start_fixture();
    const char *told = come_back(3, &ticket[0], 4);
    assert_has(told, "{'what':'move'");
    assert_has(told, "'left_ms':50000");
    assert_has(told, "{'what':'away','side':'black'}");
    assert_has(told, "'stage':'playing'");
    take(ask(3, "{'cmd':'board'}"), "position", after, sizeof after);
    assert_string_equal(after, before);
}

/* Unacknowledged changes may be lost. */
TEST(test_what_is_not_committed_is_gone) {
    open_filed_fixture("--durability process");
    begin(ROYAL_UR);
    say(1, "{'cmd':'resign'}"); /* the iteration does not end */
    restart_fixture();
    assert_has(come_back(3, &ticket[0], 4), "'stage':'playing'");
}

TEST(test_a_seal_survives) {
    open_filed_fixture("--durability process");
    seat(ROYAL_UR);
    ask(1, "{'cmd':'ready','nonce':'sha256:"
           "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90'}");
    assert_has(ask(2, "{'cmd':'ready'}"), "'stage':'opening'");
    restart_fixture();
    come_back(3, &ticket[0], -1);
    assert_has(ask(3, "{'cmd':'open','nonce':'alice'}"), "'stage':'playing'");
}

/* The record of the last game is available until the next one has a record. */
TEST(test_the_last_record_survives) {
    open_filed_fixture("--durability process");
    begin(ROYAL_UR);
    one_moves();
    ask(1, "{'cmd':'resign'}");
    ask(1, "{'cmd':'rematch'}");
    assert_has(ask(1, "{'cmd':'record'}"), "'reason':'resign'");
    restart_fixture();
    come_back(3, &ticket[0], -1);
    assert_has(ask(3, "{'cmd':'record'}"), "'reason':'resign'");
}

/* The room of an adjourned game can be named in JSON mode as well. */
TEST(a_game_to_go_on_with_is_named) {
    seat(ROYAL_UR);
    assert_begins(ask(1, ROYAL_UR), "{'reply':'create'");
    assert_begins(ask(1, "{'cmd':'resume'}"), "{'error':'not_adjourned'");
    assert_begins(ask_about(1, "resume", ticket[0].room), "{'error':'not_adjourned'");
}

BEFORE_TESTS {
    random_state = random_seed();
}
