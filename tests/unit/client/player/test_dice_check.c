/* The dice check, with the test vector of docs/fairness.md, and every possible
 * mismatch. */
#include "client-cli/player/dice_check.h"

#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#define OTHER_HEX "730dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"

/* Throws 0 and 5 of the vector. */
#define GOOD_THROWS                                                                      \
    "[{'what':'start_throw','k':0,'white':[1,1,1],'black':[1,1,0]},"                     \
    "{'what':'throw','k':5,'side':'black','dice':[1,0,0]}]"

static const struct dice_check_row {
    const char *name;
    const char *throws;
    const char *secret; /* as published at the end */
    const char *seen;   /* the seat of black during the game */
    const char *black;  /* the seat of black at the end */
    const char *nonce;  /* the nonce that white has sent */
    enum dice_check_verdict verdict;
} rows[] = {
    {"all as promised", GOOD_THROWS, SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_KEPT},
    {"no throw was made", "[]", SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_KEPT},
    {"another secret", "[]",
     "'100102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f'", NULL, NULL,
     "alice", DICE_CHECK_BROKEN},
    {"no secret", "[]", NULL, NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"a throw was changed", "[{'what':'throw','k':5,'side':'black','dice':[1,1,0]}]",
     SAMPLE_SECRET, NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"the throw for the start was changed",
     "[{'what':'start_throw','k':0,'white':[1,1,1],'black':[0,0,1]}]", SAMPLE_SECRET,
     NULL, NULL, "alice", DICE_CHECK_BROKEN},
    {"a throw with another number",
     "[{'what':'throw','k':0,'side':'black','dice':[1,0,0]}]", SAMPLE_SECRET, NULL, NULL,
     "alice", DICE_CHECK_BROKEN},
    {"our nonce was not used", GOOD_THROWS, SAMPLE_SECRET, NULL, NULL, "allan",
     DICE_CHECK_BROKEN},
    {"the opponent's nonce is another", GOOD_THROWS, SAMPLE_SECRET, NULL,
     SAMPLE_SEAT("bob", "rob"), "alice", DICE_CHECK_BROKEN},
    {"the opponent's nonce is not told", GOOD_THROWS, SAMPLE_SECRET,
     SAMPLE_UNREADY("bob"), SAMPLE_UNREADY("bob"), "alice", DICE_CHECK_BROKEN},
    {"the opponent has left", GOOD_THROWS, SAMPLE_SECRET, NULL, "null", "alice",
     DICE_CHECK_KEPT},
    {"another has come", GOOD_THROWS, SAMPLE_SECRET, NULL, SAMPLE_UNREADY("cid"), "alice",
     DICE_CHECK_KEPT},
    {"who has left had another nonce", GOOD_THROWS, SAMPLE_SECRET,
     SAMPLE_SEAT("bob", "rob"), "null", "alice", DICE_CHECK_BROKEN},
};

static void see(struct dice_check *dice_check, const struct sample *sample) {
    struct message *msg = sample_state(sample);
    dice_check_see(dice_check, msg->state);
    message_free(msg);
}

/* Judges the end of a game. */
static enum dice_check_verdict judge(const struct dice_check *dice_check,
                                     const struct sample *sample,
                                     char text[FAULT_BYTES]) {
    struct message *msg = sample_state(sample);
    struct text_out out = text_out_of(text, FAULT_BYTES);
    enum dice_check_verdict verdict = dice_check_judge(dice_check, msg->state, &out);
    message_free(msg);
    assert_in_range(out.len, 0, FAULT_BYTES - 1);
    return verdict;
}

TEST_ROWS(rows) {
    const struct dice_check_row *row = table_row(state);
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    dice_check_promise(&dice_check, SIDE_WHITE, row->nonce);
    see(&dice_check, &(struct sample){.happened = row->throws, .black = row->seen});
    enum dice_check_verdict verdict =
        judge(&dice_check,
              &(struct sample){
                  .stage = "over",
                  .secret = row->secret,
                  .black = row->black,
                  .result = "{'outcome':'white','reason':'resign'}",
              },
              text);
    assert_int_equal(verdict, row->verdict);
    assert_int_equal(strstr(text, "WARNING") != NULL, verdict == DICE_CHECK_BROKEN);
    dice_check_fini(&dice_check);
}

/* A server that hides our own nonce could have used any. */
TEST(test_own_nonce_not_told) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    dice_check_promise(&dice_check, SIDE_WHITE, "alice");
    see(&dice_check, &(struct sample){.happened = GOOD_THROWS});
    assert_int_equal(judge(&dice_check,
                           &(struct sample){.stage = "over",
                                            .secret = SAMPLE_SECRET,
                                            .white = SAMPLE_UNREADY("ann")},
                           text),
                     DICE_CHECK_BROKEN);
    dice_check_fini(&dice_check);
}

/* Without ready, nothing was promised. */
TEST(test_not_ready) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check, &(struct sample){.happened = GOOD_THROWS});
    assert_int_equal(judge(&dice_check, &(struct sample){.stage = "over"}, text),
                     DICE_CHECK_NOTHING);
    assert_string_equal(text, "");
    dice_check_fini(&dice_check);
}

/* The commitment seen before `ready` is the one that counts. */
TEST(test_commitment_exchanged) {
    struct dice_check dice_check = {0};
    char text[FAULT_BYTES];
    see(&dice_check,
        &(struct sample){.stage = "waiting", .white = SAMPLE_UNREADY("ann")});
    strcpy(dice_check.commitment, OTHER_HEX);
    dice_check_promise(&dice_check, SIDE_WHITE, "alice");
    see(&dice_check, &(struct sample){.stage = "waiting"});
    assert_int_equal(judge(&dice_check,
                           &(struct sample){.stage = "over", .secret = SAMPLE_SECRET},
                           text),
                     DICE_CHECK_BROKEN);
    assert_non_null(strstr(text, "SHA-256"));
    dice_check_fini(&dice_check);
}
