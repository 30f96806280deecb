/* An analysis in a thread: its report, and what cannot be analysed. */
#include "client-cli/analyse/review.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/client/records.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const struct style plain = {.unicode = false};

/* Waits for the end of the analysis, which tells its progress. */
static void await(const struct review *review) {
    unsigned percent, told = 0;
    do {
        struct pollfd polled = {.fd = review_fd(review), .events = POLLIN};
        assert_int_equal(poll(&polled, 1, 60000), 1);
        percent = review_percent(review);
        assert_true(percent > told && percent % 10 == 0 && percent <= 100);
        assert_true(percent == told + 10);
        told = percent;
    } while (percent < 100);
}

TEST(test_report) {
    char fault[FAULT_BYTES];
    char *json = read_example();
    struct review *review = review_begin(json, &plain, 0, fault);
    assert_non_null(review);
    await(review);
    char *report = review_end(review);
    assert_non_null(strstr(report, "\n  winning chances lost per decision "));
    assert_non_null(strstr(report, "\nWhite's winning chances, from the start to move "));
    free(report);
    free(json);
}

/* Whoever does not wait gets nothing, or, if it was quick, everything. */
TEST(test_ended_early) {
    char fault[FAULT_BYTES];
    uint64_t rng = random_seed();
    char *json = make_text(&game_morris, BY_RULES, &rng);
    struct review *review = review_begin(json, &plain, 0, fault);
    assert_non_null(review);
    char *report = review_end(review);
    assert_true(report == NULL || strstr(report, "Judged by") != NULL);
    free(report);
    free(json);
}

static void expect_fault(const char *json, const char *expected) {
    char fault[FAULT_BYTES];
    assert_null(review_begin(json, &plain, 0, fault));
    assert_string_equal(strstr(fault, expected) != NULL ? "" : fault, "");
}

/* In a running game an analysis would be a hint. */
TEST(test_what_cannot_be_analysed) {
    uint64_t rng = random_seed();
    char *running = make_text(&game_royal_ur, RUNNING, &rng);
    char *good = make_text(&game_royal_ur, RESIGNED, &rng);
    char *wrong = replace(good, "'reason':'resign'", "'reason':'absent'");
    expect_fault(running, "it is not over yet");
    expect_fault(wrong, "its record is wrong: see alea verify");
    expect_fault("{}", "format");
    expect_fault("", "");
    free(running);
    free(good);
    free(wrong);
}

BEFORE_TESTS {
    setenv("XDG_DATA_HOME", "/nowhere", 1);
}
