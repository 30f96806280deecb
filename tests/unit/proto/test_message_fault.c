/* Lines that are not messages of this protocol, and their faults. */
#include <stdlib.h>

#include <jansson.h>

#include "tests/support/file.h"
#include "tests/unit/proto/decode.h"
#include "tests/unit/test.h"

static void expect_fault(const char *line, const char *expected) {
    char fault[FAULT_BYTES];
    assert_null(decode(line, strlen(line), fault));
    assert_string_equal(fault, expected);
}

/* --- whole lines --- */

static const struct line_row {
    const char *name, *line, *fault;
} line_rows[] = {
    {"empty", "", "bad JSON at byte 0: '[' or '{' expected near end of file"},
    {"greeting", "* alea/1", "bad JSON at byte 1: '[' or '{' expected near '*'"},
    {"array", "[]", "not a JSON object"},
    {"no kind", "{}", "reply: missing, like error and event"},
    {"kind that is null", "{'reply':null}", "reply: missing, like error and event"},
    {"kind that is a number", "{'event':5}", "event: expected a string"},
    {"reply to nothing known", "{'reply':'fly'}", "reply: expected a command"},
    {"duplicate", "{'reply':'ping','id':'a','id':'b'}",
     "bad JSON at byte 29: duplicate object key near '\"id\"'"},
    {"state without anything", "{'event':'state'}", "game_id: expected an id"},
    {"over, and no result",
     STATE_BEFORE STATE_GAME "'position':'7,7 - 0,0 w 2','phase':'over'}",
     "phase: not that of the position"},
    {"over by a result of the room",
     STATE_BEFORE STATE_GAME "'position':'7,7 - 0,0 w 2','phase':'over','result':"
                             "{'outcome':'white','reason':'resign'}}",
     "phase: not that of the position"},
    {"over for no reason",
     STATE_BEFORE STATE_GAME "'position':'7,7 - 0,0 w 2','phase':'over','result':"
                             "{'outcome':'draw','reason':'none'}}",
     "phase: not that of the position"},
    {"a position that is over, and played on",
     STATE_BEFORE STATE_GAME "'position':'0,7 - 7,0 w -','phase':'roll','result':"
                             "{'outcome':'draw','reason':'repetition'}}",
     "phase: not that of the position"},
};

TEST_ROWS(line_rows) {
    const struct line_row *row = table_row(state);
    expect_fault(row->line[0] != '\0' ? json(row->line) : "", row->fault);
}

/* --- one member of a sample changed --- */

#define NUMBER "expected an integer from 0 to 9223372036854775807"
#define FLAG   "expected true or false"
#define DAY    "expected an integer from 0 to 86400000"
#define FACES  "expected 3 faces from 0 to 1"
#define SIDE   "expected white or black"
#define PLAYER "expected a player's name"

static const struct member_row {
    const char *name;  /* the member, of the first sample that has it */
    const char *value; /* in its place; NULL: it is not there */
    const char *fault; /* behind its name */
} member_rows[] = {
    {"id", "[7]", "expected a string"},
    {"room", "'koto'", "expected a room code"},
    {"seq", "-1", NUMBER},
    {"seq", "1.5", NUMBER},
    {"name", "'a b'", PLAYER},
    {"token", "'abc'", "expected a token"},
    {"token", "5", "expected a token"},
    {"protocol", NULL, "expected an integer from 0 to 2147483647"},
    {"limits.open_ms", "'1'", NUMBER},
    {"limits", "[]", "expected an object"},
    {"rooms", "{}", "expected an array"},
    {"rooms[1]", "5", "expected an object"},
    {"rooms[0].room", NULL, "expected a room code"},
    {"rooms[0].stage", "'on'", "expected waiting, opening, playing, adjourned or over"},
    {"rooms[0].time", "'5'", "expected '+' between minutes and seconds, as in 5+10"},
    {"who[1].name", "'\\u202e'", PLAYER},
    {"who[0].idle_s", "'1'", "expected an integer"},
    {"who[0].rooms", "1", "expected a string"},
    {"ratings[0].rating", "'1500'", "expected a number"},
    {"ratings[0].rating", "1.0e13", "expected a number"},
    {"ratings[0].rating", "-1.0e13", "expected a number"},
    {"mine", "5", "expected an array"},
    {"mine[0].room", NULL, "expected a room code"},
    {"mine[0].side", "'red'", SIDE},
    {"mine[0].opponent", "'a b'", PLAYER},
    {"mine[0].away", NULL, FLAG},
    {"mine[0].your_turn", "1", FLAG},
    {"mine[0].seq", NULL, NUMBER},
    {"games", "{}", "expected an array"},
    {"games[0].game_id", "''", "expected an id"},
    {"games[0].black", "'1'", PLAYER},
    {"games[0].outcome", "'red'", "expected white, black, draw or none"},
    {"games[0].reason", "'A'", "expected a word"},
    {"games[0].started", "'today'", "expected a time like 2026-11-21T01:02:03Z"},
    {"games[0].ended", "7", "expected a string"},
    {"n_moves", "4294967296", "expected an integer from 0 to 4294967295"},
    {"time", "'0+0'", "a clock has some time, as in 5+10"},
    {"record", NULL, "expected an object"},
    {"record", "'x'", "expected an object"},
    {"rule", "'x'", "expected an object"},
    {"retry_after_ms", "'x'", NUMBER},
    /* states */
    {"state.game_id", NULL, "expected an id"},
    {"game_id", NULL, "expected an id"},
    {"state.game", "'chess'", "not a game that is known here"},
    {"options", "'x=1'", "unknown option; known options: legs=1|2"},
    {"options", "'legs=1'", "not the canonical form"},
    {"state.position", "'7,8 - 0,0 w 2'", "a reserve is too large"},
    {"state.position", NULL, "expected a string"},
    {"dice", "[1,1,1,1]", FACES},
    {"dice", "[1,1,2]", FACES},
    {"dice", "[1,1,'1']", FACES},
    {"dice", "[1,1,0.5]", FACES},
    {"dice", "'1,1'", "expected an array"},
    {"seats", "[]", "expected an object"},
    {"seats.white.name", NULL, PLAYER},
    {"seats.black.nonce", "'a:b'", "expected a nonce"},
    {"seats.white.away", "1", FLAG},
    {"seats.black.grace_ms", "-1", NUMBER},
    {"snapshot", "1", FLAG},
    {"clock", "'5+10'", "expected an object"},
    {"clock.time", NULL, "expected a time like 5+10"},
    {"clock.time", "'5+10 '", "unexpected text after a time"},
    {"clock.black_ms", NULL, DAY},
    {"clock.white_ms", "86400001", DAY},
    {"clock.black_ms", "-1", DAY},
    {"clock.running", "'both'", "expected white, black or null"},
    {"secret", "'00'", "expected 32 bytes in hex"},
    {"state.result.outcome", "'red'", "expected white, black, draw or none"},
    {"state.result.reason", "'abcdefghijklmnop'", "expected a word"},
    {"match.leg", "0", "not one of the legs"},
    {"match.half_points", "[0,256]", "expected two numbers"},
    {"happened", "{}", "expected an array"},
    {"happened[0].what", NULL, "expected a string"},
    {"happened[12].side", NULL, SIDE},
    {"happened[0].name", "'a'", PLAYER},
    {"happened[9].move", "'0123456789abcdef'", "expected a move"},
    {"happened[10].left_ms", "86400001", DAY},
    {"happened[24].side", NULL, SIDE},
    {"happened[11].at", "'abcd'", "expected a square"},
    {"happened[11].n", "256", "expected an integer from 0 to 255"},
    {"happened[8].k", "4294967296", "expected an integer from 0 to 4294967295"},
    {"happened[8].dice", "[1,1]", FACES},
    {"happened[6].black", NULL, FACES},
};

/* Replaces a member, "clock.time" or "who[1].name".  False: the message lacks it. */
static bool replace_member(json_t *in, const char *path, const char *value) {
    char key[32];
    size_t len = strcspn(path, ".[");
    snprintf(key, sizeof key, "%.*s", (int)len, path);
    json_t *member = json_object_get(in, key);
    bool is_item = path[len] == '[';
    size_t i = is_item ? strtoul(path + len + 1, NULL, 10) : 0;
    const char *rest = is_item ? strchr(path, ']') + 1 : path + len;
    json_t *inner = is_item ? json_array_get(member, i) : member;
    if (*rest == '.') {
        return inner != NULL && replace_member(inner, rest + 1, value);
    }
    json_t *other = value != NULL ? json_loads(json(value), JSON_DECODE_ANY, NULL) : NULL;
    if (inner != NULL && is_item) {
        json_array_set(member, i, other);
    } else if (inner != NULL && other != NULL) {
        json_object_set(in, key, other);
    } else if (inner != NULL) {
        json_object_del(in, key);
    }
    json_decref(other);
    return inner != NULL;
}

TEST_ROWS(member_rows) {
    const struct member_row *row = table_row(state);
    char *text = read_file(SAMPLES), *rest = NULL, fault[FAULT_BYTES];
    bool is_replaced = false;
    for (const char *line = strtok_r(text, "\n", &rest); line != NULL && !is_replaced;
         line = strtok_r(NULL, "\n", &rest)) {
        json_t *message = json_loads(line, 0, NULL);
        is_replaced = replace_member(message, row->name, row->value);
        if (is_replaced) {
            char *changed = json_dumps(message, JSON_COMPACT);
            snprintf(fault, sizeof fault, "%s: %s", row->name, row->fault);
            expect_fault(changed, fault);
            free(changed);
        }
        json_decref(message);
    }
    assert_true(is_replaced);
    free(text);
}
