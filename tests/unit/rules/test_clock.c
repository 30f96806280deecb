/* Clocks: their text, and the time left on them. */
#include <string.h>

#include "rules/clock.h"
#include "tests/unit/test.h"

/* --- time controls as text --- */

static const struct text_row {
    const char *name;
    const char *text;
    unsigned minutes, bonus_s;
    const char *fault; /* NULL: it can be read, and is written back unchanged */
} texts[] = {
    {"minutes and bonus", "5+10", 5, 10, NULL},
    {"no bonus", "5+0", 5, 0, NULL},
    {"bonus only", "0+10", 0, 10, NULL},
    {"the most", "180+180", 180, 180, NULL},
    {"the least", "0+1", 0, 1, NULL},
    {"nothing", "0+0", 0, 0, "a clock has some time, as in 5+10"},
    {"empty", "", 0, 0, "minutes must be a number"},
    {"words", "blitz", 0, 0, "minutes must be a number"},
    {"minutes only", "5", 0, 0, "expected '+' between minutes and seconds, as in 5+10"},
    {"another sign", "5-10", 0, 0,
     "expected '+' between minutes and seconds, as in 5+10"},
    {"no minutes", "+10", 0, 0, "minutes must be a number"},
    {"no seconds", "5+", 0, 0, "seconds must be a number"},
    {"seconds in words", "5+ten", 0, 0, "seconds must be a number"},
    {"negative", "-5+10", 0, 0, "minutes must be a number"},
    {"blank", "5 +10", 0, 0, "expected '+' between minutes and seconds, as in 5+10"},
    {"leading zero", "05+10", 0, 0, "minutes has a leading zero"},
    {"leading zero of the bonus", "5+010", 0, 0, "seconds has a leading zero"},
    {"too many minutes", "181+0", 0, 0, "minutes is too large"},
    {"too many seconds", "5+181", 0, 0, "seconds is too large"},
    {"too many for a number", "99999999999999999999+0", 0, 0, "minutes is too large"},
};

TEST_ROWS(texts) {
    const struct text_row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    struct time_control time = {99, 99};
    assert_int_equal(time_control_parse(&in, &time), row->fault == NULL);
    if (row->fault != NULL) {
        assert_string_equal(in.fault, row->fault);
        assert_int_equal(time.minutes, 99); /* unchanged */
        return;
    }
    assert_true(text_at_end(&in));
    assert_int_equal(time.minutes, row->minutes);
    assert_int_equal(time.bonus_s, row->bonus_s);
    assert_true(time_control_is_set(&time));
    char text[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    time_control_write(&time, &out);
    assert_string_equal(text, row->text);
    assert_int_equal(out.len, strlen(row->text)); /* the result was not cut */
}

/* Reading stops at the end of the time: the rest is left to the caller. */
TEST(test_text_in_a_line) {
    static const char line[] = "5+10 black";
    struct text_in in = text_in_of(line, strlen(line));
    struct time_control time;
    assert_true(time_control_parse(&in, &time));
    assert_string_equal(in.at, " black");
}

TEST(test_no_clocks_have_no_text) {
    const struct time_control none = {0};
    char text[TIME_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    time_control_write(&none, &out);
    assert_string_equal(text, "");
    assert_false(time_control_is_set(&none));
}

/* --- running clocks --- */

enum { STEPS_MAX = 8 };

/* What happens to a clock at a time: 'w' or 'b': that side's clock starts; 'm': that side
 * has moved; 's': it is stopped; '?': nothing, the clock is only read. */
struct step {
    char what;
    uint64_t at_ms;
    int64_t white_ms, black_ms; /* time left after that */
};

#define NEVER UINT64_MAX

static const struct clock_row {
    const char *name;
    struct time_control time;
    struct step step[STEPS_MAX]; /* what == 0 ends them */
    uint64_t flag_ms;            /* after the last step */
} clocks[] = {
    {"full at the start", {5, 10}, {{'?', 0, 300000, 300000}}, NEVER},
    {"minutes only", {5, 0}, {{'?', 0, 300000, 300000}}, NEVER},
    {"a bonus only is the start too", {0, 10}, {{'?', 0, 10000, 10000}}, NEVER},
    {"the most", {180, 180}, {{'?', 0, 10800000, 10800000}}, NEVER},
    {"stands until it runs", {5, 0}, {{'?', 99999999, 300000, 300000}}, NEVER},
    {"runs", {5, 0}, {{'w', 1000, 300000, 300000}, {'?', 3000, 298000, 300000}}, 301000},
    {"black's", {5, 0}, {{'b', 0, 300000, 300000}, {'?', 1, 300000, 299999}}, 300000},
    {"looking changes nothing",
     {5, 0},
     {{'w', 0, 300000, 300000}, {'?', 5000, 295000, 300000}, {'?', 4000, 296000, 300000}},
     300000},
    {"stopped",
     {5, 10},
     {{'w', 0, 300000, 300000}, {'s', 7000, 293000, 300000}, {'?', 9000, 293000, 300000}},
     NEVER},
    {"goes on where it was stopped",
     {5, 10},
     {{'w', 0, 300000, 300000},
      {'s', 7000, 293000, 300000},
      {'w', 50000, 293000, 300000}},
     343000},
    {"stopped twice is once",
     {5, 0},
     {{'w', 0, 300000, 300000}, {'s', 7000, 293000, 300000}, {'s', 9000, 293000, 300000}},
     NEVER},
    {"stopped before it runs", {5, 0}, {{'s', 7000, 300000, 300000}}, NEVER},
    {"a move brings the bonus",
     {5, 10},
     {{'w', 0, 300000, 300000}, {'m', 4000, 306000, 300000}},
     NEVER},
    {"a move without a bonus",
     {5, 0},
     {{'w', 0, 300000, 300000}, {'m', 4000, 296000, 300000}},
     NEVER},
    {"a bonus for who moves",
     {5, 10},
     {{'b', 0, 300000, 300000}, {'m', 4000, 300000, 306000}},
     NEVER},
    {"a move while none runs brings none", {5, 10}, {{'m', 4000, 300000, 300000}}, NEVER},
    {"one after the other",
     {1, 2},
     {{'w', 0, 60000, 60000},
      {'m', 10000, 52000, 60000},
      {'b', 10000, 52000, 60000},
      {'m', 40000, 52000, 32000},
      {'w', 40000, 52000, 32000},
      {'?', 41000, 51000, 32000}},
     92000},
    {"at 0",
     {1, 0},
     {{'w', 0, 60000, 60000}, {'?', 59999, 1, 60000}, {'?', 60000, 0, 60000}},
     60000},
    {"never below 0",
     {1, 0},
     {{'w', 0, 60000, 60000}, {'?', 99999999, 0, 60000}, {'s', NEVER, 0, 60000}},
     NEVER},
    {"at 0 it is due at once",
     {1, 0},
     {{'w', 0, 60000, 60000}, {'s', 60000, 0, 60000}, {'w', 70000, 0, 60000}},
     70000},
    {"a bonus on the most",
     {180, 180},
     {{'w', 0, 10800000, 10800000}, {'m', 0, 10980000, 10800000}},
     NEVER},
    {"time that goes back takes nothing",
     {1, 0},
     {{'w', 5000, 60000, 60000}, {'?', 4000, 60000, 60000}, {'s', 1, 60000, 60000}},
     NEVER},
    {"late on the server's clock",
     {1, 0},
     {{'w', INT64_MAX, 60000, 60000}, {'?', (uint64_t)INT64_MAX + 1, 59999, 60000}},
     (uint64_t)INT64_MAX + 60000},
    {"no clocks: none runs", {0, 0}, {{'w', 0, 0, 0}}, NEVER},
    {"no clocks: nothing happens",
     {0, 0},
     {{'w', 0, 0, 0}, {'?', 5000, 0, 0}, {'m', 5000, 0, 0}, {'s', 6000, 0, 0}},
     NEVER},
};

static void take_step(struct clock *clock, const struct step *step) {
    switch (step->what) {
    case 'w': clock_run(clock, SIDE_WHITE, step->at_ms); break;
    case 'b': clock_run(clock, SIDE_BLACK, step->at_ms); break;
    case 'm': clock_moved(clock, step->at_ms); break;
    case 's': clock_stop(clock, step->at_ms); break;
    default: break;
    }
}

TEST_ROWS(clocks) {
    const struct clock_row *row = table_row(state);
    struct clock clock;
    clock_start(&clock, &row->time);
    for (unsigned i = 0; i < STEPS_MAX && row->step[i].what != 0; i++) {
        const struct step *step = &row->step[i];
        take_step(&clock, step);
        assert_int_equal(clock_left_ms(&clock, SIDE_WHITE, step->at_ms), step->white_ms);
        assert_int_equal(clock_left_ms(&clock, SIDE_BLACK, step->at_ms), step->black_ms);
    }
    assert_int_equal(clock_flag_ms(&clock), row->flag_ms);
    assert_true((clock.running == SIDE_COUNT) == (row->flag_ms == NEVER));
}

/* A bonus raises a clock to a day at most. */
TEST(test_most) {
    const struct time_control time = {180, 180};
    struct clock clock;
    clock_start(&clock, &time);
    int64_t before_ms = clock.left_ms[SIDE_BLACK];
    for (unsigned moves = 0; moves < 1000; moves++) {
        clock_run(&clock, SIDE_BLACK, moves);
        clock_moved(&clock, moves);
        int64_t left_ms = clock.left_ms[SIDE_BLACK];
        assert_true(left_ms <= CLOCK_MOST_MS);
        assert_true(left_ms == before_ms + 180000 || left_ms == CLOCK_MOST_MS);
        before_ms = left_ms;
    }
    assert_int_equal(before_ms, CLOCK_MOST_MS);
    assert_int_equal(clock.left_ms[SIDE_WHITE], 10800000);
    clock_run(&clock, SIDE_BLACK, 1000);
    clock_moved(&clock, 1000 + 200000); /* used more time than the bonus */
    assert_int_equal(clock.left_ms[SIDE_BLACK], CLOCK_MOST_MS - 20000);
}
