/* What a player reads and checks: greetings, names, where records can be saved, the dice.
 */
#include <signal.h>
#include <sodium.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

#include "client-cli/player/dice_check.h"
#include "client-cli/player/greeting.h"
#include "client-cli/player/save.h"

static const struct greeting_row {
    const char *name;
    const char *line;
    const char *fault; /* start of the fault; NULL: a good greeting */
} greeting_rows[] = {
    {"ours", "* Welcome to alea: type help [alea/1 alead/0.1.0; programs: mode json]",
     NULL},
    {"nothing but the version", "* x [alea/1]", NULL},
    {"brackets in a title", "* [alea/2] [x]: type help [alea/1 alead/0.1.0]", NULL},
    {"another version", "* x [alea/2 alead/9.0]", "this client speaks version 1"},
    {"a longer number", "* x [alea/11 alead/9.0]", "this client speaks version 1"},
    {"no version", "* x [alea/x]", "this client speaks version 1"},
    {"no brackets", "* Welcome to alea", "this is not an alea server; it says: * Welc"},
    {"brackets of others", "* x [telnetd/1]", "this is not an alea server; it says: * x"},
    {"a server that is full",
     "- Too many connections: try again later [too_many_connections]",
     "too many connections: try again later"},
    {"a server that says why", "- You are not welcome here: [spam] [banned]",
     "you are not welcome here: [spam]"},
    {"a web server", "HTTP/1.1 400 Bad Request", "that port is for browsers"},
    {"another server", "220 mail.example.org ESMTP",
     "this is not an alea server; it says: 220"},
    {"a hostile one", "\033[2Jhello", "this is not an alea server; it says: [2Jhello"},
};

TEST_ROWS(greeting_rows) {
    const struct greeting_row *row = table_row(state);
    char fault[FAULT_BYTES] = "";
    assert_int_equal(player_check_greeting(row->line, fault), row->fault == NULL);
    if (row->fault != NULL) {
        assert_memory_equal(fault, row->fault, strlen(row->fault));
        assert_null(strchr(fault, '\033'));
    }
}

TEST(test_refusals) {
    enum error_code why;
    char text[FAULT_BYTES];
    assert_true(player_read_refusal("- You may not play here [banned]", &why, text));
    assert_int_equal(why, ERR_BANNED);
    assert_string_equal(text, "you may not play here");
    assert_true(player_read_refusal("- No: [not] now [of_next_year]", &why, text));
    assert_int_equal(why, ERROR_CODE_COUNT);
    assert_string_equal(text, "no: [not] now");
    assert_false(player_read_refusal("* x [alea/1]", &why, text));
    assert_false(player_read_refusal("- banned", &why, text));
    assert_false(player_read_refusal("- [banned]", &why, text));
}

static const struct fit_row {
    const char *name;
    const char *user;
    const char *fitted;
} fit_rows[] = {
    {"good already", "ann", "ann"},
    {"signs that names have not", "j.r. o'hara", "jrohara"},
    {"a digit first", "4ever", "ever"},
    {"too long", "abcdefghijklmnopqrstuvw", "abcdefghijklmnop"},
    {"too short", "x", "guest"},
    {"nothing", "", "guest"},
    {"a letter with an accent", "\xc3\xa9milie", "\xc3\xa9milie"},
    {"the same, decomposed", "e\xcc\x81milie", "\xc3\xa9milie"},
    {"letters of other alphabets", "\xce\xb5milie", "milie"},
    {"too long, in letters of two bytes", "éééééééééééééééééé", "éééééééééééééééé"},
    {"not UTF-8", "\xc3milie", "milie"},
};

TEST_ROWS(fit_rows) {
    const struct fit_row *row = table_row(state);
    char name[NAME_BYTES_MAX + 1];
    player_fit_name(row->user, name);
    assert_string_equal(name, row->fitted);
}

/* --- save --- */

/* Where records can be saved. */

TEST(test_dir) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    assert_non_null(mkdtemp(dir));
    assert_true(save_check_dir(dir, fault));
    snprintf(path, sizeof path, "%s/nowhere", dir);
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: No such file or directory"));
    assert_true(save_record(path, "{}", fault));
    assert_false(save_check_dir(path, fault));
    assert_non_null(strstr(fault, "/nowhere: Not a directory"));
    unlink(path);
    if (geteuid() != 0) { /* root can write anywhere */
        chmod(dir, 0500);
        assert_false(save_check_dir(dir, fault));
        assert_non_null(strstr(fault, "Permission denied"));
    }
    rmdir(dir);
}

/* A limit on the file size simulates a full disk. */
TEST(test_full_disk) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    static char record[100000];
    struct rlimit before, few = {.rlim_cur = 4096};
    memset(record, 'x', sizeof record - 1);
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    getrlimit(RLIMIT_FSIZE, &before);
    few.rlim_max = before.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &few), 0);
    bool is_saved = save_record(path, record, fault);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(is_saved);
    assert_non_null(strstr(fault, "/game.json: File too large"));
    assert_int_equal(rmdir(dir), 0); /* no file is left behind */
}

TEST(test_never_over_another) {
    char dir[] = "/tmp/alea-test-XXXXXX", path[60], fault[FAULT_BYTES] = "";
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/game.json", dir);
    assert_true(save_record(path, "one", fault));
    assert_false(save_record(path, "two", fault));
    assert_non_null(strstr(fault, "/game.json: File exists"));
    char *text = read_file(path);
    assert_string_equal(text, "one\n");
    free(text);
    unlink(path);
    assert_int_equal(rmdir(dir), 0);
}

/* --- dice check --- */

/* The dice check, with the test vector of docs/fairness.md, and every possible
 * mismatch. */

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

BEFORE_TESTS {
    assert_true(sodium_init() >= 0);
}
