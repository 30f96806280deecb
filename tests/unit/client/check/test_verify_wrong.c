/* verify_record and docs/examples/verify.py find every error in a record. */
#include "tests/support/json.h"
#include "tests/unit/client/records.h"
#include "tests/unit/test.h"

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
    char *text = record_to_json(&record, 0);
    assert_int_equal(verify_in_python(text, strlen(text)), VERDICT_WRONG);
    free(text);
    record_fini(&record);
}
