/* verify_record and docs/examples/verify.py accept good records, and report what their
 * nonces do not protect against. */
#include "tests/unit/client/records.h"
#include "tests/unit/test.h"

/* --- right records --- */

TEST(test_right) {
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        for (enum ending ending = BY_RULES; ending < ENDING_COUNT; ending++) {
            char *text = make_text(games[g], ending, &rng);
            char fault[VERIFY_FAULT_BYTES];
            enum verdict verdict = verify_text(text, strlen(text), fault);
            assert_string_equal(fault, "");
            assert_int_equal(verdict,
                             ending == RUNNING ? VERDICT_UNFINISHED : VERDICT_GOOD);
            assert_int_equal(verify_in_python(text, strlen(text)), verdict);
            free(text);
        }
    }
}

TEST(test_counts) {
    char *text = read_example();
    char fault[FAULT_BYTES];
    struct record record;
    struct verification v;
    assert_true(record_from_json(text, strlen(text), &record, fault));
    verify_record(&record, &v);
    assert_int_equal(v.verdict, VERDICT_GOOD);
    assert_int_equal(v.n_throws, 11);
    assert_int_equal(v.n_moves, 7);
    assert_string_equal(v.remarks, "");
    record_fini(&record);
    free(text);
}

/* --- remarks --- */

#define LONG_NONCE "0123456789abcdef"
#define RISK(nonce_is, opponent)                                                         \
    nonce_is ": an operator in league with " opponent                                    \
             " could have chosen the nonce of " opponent                                 \
             " last, and with it the dice.\n"

static struct remark_row {
    const char *name;
    struct plan plan;
    const char *remarks;
} remark_rows[] = {
    {"remark: none",
     {&game_royal_ur, RESIGNED, {{LONG_NONCE, false}, {LONG_NONCE, false}}},
     ""},
    {"remark: plain",
     {&game_royal_ur, RESIGNED, {{LONG_NONCE, true}, {LONG_NONCE, false}}},
     RISK("The nonce of ann was plain, not sealed", "bob")},
    {"remark: empty",
     {&game_royal_ur, RESIGNED, {{LONG_NONCE, false}, {"", true}}},
     RISK("The nonce of bob is empty", "ann")},
    {"remark: sealed but short",
     {&game_royal_ur, BY_RULES, {{"0123456789abcde", false}, {LONG_NONCE, false}}},
     RISK("The nonce of ann was sealed, but is so short that it can be guessed", "bob")},
    {"remark: both plain",
     {&game_royal_ur, RUNNING, {{"luck", true}, {LONG_NONCE, true}}},
     RISK("The nonce of ann was plain, not sealed", "bob")
         RISK("The nonce of bob was plain, not sealed", "ann")},
    {"remark: both empty",
     {&game_royal_ur, RESIGNED, {{"", true}, {"", false}}},
     "Both nonces are empty: the dice follow from the secret alone, and the operator "
     "could have chosen it.\n"},
    {"remark: none without throws",
     {&game_royal_ur, CALLED_OFF, {{LONG_NONCE, false}, {"", true}}},
     ""},
};

TEST_ROWS(remark_rows) {
    const struct remark_row *row = table_row(state);
    uint64_t rng = random_seed();
    struct record record;
    struct verification v;
    make_record(&row->plan, &rng, &record);
    verify_record(&record, &v);
    assert_string_equal(v.fault, "");
    assert_string_equal(v.remarks, row->remarks);
    record_fini(&record);
}
