/* JSON is written with the same bytes as jansson would write. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/json/wire_out.h"
#include "proto/message/message.h"

/* A text that was cut in the middle of a character can still be sent. */
TEST(test_text_cut_in_a_character) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.error = ERR_ILLEGAL_MOVE;
    msg.text = "caf\xc3";
    size_t len;
    char *sent = message_to_json(&msg, &len);
    assert_json(sent, "{'error':'illegal_move','text':'caf'}");
    free(sent);
}

/* --- strings --- */

static const struct text_row {
    const char *name;
    const char *text;
    const char *json;
} texts[] = {
    {"empty", "", "\"\""},
    {"plain", "Ann's 5+10 ~/", "\"Ann's 5+10 ~/\""},
    {"quotation mark", "say \"hi\"", "\"say \\\"hi\\\"\""},
    {"backslash", "\\", "\"\\\\\""},
    {"escapes with a letter", "\b\f\n\r\t", "\"\\b\\f\\n\\r\\t\""},
    {"escapes without", "\x01\x1f", "\"\\u0001\\u001F\""},
    {"DEL stands for itself", "\x7f", "\"\x7f\""},
    {"UTF-8", "caf\u00e9 \u20ac \U0001F600", "\"caf\u00e9 \u20ac \U0001F600\""},
    {"cut in a character", "caf\xc3", "\"caf\""},
    {"cut, and cleaned", "\x01\xff\"", "\"\\\"\""},
};

TEST_ROWS(texts) {
    const struct text_row *row = table_row(state);
    struct wire_out out = {.len = 0};
    wire_put_text(&out, NULL, row->text);
    char *json = wire_out_take(&out);
    assert_string_equal(json, row->json);
    free(json);
}

/* A text of len bytes with c at one place, among letters or among bytes that are 1
 * less. */
static void expect_byte(unsigned c, size_t len, size_t place, bool among_letters) {
    char text[20] = "";
    assert_in_range(len, place + 1, sizeof text - 1);
    memset(text, among_letters || c == 1 ? 'a' : (int)c - 1, len);
    text[place] = (char)c;
    struct wire_out out = {.len = 0};
    wire_put_text(&out, NULL, text);
    char *json = wire_out_take(&out);
    json_t *tree = json_string(text);
    char *expected = json_dumps(tree, JSON_ENCODE_ANY);
    assert_string_equal(json, expected);
    json_decref(tree);
    free(expected);
    free(json);
}

/* Up to eight bytes are checked and copied at a time, so this tries each byte that a text
 * may have at each place of texts of each length. */
TEST(test_every_byte_everywhere) {
    for (unsigned c = 1; c < 0x80; c++) {
        for (size_t len = 1; len < 20; len++) {
            for (size_t place = 0; place < len; place++) {
                expect_byte(c, len, place, true);
                expect_byte(c, len, place, false);
            }
        }
    }
}

/* --- numbers --- */

/* Every small number, alone and after another one. */
TEST(test_small_numbers) {
    for (unsigned n = 0; n <= UINT8_MAX; n++) {
        const uint8_t values[2] = {(uint8_t)(UINT8_MAX - n), (uint8_t)n};
        struct wire_out out = {.len = 0};
        wire_begin_object(&out, NULL);
        wire_put_numbers(&out, "two", values, 2);
        wire_put_numbers(&out, "none", values, 0);
        wire_put_numbers(&out, "one", values + 1, 1);
        wire_end_object(&out);
        char *json = wire_out_take(&out), expected[64];
        snprintf(expected, sizeof expected, "{\"two\":[%u,%u],\"none\":[],\"one\":[%u]}",
                 UINT8_MAX - n, n, n);
        assert_string_equal(json, expected);
        free(json);
    }
}

/* Short texts and small numbers. */
TEST(test_short) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_put_short(&out, "e5", "wb", 4);
    wire_put_short(&out, "", "", 0);
    wire_put_numbers(&out, "n", (const uint8_t[]){7, 12}, 2);
    wire_end_object(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "{\"e5\":\"wb\",\"\":\"\",\"n\":[7,12]}");
    free(json);
}

/* --- whole texts --- */

TEST(test_timestamps) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_put_timestamp(&out, "never", 0);
    wire_put_timestamp(&out, "then", 1);
    wire_end_object(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "{\"never\":null,\"then\":\"1970-01-01T00:00:01Z\"}");
    free(json);
}

static void put_two(struct wire_out *out) {
    wire_begin_object(out, NULL);
    wire_put_text_if(out, "no", "");
    wire_put_text_or_null(out, "a", "");
    wire_end_object(out);
}

/* Clearing keeps the memory; a finished object can be reopened. */
TEST(test_used_again) {
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_begin_array(&out, "left open");
    size_t cap = out.cap;
    wire_out_clear(&out);
    assert_int_equal(out.len, 0);
    put_two(&out);
    assert_int_equal(out.cap, cap);
    wire_reopen_object(&out);
    wire_put_flag(&out, "b", true);
    wire_end_object(&out);
    char *json = wire_out_take(&out);
    assert_string_equal(json, "{\"a\":null,\"b\":true}");
    free(json);
    put_two(&out); /* after wire_out_take it is empty */
    assert_int_equal(out.len, strlen("{\"a\":null}"));
    assert_memory_equal(out.text, "{\"a\":null}", out.len);
    wire_out_fini(&out);
}

/* --- random values, compared with jansson --- */

#define TEXT_BYTES 24
#define ITEMS_MAX  6
#define LEVELS     5
#define TREES      2000

/* Random bytes, mostly ones common in text; not always UTF-8. */
static void random_text(uint64_t *rng, char text[static TEXT_BYTES]) {
    static const char *const pieces[] = {"a",  "Z",      "9",      " ",          "\"",
                                         "\\", "/",      "\n",     "\t",         "\x01",
                                         "~",  "\u00e9", "\u20ac", "\U0001F600", "\u2028",
                                         "\0", "\xc3",   "\xff",   "\x80",       "\x7f"};
    size_t n = random_below(rng, TEXT_BYTES - 4), len = 0;
    bool is_odd = random_below(rng, 4) == 0;
    while (len < n) {
        const char *piece = pieces[random_below(rng, is_odd ? 20 : 15)];
        memcpy(text + len, piece, strlen(piece));
        len += strlen(piece);
        if (random_below(rng, 8) == 0) { /* any byte, including NUL */
            text[len++] = (char)(1 + random_below(rng, is_odd ? 255 : 127));
        }
    }
    text[len] = '\0';
}

static json_t *put_random_text(uint64_t *rng, struct wire_out *out, const char *key) {
    char text[2 * TEXT_BYTES], clean[2 * TEXT_BYTES];
    random_text(rng, text);
    wire_put_text(out, key, text);
    utf8_clean(text, strlen(text), clean, sizeof clean);
    return json_string_nocheck(utf8_is_text(text, strlen(text)) ? text : clean);
}

/* Of any length and sign, often the least or the greatest of its length. */
static int64_t random_number(uint64_t *rng) {
    uint64_t bits = random_below(rng, 2) == 0 ? random_next(rng) : UINT64_MAX;
    int64_t n = (int64_t)(bits >> random_below(rng, 64));
    return random_below(rng, 2) == 0 ? n : -1 - n;
}

static double random_real(uint64_t *rng) {
    static const double scales[] = {1e-6, 1e-30, 1e15, 1e200};
    return (double)random_number(rng) * scales[random_below(rng, 4)];
}

static json_t *put_random(uint64_t *rng, struct wire_out *out, const char *key,
                          unsigned levels);

/* Writes an object or an array of random values. */
static json_t *put_random_many(uint64_t *rng, struct wire_out *out, const char *key,
                               unsigned levels) {
    bool is_object = random_below(rng, 2) == 0;
    json_t *tree = is_object ? json_object() : json_array();
    (is_object ? wire_begin_object : wire_begin_array)(out, key);
    for (unsigned n = random_below(rng, ITEMS_MAX + 1), i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "key_%u", i);
        json_t *item = put_random(rng, out, is_object ? name : NULL, levels - 1);
        assert_int_equal(is_object ? json_object_set_new(tree, name, item)
                                   : json_array_append_new(tree, item),
                         0);
    }
    (is_object ? wire_end_object : wire_end_array)(out);
    return tree;
}

/* Writes a random value, and returns the same value as a tree. */
static json_t *put_random(uint64_t *rng, struct wire_out *out, const char *key,
                          unsigned levels) {
    unsigned kind = random_below(rng, levels > 0 ? 9 : 5);
    int64_t n = random_number(rng);
    double real = random_real(rng);
    switch (kind) {
    case 0: wire_put_null(out, key); return json_null();
    case 1: wire_put_flag(out, key, n % 2 != 0); return json_boolean(n % 2 != 0);
    case 2: wire_put_number(out, key, n); return json_integer(n);
    case 3: wire_put_real(out, key, real); return json_real(real);
    case 4: return put_random_text(rng, out, key);
    default: return put_random_many(rng, out, key, levels);
    }
}

static void expect_as_jansson(uint64_t *rng) {
    struct wire_out out = {.len = 0};
    json_t *tree = put_random_many(rng, &out, NULL, LEVELS);
    char *expected = json_dumps(tree, JSON_COMPACT | JSON_REAL_PRECISION(15));
    char *json = wire_out_take(&out);
    assert_string_equal(json, expected);
    json_t *read = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(read);
    json_decref(read);
    json_decref(tree);
    free(expected);
    free(json);
}

TEST(test_as_jansson) {
    uint64_t rng = random_seed();
    for (unsigned i = 0; i < TREES; i++) {
        expect_as_jansson(&rng);
    }
}
