/* Records as JSON: they read back unchanged, and almost nothing else can be read. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "tests/support/json.h"
#include "tests/unit/table.h"

#include "proto/message/record.h"

#define HEX_A "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
#define HEX_B "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90"

/* Records in canonical form, with ' for ". */
#define FINISHED                                                                         \
    "{'format':1,'game_id':'g42','game':'royal-ur','options':'legs=2',"                  \
    "'time':null,"                                                                       \
    "'server':'alead 0.1.0','started':'2026-11-21T01:02:03Z',"                           \
    "'ended':'2026-11-21T01:12:03Z','players':{"                                         \
    "'white':{'name':'ann','nonce':'heads','seal':null,'opened':true},"                  \
    "'black':{'name':'bob','nonce':'tails','seal':'" HEX_B                               \
    "','opened':true}},'commitment':'" HEX_A "','secret':'" HEX_B "',"                   \
    "'first':'white','log':["                                                            \
    "{'what':'start_throw','k':0,'white':[1,0,1],'black':[0,0,1]},"                      \
    "{'what':'throw','k':1,'side':'white','dice':[1,1,0]},"                              \
    "{'what':'move','side':'white','move':'in-2'},"                                      \
    "{'what':'throw','k':2,'side':'black','dice':[1,0,0]},"                              \
    "{'what':'resign','side':'black'}],'position':'6,7 w2=w 0,0 b 1',"                   \
    "'result':{'outcome':'white','reason':'resign'}}"
#define RUNNING                                                                          \
    "{'format':1,'game_id':'g42','game':'tablut','options':'','time':"                   \
    "null,"                                                                              \
    "'server':'alead 0.1.0','started':'2026-11-21T01:02:03Z','ended':null,"              \
    "'players':{"                                                                        \
    "'white':{'name':'ann','nonce':'','seal':null,'opened':true},"                       \
    "'black':{'name':'bob','nonce':'','seal':null,'opened':true}},"                      \
    "'commitment':'" HEX_A "','secret':null,'first':'black','log':[],"                   \
    "'position':'3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 b',"                  \
    "'result':null}"
#define CALLED_OFF                                                                       \
    "{'format':1,'game_id':'g42','game':'royal-ur','options':'','time':"                 \
    "null,"                                                                              \
    "'server':'alead 0.1.0','started':'2026-11-21T01:02:03Z',"                           \
    "'ended':'2026-11-21T01:02:03Z','players':{"                                         \
    "'white':{'name':'ann','nonce':'heads','seal':null,'opened':true},"                  \
    "'black':{'name':'bob','nonce':'','seal':'" HEX_B                                    \
    "','opened':false}},'commitment':'" HEX_A "','secret':'" HEX_B "',"                  \
    "'first':null,'log':[{'what':'unopened','side':'black'}],"                           \
    "'position':'7,7 - 0,0 w -','result':{'outcome':'none','reason':"                    \
    "'unopened'}}"

/* With clocks. */
#define TIMED                                                                            \
    "{'format':1,'game_id':'g42','game':'royal-ur','options':'',"                        \
    "'time':'5+10','server':'alead 0.1.0','started':'2026-11-21T01:02:03Z',"             \
    "'ended':'2026-11-21T01:12:03Z','players':{"                                         \
    "'white':{'name':'ann','nonce':'heads','seal':null,'opened':true},"                  \
    "'black':{'name':'bob','nonce':'tails','seal':null,'opened':true}},"                 \
    "'commitment':'" HEX_A "','secret':'" HEX_B "',"                                     \
    "'first':'white','log':["                                                            \
    "{'what':'start_throw','k':0,'white':[1,0,1],'black':[0,0,1]},"                      \
    "{'what':'throw','k':1,'side':'white','dice':[1,1,0]},"                              \
    "{'what':'move','side':'white','move':'in-2','left_ms':309000},"                     \
    "{'what':'flag','side':'black'}],'position':'6,7 w2=w 0,0 b -',"                     \
    "'result':{'outcome':'white','reason':'flag'}}"

static bool read_text(const char *text, size_t len, struct record *record,
                      char fault[static FAULT_BYTES]) {
    char *copy = test_malloc(len + 1); /* so that reading too far is detected */
    memcpy(copy, text, len);
    fault[0] = '\0';
    bool is_read = record_from_json(copy, len, record, fault);
    test_free(copy);
    assert_int_equal(is_read, fault[0] == '\0');
    return is_read;
}

static void expect_read(const char *text, struct record *record) {
    char fault[FAULT_BYTES];
    if (!read_text(json(text), strlen(text), record, fault)) {
        fail_msg("%s", fault);
    }
}

/* --- what is written is what is read --- */

static const struct good_row {
    const char *name;
    const char *text;
} good[] = {{"finished", FINISHED},
            {"running", RUNNING},
            {"called off", CALLED_OFF},
            {"with clocks", TIMED}};

static void test_reads_back(void **state) {
    const struct good_row *row = table_row(state);
    struct record record, again;
    expect_read(row->text, &record);
    char *compact = record_to_json(&record);
    assert_json(compact, row->text);
    expect_read(compact, &again);
    char *compact_again = record_to_json(&again);
    assert_string_equal(compact_again, compact);
    free(compact);
    free(compact_again);
    record_fini(&record);
    record_fini(&again);
}

static void test_log_grows(void **state) {
    struct record record;
    expect_read(RUNNING, &record);
    for (unsigned i = 0; i < 1000; i++) {
        struct note note = {.kind = NOTE_MOVE, .side = i % SIDE_COUNT, .text = "e3-e4"};
        record_add(&record, &note);
    }
    char *text = record_to_json(&record);
    struct record again;
    expect_read(text, &again);
    assert_int_equal(again.n_log, 1000);
    assert_memory_equal(again.log, record.log, 1000 * sizeof record.log[0]);
    free(text);
    record_fini(&record);
    record_fini(&again);
    record_fini(&again); /* a second time is harmless */
}

/* --- faults --- */

/* The finished record with `from` replaced by `to`. */
static const struct fault_row {
    const char *name;
    const char *from, *to;
    const char *fault;
} faults[] = {
    {"more after it", "'resign'}}", "'resign'}}x", "bad JSON at byte "},
    {"unknown member", "'format'", "'x':1,'format'",
     "x: not a member that is known here"},
    {"misspelt member", "'secret'", "'secreu'",
     "secreu: not a member that is known here"},
    {"missing member", "'first':'white',", "", "first: missing"},
    {"format", "'format':1", "'format':2", "format: not a format that is known here"},
    {"format in words", "'format':1", "'format':'1'",
     "format: expected an integer from 0 to 2147483647"},
    {"game id", "g42", "g:2", "game_id: expected an id"},
    {"game", "royal-ur", "royal-us", "game: not a game that is known here"},
    {"options", "legs=2", "legs=3", "options: unknown value of an option"},
    {"options not canonical", "legs=2", "legs=1", "options: not the canonical form"},
    {"options null", "'legs=2'", "null", "options: expected a string"},
    {"server", "alead 0.1.0", "alead\\n", "server: expected a name and a version"},
    {"server empty", "alead 0.1.0", "", "server: expected a name and a version"},
    {"time", "2026-11-21T01:02:03Z", "2026-11-31T01:02:03Z",
     "started: expected a time like"},
    {"time 0", "2026-11-21T01:02:03Z", "1970-01-01T00:00:00Z",
     "started: expected a time like"},
    {"time empty", "2026-11-21T01:02:03Z", "", "started: expected a time like"},
    {"end before the start", "2026-11-21T01:12:03Z", "2026-11-20T01:12:03Z",
     "ended: before it started"},
    {"result without an end", "'2026-11-21T01:12:03Z'", "null",
     "result: there is one exactly if ended and secret are there"},
    {"result without a secret", "'secret':'" HEX_B "'", "'secret':null",
     "result: there is one exactly if ended and secret are there"},
    {"end without a result", "{'outcome':'white','reason':'resign'}", "null",
     "result: there is one exactly if ended and secret are there"},
    {"third player", "'players':{", "'players':{'red':{},",
     "players.red: not a member that is known here"},
    {"players in a list", "'players':{", "'players':[],'x':{",
     "x: not a member that is known here"},
    {"name", "'ann'", "'a'", "players.white.name: expected a player's name"},
    {"nonce", "'tails'", "'ta ls'", "players.black.nonce: expected a nonce"},
    {"nonce null", "'heads'", "null", "players.white.nonce: expected a nonce"},
    {"seal", "'seal':null", "'seal':''", "players.white.seal: expected a SHA-256"},
    {"not opened, no seal", "'nonce':'heads','seal':null,'opened':true",
     "'nonce':'','seal':null,'opened':false",
     "players.white.opened: false, so there is a seal and no nonce"},
    {"not opened, but a nonce", HEX_B "','opened':true", HEX_B "','opened':false",
     "players.black.opened: false, so there is a seal and no nonce"},
    {"opened null", "'opened':true", "'opened':null",
     "players.white.opened: expected true or false"},
    {"member of a player", "'name':'bob'", "'name':'bob','elo':1",
     "players.black.elo: not a member that is known here"},
    {"commitment", "630dcd", "630dcD", "commitment: expected a SHA-256"},
    {"secret", "'secret':'2b", "'secret':'2", "secret: expected 32 bytes in hex"},
    {"first", "'first':'white'", "'first':''", "first: expected white or black"},
    {"log null", "{'what':'move',", "null,{'what':'move',", "log[2]: expected an object"},
    {"kind of note", "'what':'move'", "'what':'mowe'",
     "log[2].what: not what a log tells"},
    {"note that is not logged", "{'what':'resign','side':'black'}",
     "{'what':'opened','side':'black'}", "log[4].what: not what a log tells"},
    {"happening in a log", "{'what':'resign'", "{'what':'pass'",
     "log[4].what: not what a log tells"},
    {"member of a note", "'move':'in-2'", "'move':'in-2','at':'2'",
     "log[2].at: not a member that is known here"},
    {"side of a note", "'k':1,'side':'white'", "'k':1,'side':'red'",
     "log[1].side: expected white or black"},
    {"move", "in-2", "in 2", "log[2].move: expected a move"},
    {"k", "'k':2", "'k':-2", "log[3].k: expected an integer from 0 to 4294967295"},
    {"k as a fraction", "'k':2", "'k':2.0",
     "log[3].k: expected an integer from 0 to 4294967295"},
    {"face too high", "[1,1,0]", "[1,2,0]", "log[1].dice: expected 3 faces from 0 to 1"},
    {"face missing", "[1,0,0]", "[1,0]", "log[3].dice: expected 3 faces from 0 to 1"},
    {"face in words", "[1,0,0]", "[1,0,'0']",
     "log[3].dice: expected 3 faces from 0 to 1"},
    {"start throw", "'black':[0,0,1]", "'black':[0,0,1,1]",
     "log[0].black: expected 3 faces from 0 to 1"},
    {"dice as an object", "[1,0,0]", "{}", "log[3].dice: expected an array"},
    {"position", "6,7 w2=w", "7,7 w2=w", "position: white has more than 7 pieces in all"},
    {"position not canonical", "6,7 w2=w", "6,7 w2=w ", "position: "},
    {"outcome", "'outcome':'white'", "'outcome':'whine'",
     "result.outcome: expected white, black, draw or none"},
    {"reason", "'reason':'resign'", "'reason':'re sign'",
     "result.reason: expected a word"},
    {"member of the result", "'reason':'resign'", "'reason':'resign','by':1",
     "result.by: not a member that is known here"},
    {"result as a list", "{'outcome':'white','reason':'resign'}", "[]",
     "result: expected an object"},
};

static void expect_fault(const char *original, const struct fault_row *row) {
    const char *at = strstr(original, row->from);
    assert_non_null(at);
    char text[2 * sizeof FINISHED], fault[FAULT_BYTES];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - original), original, row->to,
             at + strlen(row->from));
    struct record record;
    assert_false(read_text(json(text), strlen(text), &record, fault));
    assert_memory_equal(fault, row->fault, strlen(row->fault));
}

static void test_fault(void **state) {
    expect_fault(FINISHED, table_row(state));
}

/* The same for the record with clocks. */
static const struct fault_row timed_faults[] = {
    {"time left out", "'time':'5+10',", "", "time: missing"},
    {"no clocks, but what a move left", "'time':'5+10'", "'time':null",
     "log[2].left_ms: not a member that is known here"},
    {"time not canonical", "5+10", "05+10", "time: minutes has a leading zero"},
    {"time and more", "5+10", "5+10s", "time: unexpected text after a time"},
    {"time of nothing", "5+10", "0+0", "time: a clock has some time, as in 5+10"},
    {"time too long", "5+10", "181+0", "time: minutes is too large"},
    {"time as a number", "'5+10'", "5", "time: expected a string"},
    {"time empty", "5+10", "", "time: minutes must be a number"},
    {"what a move left, left out", ",'left_ms':309000", "", "log[2].left_ms: missing"},
    {"nothing left", "309000", "0", "log[2].left_ms: expected more than 0"},
    {"null left", "309000", "null", "log[2].left_ms: expected more than 0"},
    {"more than a day left", "309000", "86400001",
     "log[2].left_ms: expected an integer from 0 to 86400000"},
    {"left in words", "309000", "'309000'",
     "log[2].left_ms: expected an integer from 0 to 86400000"},
    {"left after a throw", "'dice':[1,1,0]", "'dice':[1,1,0],'left_ms':1",
     "log[1].left_ms: not a member that is known here"},
    {"flag without a side", "'what':'flag','side':'black'", "'what':'flag'",
     "log[3].side: expected white or black"},
    {"abandoned by a side", "'what':'flag'", "'what':'abandoned'",
     "log[3].side: not a member that is known here"},
    {"somebody away", "'what':'flag'", "'what':'away'",
     "log[3].what: not what a log tells"},
    {"a reason of before", "'what':'flag'", "'what':'left'",
     "log[3].what: not what a log tells"},
};

static void test_timed_fault(void **state) {
    expect_fault(TIMED, table_row(state));
}

static void test_dice_in_a_game_without(void **state) {
    static const char throw[] = "[{'what':'throw','k':0,'side':'white','dice':[]}]";
    const char *log = strstr(RUNNING, "[]");
    char text[2 * sizeof RUNNING], fault[FAULT_BYTES];
    snprintf(text, sizeof text, "%.*s%s%s", (int)(log - RUNNING), RUNNING, throw,
             log + 2);
    struct record record;
    assert_false(read_text(json(text), strlen(text), &record, fault));
    assert_string_equal(fault, "log[0].dice: this game has no dice");
}

/* --- no change goes unseen --- */

/* A changed text is refused, or says the same in other JSON, or reads as a different
 * record, so that a verifier notices. */
static void expect_change_is_seen(const char *original, const char *changed, size_t len) {
    struct record record;
    char fault[FAULT_BYTES];
    if (!read_text(changed, len, &record, fault)) {
        return;
    }
    char *read = record_to_json(&record);
    json_t *before = json_loads(original, 0, NULL);
    json_t *after = json_loadb(changed, len, 0, NULL);
    if (strcmp(read, original) == 0 && !json_equal(before, after)) {
        fail_msg("not seen: %.*s", (int)len, changed);
    }
    json_decref(before);
    json_decref(after);
    free(read);
    record_fini(&record);
}

static void test_every_changed_byte(void **state) {
    const struct good_row *row = table_row(state);
    const char *text = json(row->text);
    static const char others[] = "\"\\{}[]:, 0129-.efbwn\x7f\xff";
    size_t len = strlen(text);
    char *changed = test_malloc(len + 1);
    for (size_t at = 0; at < len; at++) {
        for (size_t i = 0; i < sizeof others; i++) {
            memcpy(changed, text, len);
            changed[at] = others[i];
            expect_change_is_seen(text, changed, len);
            memcpy(changed + at + 1, text + at, len - at);
            expect_change_is_seen(text, changed, len + 1);
        }
        memcpy(changed, text, at);
        memcpy(changed + at, text + at + 1, len - at - 1);
        expect_change_is_seen(text, changed, len - 1);
    }
    test_free(changed);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_log_grows),
        cmocka_unit_test(test_dice_in_a_game_without),
    };
    return TABLE_RUN("record", test_reads_back, good) +
           TABLE_RUN("record, faults", test_fault, faults) +
           TABLE_RUN("record, faults of clocks", test_timed_fault, timed_faults) +
           TABLE_RUN("record, every byte changed", test_every_changed_byte, good) +
           cmocka_run_group_tests_name("record, others", tests, NULL, NULL);
}
