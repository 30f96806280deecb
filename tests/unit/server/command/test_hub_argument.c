/* Arguments that a command does not accept: each is refused with its reason, and nothing
 * happens. */
#include "tests/unit/server/fixture.h"
#include "tests/unit/test.h"

#define X10  "xxxxxxxxxx"
#define X100 X10 X10 X10 X10 X10 X10 X10 X10 X10 X10
#define X400 X100 X100 X100 X100

static const struct row {
    const char *name, *line, *error, *text; /* error, text: of the answer */
} rows[] = {
    {"a move that answers no number", "{'cmd':'move','move':'1','seq':'x'}",
     "bad_argument", "seq is the number of an event"},
    {"a move longer than any line of talk", "{'cmd':'move','move':'" X400 "x'}",
     "illegal_move", "xxxx"},
    {"a number of a move that is beyond all",
     "{'cmd':'move','move':'99999999999999999999'}", "illegal_move",
     "99999999999999999999"},
    {"talk that is too long", "{'cmd':'say','text':'" X400 "x'}", "bad_argument",
     "at most 400 bytes at once"},
    {"talk to one, too long", "{'cmd':'tell','name':'Bob','text':'" X400 "x'}",
     "bad_argument", "at most 400 bytes at once"},
    {"a shout that is too long", "{'cmd':'shout','text':'" X400 "x'}", "bad_argument",
     "at most 400 bytes at once"},
    {"nothing said", "{'cmd':'say','text':''}", "missing_argument", "say what? it is: "},
    {"a side that is none", "{'cmd':'join','room':'$','side':'grey'}", "bad_argument",
     "the side is white or black, not grey; the word"},
    {"a side that is none, of a new room", "{'cmd':'create','game':'ur','side':'grey'}",
     "bad_argument", "the side is white or black, not grey; clocks"},
    {"leaving perhaps", "{'cmd':'leave','sure':'perhaps'}", "bad_argument",
     "it is: leave, or leave sure"},
    {"quitting perhaps", "{'cmd':'quit','sure':'perhaps'}", "bad_argument",
     "it is: quit, or quit sure"},
    {"gagging perhaps", "{'cmd':'gag','name':'Bob','show':'perhaps'}", "bad_argument",
     "it is: gag NAME, or gag NAME off"},
};

/* The state of the room, as Bob sees it. */
static const char *board(void) {
    static char text[4096];
    const char *told = strstr(ask(2, "{'cmd':'board'}"), json("'seq'"));
    assert_non_null(told);
    snprintf(text, sizeof text, "%s", told);
    return text;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char line[1024], before[4096];
    begin(ROYAL_UR);
    size_t mover = strstr(row->line, "'move'") != NULL ? who_moves() : 1;
    snprintf(before, sizeof before, "%s", board());
    const char *code = strchr(row->line, '$');
    int len = code != NULL ? (int)(code - row->line) : (int)strlen(row->line);
    snprintf(line, sizeof line, "%.*s%s%s", len, row->line,
             code != NULL ? ticket[0].room : "", code != NULL ? code + 1 : "");
    char error[64];
    snprintf(error, sizeof error, "{'error':'%s',", row->error);
    const char *told = ask(mover, line);
    assert_begins(told, error);
    assert_has(told, row->text);
    assert_string_equal(board(), before);
}

BEFORE_TESTS {
    random_state = random_seed();
}
