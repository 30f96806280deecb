/* Right records are found right; whatever is altered in them is found wrong, by
 * verify_record and by docs/examples/verify.py. */
#include "client-cli/verify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/support/random_record.h"

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define EXAMPLE       "docs/examples/record.json"
#define EXAMPLE_BYTES 4096 /* more than it has */
#define PYTHON        "docs/examples/verify.py"

/* --- both verifiers --- */

/* Verifies a record as text.  fault: VERIFY_FAULT_BYTES; of the reader, or of verify. */
static enum verdict verify_text(const char *text, size_t len, char *fault) {
    struct record record;
    struct verification v = {.verdict = VERDICT_WRONG};
    if (!record_from_json(text, len, &record, fault)) {
        assert_int_not_equal(fault[0], '\0');
        return VERDICT_WRONG;
    }
    verify_record(&record, &v);
    record_fini(&record);
    snprintf(fault, VERIFY_FAULT_BYTES, "%s", v.fault);
    return v.verdict;
}

/* The exit status of the Python example. */
static int run_python(const char *path) {
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        if (freopen("/dev/null", "w", stdout) != NULL) {
            execlp("python3", "python3", PYTHON, path, (char *)NULL);
        }
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* As verify_text, by the Python example. */
static enum verdict verify_in_python(const char *text, size_t len) {
    char path[] = "/tmp/alea-test-XXXXXX";
    int fd = mkstemp(path);
    assert_int_not_equal(fd, -1);
    assert_int_equal(write(fd, text, len), (ssize_t)len);
    close(fd);
    int status = run_python(path);
    unlink(path);
    switch (status) {
    case 0: return VERDICT_GOOD;
    case 1: return VERDICT_WRONG;
    case 3: return VERDICT_UNFINISHED;
    default: fail_msg("%s: exit status %d", PYTHON, status);
    }
    return VERDICT_WRONG;
}

/* Returns owned. */
static char *make_text(const struct game *game, enum ending ending, uint64_t *rng) {
    struct record record;
    make_record(&(struct plan){.game = game, .ending = ending}, rng, &record);
    char *text = record_to_json(&record, 0);
    record_fini(&record);
    return text;
}

/* Returns owned. */
static char *read_example(void) {
    FILE *in = fopen(EXAMPLE, "rb");
    assert_non_null(in);
    char *text = calloc(1, EXAMPLE_BYTES);
    assert_non_null(text);
    assert_in_range(fread(text, 1, EXAMPLE_BYTES, in), 1, EXAMPLE_BYTES - 1);
    fclose(in);
    return text;
}

/* --- right records --- */

static void test_right(void **state) {
    (void)state;
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

static void test_counts(void **state) {
    (void)state;
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

/* --- wrong records: each row replaces one text in a right one --- */

enum { OF_EXAMPLE = ENDING_COUNT }; /* beside the endings of made records */

#define WHITE_NONCE "fed66aaad2fc26716326899853087771"
#define WHITE_SEAL  "bb479f40352bc5cedc74939078fa52f2ac7379111eaaed53008b821ac69d754b"
#define THROW_2                                                                          \
    "{\"what\": \"throw\", \"side\": \"white\", \"k\": 2, \"dice\": [0, 0, 0]}"
#define THROW_3                                                                          \
    "{\"what\": \"throw\", \"side\": \"black\", \"k\": 3, \"dice\": [1, 0, 0]}"
#define RESIGNS "{\"what\": \"resign\", \"side\": \"black\"}"

static struct wrong_row {
    const char *name;
    int base; /* the record that is altered: OF_EXAMPLE, or an ending of royal-ur */
    const char *from, *to;
    const char *fault; /* what it says, or some of it */
} wrong_rows[] = {
    {"throw: a face", OF_EXAMPLE, "[0, 0, 0]", "[0, 1, 0]",
     "log[2]: throw 2: the dice should be 0,0,0, the record says 0,1,0"},
    {"throw: a face of a throw for the start", OF_EXAMPLE, "\"white\": [1, 1, 0]",
     "\"white\": [1, 0, 1]",
     "log[1]: throw 1: the dice should be 1,1,0 against 0,0,1, the record says 1,0,1 "
     "against 0,0,1"},
    {"throw: a number skipped", OF_EXAMPLE, "\"k\": 5", "\"k\": 6",
     "log[7]: throw 5 comes here, the record says 6"},
    {"throw: out of order", OF_EXAMPLE, THROW_2 ",\n  " THROW_3, THROW_3 ", " THROW_2,
     "log[2]: it is the turn of white, the record says black"},
    {"throw: by the wrong side", OF_EXAMPLE, "\"white\", \"k\": 4", "\"black\", \"k\": 4",
     "log[5]: it is the turn of white, the record says black"},
    {"throw: for the start when it is decided", OF_EXAMPLE, THROW_2,
     "{\"what\": \"start_throw\", \"k\": 2, \"white\": [0, 0, 0], \"black\": [0, 0, 0]}",
     "log[2]: a throw for the start, but white has begun"},
    {"throw: tie left out", OF_EXAMPLE,
     "{\"what\": \"start_throw\", \"k\": 0, \"white\": [1, 0, 0], \"black\": [0, 0, 1]},",
     "", "log[0]: throw 0 comes here, the record says 1"},
    {"throw: before the start", OF_EXAMPLE, "\"log\": [", "\"log\": [" THROW_2 ",",
     "log[0]: nobody has thrown higher for the start yet"},
    {"throw: left out", OF_EXAMPLE, THROW_3 ",", "", "log[3]: black must throw first"},
    {"throw: no such face", OF_EXAMPLE, "[0, 0, 0]", "[0, 0, 2]", "log[2].dice: "},
    {"throw: too few dice", OF_EXAMPLE, "[0, 0, 0]", "[0, 0]", "log[2].dice: "},
    {"move: left out", OF_EXAMPLE,
     "{\"what\": \"move\", \"side\": \"black\", \"move\": \"in-1\"},", "",
     "log[4]: black must move first"},
    {"move: left out before another throw", OF_EXAMPLE,
     "{\"what\": \"move\", \"side\": \"white\", \"move\": \"2-4\"},", "",
     "log[14]: white must move first"},
    {"move: by the wrong side", OF_EXAMPLE, "\"white\", \"move\": \"in-2\"",
     "\"black\", \"move\": \"in-2\"",
     "log[6]: it is the turn of white, the record says black"},
    {"move: illegal", OF_EXAMPLE, "\"2-4\"", "\"2-5\"",
     "log[14]: the move 2-5 is not legal: "},
    {"move: another one", OF_EXAMPLE, "\"2-4\"", "\"in-2\"",
     "log[14]: the move in-2 is not legal: "},
    {"log: an entry after the end", OF_EXAMPLE, RESIGNS, RESIGNS "," RESIGNS,
     "log[19]: the game is over before this entry"},
    {"log: an entry after the end by the rules", BY_RULES, "}],\"position\"",
     "},{\"what\":\"resign\",\"side\":\"white\"}],\"position\"",
     "the game is over before this entry"},
    {"log: an entry after calling off", CALLED_OFF, "}],\"position\"",
     "},{\"what\":\"left\",\"side\":\"white\"}],\"position\"",
     "log[1]: the game is over before this entry"},
    {"log: resigned before the start", OF_EXAMPLE, "\"log\": [", "\"log\": [" RESIGNS ",",
     "log[0]: nobody has thrown higher for the start yet"},
    {"log: called off after throws", OF_EXAMPLE, "resign", "unopened",
     "log[18]: a game is called off only before its first throw"},
    {"log: called off after a tie", OF_EXAMPLE,
     "{\"what\": \"start_throw\", \"k\": 1, \"white\": [1, 1, 0], \"black\": [0, 0, 1]}",
     "{\"what\": \"unopened\", \"side\": \"black\"}",
     "log[1]: a game is called off only before its first throw"},
    {"log: called off by him who opened", CALLED_OFF,
     "{\"what\":\"unopened\",\"side\":\"white\"}",
     "{\"what\":\"unopened\",\"side\":\"black\"}",
     "log[0]: the nonce of black is not sealed, or was opened"},
    {"log: one of two late players left out", CALLED_OFF_BY_BOTH,
     "{\"what\":\"unopened\",\"side\":\"white\"},", "",
     "log: white has not opened a seal either"},
    {"log: endless much too early", OF_EXAMPLE, RESIGNS, "{\"what\": \"endless\"}",
     "log[18]: a game is endless only after 100000 throws and moves"},
    {"log: late twice", CALLED_OFF_BY_BOTH, "\"side\":\"black\"}]",
     "\"side\":\"white\"}]", "log[1]: the game is over before this entry"},
    {"log: an entry of another kind", OF_EXAMPLE, RESIGNS,
     "{\"what\": \"opened\", \"side\": \"black\"}", "log[18].what: "},
    {"result: no end in the log", OF_EXAMPLE, ",\n  " RESIGNS, "",
     "result: should be: not over; the record says: white, resign"},
    {"result: left instead of resigned", OF_EXAMPLE, "resign", "left",
     "result: should be: white, left; the record says: white, resign"},
    {"result: the other side resigned", OF_EXAMPLE, RESIGNS,
     "{\"what\": \"resign\", \"side\": \"white\"}",
     "result: should be: black, resign; the record says: white, resign"},
    {"result: wrong winner", OF_EXAMPLE, "\"outcome\": \"white\"",
     "\"outcome\": \"black\"",
     "result: should be: white, resign; the record says: black, resign"},
    {"result: a draw", OF_EXAMPLE, "\"outcome\": \"white\"", "\"outcome\": \"draw\"",
     "result: should be: white, resign; the record says: draw, resign"},
    {"result: nobody won", OF_EXAMPLE, "\"outcome\": \"white\"", "\"outcome\": \"none\"",
     "result: should be: white, resign; the record says: called off, resign"},
    {"result: wrong reason", OF_EXAMPLE, "\"reason\": \"resign\"", "\"reason\": \"left\"",
     "result: should be: white, resign; the record says: white, left"},
    {"result: wrong reason by the rules", BY_RULES, "\"reason\":\"off\"",
     "\"reason\":\"resign\"", "result: should be: "},
    {"result: somebody won a game called off", CALLED_OFF, "\"outcome\":\"none\"",
     "\"outcome\":\"white\"",
     "result: should be: called off, unopened; the record says: white, unopened"},
    {"result: missing", OF_EXAMPLE, "{\"outcome\": \"white\", \"reason\": \"resign\"}",
     "null", "result: "},
    {"nonce: not the sealed one", OF_EXAMPLE, WHITE_NONCE,
     "0ed66aaad2fc26716326899853087771", "players.white.seal: the nonce's hash is "},
    {"seal: another", OF_EXAMPLE, WHITE_SEAL,
     "0b479f40352bc5cedc74939078fa52f2ac7379111eaaed53008b821ac69d754b",
     "players.white.seal: the nonce's hash is " WHITE_SEAL ", the record says 0b47"},
    {"nonce: another plain one", OF_EXAMPLE,
     WHITE_NONCE "\", \"seal\": \"" WHITE_SEAL "\"", "guess\", \"seal\": null",
     "log[0]: throw 0: the dice should be "},
    {"nonce: with a colon", OF_EXAMPLE, WHITE_NONCE, "a:b", "players.white.nonce: "},
    {"secret: not the one committed to", OF_EXAMPLE, "\"3ea0", "\"3ea1",
     "commitment: the secret's hash is "},
    {"secret: in capitals", OF_EXAMPLE, "\"3ea0", "\"3EA0", "secret: "},
    {"format: another", OF_EXAMPLE, "\"format\": 1", "\"format\": 2", "format: "},
    {"commitment: another", OF_EXAMPLE, "\"50a9", "\"51a9",
     "commitment: the secret's hash is 50a9"},
    {"secret: missing", OF_EXAMPLE,
     "\"3ea0232a8291067050494d83c36767394c42ef0569c396b943081cb9ce32f602\"", "null",
     "result: "},
    {"game id: another", OF_EXAMPLE, "483a50dd234a", "483a50dd234b",
     "log[1]: throw 1: the dice should be "},
    {"first: wrong", OF_EXAMPLE, "\"first\": \"white\"", "\"first\": \"black\"",
     "first: should be \"white\", the record says \"black\""},
    {"first: missing", OF_EXAMPLE, "\"first\": \"white\"", "\"first\": null",
     "first: should be \"white\", the record says \"\""},
    {"first: of a game called off", CALLED_OFF, "\"first\":null", "\"first\":\"white\"",
     "first: should be \"\", the record says \"white\""},
    {"position: another", OF_EXAMPLE, "6=w", "7=w",
     "position: should be \"5,5 b1=b,b2=b,w3=w,6=w 0,0 b 1\", the record says "},
};

/* Returns owned: text with the first from replaced. */
static char *replace(const char *text, const char *from, const char *to) {
    const char *at = strstr(text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - text);
    size_t size = strlen(text) + strlen(to) + 1;
    char *replaced = malloc(size);
    assert_non_null(replaced);
    snprintf(replaced, size, "%.*s%s%s", (int)before, text, to, at + strlen(from));
    return replaced;
}

static void test_wrong(void **state) {
    const struct wrong_row *row = *state;
    uint64_t rng = 1;
    char *right = row->base == OF_EXAMPLE
                      ? read_example()
                      : make_text(&game_royal_ur, (enum ending)row->base, &rng);
    char *wrong = replace(right, row->from, row->to);
    char fault[VERIFY_FAULT_BYTES] = "";
    assert_int_equal(verify_text(wrong, strlen(wrong), fault), VERDICT_WRONG);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
    if (strncmp(fault, "position", strlen("position")) != 0) { /* Python does not look */
        assert_int_equal(verify_in_python(wrong, strlen(wrong)), VERDICT_WRONG);
    }
    free(wrong);
    free(right);
}

/* The server pretends that white sealed an empty nonce, without asking. */
static void test_played_unopened(void **state) {
    (void)state;
    struct plan plan = {&game_royal_ur, RESIGNED, {{.text = ""}}};
    uint64_t rng = random_seed();
    struct record record;
    struct verification v;
    make_record(&plan, &rng, &record);
    record.player[SIDE_WHITE].opened = false;
    verify_record(&record, &v);
    assert_int_equal(v.verdict, VERDICT_WRONG);
    assert_non_null(strstr(v.fault, ": white's seal is not opened yet"));
    char *text = record_to_json(&record, 0);
    assert_int_equal(verify_in_python(text, strlen(text)), VERDICT_WRONG);
    free(text);
    record_fini(&record);
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

static void test_remarks(void **state) {
    const struct remark_row *row = *state;
    uint64_t rng = random_seed();
    struct record record;
    struct verification v;
    make_record(&row->plan, &rng, &record);
    verify_record(&record, &v);
    assert_string_equal(v.fault, "");
    assert_string_equal(v.remarks, row->remarks);
    record_fini(&record);
}

/* --- alterations of single characters --- */

/* A record cannot prove all that it says.  What begins like this may be altered up to the
 * next quotation mark, unnoticed. */
static const char *const unproven[] = {"\"name\":\"", "\"server\":\"", "\"started\":\"",
                                       "\"ended\":\"", NULL};
/* And in a short game of any kind: another move may be legal too; without dice nothing
 * follows from the game id. */
static const char *const unproven_of_any[] = {"\"move\":\"", "\"game_id\":\"", NULL};
/* And in Python, which does not look at the position. */
static const char *const unproven_in_python[] = {"}],\"", "\"position\":\"", NULL};

static void mark(const char *text, const char *const *beginnings, bool *mask) {
    for (; *beginnings != NULL; beginnings++) {
        const char *at = text;
        while ((at = strstr(at, *beginnings)) != NULL) {
            for (at += strlen(*beginnings); *at != '"'; at++) {
                mask[at - text] = true;
            }
        }
    }
}

/* A text that is altered, one character at a time. */
struct altered {
    char *text; /* owned */
    size_t len;
    bool *may_differ; /* owned; for each character: whether it proves nothing */
    bool in_python;   /* whether the example has to notice, too */
    unsigned missed;  /* alterations that were not noticed */
};

static struct altered altered_of(const struct game *game, enum ending ending,
                                 const char *const *more_unproven, uint64_t *rng) {
    struct altered a = {.text = make_text(game, ending, rng)};
    a.len = strlen(a.text);
    a.may_differ = calloc(a.len, sizeof *a.may_differ);
    assert_non_null(a.may_differ);
    mark(a.text, unproven, a.may_differ);
    if (more_unproven != NULL) {
        mark(a.text, more_unproven, a.may_differ);
    }
    return a;
}

static void altered_end(struct altered *a) {
    free(a->text);
    free(a->may_differ);
    assert_int_equal(a->missed, 0);
}

/* Puts c at a place for a moment, counts it if nobody notices, and tells it. */
static void alter(struct altered *a, size_t at, char c) {
    char was = a->text[at];
    char fault[VERIFY_FAULT_BYTES];
    a->text[at] = c;
    bool missed = verify_text(a->text, a->len, fault) != VERDICT_WRONG ||
                  (a->in_python && verify_in_python(a->text, a->len) != VERDICT_WRONG);
    a->text[at] = was;
    if (missed) {
        size_t from = at > 40 ? at - 40 : 0;
        print_error("not noticed: '%c' for '%c' after %.*s\n", c, was, (int)(at - from),
                    a->text + from);
        a->missed++;
    }
}

static void alter_at_random(struct altered *a, unsigned times, uint64_t *rng) {
    while (times > 0) {
        size_t at = random_next(rng) % a->len;
        char c = (char)(' ' + random_next(rng) % ('~' - ' ' + 1));
        if (!a->may_differ[at] && c != a->text[at]) {
            alter(a, at, c);
            times--;
        }
    }
}

static void test_every_character(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, RESIGNED, NULL, &rng);
    for (size_t at = 0; at < a.len; at++) {
        const char others[] = {(char)(a.text[at] ^ 1), '0', '3', 'b', 'w', ' ', '"', ','};
        for (size_t i = 0; i < sizeof others && !a.may_differ[at]; i++) {
            if (others[i] != a.text[at]) {
                alter(&a, at, others[i]);
            }
        }
    }
    altered_end(&a);
}

static void test_whole_game(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, NULL, &rng);
    alter_at_random(&a, 500, &rng);
    altered_end(&a);
}

static void test_any_game(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        struct altered a = altered_of(games[g], LEFT, unproven_of_any, &rng);
        alter_at_random(&a, 100, &rng);
        altered_end(&a);
    }
}

static void test_python(void **state) {
    (void)state;
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, unproven_in_python, &rng);
    a.in_python = true;
    alter_at_random(&a, 40, &rng);
    altered_end(&a);
}

int main(void) {
    static const struct CMUnitTest fixed[] = {
        cmocka_unit_test(test_right),           cmocka_unit_test(test_counts),
        cmocka_unit_test(test_played_unopened), cmocka_unit_test(test_every_character),
        cmocka_unit_test(test_whole_game),      cmocka_unit_test(test_any_game),
        cmocka_unit_test(test_python),
    };
    struct CMUnitTest tests[N_OF(fixed) + N_OF(wrong_rows) + N_OF(remark_rows)];
    memcpy(tests, fixed, sizeof fixed);
    struct CMUnitTest *next = tests + N_OF(fixed);
    for (size_t i = 0; i < N_OF(wrong_rows); i++) {
        *next++ = (struct CMUnitTest){.name = wrong_rows[i].name,
                                      .test_func = test_wrong,
                                      .initial_state = &wrong_rows[i]};
    }
    for (size_t i = 0; i < N_OF(remark_rows); i++) {
        *next++ = (struct CMUnitTest){.name = remark_rows[i].name,
                                      .test_func = test_remarks,
                                      .initial_state = &remark_rows[i]};
    }
    return cmocka_run_group_tests_name("client/verify", tests, NULL, NULL);
}
