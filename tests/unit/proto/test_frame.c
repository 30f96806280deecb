/* Bytes from a socket become lines; the result does not depend on how they are cut. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/test.h"

#include "proto/frame.h"
#include "proto/json/flat.h"

/* What a frame returned: "<line>" for a line, "!" for one too long, "[WONT 1]" for an
 * answer to send back. */
struct heard {
    char text[3 * LINE_BYTES_MAX];
    size_t len;
};

static void hear_bytes(struct heard *heard, const char *bytes, size_t n) {
    assert_true(heard->len + n < sizeof heard->text);
    memcpy(heard->text + heard->len, bytes, n);
    heard->len += n;
    heard->text[heard->len] = '\0';
}

static void hear_answer(struct heard *heard, const uint8_t answer[static 3]) {
    assert_int_equal(answer[0], 255);
    assert_true(answer[1] == 252 || answer[1] == 254);
    char text[32];
    int n = snprintf(text, sizeof text, "[%s %d]", answer[1] == 252 ? "WONT" : "DONT",
                     answer[2]);
    hear_bytes(heard, text, (size_t)n);
}

static void feed(struct frame *frame, const char *bytes, size_t n, struct heard *heard) {
    size_t at = 0, used;
    enum frame_result result;
    do {
        result = frame_feed(frame, (const uint8_t *)bytes + at, n - at, &used);
        at += used;
        assert_true(at <= n);
        switch (result) {
        case FRAME_MORE: break;
        case FRAME_LINE:
            hear_bytes(heard, "<", 1);
            hear_bytes(heard, frame->line, frame->len);
            hear_bytes(heard, ">", 1);
            break;
        case FRAME_TOO_LONG: hear_bytes(heard, "!", 1); break;
        case FRAME_ANSWER: hear_answer(heard, frame->answer); break;
        case FRAME_ASKED: hear_bytes(heard, "[here]", 6); break;
        }
    } while (result != FRAME_MORE);
    assert_int_equal(at, n);
}

#define IAC  "\xff"
#define DONT "\xfe"
#define DO   "\xfd"
#define WONT "\xfc"
#define WILL "\xfb"
#define SB   "\xfa"
#define EL   "\xf8"
#define EC   "\xf7"
#define AYT  "\xf6"
#define IP   "\xf4"
#define DM   "\xf2"
#define NOP  "\xf1"
#define SE   "\xf0"

struct row {
    const char *name;
    const char *input;
    size_t len;
    const char *heard;
};

#define ROW(name, input, heard)                                                          \
    { name, input, sizeof(input) - 1, heard }

static const struct row rows[] = {
    /* telnet and keys: for all else fuzz_frame has a simpler reader to compare with */
    ROW("DO is refused", IAC DO "\x01who\n", "[WONT 1]<who>"),
    ROW("WILL is refused", IAC WILL "\x18who\n", "[DONT 24]<who>"),
    ROW("DONT needs no answer", IAC DONT "\x01who\n", "<who>"),
    ROW("WONT needs no answer", IAC WONT "\x01who\n", "<who>"),
    ROW("an option in a word", "wh" IAC DO "\x03o\n", "[WONT 3]<who>"),
    ROW("an option that is LF", IAC DO "\nwho\n", "[WONT 10]<who>"),
    ROW("an option that is IAC", IAC DO IAC "who\n", "[WONT 255]<who>"),
    ROW("subnegotiation is skipped", "w" IAC SB "\x18\x01xterm\r\n" IAC SE "ho\n",
        "<who>"),
    ROW("IAC IAC in a subnegotiation", IAC SB "\x18" IAC IAC "\xf0" IAC SE "who\n",
        "<who>"),
    ROW("IAC twice is a byte", "a" IAC IAC "b\n",
        "<a\xff"
        "b>"),
    ROW("NOP is swallowed", "w" IAC NOP "ho\n", "<who>"),
    ROW("SE without SB is swallowed", "w" IAC SE "ho\n", "<who>"),
    ROW("EC is backspace", "whp" IAC EC "o\n", "<who>"),
    ROW("EL clears the line", "resign" IAC EL "who\n", "<who>"),
    ROW("IP clears the line", "resign" IAC IP "who\n", "<who>"),
    ROW("a Synch", "resign" IAC IP IAC DM "who\n", "<who>"),
    ROW("AYT is answered, and the line stays", "w" IAC AYT "ho\n", "[here]<who>"),
    ROW("Ctrl-U clears the line", "resign\x15who\n", "<who>"),
    ROW("Ctrl-C clears the line", "resign\x03who\n", "<who>"),
    ROW("Ctrl-W takes a word", "say hello \x17you\n", "<say you>"),
    ROW("Ctrl-W takes the only word", "hello\x17who\n", "<who>"),
    ROW("Ctrl-W on an empty line", "\x17who\n", "<who>"),
    ROW("arrow keys", "w\x1b[D\x1b[A\x1bOBho\x1b[1;5D\n", "<who>"),
    ROW("pasted text", "\x1b[200~who\x1b[201~\n", "<who>"),
    ROW("a line end in a key", "who\x1b[2\nping\n", "<who><ping>"),
    ROW("ESC and text", "\x1bwho\n", "<who>"),
    ROW("ESC at the end of a line", "who\x1b\nping\n", "<who><ping>"),
    ROW("IAC in a key", "w\x1b[2" IAC NOP "ho\n", "<who>"),
    ROW("a letter of two bytes in a key", "\x1b[\xc3\xa9\n", "<\xc3\xa9>"),
    ROW("a command between CR and LF", "who\r" IAC NOP "\nping\n", "<who><ping>"),
    ROW("byte 255 between CR and LF", "who\r" IAC IAC "\n", "<who><\xff>"),
};

static void expect_heard(const struct row *row, const struct heard *heard) {
    /* The expected text can contain NULs, so its length is only known if it is right. */
    assert_true(heard->len >= strlen(row->heard));
    assert_memory_equal(heard->text, row->heard, heard->len);
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    for (size_t cut = 0; cut <= row->len; cut++) {
        struct frame frame = {0};
        struct heard heard = {.len = 0};
        feed(&frame, row->input, cut, &heard);
        feed(&frame, row->input + cut, row->len - cut, &heard);
        expect_heard(row, &heard);
        frame_fini(&frame);
    }
    struct frame frame = {0};
    struct heard heard = {.len = 0};
    for (size_t at = 0; at < row->len; at++) {
        feed(&frame, row->input + at, 1, &heard);
    }
    expect_heard(row, &heard);
    frame_fini(&frame);
}

/* --- long lines --- */

/* Expects this result after a line of n bytes, its end, and "who". */
static void expect_long(size_t n, const char *end, const char *after) {
    static char input[3 * LINE_BYTES_MAX];
    memset(input, 'x', n);
    snprintf(input + n, sizeof input - n, "%swho\n", end);
    for (size_t piece = 1; piece < 5000; piece = piece * 7 + 1) {
        struct frame frame = {0};
        struct heard heard = {.len = 0};
        for (size_t at = 0; at < strlen(input); at += piece) {
            size_t left = strlen(input) - at;
            feed(&frame, input + at, left < piece ? left : piece, &heard);
        }
        size_t tail = strlen(after);
        assert_true(heard.len >= tail);
        assert_string_equal(heard.text + heard.len - tail, after);
        size_t head = n <= LINE_BYTES_MAX ? strlen("<") + n : 0;
        assert_int_equal(heard.len, head + tail);
        frame_fini(&frame);
    }
}

TEST(test_longest_line) {
    expect_long(LINE_BYTES_MAX - 1, "\n", "><who>");
    expect_long(LINE_BYTES_MAX, "\r\n", "><who>");
}

TEST(test_too_long_line) {
    expect_long(LINE_BYTES_MAX + 1, "\n", "!<who>");
    expect_long(2 * LINE_BYTES_MAX, "\r\n", "!<who>");
}

TEST(test_editing_does_not_end_skipping) {
    expect_long(LINE_BYTES_MAX + 1, "\b\b\b" IAC EL "resign\n", "!<who>");
}

TEST(test_two_too_long_lines) {
    static char input[LINE_BYTES_MAX + 2];
    memset(input, 'x', sizeof input);
    input[sizeof input - 1] = '\n';
    struct frame frame = {0};
    struct heard heard = {.len = 0};
    feed(&frame, input, sizeof input, &heard);
    feed(&frame, input, sizeof input, &heard);
    assert_string_equal(heard.text, "!!");
    frame_fini(&frame);
}

/* --- memory --- */

static enum frame_result feed_text(struct frame *frame, const char *text) {
    size_t used;
    return frame_feed(frame, (const uint8_t *)text, strlen(text), &used);
}

TEST(test_whole_line_is_not_copied) {
    static const char text[] = "ping\r\n";
    struct frame frame = {0};
    assert_int_equal(feed_text(&frame, text), FRAME_LINE);
    assert_ptr_equal(frame.line, text);
    assert_null(frame.own);
    frame_fini(&frame);
}

TEST(test_memory_is_that_of_a_part) {
    struct frame frame = {0};
    assert_int_equal(feed_text(&frame, "pi"), FRAME_MORE);
    assert_true(frame.own_cap < LINE_BYTES_MAX / 4);
    assert_int_equal(feed_text(&frame, "ng\n"), FRAME_LINE);
    assert_memory_equal(frame.line, "ping", 4);
    frame_drop_line(&frame);
    assert_null(frame.own);
    static char much[LINE_BYTES_MAX + 1];
    memset(much, 'x', LINE_BYTES_MAX);
    assert_int_equal(feed_text(&frame, much), FRAME_MORE);
    assert_int_equal(frame.own_cap, LINE_BYTES_MAX);
    assert_int_equal(feed_text(&frame, "x"), FRAME_TOO_LONG);
    assert_null(frame.own);
    frame_fini(&frame);
}

/* --- flat --- */

/* Flat objects, read without jansson. */

static const struct flat_row {
    const char *name;
    const char *text;
    const char *expected; /* members, KEY=TEXT and KEY#NUMBER; NULL: left to jansson */
} flat_rows[] = {
    {"a move", "{'cmd':'move','move':'in-2','seq':17}", "cmd=move move=in-2 seq#17 "},
    {"spaces", " { 'cmd' : 'who' ,  'n' : 0 }", "cmd=who n#0 "},
    {"empty strings", "{'':''}", "= "},
    {"all that is plain", "{'a b':'!#$%&()*+,-./:;<=>?@[]^_`{|}~'}",
     "a b=!#$%&()*+,-./:;<=>?@[]^_`{|}~ "},
    {"eight members", "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8}",
     "a#1 b#2 c#3 d#4 e#5 f#6 g#7 h#8 "},
    {"18 digits", "{'n':999999999999999999}", "n#999999999999999999 "},
    /* left to jansson, which takes some of these */
    {"nothing", "", NULL},
    {"no member", "{}", NULL},
    {"nine members", "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9}", NULL},
    {"a key twice", "{'a':1,'a':1}", NULL},
    {"19 digits", "{'n':1000000000000000000}", NULL},
    {"a leading zero", "{'n':01}", NULL},
    {"a sign", "{'n':-1}", NULL},
    {"a fraction", "{'n':1.5}", NULL},
    {"an exponent", "{'n':1e5}", NULL},
    {"digits apart", "{'n':1 2}", NULL},
    {"no value", "{'n':}", NULL},
    {"true", "{'n':true}", NULL},
    {"null", "{'n':null}", NULL},
    {"a list", "{'n':[]}", NULL},
    {"an object", "{'n':{}}", NULL},
    {"an escape", "{'n':'a\\nb'}", NULL},
    {"an escape in a key", "{'\\u0061':1}", NULL},
    {"a control character", "{'n':'a\tb'}", NULL},
    {"not ASCII", "{'n':'\xc3\xa9'}", NULL},
    {"a tab", "{\t'n':1}", NULL},
    {"a space at the end", "{'n':1} ", NULL},
    {"a comma at the end", "{'n':1,}", NULL},
    {"no comma", "{'n':1 'm':2}", NULL},
    {"no colon", "{'n' 1}", NULL},
    {"no key", "{1}", NULL},
    {"no brace", "{'n':1", NULL},
    {"two braces", "{'n':1}}", NULL},
    {"cut in a string", "{'n':'a", NULL},
    {"cut in a number", "{'n':1", NULL},
    {"an array", "['n']", NULL},
};

/* Reads a copy, so that a read beyond the end is found. */
static char *read_copy(const char *text, size_t len, struct flat *flat, bool *is_flat) {
    char *copy = malloc(len > 0 ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    *is_flat = flat_read(copy, len, flat);
    return copy;
}

TEST_ROWS(flat_rows) {
    const struct flat_row *row = table_row(state);
    struct flat flat;
    bool is_flat;
    char *copy = read_copy(json(row->text), strlen(row->text), &flat, &is_flat);
    char said[256] = "";
    for (size_t i = 0; is_flat && i < flat.n; i++) {
        const struct flat_member *m = &flat.member[i];
        size_t at = strlen(said);
        if (m->text != NULL) {
            snprintf(said + at, sizeof said - at, "%.*s=%.*s ", (int)m->key_len, m->key,
                     (int)m->len, m->text);
        } else {
            snprintf(said + at, sizeof said - at, "%.*s#%lld ", (int)m->key_len, m->key,
                     (long long)m->number);
        }
    }
    assert_int_equal(is_flat, row->expected != NULL);
    assert_string_equal(said, row->expected != NULL ? row->expected : "");
    free(copy);
}

TEST(test_find) {
    const char *line = json("{'seq':1,'se':2}");
    struct flat flat;
    assert_true(flat_read(line, strlen(line), &flat));
    assert_int_equal(flat_find(&flat, "se")->number, 2);
    assert_int_equal(flat_find(&flat, "seq")->number, 1);
    assert_null(flat_find(&flat, "s"));
    assert_null(flat_find(&flat, ""));
}
