/* Typed lines -> commands. */
#include "tests/unit/proto/command_row.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/command/typed_move.h"

#define ID_64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

#define MOVE(move)          "{'cmd':'move','move':'" move "'}"
#define MOVE_SEQ(move, seq) "{'cmd':'move','move':'" move "','seq':'" seq "'}"

static const struct command_row rows[] = {
    /* words */
    {"alone", "who", "{'cmd':'who'}"},
    {"case does not matter", "WhO", "{'cmd':'who'}"},
    {"blanks around", " \twho \t ", "{'cmd':'who'}"},
    {"one argument", "name ann", "{'cmd':'name','name':'ann'}"},
    {"blanks between", "name \t ann ", "{'cmd':'name','name':'ann'}"},
    {"optional argument left out", "ready", "{'cmd':'ready'}"},
    {"optional argument", "ready heads", "{'cmd':'ready','nonce':'heads'}"},
    {"two arguments", "move in-2 17", "{'cmd':'move','move':'in-2','seq':'17'}"},
    {"the rest of the line", "say  hello,  \tann  ",
     "{'cmd':'say','text':'hello,   ann'}"},
    {"our words in small letters", "create Royal-Ur:Legs=2 BLACK",
     "{'cmd':'create','game':'royal-ur:legs=2','side':'black'}"},
    {"the rest, optional", "hello alea 0.1.0", "{'cmd':'hello','client':'alea 0.1.0'}"},
    {"what people write keeps its case", "say Hi", "{'cmd':'say','text':'Hi'}"},
    {"names keep their case", "name Ann", "{'cmd':'name','name':'Ann'}"},
    {"moves keep their case", "move K2", "{'cmd':'move','move':'K2'}"},
    {"UTF-8", "say \xc3\xa9\xf0\x9f\x8e\xb2",
     "{'cmd':'say','text':'\xc3\xa9\xf0\x9f\x8e\xb2'}"},
    {"controls are dropped", "say a\x1b[31mb\x07\xc2\x9b\xe2\x80\xae",
     "{'cmd':'say','text':'a[31mb'}"},
    {"a control in the word", "w\x01ho", "{'cmd':'who'}"},
    /* abbreviations */
    {"abbreviated", "cr royal-ur black",
     "{'cmd':'create','game':'royal-ur','side':'black'}"},
    {"the beginning of game and games", "gam g42", "{'cmd':'game','game_id':'g42'}"},
    {"what claims a game, abbreviated", "cla",
     "unknown_command: if you mean it, type claim in full"},
    {"what adjourns a game, abbreviated", "adj",
     "unknown_command: if you mean it, type adjourn in full"},
    {"one letter", "j koto", "{'cmd':'join','room':'KOTO'}"},
    {"whole, and the beginning of another", "move 2", "{'cmd':'move','move':'2'}"},
    {"the beginning of two that begin alike", "mov 2", "{'cmd':'move','move':'2'}"},
    {"the longer of these", "moves", "{'cmd':'moves'}"},
    {"the beginning of several", "re",
     "ambiguous_command: this could be one of: register, resume, ready, rematch, record"},
    {"the beginning of several, one of them twice", "mo",
     "ambiguous_command: this could be one of: mode, move"},
    /* aliases */
    {"alias of help", "? dice", "{'cmd':'help','topic':'dice'}"},
    {"alias of quit", "exit", "{'cmd':'quit'}"},
    {"another one, with an argument", "BYE sure", "{'cmd':'quit','sure':'sure'}"},
    {"alias of move", "@koto m 2", "{'cmd':'move','room':'KOTO','move':'2'}"},
    {"alias of move, two squares", "m 2 4", "{'cmd':'move','move':'2-4'}"},
    {"no part of an alias", "exi", "unknown_command: no command 'exi': type play..."},
    {"nor more than one", "??", "unknown_command: no command \"??\": type play..."},
    {"play with clocks", "play royal-ur 5+10",
     "{'cmd':'play','game':'royal-ur','time':'5+10'}"},
    {"a reason without a number", "decline reason=later",
     "{'cmd':'decline','reason':'later'}"},
    {"in full only", "resign", "{'cmd':'resign'}"},
    {"in full only, abbreviated", "resi",
     "unknown_command: if you mean it, type resign in full"},
    {"in full only, one letter", "q",
     "unknown_command: if you mean it, type quit in full"},
    {"a short form never means what is in full only", "r",
     "ambiguous_command: this could be one of: register, rooms, resume, ready, rematch, "
     "record, rating"},
    /* numbers */
    {"a number alone is a move", "3", "{'cmd':'move','move':'3'}"},
    {"with blanks", " 12 ", "{'cmd':'move','move':'12'}"},
    {"with id and room", "#a @koto 3",
     "{'cmd':'move','id':'a','room':'KOTO','move':'3'}"},
    /* moves without their word, and in two words */
    {"a move", "in-2", MOVE("in-2")},
    {"a move of stelpur", "19:6", MOVE("19:6")},
    {"a move of morris", "d6", MOVE("d6")},
    {"a move of morris that takes two", "d6-f6xa1,g7", MOVE("d6-f6xa1,g7")},
    {"a move of a warrior", "8w-9", MOVE("8w-9")},
    {"a move in capitals keeps them", "E1-E4", MOVE("E1-E4")},
    {"two numbers", "6 5", MOVE("6-5")},
    {"two numbers after move", "move 2 4", MOVE("2-4")},
    {"a warrior in two words", "8w 9", MOVE("8w-9")},
    {"from the reserve, in two words", "In 2w", MOVE("In-2w")},
    {"off the board, in two words", "14 off", MOVE("14-off")},
    {"two squares", "mov e1 e4", MOVE("e1-e4")},
    {"two squares and a man taken", "d6 f6xa1", MOVE("d6-f6xa1")},
    {"in a room", "@koto 2 4", "{'cmd':'move','room':'KOTO','move':'2-4'}"},
    {"two words and the event", "2 4 17", MOVE_SEQ("2-4", "17")},
    {"a man placed and the event", "d6 17", MOVE_SEQ("d6", "17")},
    {"a move alone and the event", "in-2 17", MOVE_SEQ("in-2", "17")},
    {"a number and the event, by its key", "2 seq=17", MOVE_SEQ("2", "17")},
    {"the same after move", "move 2 seq=17", MOVE_SEQ("2", "17")},
    {"why of two words", "why 2 4", "{'cmd':'why','move':'2-4'}"},
    {"four words", "2 4 6 8", "extra_argument: too many words: it is move MOVE [SEQ]"},
    {"in alone", "in", "unknown_command: no command 'in': type play..."},
    {"in and what is no square", "in Rome",
     "unknown_command: no command 'in': type play..."},
    {"longer than any move", "d6-f6xa1,g7-d6-f",
     "unknown_command: no command 'd6-f6xa1,g7-d6-f': type play..."},
    {"no move: a point", "3.5", "unknown_command: no command '3.5': type play..."},
    {"no move: letters first", "who2",
     "unknown_command: no command 'who2': did you mean who?"},
    /* id and room */
    {"id", "#7 ping", "{'cmd':'ping','id':'7'}"},
    {"longest id", "#" ID_64 " ping", "{'cmd':'ping','id':'" ID_64 "'}"},
    {"id too long", "#" ID_64 "0 ping", "bad_id: an id is..."},
    {"empty id", "# ping", "bad_id: an id is..."},
    {"id of an error", "#7 pong",
     "#7 unknown_command: no command 'pong': did you mean ping?"},
    {"id alone", "#7", "#7 unknown_command: type help..."},
    {"room", "@KOTO board", "{'cmd':'board','room':'KOTO'}"},
    {"room in small letters", "@zarza board", "{'cmd':'board','room':'ZARZA'}"},
    {"room before id", "@KOTO #7 board",
     "unknown_command: no command '#7': type play..."},
    {"room too long", "@KOTOLAM board",
     "unknown_room: there is no room KOTOLAM: type rooms"},
    {"room that is none", "#7 @k-1 say hi",
     "#7 unknown_room: there is no room K-1: type rooms"},
    {"empty room", "@ board", "unknown_room: there is no room : type rooms"},
    {"a room where it means nothing", "@KOTO who",
     "extra_argument: no @ROOM before this: it is who"},
    {"room alone", "@KOTO", "unknown_command: type help..."},
    {"join in small letters", "join koto black",
     "{'cmd':'join','room':'KOTO','side':'black'}"},
    {"join what is no room", "join 12", "unknown_room: there is no room 12: type rooms"},
    {"come back", "resume abc koto 17",
     "{'cmd':'resume','token':'abc','room':'KOTO','last':'17'}"},
    {"come back, token only", "resume Abc", "{'cmd':'resume','token':'Abc'}"},
    {"go on", "@koto resume", "{'cmd':'resume','room':'KOTO'}"},
    {"the room twice", "@koto resume abc koto",
     "extra_argument: the room is said twice: it is resume [TOKEN] [ROOM] [LAST]"},
    {"come back to what is no room", "resume abc k1 17",
     "unknown_room: there is no room K1: type rooms"},
    {"leave a room", "leave koto", "{'cmd':'leave','room':'KOTO'}"},
    {"leave sure", "leave sure", "{'cmd':'leave','sure':'sure'}"},
    {"leave a room for sure", "leave koto sure",
     "{'cmd':'leave','room':'KOTO','sure':'sure'}"},
    {"sure before the room", "leave SURE koto",
     "{'cmd':'leave','room':'KOTO','sure':'sure'}"},
    {"leave what is no room", "leave k1",
     "unknown_room: there is no room K1: type rooms"},
    {"leave two rooms", "@koto leave koto sure",
     "extra_argument: the room is said twice: it is leave [ROOM] [SURE]"},
    {"record of a room", "@koto record", "{'cmd':'record','room':'KOTO'}"},
    {"record of a game", "record g42", "{'cmd':'record','game_id':'g42'}"},
    {"a room where there may be none", "@koto mine",
     "extra_argument: no @ROOM before this: it is mine"},
    /* KEY=VALUE */
    {"key for an optional argument", "create ur time=5+10",
     "{'cmd':'create','game':'ur','time':'5+10'}"},
    {"key in capitals, blanks", "create ur  TIME=5+10 ",
     "{'cmd':'create','game':'ur','time':'5+10'}"},
    {"key before the rest", "create time=5+10 ur black",
     "{'cmd':'create','game':'ur','side':'black','time':'5+10'}"},
    {"key in the middle", "create ur side=Black 5+10",
     "{'cmd':'create','game':'ur','side':'black','time':'5+10'}"},
    {"all in order", "create ur black 5+10",
     "{'cmd':'create','game':'ur','side':'black','time':'5+10'}"},
    {"the time without its key", "create ur 5+10",
     "{'cmd':'create','game':'ur','time':'5+10'}"},
    {"the time before the side", "create ur 5+10 Black yes",
     "{'cmd':'create','game':'ur','side':'black','time':'5+10','rated':'yes'}"},
    {"the time alone, of a challenge", "challenge bob ur 5+10",
     "{'cmd':'challenge','name':'bob','game':'ur','time':'5+10'}"},
    {"the time of a seek, wrong", "seek ur 5+x",
     "{'cmd':'seek','game':'ur','time':'5+x'}"},
    {"a side like a time, after the time", "create ur time=1+1 5+10",
     "{'cmd':'create','game':'ur','side':'5+10','time':'1+1'}"},
    {"no time of a game", "join KOTO 5+10", "{'cmd':'join','room':'KOTO','side':'5+10'}"},
    {"keys in any order", "create ur time=0+3 side=white",
     "{'cmd':'create','game':'ur','side':'white','time':'0+3'}"},
    {"a game with options and a time", "create ur:legs=2 time=5+10",
     "{'cmd':'create','game':'ur:legs=2','time':'5+10'}"},
    {"an option of the game as a word", "create tablut king=unarmed",
     "{'cmd':'create','game':'tablut:king=unarmed'}"},
    {"options as words, among others",
     "create Tablut:legs=2 KING=Unarmed 5+10 throne=hostile",
     "{'cmd':'create','game':'tablut:legs=2,king=unarmed,throne=hostile','time':'5+10'}"},
    {"an option of a seek", "seek alea-evangelii king=step white",
     "{'cmd':'seek','game':'alea-evangelii:king=step','side':'white'}"},
    {"an option of play", "play tablut king=unarmed",
     "{'cmd':'play','game':'tablut:king=unarmed'}"},
    {"an option of a challenge", "challenge bob ur legs=2",
     "{'cmd':'challenge','name':'bob','game':'ur:legs=2'}"},
    {"an option with a wrong value", "create tablut king=naked",
     "bad_option: king=naked: unknown value of an option; known options: king=armed|..."},
    {"an option said twice", "create ur:legs=2 legs=2",
     "bad_option: legs=2: an option is given twice; known options: legs=1|2"},
    {"an option of another game", "create ur king=unarmed",
     "bad_argument: king= is not known here..."},
    {"an option of no game", "create chess king=unarmed",
     "bad_argument: king= is not known here: it is create GAME..."},
    {"an option without its game", "profile legs=2",
     "bad_argument: legs= is not known here: it is profile [GAMES]..."},
    {"a value with a =", "create ur time=5=10",
     "{'cmd':'create','game':'ur','time':'5=10'}"},
    {"the required argument has no key", "create game=ur",
     "{'cmd':'create','game':'game=ur'}"},
    {"key said twice", "#7 create ur time=5+10 time=5+10",
     "#7 extra_argument: time= is said twice: it is create GAME..."},
    {"said with a key and without", "create ur black side=white",
     "extra_argument: side= is said twice: it is create GAME..."},
    {"key that is not known", "create ur tiem=5+10",
     "bad_argument: tiem= is not known here..."},
    {"key that is too short", "create ur tim=5+10",
     "bad_argument: tim= is not known here..."},
    {"key that is too long", "create ur timer=5+10",
     "bad_argument: timer= is not known here..."},
    {"no key", "create ur =5+10", "bad_argument: = is not known here..."},
    {"key that is not known, after all", "create ur black 5+10 x=1",
     "bad_argument: x= is not known here..."},
    {"key without a value",
     "create ur time=", "missing_argument: time= is empty: it is create GAME..."},
    {"keys only", "create time=5+10 side=white",
     "missing_argument: something is missing: it is create GAME..."},
    {"extra after keys", "create ur time=5+10 black no w x",
     "extra_argument: too many words: it is create GAME..."},
    {"keys are for some commands only", "resume abc last=17",
     "unknown_room: there is no room LAST=17: type rooms"},
    /* nothing, or nothing known */
    {"empty", "", "unknown_command: type help..."},
    {"blank", " \t ", "unknown_command: type help..."},
    {"controls only", "\x01\x02", "unknown_command: type help..."},
    {"mistyped: exchanged", "jion KOTO",
     "unknown_command: no command 'jion': did you mean join?"},
    {"mistyped: one more", "boaard",
     "unknown_command: no command 'boaard': did you mean board?"},
    {"mistyped: two less", "creae",
     "unknown_command: no command 'creae': did you mean create?"},
    {"mistyped: in capitals", "WHOO",
     "unknown_command: no command 'WHOO': did you mean who?"},
    {"mistyped: short", "sya", "unknown_command: no command 'sya': did you mean say?"},
    {"mistyped: exchanged twice, too short for that", "ojni",
     "unknown_command: no command 'ojni': type play..."},
    {"mistyped: in full only", "resing",
     "unknown_command: no command 'resing': did you mean resign?"},
    {"like nothing", "xyzzy", "unknown_command: no command 'xyzzy': type play..."},
    {"short and like nothing", "hi", "unknown_command: no command 'hi': type play..."},
    {"mistyped: the longest", "rematchxx",
     "unknown_command: no command 'rematchxx': did you mean rematch?"},
    {"too long to be like anything", "resignresign",
     "unknown_command: no command 'resignresign': type play..."},
    {"very long", ID_64,
     "unknown_command: no command '0123456789abcdef0123456789abcdef': type play..."},
    /* too few, too many */
    {"missing", "name", "missing_argument: something is missing: it is name NAME"},
    {"missing, with an id", "#x move",
     "#x missing_argument: something is missing: it is move MOVE [SEQ]"},
    {"missing rest", "say  ", "missing_argument: something is missing: it is say TEXT"},
    {"extra", "who else", "extra_argument: too many words: it is who"},
    {"extra after two", "join KOTO white now again",
     "extra_argument: too many words: it is join ROOM [SIDE] [WORD]"},
    /* browsers */
    {"GET", "GET / HTTP/1.1", "http: this is not a web server..."},
    {"GET of HTTP/0.9", "GET /index.html", "http: this is not a web server..."},
    {"POST", "POST /x HTTP/1.0", "http: this is not a web server..."},
    {"OPTIONS", "OPTIONS * HTTP/1.1", "http: this is not a web server..."},
    {"CONNECT", "CONNECT example.com:443 HTTP/1.1", "http: this is not a web server..."},
    {"HTTP/2", "PRI * HTTP/2.0", "http: this is not a web server..."},
    {"no HTTP", "GET lost", "unknown_command: no command 'GET': type play..."},
    {"no HTTP either", "say GET / HTTP/1.1", "{'cmd':'say','text':'GET / HTTP/1.1'}"},
    /* bytes */
    {"not UTF-8", "say \xff", "bad_text: lines are UTF-8 without NUL"},
    {"not UTF-8, with an id", "#7 say \xc3", "#7 bad_text: lines are UTF-8 without NUL"},
};

TEST_ROWS(rows) {
    expect_row(command_from_text, table_row(state));
}

TEST(test_nul) {
    struct command cmd;
    struct command_fault fault;
    assert_int_equal(read_line(command_from_text, "who\0", 4, &cmd, &fault),
                     ERR_BAD_TEXT);
}

TEST(test_longest_line) {
    static char line[LINE_BYTES_MAX + 1];
    memset(line, 'x', sizeof line);
    memcpy(line, "say ", 4);
    struct command cmd;
    struct command_fault fault;
    assert_int_equal(read_line(command_from_text, line, LINE_BYTES_MAX, &cmd, &fault),
                     ERR_OK);
    assert_int_equal(strlen(command_arg(&cmd, 0)), LINE_BYTES_MAX - 4);
    assert_int_equal(read_line(command_from_text, line, sizeof line, &cmd, &fault),
                     ERR_LINE_TOO_LONG);
}

/* Every abbreviation is read as a command that begins so, or refused; commands that
 * cannot be undone must be typed in full. */
TEST(test_every_abbreviation) {
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        const struct command_spec *spec = command_spec((enum command_kind)kind);
        size_t whole = strlen(spec->word);
        for (size_t len = 1; len <= whole; len++) {
            char line[64];
            const char *args[] = {"", " KOTO", " KOTO KOTO"};
            int n = snprintf(line, sizeof line, "%.*s%s", (int)len, spec->word,
                             args[spec->n_required]);
            struct command cmd;
            struct command_fault fault;
            enum error_code error =
                read_line(command_from_text, line, (size_t)n, &cmd, &fault);
            if (len == whole) {
                assert_int_equal(error, ERR_OK);
                assert_int_equal(cmd.kind, kind);
            } else if (error == ERR_OK) {
                const struct command_spec *read = command_spec(cmd.kind);
                assert_memory_equal(read->word, spec->word, len);
                assert_true((read->flags & COMMAND_IN_FULL) == 0);
            }
        }
    }
}

/* A command written as text reads back as the same command. */
TEST(test_random_commands) {
    uint64_t rng = random_seed();
    for (int round = 0; round < 5000; round++) {
        struct command cmd = {.kind =
                                  (enum command_kind)random_below(&rng, COMMAND_COUNT)};
        const struct command_spec *spec = command_spec(cmd.kind);
        char line[LINE_BYTES_MAX];
        size_t n = 0;
        if (random_below(&rng, 2) == 0) {
            snprintf(cmd.id, sizeof cmd.id, "id%u", random_below(&rng, 1000));
            n += (size_t)snprintf(line + n, sizeof line - n, "#%s ", cmd.id);
        }
        unsigned about = COMMAND_IN_ROOM | COMMAND_MAY_ROOM;
        if ((spec->flags & about) != 0 && random_below(&rng, 2) == 0) {
            memcpy(cmd.room, "KOTO", sizeof "KOTO");
            n += (size_t)snprintf(line + n, sizeof line - n, "@%s ", "Koto");
        }
        n += (size_t)snprintf(line + n, sizeof line - n, "%s", spec->word);
        unsigned n_args = spec->n_required + random_below(&rng, 3);
        unsigned room = command_room_arg(cmd.kind);
        if (cmd.room[0] != '\0' && n_args > room) {
            n_args = room; /* the room is not said twice */
        }
        for (unsigned i = 0; i < n_args && i < spec->n_args; i++) {
            char word[3];
            bool is_room = strcmp(spec->arg[i], "room") == 0;
            unsigned letter = (is_room ? 'A' : 'a') + random_below(&rng, 26);
            snprintf(word, sizeof word, "%c%c", (int)letter, (int)letter);
            command_put_arg(&cmd, i, word);
            n += (size_t)snprintf(line + n, sizeof line - n, " %s", word);
        }
        struct command read;
        struct command_fault fault;
        assert_int_equal(read_line(command_from_text, line, n, &read, &fault), ERR_OK);
        expect_same_command(&read, &cmd);
    }
}

/* No alias makes an abbreviation ambiguous that stood for one command. */
TEST(test_every_alias) {
    static const char *const aliases[] = {
#define X(word, kind) word,
        ALIASES(X)
#undef X
    };
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        unsigned n_begin = 0;
        for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
            const char *word = command_spec((enum command_kind)kind)->word;
            assert_string_not_equal(word, aliases[i]);
            n_begin += strncmp(word, aliases[i], strlen(aliases[i])) == 0;
        }
        assert_int_not_equal(n_begin, 1);
    }
}

/* --- typed move --- */

/* Typed moves, looked up in the list of legal moves. */

static const struct row {
    const char *name;
    const char *moves;
    const char *typed;
    const char *found; /* "": not found */
} typed_move_rows[] = {
    {"as it is written", "1-3 in-2", "in-2", "in-2"},
    {"in capitals", "1-3 in-2", "IN-2", "in-2"},
    {"another sign", "19:6 4:6", "19-6", "19:6"},
    {"a square in capitals", "d6 d6-f6xa1", "D6-F6XA1", "d6-f6xa1"},
    {"without its sign", "c5-c1 c5-c2", "C5c1", "c5-c1"},
    {"from the reserve without its sign", "1-3 in-2", "in2", "in-2"},
    {"without a sign, it could be another one", "1-11", "111", ""},
    {"only one of two signs", "d6-f6xa1,g7-d6", "d6f6xa1,g7-d6", "d6-f6xa1,g7-d6"},
    {"the beginning of a move", "d6-f6xa1", "d6-f6", ""},
    {"more than a move", "in-2", "in-2w", ""},
    {"exactly one of two that are alike", "a-b A-b", "A-b", "A-b"},
    {"one of two that are alike, and neither exactly", "a-b A-b", "A-B", ""},
    {"nothing typed", "in-2", "", ""},
    {"an empty list", "", "in-2", ""},
    {"no list", NULL, "in-2", ""},
    {"longer than any move", "in-2", "in-2in-2in-2in-2in-2", ""},
};

TEST_ROWS(typed_move_rows) {
    const struct row *row = table_row(state);
    char move[MOVE_TEXT_BYTES] = "";
    bool found = typed_move_find(row->moves, row->typed, move);
    assert_true(found == (row->found[0] != '\0'));
    assert_string_equal(move, row->found);
}

TEST(test_is) {
    assert_true(typed_move_is("19:6", "19-6"));
    assert_true(typed_move_is("in-2w", "IN-2W"));
    assert_false(typed_move_is("in-2w", "in-2"));
    assert_false(typed_move_is("in-2", "in-2w"));
}

TEST(test_spell) {
    char move[MOVE_TEXT_BYTES];
    assert_string_equal(typed_move_spell("a-b A-b", "A-b", move), "A-b");
    assert_string_equal(typed_move_spell("1-3 in-2", "IN-3W", move), "in-3w");
    assert_string_equal(typed_move_spell("19:6 4:6", "20-6", move), "20:6");
    assert_string_equal(typed_move_spell(NULL, "D1:D4", move), "d1-d4");
    assert_string_equal(typed_move_spell("in-2", "D6-F6XA1,G7-D6-F", move),
                        "D6-F6XA1,G7-D6-F");
}
