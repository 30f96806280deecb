/* Dice statistics: counted when games end, shown by dicestats. */
#include "tests/unit/server/bad_disk.h"
#include "tests/unit/test.h"

#include "proto/message/record.h"
#include "server/rating/dicestats.h"

#define STELPUR "{'cmd':'create','game':'stelpur'}"

/* What Ann and Bob have thrown, according to the records of this test's games. */
struct thrown {
    struct dice_tally tally[SIDE_COUNT]; /* Ann's, Bob's */
};

/* Counts the throws of the finished game whose record is in an answer. */
static void count_record(const char *answer, int ann, struct thrown *thrown) {
    const char *start = strstr(answer, json("'record':{"));
    assert_non_null(start);
    start += strlen("'record':");
    struct record record;
    struct dice_tally tally[SIDE_COUNT];
    char fault[FAULT_BYTES] = "";
    size_t len = strcspn(start, "\n") - 1; /* leaves out the end of the message */
    if (!record_from_json(start, len, &record, fault)) {
        fail_msg("%s", fault);
    }
    dicestats_count(&record, tally);
    record_fini(&record);
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct dice_tally *total = &thrown->tally[side == ann ? 0 : 1];
        assert_true(tally[side].throws > 0);
        total->kind = tally[side].kind;
        total->throws += tally[side].throws;
        for (int i = 0; i < DICE_CELLS_MAX; i++) {
            total->count[i] += tally[side].count[i];
        }
    }
}

/* Ann resigns; counts the game from its record. */
static void resign_and_count(int ann, struct thrown *thrown) {
    one_moves();
    assert_has(ask(1, "{'cmd':'resign'}"), "'reply':'resign'");
    count_record(ask(1, "{'cmd':'record'}"), ann, thrown);
}

/* Adds both up. */
static struct dice_tally sum(const struct thrown *thrown) {
    struct dice_tally all = thrown->tally[0];
    all.throws += thrown->tally[1].throws;
    for (int i = 0; i < DICE_CELLS_MAX; i++) {
        all.count[i] += thrown->tally[1].count[i];
    }
    return all;
}

/* Checks that the answer has these throws of stelpur. */
static void expect_told(const char *line, const struct dice_tally *tally) {
    char expected[256];
    size_t len =
        (size_t)snprintf(expected, sizeof expected,
                         "'dicestats':[{'dice':'2 six-sided','throws':%llu,'faces':'1 2 "
                         "3 4 5 6','counts':'",
                         (unsigned long long)tally->throws);
    for (int i = 0; i < 6; i++) {
        len += (size_t)snprintf(expected + len, sizeof expected - len, "%s%llu",
                                i > 0 ? " " : "", (unsigned long long)tally->count[i]);
    }
    snprintf(expected + len, sizeof expected - len, "','chi2':");
    assert_has(ask(3, line), expected);
}

#define OF_ALL "{'cmd':'dicestats'}"
#define OF_ANN "{'cmd':'dicestats','name':'aNN'}"
#define OF_BOB "{'cmd':'dicestats','name':'Bob'}"

static void listen_too(void) {
    assert_true(come(3));
    ask(3, "{'cmd':'hello'}");
}

TEST(totals_grow_as_games_end) {
    open_filed_fixture("");
    struct thrown thrown = {0};
    listen_too();
    begin(STELPUR);
    assert_has(ask(3, OF_ALL), "'dicestats':[]"); /* not counted while the game
                                                   * runs */
    resign_and_count(SIDE_WHITE, &thrown);
    expect_told(OF_ANN, &thrown.tally[0]);
    expect_told(OF_BOB, &thrown.tally[1]);
    struct dice_tally all = sum(&thrown);
    expect_told(OF_ALL, &all);
    ask(1, "{'cmd':'rematch'}"); /* sides are exchanged */
    be_ready();
    resign_and_count(SIDE_BLACK, &thrown);
    all = sum(&thrown);
    expect_told(OF_ALL, &all);
    kill_fixture(); /* and it is stored */
    start_fixture();
    listen_too();
    expect_told(OF_ANN, &thrown.tally[0]);
    expect_told(OF_BOB, &thrown.tally[1]);
    expect_told(OF_ALL, &all);
}

/* A game without any move is not kept.  Its dice still count in the total, so that giving
 * up after a bad throw does not make the dice look better, and for accounts.  They do not
 * count for a guest, whose name would be kept forever. */
TEST(without_a_move) {
    open_fixture("");
    fixture->tls = true;
    listen_too();
    begin(STELPUR);
    ask(1, "{'cmd':'register','password':'12345678'}");
    ask(1, "{'cmd':'resign'}");
    assert_has(ask(3, OF_ALL), "'throws':");
    assert_has(ask(3, OF_ANN), "'throws':");
    assert_has(ask(3, OF_BOB), "'dicestats':[]");
}

/* When the end of a game could not be stored at first, its dice are not counted twice. */
TEST(a_disk_that_fails) {
    open_filed_fixture("");
    struct thrown thrown = {0};
    listen_too();
    begin(STELPUR);
    hear(1);
    break_disk();
    assert_has(ask(1, "{'cmd':'resign'}"), "'error':'storage'");
    repair_disk();
    pass(5000); /* the room is restored */
    assert_has(ask(3, OF_ALL), "'dicestats':[]");
    resign_and_count(SIDE_WHITE, &thrown);
    struct dice_tally all = sum(&thrown);
    expect_told(OF_ALL, &all);
}

/* With too few throws, no verdict is given. */
TEST(few_throws) {
    begin(ROYAL_UR);
    one_moves();
    ask(1, "{'cmd':'resign'}");
    listen_too();
    const char *ann = ask(3, OF_ANN);
    assert_has(ann, "{'dice':'3 two-faced',");
    assert_has(ann, "'faces':'0 1 2 3'");
    assert_has(ann, "'df':3,'p':null,'luck':");
    assert_has(ann, "'text':'Too few throws");
    assert_has(ask(3, OF_ALL), "'luck':null}");
}

BEFORE_TESTS {
    use_bad_disk();
}
