/* A start on a failing disk, or with a file that no server has written. */
#include "server/hub/hub.h"
#include "server/rooms/rooms.h"
#include "server/turn/config.h"
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/server/shelf.h"
#include "tests/unit/test.h"

TEST(test_writes_that_fail_at_the_start) {
    open_filed_game(TABLUT);
    char fault[FAULT_BYTES];
    size_t player = who_moves();
    kill_fixture();
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    break_disk();
    fixture->hub = hub_new(&fixture->config.hub, fixture->store,
                           (struct hub_time){fixture->ms, (int64_t)fixture->ms});
    pass(2000);
    repair_disk();
    pass(302000);
    come_back(3, &ticket[player - 1], -1);
    pass(100);
    assert_null(strstr(hear(3), "flag"));
}

/* Kills the server and starts it again; *fails, a member of fault_vfs, is n meanwhile.
 * True: it has read less than that. */
static bool starts(int *fails, int n) {
    char fault[FAULT_BYTES];
    kill_fixture();
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    fault_vfs.reads = 0;
    *fails = n;
    fixture->hub = hub_new(&fixture->config.hub, fixture->store,
                           (struct hub_time){fixture->ms, (int64_t)fixture->ms});
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

static const struct hostile_row {
    const char *name;
    uint64_t white, black; /* sessions */
    uint64_t seq;
} hostile_rows[] = {
    {"sessions of one place", 1 << 24 | 5, 2 << 24 | 5, 0},
    {"a session of no place", 1 << 24 | 0xffffff, 2 << 24 | 5, 0},
    {"one on both sides", 1 << 24 | 5, 1 << 24 | 5, 0},
    {"numbers near their end", 1 << 24 | 5, 2 << 24 | 6, INT64_MAX - 1},
};

/* Rows that no server can have written are set aside. */
TEST_ROWS(hostile_rows) {
    const struct hostile_row *row = table_row(state);
    open_filed_fixture("");
    char fault[FAULT_BYTES];
    kill_fixture();
    fixture->store = store_open(&fixture->config.hub.stored, fault);
    struct room_start start = {
        .game = &game_tablut,
        .match = {.legs = 1, .leg = 1},
        .code = "BABA",
        .seq = row->seq,
        .draw.game_id = "abc",
        .seat = {{.session = row->white, .name = "ann"},
                 {.session = row->black, .name = "bob"}},
    };
    store_add_game(fixture->store, 1, &start, 1);
    put_session(fixture->store, row->white, "ann", start.draw.secret, 0);
    put_session(fixture->store, row->black, "bob", start.draw.secret, 0);
    assert_true(store_commit(fixture->store));
    store_close(fixture->store);
    start_fixture();
    pass(500000);
    assert_int_equal(rooms_n(hub_rooms(fixture->hub)), 0);
}

BEFORE_TESTS {
    use_bad_disk();
}
