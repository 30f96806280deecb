/* Adjourned games that nobody resumes: a player who came wins against one who did not. */
#include "tests/unit/server/account.h"
#include "tests/unit/test.h"

#define MINUTE_MS 60000
#define HOUR_MS   (60 * MINUTE_MS)
#define DAY_MS    (24 * HOUR_MS)
#define ADJOURN   "{'cmd':'adjourn'}"
#define RESUME    "{'cmd':'resume'}"

/* A game of Ann (1) and Bob (2) that both have agreed to adjourn for 14 days. */
static void open_adjourned(void) {
    open_filed_game("{'cmd':'create','game':'tablut'}");
    one_moves();
    one_moves();
    ask(1, ADJOURN);
    ask(2, ADJOURN);
}

/* How long each of them waits with `resume` on some day, one after the other, and how the
 * game ends. */
static const struct row {
    const char *name;
    unsigned ann_min, bob_min;
    const char *result;
} rows[] = {
    {"nobody comes", 0, 0, "'result':{'outcome':'none','reason':'lapsed'}"},
    {"one comes", 10, 0, "'result':{'outcome':'white','reason':'unresumed'}"},
    {"the other one comes", 0, 11, "'result':{'outcome':'black','reason':'unresumed'}"},
    {"one is only there for a moment", 10, 9,
     "'result':{'outcome':'white','reason':'unresumed'}"},
    {"both come", 10, 600, "'result':{'outcome':'none','reason':'lapsed'}"},
};

/* Waits in two parts: they count together. */
static void wait_for_other(size_t conn, struct ticket *own, unsigned minutes) {
    for (int part = 0; part < 2 && minutes > 0; part++) {
        come_back(conn, own, -1);
        ask(conn, RESUME);
        pass(part == 0 ? MINUTE_MS : (uint64_t)(minutes - 1) * MINUTE_MS);
        drop(conn);
        end_turn();
    }
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    open_adjourned();
    drop(1);
    drop(2);
    pass(DAY_MS);
    wait_for_other(1, &ticket[0], row->ann_min);
    restart_fixture();
    wait_for_other(2, &ticket[1], row->bob_min);
    pass(12 * (uint64_t)DAY_MS);
    come_back(1, &ticket[0], -1);
    assert_has(ask(1, "{'cmd':'mine'}"), "'stage':'adjourned'");
    pass(2 * (uint64_t)DAY_MS);
    assert_has(ask(1, "{'cmd':'board'}"), row->result);
    assert_has(ask(1, "{'cmd':'leave'}"), "'reply':'leave'");
}

/* Both are told the date.  The server is stopped for a while: that time is added. */
TEST(test_the_date_is_shown) {
    open_adjourned();
    for (size_t conn = 1; conn <= 2; conn++) {
        assert_has(ask(conn, "{'cmd':'mine'}"), "'resume_by':'1970-01-15T00:16:40Z'");
        assert_has(ask(conn, "{'cmd':'board'}"), "'resume_ms':1209600000");
    }
    ask(1, "{'cmd':'mode','mode':'text'}");
    assert_has(ask(1, "mine"), ", until 1970-01-15");
    assert_has(ask(1, "board"), "to go on wins against one who has not.");
}

/* An operator decides a game, but not their own, and not one that goes on. */
TEST(test_adjudicate) {
    char line[80];
    open_fixture("--operator-local");
    come_as_operator();
    begin("{'cmd':'create','game':'tablut'}");
    one_moves();
    one_moves();
    snprintf(line, sizeof line, "{'cmd':'adjudicate','room':'%s','winner':'black'}",
             ticket[0].room);
    assert_has(ask(1, line), "'error':'not_operator'");
    assert_has(ask(9, line), "'error':'not_adjourned'");
    ask(1, ADJOURN);
    ask(2, ADJOURN);
    hear(1);
    assert_has(ask(9, line), "'reply':'adjudicate'");
    assert_has(ask(1, "{'cmd':'board'}"),
               "'result':{'outcome':'black','reason':'adjudicated'}");
    create_room(9, ROYAL_UR, ticket[0].room);
    assert_has(
        askf(9, "{'cmd':'adjudicate','room':'%s','winner':'none'}", ticket[0].room),
        "'error':'in_room'");
}

/* In a rated game the one who fled loses rating, not the one who stayed. */
TEST(test_nobody_flees_a_rated_loss) {
    open_fixture("--limit adjourn_ms=60000");
    enter_registered(1, "Ann", &ticket[0]);
    enter_registered(2, "Bob", &ticket[1]);
    create_room(1, "{'cmd':'create','game':'tablut:legs=1','rated':'yes'}",
                ticket[0].room);
    ask_about(2, "join", ticket[0].room);
    be_ready();
    for (int i = 0; i < 20; i++) {
        one_moves();
    }
    ask(1, ADJOURN);
    ask(2, ADJOURN);
    drop(2);
    ask(1, RESUME);
    assert_has(ask(1, "{'cmd':'leave','sure':'sure'}"), "your seat is kept");
    pass(61000);
    const char *told = hear(1);
    assert_has(told, "'reason':'unresumed'");
    assert_has(told, "'event':'rating','room':");
    assert_has(ask(1, "{'cmd':'board'}"), "'outcome':'white'");
}

BEFORE_TESTS {
    random_state = random_seed();
}
