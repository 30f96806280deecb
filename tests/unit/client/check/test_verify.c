/* verify_record and docs/examples/verify.py accept good records, and report what their
 * nonces do not protect against; and records that are wrong, altered, or of games with
 * clocks. */
#include "tests/support/json.h"
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

/* --- verify altered --- */

/* verify_record and docs/examples/verify.py notice every changed character of a record,
 * except where nothing else in the record depends on it. */

/* A record does not prove everything.  After these texts, changes up to the next
 * quotation mark are not noticed. */
static const char *const unproven[] = {"\"name\":\"", "\"server\":\"", "\"started\":\"",
                                       "\"ended\":\"", NULL};
/* As above, in a short game of any kind: another move may also be legal, and without dice
 * nothing follows from the game id. */
static const char *const unproven_of_any[] = {"\"move\":\"", "\"game_id\":\"", NULL};
/* As above, in Python, which does not check the position. */
static const char *const unproven_in_python[] = {"\"position\":\"", NULL};
/* Keys that the Python example does not read: their names can change. */
static const char *const keys_unproven_in_python[] = {
    "position", "options", "server", "started", "ended", "name", NULL};

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

static void mark_keys(const char *text, const char *const *keys, bool *mask) {
    for (; *keys != NULL; keys++) {
        char quoted[24];
        size_t len = strlen(*keys);
        snprintf(quoted, sizeof quoted, "\"%s\":", *keys);
        for (const char *at = text; (at = strstr(at, quoted)) != NULL; at += len) {
            memset(mask + (at - text) + 1, true, len * sizeof *mask);
        }
    }
}

/* A text to change, one character at a time. */
struct altered {
    char *text; /* owned */
    size_t len;
    bool *may_differ; /* owned; for each character: whether a change may go unnoticed */
    bool in_python;   /* the Python example must notice changes as well */
    unsigned missed;  /* changes that were not noticed */
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

/* Changes one character to c; counts and prints it if the change is not noticed. */
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

TEST(test_every_character) {
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

TEST(test_whole_game) {
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, NULL, &rng);
    alter_at_random(&a, 500, &rng);
    altered_end(&a);
}

TEST(test_any_game) {
    uint64_t rng = random_seed();
    for (size_t g = 0; games[g] != NULL; g++) {
        struct altered a = altered_of(games[g], ABSENT, unproven_of_any, &rng);
        alter_at_random(&a, 100, &rng);
        altered_end(&a);
    }
}

TEST(test_python) {
    uint64_t rng = random_seed();
    struct altered a = altered_of(&game_royal_ur, BY_RULES, unproven_in_python, &rng);
    mark_keys(a.text, keys_unproven_in_python, a.may_differ);
    a.in_python = true;
    alter_at_random(&a, 40, &rng);
    altered_end(&a);
}

/* --- verify clocks --- */

/* Records of games with clocks, and of games that ended by absence or the clock. */

/* A game of tablut with clocks: six moves, black first, then white resigns.  Returns
 * owned. */
static char *make_timed_text(const char *time, const uint32_t left_ms[SHORT_GAME_MOVES]) {
    struct record record;
    uint64_t rng = random_seed();
    make_record(&(struct plan){.game = &game_tablut, .ending = RESIGNED}, &rng, &record);
    struct text_in in = text_in_of(time, strlen(time));
    assert_true(time_control_parse(&in, &record.time));
    for (size_t i = 0; i < SHORT_GAME_MOVES; i++) {
        record.log[i].left_ms = left_ms[i];
    }
    char *text = record_to_json(&record);
    record_fini(&record);
    return text;
}

static const struct clock_row {
    const char *name;
    const char *time;
    uint32_t left_ms[SHORT_GAME_MOVES]; /* black's, white's, black's, and so on */
    const char *fault;                  /* "": the record is good */
} clock_rows[] = {
    {"nobody has thought", "5+10", {310000, 310000, 320000, 320000, 330000, 330000}, ""},
    {"some have", "5+10", {309000, 10000, 100000, 20000, 10000, 10001}, ""},
    {"without a bonus", "1+0", {60000, 59999, 60000, 1, 1, 1}, ""},
    {"a bonus is the start where there are no minutes",
     "0+30",
     {60000, 60000, 90000, 30000, 30000, 30000},
     ""},
    {"more than the full time and a bonus",
     "5+10",
     {310001, 310000, 310000, 310000, 310000, 310000},
     "log[0]: left_ms: black had 300000 ms and a bonus of 10000, the record says 310001"},
    {"each side has its own clock",
     "5+10",
     {310000, 100000, 310000, 110001, 110000, 110000},
     "log[3]: left_ms: white had 100000 ms and a bonus of 10000, the record says 110001"},
    {"time gained without a bonus",
     "1+0",
     {50000, 50000, 50001, 50000, 50000, 50000},
     "log[2]: left_ms: black had 50000 ms and a bonus of 0, the record says 50001"},
    {"less than the bonus",
     "5+10",
     {310000, 9999, 310000, 9999, 310000, 9999},
     "log[1]: left_ms: the bonus is 10000 ms, the record says 9999"},
    {"nothing left", "5+0", {300000, 300000, 0, 1, 1, 1}, "log[2].left_ms: "},
};

TEST_ROWS(clock_rows) {
    const struct clock_row *row = table_row(state);
    char *text = make_timed_text(row->time, row->left_ms);
    char fault[VERIFY_FAULT_BYTES];
    enum verdict verdict = verify_text(text, strlen(text), fault);
    assert_int_equal(verdict, row->fault[0] == '\0' ? VERDICT_GOOD : VERDICT_WRONG);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
    if (verdict == VERDICT_GOOD) {
        assert_int_equal(verify_in_python(text, strlen(text)), verdict);
    }
    free(text);
}

/* --- games that ended otherwise than by the rules --- */

static const struct end_row {
    const char *name;
    const char *game;
    enum note_kind kind;
    bool has_clocks;
    bool by_mover;     /* `side` is the side to move; else the other side */
    const char *fault; /* "": the record is good */
} end_rows[] = {
    {"absent, to move", "royal-ur", NOTE_ABSENT, false, true, ""},
    {"absent, not to move", "royal-ur", NOTE_ABSENT, true, false, ""},
    {"abandoned", "royal-ur", NOTE_ABANDONED, false, true, ""},
    {"abandoned, without dice", "tablut", NOTE_ABANDONED, true, true, ""},
    {"flag", "royal-ur", NOTE_FLAG, true, true, ""},
    {"flag, without dice", "tablut", NOTE_FLAG, true, true, ""},
    {"flag: whose clock did not run", "royal-ur", NOTE_FLAG, true, false,
     ": it is the turn of "},
    {"flag: no clocks", "royal-ur", NOTE_FLAG, false, true,
     " ran out of time in a game without clocks"},
};

/* Adds clocks to a record, as if no time had been used. */
static void add_clocks(struct record *record) {
    struct clock clock;
    record->time = (struct time_control){.minutes = 5, .bonus_s = 10};
    clock_start(&clock, &record->time);
    for (size_t i = 0; i < record->n_log; i++) {
        struct note *note = &record->log[i];
        if (note->kind == NOTE_MOVE) {
            clock_run(&clock, note->side, 0);
            clock_moved(&clock, 0);
            note->left_ms = (uint32_t)clock.left_ms[note->side];
        }
    }
}

/* Replaces the last entry of the log, and the result. */
static void end_by(struct record *record, enum note_kind kind, bool by_mover) {
    struct position pos;
    struct text_in in = text_in_of(record->position, strlen(record->position));
    assert_true(game_read(record->game, &record->opt, &in, &pos));
    enum side side = by_mover ? pos.turn : side_other(pos.turn);
    record->log[record->n_log - 1] =
        (struct note){.kind = (uint8_t)kind, .side = (uint8_t)side};
    record->result.called_off = kind == NOTE_ABANDONED;
    record->result.outcome = side == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE;
    SET_TEXT(record->result.reason, note_name(kind));
}

TEST_ROWS(end_rows) {
    const struct end_row *row = table_row(state);
    const struct game *game = game_find(row->game, strlen(row->game));
    struct record record;
    char fault[VERIFY_FAULT_BYTES];
    uint64_t rng = random_seed();
    make_record(&(struct plan){.game = game, .ending = RESIGNED}, &rng, &record);
    end_by(&record, row->kind, row->by_mover);
    if (row->has_clocks) {
        add_clocks(&record);
    }
    char *text = record_to_json(&record);
    record_fini(&record);
    enum verdict verdict = verify_text(text, strlen(text), fault);
    assert_int_equal(verdict, row->fault[0] == '\0' ? VERDICT_GOOD : VERDICT_WRONG);
    if (strstr(fault, row->fault) == NULL) {
        fail_msg("the fault is: %s", fault);
    }
    assert_int_equal(verify_in_python(text, strlen(text)), verdict);
    free(text);
}

/* --- verify wrong --- */

/* verify_record and docs/examples/verify.py find every error in a record. */

/* --- wrong records: each row replaces one text in a good one --- */

enum { OF_EXAMPLE = ENDING_COUNT }; /* in addition to the endings of made records */

#define WHITE_NONCE "fed66aaad2fc26716326899853087771"
#define WHITE_SEAL  "bb479f40352bc5cedc74939078fa52f2ac7379111eaaed53008b821ac69d754b"
#define THROW_2     "{'what': 'throw', 'side': 'white', 'k': 2, 'dice': [0, 0, 0]}"
#define THROW_3     "{'what': 'throw', 'side': 'black', 'k': 3, 'dice': [1, 0, 0]}"
#define RESIGNS     "{'what': 'resign', 'side': 'black'}"

static const struct wrong_row {
    const char *name;
    int base; /* the record to alter: OF_EXAMPLE, or an ending of royal-ur */
    const char *from, *to;
    const char *fault; /* part of it */
} wrong_rows[] = {
    {"throw: a face", OF_EXAMPLE, "[0, 0, 0]", "[0, 1, 0]",
     "log[2]: throw 2: the dice should be 0,0,0, the record says 0,1,0"},
    {"throw: a face of a throw for the start", OF_EXAMPLE, "'white': [1, 1, 0]",
     "'white': [1, 0, 1]",
     "log[1]: throw 1: the dice should be 1,1,0 against 0,0,1, the record says 1,0,1 "
     "against 0,0,1"},
    {"throw: a number skipped", OF_EXAMPLE, "'k': 5", "'k': 6",
     "log[7]: throw 5 comes here, the record says 6"},
    {"throw: out of order", OF_EXAMPLE, THROW_2 ",\n  " THROW_3, THROW_3 ", " THROW_2,
     "log[2]: it is the turn of white, the record says black"},
    {"throw: by the wrong side", OF_EXAMPLE, "'white', 'k': 4", "'black', 'k': 4",
     "log[5]: it is the turn of white, the record says black"},
    {"throw: for the start when it is decided", OF_EXAMPLE, THROW_2,
     "{'what': 'start_throw', 'k': 2, 'white': [0, 0, 0], 'black': [0, 0, 0]}",
     "log[2]: a throw for the start, but white has begun"},
    {"throw: tie left out", OF_EXAMPLE,
     "{'what': 'start_throw', 'k': 0, 'white': [1, 0, 0], 'black': [0, 0, 1]},", "",
     "log[0]: throw 0 comes here, the record says 1"},
    {"throw: before the start", OF_EXAMPLE, "'log': [", "'log': [" THROW_2 ",",
     "log[0]: nobody has thrown higher for the start yet"},
    {"throw: left out", OF_EXAMPLE, THROW_3 ",", "", "log[3]: black must throw first"},
    {"throw: no such face", OF_EXAMPLE, "[0, 0, 0]", "[0, 0, 2]", "log[2].dice: "},
    {"throw: too few dice", OF_EXAMPLE, "[0, 0, 0]", "[0, 0]", "log[2].dice: "},
    {"move: left out", OF_EXAMPLE, "{'what': 'move', 'side': 'black', 'move': 'in-1'},",
     "", "log[4]: black must move first"},
    {"move: left out before another throw", OF_EXAMPLE,
     "{'what': 'move', 'side': 'white', 'move': '2-4'},", "",
     "log[14]: white must move first"},
    {"move: by the wrong side", OF_EXAMPLE, "'white', 'move': 'in-2'",
     "'black', 'move': 'in-2'", "log[6]: it is the turn of white, the record says black"},
    {"move: illegal", OF_EXAMPLE, "'2-4'", "'2-5'",
     "log[14]: the move 2-5 is not legal: "},
    {"move: another one", OF_EXAMPLE, "'2-4'", "'in-2'",
     "log[14]: the move in-2 is not legal: "},
    {"log: an entry after the end", OF_EXAMPLE, RESIGNS, RESIGNS "," RESIGNS,
     "log[19]: the game is over before this entry"},
    {"log: an entry after the end by the rules", BY_RULES, "}],'position'",
     "},{'what':'resign','side':'white'}],'position'",
     "the game is over before this entry"},
    {"log: an entry after calling off", CALLED_OFF, "}],'position'",
     "},{'what':'absent','side':'white'}],'position'",
     "log[1]: the game is over before this entry"},
    {"log: resigned before the start", OF_EXAMPLE, "'log': [", "'log': [" RESIGNS ",",
     "log[0]: nobody has thrown higher for the start yet"},
    {"log: aborted after moves of both", OF_EXAMPLE, "resign", "abort",
     "log[18]: a game is aborted only before both sides have moved"},
    {"log: aborted before the start", OF_EXAMPLE, "'log': [",
     "'log': [{'what': 'abort', 'side': 'white'},",
     "log[0]: nobody has thrown higher for the start yet"},
    {"result: of a draw", AGREED, "'outcome':'draw'", "'outcome':'white'",
     "result: should be: draw, agreed; the record says: white, agreed"},
    {"result: of an aborted game", ABORTED, "'reason':'aborted'", "'reason':'abandoned'",
     "result: should be: called off, aborted; the record says: called off, abandoned"},
    {"log: called off after throws", OF_EXAMPLE, "resign", "unopened",
     "log[18]: a game is called off only before its first throw"},
    {"log: called off after a tie", OF_EXAMPLE,
     "{'what': 'start_throw', 'k': 1, 'white': [1, 1, 0], 'black': [0, 0, 1]}",
     "{'what': 'unopened', 'side': 'black'}",
     "log[1]: a game is called off only before its first throw"},
    {"log: called off by him who opened", CALLED_OFF,
     "{'what':'unopened','side':'white'}", "{'what':'unopened','side':'black'}",
     "log[0]: the nonce of black is not sealed, or was opened"},
    {"log: one of two late players left out", CALLED_OFF_BY_BOTH,
     "{'what':'unopened','side':'white'},", "",
     "log: white has not opened a seal either"},
    {"log: endless much too early", OF_EXAMPLE, RESIGNS, "{'what': 'endless'}",
     "log[18]: a game is endless only after 100000 throws and moves"},
    {"log: abandoned before the start", OF_EXAMPLE, "'log': [",
     "'log': [{'what': 'abandoned'},",
     "log[0]: nobody has thrown higher for the start yet"},
    {"log: out of time in a game without clocks", OF_EXAMPLE, RESIGNS,
     "{'what': 'flag', 'side': 'black'}",
     "log[18]: black ran out of time in a game without clocks"},
    {"log: late twice", CALLED_OFF_BY_BOTH, "'side':'black'}]", "'side':'white'}]",
     "log[1]: the game is over before this entry"},
    {"log: an entry of another kind", OF_EXAMPLE, RESIGNS,
     "{'what': 'opened', 'side': 'black'}", "log[18].what: "},
    {"result: no end in the log", OF_EXAMPLE, ",\n  " RESIGNS, "",
     "result: should be: not over; the record says: white, resign"},
    {"result: absent instead of resigned", OF_EXAMPLE, "resign", "absent",
     "result: should be: white, absent; the record says: white, resign"},
    {"result: the other side resigned", OF_EXAMPLE, RESIGNS,
     "{'what': 'resign', 'side': 'white'}",
     "result: should be: black, resign; the record says: white, resign"},
    {"result: wrong winner", OF_EXAMPLE, "'outcome': 'white'", "'outcome': 'black'",
     "result: should be: white, resign; the record says: black, resign"},
    {"result: a draw", OF_EXAMPLE, "'outcome': 'white'", "'outcome': 'draw'",
     "result: should be: white, resign; the record says: draw, resign"},
    {"result: nobody won", OF_EXAMPLE, "'outcome': 'white'", "'outcome': 'none'",
     "result: should be: white, resign; the record says: called off, resign"},
    {"result: wrong reason", OF_EXAMPLE, "'reason': 'resign'", "'reason': 'absent'",
     "result: should be: white, resign; the record says: white, absent"},
    {"result: wrong reason by the rules", BY_RULES, "'reason':'off'", "'reason':'resign'",
     "result: should be: "},
    {"result: somebody won a game called off", CALLED_OFF, "'outcome':'none'",
     "'outcome':'white'",
     "result: should be: called off, unopened; the record says: white, unopened"},
    {"result: missing", OF_EXAMPLE, "{'outcome': 'white', 'reason': 'resign'}", "null",
     "result: "},
    {"nonce: not the sealed one", OF_EXAMPLE, WHITE_NONCE,
     "0ed66aaad2fc26716326899853087771", "players.white.seal: the nonce's hash is "},
    {"seal: another", OF_EXAMPLE, WHITE_SEAL,
     "0b479f40352bc5cedc74939078fa52f2ac7379111eaaed53008b821ac69d754b",
     "players.white.seal: the nonce's hash is " WHITE_SEAL ", the record says 0b47"},
    {"nonce: another plain one", OF_EXAMPLE, WHITE_NONCE "', 'seal': '" WHITE_SEAL "'",
     "guess', 'seal': null", "log[0]: throw 0: the dice should be "},
    {"nonce: with a colon", OF_EXAMPLE, WHITE_NONCE, "a:b", "players.white.nonce: "},
    {"secret: not the one committed to", OF_EXAMPLE, "'3ea0", "'3ea1",
     "commitment: the secret's hash is "},
    {"secret: in capitals", OF_EXAMPLE, "'3ea0", "'3EA0", "secret: "},
    {"format: another", OF_EXAMPLE, "'format': 1", "'format': 2", "format: "},
    {"commitment: another", OF_EXAMPLE, "'50a9", "'51a9",
     "commitment: the secret's hash is 50a9"},
    {"secret: missing", OF_EXAMPLE,
     "'3ea0232a8291067050494d83c36767394c42ef0569c396b943081cb9ce32f602'", "null",
     "result: "},
    {"game id: another", OF_EXAMPLE, "483a50dd234a", "483a50dd234b",
     "log[1]: throw 1: the dice should be "},
    {"first: wrong", OF_EXAMPLE, "'first': 'white'", "'first': 'black'",
     "first: should be 'white', the record says 'black'"},
    {"first: missing", OF_EXAMPLE, "'first': 'white'", "'first': null",
     "first: should be 'white', the record says ''"},
    {"first: of a game called off", CALLED_OFF, "'first':null", "'first':'white'",
     "first: should be '', the record says 'white'"},
};

/* Errors that the Python example does not check. */
static const struct wrong_row c_rows[] = {
    {"log: time left in a game without clocks", OF_EXAMPLE, "'move': '2-4'",
     "'move': '2-4', 'left_ms': 1000", "log[14]"},
    {"time: clocks, but moves without time left", OF_EXAMPLE, "'time': null",
     "'time': '5+10'", "log[4]"},
    {"time: no such clocks", OF_EXAMPLE, "'time': null", "'time': '0+0'", "time: "},
    {"position: another", OF_EXAMPLE, "6=w", "7=w",
     "position: should be '5,5 b1=b,b2=b,w3=w,6=w 0,0 b 1', the record says "},
};

/* Checks the result of verify_record.  Returns the altered record, owned. */
static char *check_wrong(const struct wrong_row *row) {
    uint64_t rng = 1;
    char *right = row->base == OF_EXAMPLE
                      ? read_example()
                      : make_text(&game_royal_ur, (enum ending)row->base, &rng);
    char *wrong = replace(right, row->from, row->to);
    char fault[VERIFY_FAULT_BYTES] = "";
    assert_int_equal(verify_text(wrong, strlen(wrong), fault), VERDICT_WRONG);
    assert_has(fault, row->fault);
    free(right);
    return wrong;
}

TEST_ROWS(wrong_rows) {
    char *wrong = check_wrong(table_row(state));
    assert_int_equal(verify_in_python(wrong, strlen(wrong)), VERDICT_WRONG);
    free(wrong);
}

TEST_ROWS(c_rows) {
    free(check_wrong(table_row(state)));
}

/* The server claims that white sealed an empty nonce. */
TEST(test_played_unopened) {
    struct plan plan = {&game_royal_ur, RESIGNED, {{.text = ""}}};
    uint64_t rng = random_seed();
    struct record record;
    struct verification v;
    make_record(&plan, &rng, &record);
    record.player[SIDE_WHITE].opened = false;
    verify_record(&record, &v);
    assert_int_equal(v.verdict, VERDICT_WRONG);
    assert_non_null(strstr(v.fault, ": white's seal is not opened yet"));
    char *text = record_to_json(&record);
    assert_int_equal(verify_in_python(text, strlen(text)), VERDICT_WRONG);
    free(text);
    record_fini(&record);
}
