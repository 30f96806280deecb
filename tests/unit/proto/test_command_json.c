/* Lines of JSON <-> commands. */
#include "tests/unit/proto/command_row.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define ID_64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

#define DIGITS_63 "1.3456789012345678901234567890123456789012345678901234567890123"

#define SEND_HELP "send {\"cmd\":\"help\"}"

static const struct command_row rows[] = {
    /* as they should be */
    {"alone", "{'cmd':'who'}", "{'cmd':'who'}"},
    {"blanks", " { 'cmd' : 'who' } ", "{'cmd':'who'}"},
    {"any order", "{'seq':'17','move':'in-2','id':'7','cmd':'move'}",
     "{'cmd':'move','id':'7','move':'in-2','seq':'17'}"},
    {"seq as a number", "{'cmd':'move','move':'in-2','seq':17}",
     "{'cmd':'move','move':'in-2','seq':'17'}"},
    {"move as a number", "{'cmd':'move','move':2}", "{'cmd':'move','move':'2'}"},
    {"the greatest number", "{'cmd':'move','move':2,'seq':9223372036854775807}",
     "{'cmd':'move','move':'2','seq':'9223372036854775807'}"},
    {"last as a number", "{'cmd':'resume','token':'abc','last':17}",
     "{'cmd':'resume','token':'abc','last':'17'}"},
    {"last as a string", "{'cmd':'resume','last':'17','room':'koto','token':'abc'}",
     "{'cmd':'resume','token':'abc','room':'KOTO','last':'17'}"},
    {"a room that is an argument", "{'cmd':'resume','room':'koto'}",
     "{'cmd':'resume','room':'KOTO'}"},
    {"a room where there may be one", "{'cmd':'record','room':'koto'}",
     "{'cmd':'record','room':'KOTO'}"},
    {"no room where there may be one", "{'cmd':'record','game_id':'g42'}",
     "{'cmd':'record','game_id':'g42'}"},
    {"three arguments", "{'time':'5+10','side':'black','cmd':'create','game':'ur'}",
     "{'cmd':'create','game':'ur','side':'black','time':'5+10'}"},
    {"the last of three", "{'cmd':'create','game':'ur','time':'5+10'}",
     "{'cmd':'create','game':'ur','time':'5+10'}"},
    {"room", "{'cmd':'board','room':'koto'}", "{'cmd':'board','room':'KOTO'}"},
    {"join", "{'cmd':'join','room':'koto'}", "{'cmd':'join','room':'KOTO'}"},
    {"an empty argument is one", "{'cmd':'open','nonce':''}",
     "{'cmd':'open','nonce':''}"},
    {"spaces in an argument", "{'cmd':'name','name':' a b '}",
     "{'cmd':'name','name':' a b '}"},
    {"controls are dropped", "{'cmd':'say','text':'a\\n\\u001b\\u009b\\u202eb'}",
     "{'cmd':'say','text':'ab'}"},
    {"what is not known is ignored", "{'cmd':'ping','x':[{}],'room':5}",
     "{'cmd':'ping'}"},
    {"longest id", "{'cmd':'ping','id':'" ID_64 "'}", "{'cmd':'ping','id':'" ID_64 "'}"},
    {"empty id is none", "{'cmd':'ping','id':''}", "{'cmd':'ping'}"},
    /* as libraries write it */
    {"null is absent", "{'cmd':'create','game':'ur','side':null,'time':null}",
     "{'cmd':'create','game':'ur'}"},
    {"null for a room", "{'cmd':'board','room':null}", "{'cmd':'board'}"},
    {"null for the id", "{'cmd':'ping','id':null}", "{'cmd':'ping'}"},
    {"false is no", "{'cmd':'create','game':'ur','rated':false}",
     "{'cmd':'create','game':'ur','rated':'no'}"},
    {"true is yes", "{'cmd':'profile','rated':true,'bots':true,'bot':true}",
     "{'cmd':'profile','rated':'yes','bots':'yes','bot':'yes'}"},
    {"true is on", "{'cmd':'auto','switch':true}", "{'cmd':'auto','switch':'on'}"},
    {"false is off", "{'cmd':'moves','show':false}", "{'cmd':'moves','show':'off'}"},
    {"true is sure", "{'cmd':'resign','sure':true}", "{'cmd':'resign','sure':'sure'}"},
    {"false is not sure", "{'cmd':'resign','sure':false}", "{'cmd':'resign'}"},
    {"an integer with .0", "{'cmd':'move','move':2.0,'seq':1e3}",
     "{'cmd':'move','move':'2','seq':'1000'}"},
    {"level as a number", "{'cmd':'play','game':'ur','level':5}",
     "{'cmd':'play','game':'ur','level':'5'}"},
    {"id that is a number", "{'cmd':'ping','id':7}", "{'cmd':'ping','id':7}"},
    {"id below zero", "{ 'id' : -7 , 'cmd' : 'ping' }", "{'cmd':'ping','id':-7}"},
    {"id with a fraction", "{'cmd':'ping','id':7.250}", "{'cmd':'ping','id':7.250}"},
    {"id with an exponent", "{'cmd':'ping','id':1E+2}", "{'cmd':'ping','id':1E+2}"},
    {"id that is a number, in a tree", "{'x':{'id':1},'id':7,'cmd':'ping'}",
     "{'cmd':'ping','id':7}"},
    {"id that is the greatest number", "{'cmd':'ping','id':9223372036854775807}",
     "{'cmd':'ping','id':9223372036854775807}"},
    /* not JSON */
    {"empty", "",
     "bad_json: bad JSON at byte 0: '[' or '{' expected near end of file: ..."},
    {"text", "help",
     "bad_json: bad JSON at byte 4: '[' or '{' expected near 'help': ..."},
    {"array", "['help']", "bad_json: not a JSON object: ..."},
    {"string", "'help'",
     "bad_json: bad JSON at byte 6: '[' or '{' expected near '\"help\"': ..."},
    {"cut", "{'cmd':'who'",
     "bad_json: bad JSON at byte 12: '}' expected near end of file: ..."},
    {"more after it", "{'cmd':'who'}}",
     "bad_json: bad JSON at byte 14: end of file expected near '}': ..."},
    {"duplicate", "{'cmd':'who','cmd':'quit'}",
     "bad_json: bad JSON at byte 18: duplicate object key near '\"cmd\"': ..."},
    {"duplicate of what is not known", "{'cmd':'who','x':1,'x':1}",
     "bad_json: bad JSON at byte 22: duplicate object key near '\"x\"': ..."},
    {"NUL in a string", "{'cmd':'say','text':'\\u0000'}",
     "bad_json: bad JSON at byte 28: \\u0000 is not allowed without JSON_ALLOW_NUL near "
     "'\"\\u0000\"': ..."},
    {"half a surrogate", "{'cmd':'say','text':'\\ud800'}",
     "bad_json: bad JSON at byte 28: invalid Unicode '\\uD800' near '\"\\ud800\"': ..."},
    {"a number too great", "{'cmd':'move','move':9223372036854775808}",
     "bad_json: bad JSON at byte 40: too big integer near '9223372036854775808': ..."},
    {"controls in what is quoted", "{'cmd':'\x1b[2J",
     "bad_json: bad JSON at byte 8: control character 0x1b near '\"': ..."},
    {"not UTF-8", "{'cmd':'say','text':'\xff'}", "bad_text: lines are UTF-8 without NUL"},
    /* id */
    {"id too long", "{'cmd':'ping','id':'" ID_64 "0'}", "bad_id: an id is..."},
    {"id that is a list", "{'cmd':'ping','id':[7]}", "bad_id: an id is..."},
    {"id that is true", "{'cmd':'ping','id':true}", "bad_id: an id is..."},
    {"longest id that is a number", "{'cmd':'ping','id':" DIGITS_63 "}",
     "{'cmd':'ping','id':" DIGITS_63 "}"},
    {"id with more digits than fit", "{'cmd':'ping','id':" DIGITS_63 "4}",
     "bad_id: an id is..."},
    {"control in an id", "{'cmd':'ping','id':'a\\nb'}", "bad_id: an id is..."},
    {"id of an error", "{'id':'7'}", "#7 missing_argument: \"cmd\" is missing: ..."},
    {"id behind what is wrong", "{'cmd':7,'id':'x'}",
     "#x bad_argument: 'cmd' must be a string"},
    {"id of a line with two members of one name", "{'cmd':'who','cmd':'who','id':'x'}",
     "#x bad_json: bad JSON at byte 18: duplicate object key near '\"cmd\"': ..."},
    {"id of a line that is cut", "{'text':'\\'id\\':','id':'x','cmd':'say",
     "#x bad_json: bad JSON at byte 37: premature end of input near '\"say': ..."},
    {"id of a line that is not UTF-8", "{'cmd':'say','text':'\xff','id':'x'}",
     "#x bad_text: lines are UTF-8 without NUL"},
    {"id too long, of a line that is not UTF-8", "{'id':'" ID_64 "0','text':'\xff'}",
     "bad_text: lines are UTF-8 without NUL"},
    {"half a number as id of a line that is cut", "{'cmd':'who','id':7.",
     "bad_json: bad JSON at byte 20: invalid token near '7.': ..."},
    /* cmd */
    {"empty object", "{}", "missing_argument: \"cmd\" is missing: ..."},
    {"cmd that is a number", "{'cmd':7}", "bad_argument: 'cmd' must be a string"},
    {"abbreviated", "{'cmd':'boar'}",
     "unknown_command: no command 'boar': did you mean board?"},
    {"capitals", "{'cmd':'WHO'}", "unknown_command: no command 'WHO': did you mean who?"},
    {"a space", "{'cmd':'who '}",
     "unknown_command: no command 'who ': did you mean who?"},
    {"control in cmd", "{'cmd':'x\\u001b[2J'}",
     "unknown_command: no command 'x[2J': type play..."},
    /* arguments */
    {"missing", "{'cmd':'move','seq':1}",
     "missing_argument: 'move' is missing: it is move MOVE [SEQ]"},
    {"not a string", "{'id':'7','cmd':'name','name':7}",
     "#7 bad_argument: 'name' must be a string"},
    {"null for what is needed", "{'cmd':'move','move':null}",
     "missing_argument: 'move' is missing: it is move MOVE [SEQ]"},
    {"true for what has no such word", "{'cmd':'ready','nonce':true}",
     "bad_argument: 'nonce' must be a string"},
    {"list", "{'cmd':'say','text':['hi']}", "bad_argument: 'text' must be a string"},
    {"negative", "{'cmd':'move','move':'in-2','seq':-1}",
     "bad_argument: 'seq' must be a string, or an..."},
    {"a fraction", "{'cmd':'move','move':1.5}",
     "bad_argument: 'move' must be a string, or an..."},
    {"control in a name", "{'cmd':'name','name':'a\\u001bb'}",
     "bad_argument: no control or invisible characters in name"},
    {"TAB in what others read", "{'cmd':'say','text':'a\\tb'}",
     "{'cmd':'say','text':'a b'}"},
    {"room that is a number", "{'cmd':'board','room':7}",
     "bad_argument: 'room' must be a string"},
    {"last negative", "{'cmd':'resume','token':'a','last':-1}",
     "bad_argument: 'last' must be a string, or an..."},
    {"token that is a number", "{'cmd':'resume','token':17}",
     "bad_argument: 'token' must be a string"},
    {"time that is a number", "{'cmd':'create','game':'ur','time':5}",
     "bad_argument: 'time' must be a string"},
    {"create without a game", "{'cmd':'create','time':'5+10'}",
     "missing_argument: 'game' is missing: it is create GAME..."},
    {"room to come back to that is a number", "{'cmd':'resume','room':7}",
     "bad_argument: 'room' must be a string"},
    {"room to come back to that is none", "{'cmd':'resume','token':'a','room':'k1'}",
     "unknown_room: there is no room K1: type rooms"},
    {"room of a record that is a number", "{'cmd':'record','room':7}",
     "bad_argument: 'room' must be a string"},
    {"room too long", "{'cmd':'board','room':'KOTOLAM'}",
     "unknown_room: there is no room KOTOLAM: type rooms"},
    {"empty room", "{'cmd':'board','room':''}",
     "unknown_room: there is no room : type rooms"},
    {"join without a room", "{'cmd':'join'}",
     "missing_argument: 'room' is missing: it is join ROOM [SIDE] [WORD]"},
    {"control in a nonce", "{'cmd':'ready','nonce':'a\\u0001b'}",
     "bad_argument: no control or invisible characters in nonce"},
    {"join what is no room", "{'cmd':'join','room':'\\u202ex1'}",
     "unknown_room: there is no room X1: type rooms"},
};

TEST_ROWS(rows) {
    expect_row(command_from_json, table_row(state));
}

TEST(test_nul) {
    const char *line = json("{'cmd':'who'}");
    struct command cmd;
    struct command_fault fault;
    assert_int_equal(read_line(command_from_json, line, strlen(line) + 1, &cmd, &fault),
                     ERR_BAD_TEXT);
}

TEST(test_deep_nesting) {
    static char line[LINE_BYTES_MAX + 1];
    struct command cmd;
    struct command_fault fault;
    memset(line, '[', sizeof line);
    assert_int_equal(read_line(command_from_json, line, LINE_BYTES_MAX, &cmd, &fault),
                     ERR_BAD_JSON);
    for (size_t i = 0; i + 5 <= LINE_BYTES_MAX; i += 5) {
        memcpy(line + i, json("{'a':"), 5);
    }
    assert_int_equal(read_line(command_from_json, line, LINE_BYTES_MAX, &cmd, &fault),
                     ERR_BAD_JSON);
    assert_int_equal(read_line(command_from_json, line, sizeof line, &cmd, &fault),
                     ERR_LINE_TOO_LONG);
}

/* --- every command reads back --- */

/* Draws up to n characters that a command may hold; JSON escapes some of them. */
static void random_text(uint64_t *rng, char *text, unsigned n) {
    static const char *const often[] = {
        "a", "Z", "\"", "\\", "/", " ", "\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8e\xb2"};
    text[0] = '\0';
    for (unsigned i = random_below(rng, n); i > 0; i--) {
        strcat(text, often[random_below(rng, sizeof often / sizeof often[0])]);
    }
}

static void random_command(uint64_t *rng, struct command *cmd) {
    *cmd = (struct command){.kind = (enum command_kind)random_below(rng, COMMAND_COUNT)};
    const struct command_spec *spec = command_spec(cmd->kind);
    random_text(rng, cmd->id, ID_BYTES_MAX / 4);
    bool has_room = false;
    for (unsigned i = 0; i < spec->n_args; i++) {
        bool is_given = i < spec->n_required || random_below(rng, 2) == 0;
        bool is_room = strcmp(spec->arg[i], "room") == 0;
        has_room |= is_room;
        if (is_given && is_room) {
            command_put_arg(cmd, i, "KOTOLA");
        } else if (is_given) {
            char text[4 * 40];
            random_text(rng, text, 40);
            command_put_arg(cmd, i, text);
        }
    }
    unsigned about = COMMAND_IN_ROOM | COMMAND_MAY_ROOM;
    if ((spec->flags & about) != 0 && !has_room && random_below(rng, 2) == 0) {
        memcpy(cmd->room, "KOTOLA", sizeof cmd->room);
    }
}

TEST(test_commands_read_back) {
    uint64_t rng = random_seed();
    for (int round = 0; round < 5000; round++) {
        struct command cmd, again;
        struct command_fault fault;
        random_command(&rng, &cmd);
        char *json = command_to_json(&cmd);
        assert_int_equal(read_line(command_from_json, json, strlen(json), &again, &fault),
                         ERR_OK);
        expect_same_command(&again, &cmd);
        free(json);
    }
}

/* A room given before the command, as in text mode, is the argument in JSON; given both
 * ways it is still one member. */
TEST(test_room_is_one_member) {
    struct command cmd = {.kind = CMD_RESUME, .room = "KOTO"};
    char *line = command_to_json(&cmd);
    assert_json(line, "{'cmd':'resume','room':'KOTO'}");
    free(line);
    command_put_arg(&cmd, 1, "RIBA");
    line = command_to_json(&cmd);
    assert_json(line, "{'cmd':'resume','room':'RIBA'}");
    free(line);
}

/* Everything that fits into a line fits into a command.  A longer command of a client is
 * truncated, and then too long for a line. */
TEST(test_longest_arguments) {
    static const unsigned n_args = 6;
    struct command cmd, again;
    struct command_fault fault;
    command_init(&cmd, CMD_PROFILE);
    assert_int_equal(command_spec(CMD_PROFILE)->n_args, n_args);
    size_t frame = strlen("{'cmd':'profile'}");
    for (unsigned i = 0; i < n_args; i++) {
        frame += strlen(command_spec(CMD_PROFILE)->arg[i]) + strlen(",'':''");
    }
    for (unsigned i = 0; i < n_args; i++) {
        char arg[LINE_BYTES_MAX];
        size_t len = i == 0 ? LINE_BYTES_MAX - frame - (n_args - 1) * 100 : 100;
        memset(arg, 'a' + (int)i, len);
        arg[len] = '\0';
        command_put_arg(&cmd, i, arg);
    }
    char *json = command_to_json(&cmd);
    assert_int_equal(strlen(json), LINE_BYTES_MAX);
    assert_int_equal(read_line(command_from_json, json, LINE_BYTES_MAX, &again, &fault),
                     ERR_OK);
    expect_same_command(&again, &cmd);
    free(json);
    command_init(&again, CMD_PROFILE);
    for (unsigned i = 0; i < n_args; i++) {
        command_put_arg(&again, i, command_arg(&cmd, 0));
    }
    assert_int_equal(again.len, sizeof again.text);
    assert_int_equal(strlen(command_arg(&again, n_args - 1)), 0);
    json = command_to_json(&again);
    assert_true(strlen(json) > LINE_BYTES_MAX);
    free(json);
}

/* A copy has everything that is in use. */
TEST(test_copies) {
    struct command cmd, copy;
    memset(&copy, 'x', sizeof copy);
    command_init(&cmd, CMD_LOGIN);
    command_put_arg(&cmd, 1, "heronsong");
    command_put_arg(&cmd, 0, "ann");
    command_copy(&copy, &cmd);
    expect_same_command(&copy, &cmd);
    assert_int_equal(copy.text[cmd.len], 'x');
}
