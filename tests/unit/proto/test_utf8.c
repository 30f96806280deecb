/* What counts as text, and which part of it is safe for a terminal; and the shapes of
 * short texts, among them times. */
#include <string.h>
#include <time.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/command/command.h"
#include "proto/shape.h"

struct row {
    const char *name;
    const char *input;
    size_t len;
    bool is_text;
    const char *clean;
};

#define ROW(name, input, is_text, clean)                                                 \
    { name, input, sizeof(input) - 1, is_text, clean }

static const struct row rows[] = {
    ROW("empty", "", true, ""),
    ROW("ASCII", "in-2 !~", true, "in-2 !~"),
    ROW("two bytes", "\xc2\xa0\xdf\xbf", true, "\xc2\xa0\xdf\xbf"),
    ROW("three bytes", "\xe0\xa0\x80\xef\xbf\xbd", true, "\xe0\xa0\x80\xef\xbf\xbd"),
    ROW("four bytes", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", true,
        "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
    ROW("around the surrogates", "\xed\x9f\xbf\xee\x80\x80", true,
        "\xed\x9f\xbf\xee\x80\x80"),
    ROW("TAB stays", "a\tb", true, "a\tb"),
    ROW("controls", "a\x01\x1b[2J\r\n\x1f\x7fz", true, "a[2Jz"),
    ROW("C1", "a\xc2\x80\xc2\x9b\xc2\x9fz", true, "az"),
    ROW("line and paragraph separator", "a\xe2\x80\xa8\xe2\x80\xa9z", true, "az"),
    ROW("bidi marks", "a\xd8\x9c\xe2\x80\x8e\xe2\x80\x8fz", true, "az"),
    ROW("bidi embeddings", "a\xe2\x80\xaa\xe2\x80\xaez", true, "az"),
    ROW("bidi isolates", "a\xe2\x81\xa6\xe2\x81\xa9z", true, "az"),
    ROW("soft hyphen", "a\xc2\xadz", true, "az"),
    ROW("zero width space, word joiner, byte order mark",
        "a\xe2\x80\x8b\xe2\x81\xa0\xef\xbb\xbfz", true, "az"),
    ROW("invisible operators, deprecated controls", "a\xe2\x81\xa4\xe2\x81\xaf", true,
        "a"),
    ROW("fillers", "a\xe1\x85\x9f\xe3\x85\xa4\xef\xbe\xa0", true, "a"),
    ROW("tags", "a\xf3\xa0\x81\xa1\xf3\xa0\x81\xbf", true, "a"),
    ROW("variation selectors of ideographs", "a\xf3\xa0\x84\x80\xef\xb8\x80", true, "a"),
    ROW("a non-joiner in Persian stays", "می‌خواهم", true, "می‌خواهم"),
    ROW("a joiner in Sinhala stays", "ශ්‍රී", true, "ශ්‍රී"),
    ROW("joiners in Latin go", "a\xe2\x80\x8d\xe2\x80\x8c\xc3\xa9", true, "a\xc3\xa9"),
    ROW("a joiner first, and one last", "\xe2\x80\x8dم\xe2\x80\x8d", true, "م"),
    ROW("of several joiners one stays", "م\xe2\x80\x8c\xe2\x80\x8d\xe2\x80\x8dم", true,
        "م\xe2\x80\x8dم"),
    ROW("a joiner before Latin",
        "م\xe2\x80\x8d"
        "a",
        true, "مa"),
    ROW("an emoji of several", "👩‍❤️‍👨", true, "👩‍❤️‍👨"),
    ROW("one selector of an emoji stays", "❤️\xef\xb8\x8e\xef\xb8\x8f", true,
        "❤️"),
    ROW("a selector of Latin goes", "a\xef\xb8\x8f", true, "a"),
    ROW("neighbours of those dropped",
        "\xc2\xac\xc2\xae\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\x9f\xe2"
        "\x81\xb0",
        true,
        "\xc2\xac\xc2\xae\xe2\x80\x8a\xe2\x80\x90\xe2\x80\xa7\xe2\x80\xaf\xe2\x81\x9f\xe2"
        "\x81\xb0"),
    ROW("NUL", "a\0b", false, "ab"),
    ROW("stray continuation", "a\x80z", false, "az"),
    ROW("overlong NUL", "\xc0\x80", false, ""),
    ROW("overlong in two bytes", "\xc1\xbf", false, ""),
    ROW("overlong in three bytes", "\xe0\x9f\xbf", false, ""),
    ROW("overlong in four bytes", "\xf0\x8f\xbf\xbf", false, ""),
    ROW("first surrogate", "\xed\xa0\x80", false, ""),
    ROW("last surrogate", "\xed\xbf\xbf", false, ""),
    ROW("above U+10FFFF", "\xf4\x90\x80\x80", false, ""),
    ROW("no such lead byte", "\xf5\x80\x80\x80", false, ""),
    ROW("five bytes", "\xf8\x88\x80\x80\x80", false, ""),
    ROW("byte 255", "\xff", false, ""),
    ROW("cut after one of two", "a\xc3", false, "a"),
    ROW("cut after two of three", "a\xe2\x82", false, "a"),
    ROW("cut after three of four", "a\xf0\x9f\x8e", false, "a"),
    ROW("ASCII where a continuation is due",
        "\xe2\x82"
        "a",
        false, "a"),
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    /* A copy in its own block, so that a read beyond the end is found. */
    char *copy = test_malloc(row->len + 1);
    memcpy(copy, row->input, row->len);
    assert_int_equal(utf8_is_text(copy, row->len), row->is_text);
    char clean[64];
    utf8_clean(copy, row->len, clean, sizeof clean);
    assert_string_equal(clean, row->clean);
    test_free(copy);
}

/* A single byte is text exactly if it is ASCII and not NUL, wherever it is. */
TEST(test_every_byte_everywhere) {
    for (unsigned c = 0; c <= UINT8_MAX; c++) {
        for (size_t len = 1; len < 20; len++) {
            for (size_t place = 0; place < len; place++) {
                char text[20];
                memset(text, 'a', sizeof text);
                text[place] = (char)c;
                assert_int_equal(utf8_is_text(text, len), c > 0 && c < 0x80);
            }
        }
    }
}

TEST(test_truncates_at_a_character) {
    static const char text[] = "a\xc3\xa9\xf0\x9f\x8e\xb2z"; /* 1, 2, 4 and 1 bytes */
    static const size_t lengths[] = {0, 0, 1, 1, 3, 3, 3, 3, 7, 8, 8};
    for (size_t cap = 1; cap < sizeof lengths / sizeof lengths[0]; cap++) {
        char out[sizeof text + 8];
        memset(out, 'x', sizeof out);
        utf8_clean(text, sizeof text - 1, out, cap);
        assert_int_equal(strlen(out), lengths[cap]);
        assert_memory_equal(out, text, lengths[cap]);
        assert_int_equal(out[cap], 'x');
    }
}

TEST(test_random_bytes_become_text) {
    uint64_t rng = random_seed();
    /* Sequences with a meaning, so that random texts contain them. */
    static const char *const parts[] = {
        "\xe2\x80\x8c", "\xe2\x80\x8d", "\xef\xb8\x8f", "\xe2\x80\x8b", "م", "❤", "a",
        "\xc2\xad"};
    for (int round = 0; round < 40000; round++) {
        char bytes[40], clean[sizeof bytes + 1], again[sizeof clean];
        size_t n = random_below(&rng, round % 2 == 0 ? 3 : 12);
        size_t cap = 1 + random_below(&rng, sizeof clean);
        for (size_t i = 0; i < n; i++) {
            bytes[i] = (char)(random_below(&rng, 2) == 0 ? 0x80 + random_below(&rng, 128)
                                                         : random_below(&rng, 256));
        }
        for (int i = 0; round % 2 == 0 && i < 8; i++) {
            const char *part = parts[random_below(&rng, sizeof parts / sizeof parts[0])];
            memcpy(bytes + n, part, strlen(part));
            n += strlen(part);
        }
        utf8_clean(bytes, n, clean, cap);
        assert_true(utf8_is_text(clean, strlen(clean)));
        utf8_clean(clean, strlen(clean), again, sizeof again);
        assert_string_equal(clean, again);
    }
}

/* --- shape --- */

/* What short strings may look like. */

#define HEX_64  "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define HASH_63 "###############################################################"

#define BASE32_63 "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz23456"

static const struct shape_row {
    const char *name;
    bool (*is)(const char *text);
    const char *text;
    bool expected;
} shape_rows[] = {
    {"name: shortest", is_player_name, "ab", true},
    {"name: longest", is_player_name, "Abcdefgh1234567-", true},
    {"name: all kinds", is_player_name, "z_9-Z", true},
    {"name: too short", is_player_name, "a", false},
    {"name: too long", is_player_name, "Abcdefgh1234567-x", false},
    {"name: empty", is_player_name, "", false},
    {"name: digit first", is_player_name, "1ab", false},
    {"name: hyphen first", is_player_name, "-ab", false},
    {"name: underscore first", is_player_name, "_ab", false},
    {"name: space", is_player_name, "a b", false},
    {"name: accent", is_player_name, "am\xc3\xa9", true},
    {"name: accent, decomposed", is_player_name, "ame\xcc\x81", false},
    {"room: shortest", is_room_code, "K", true},
    {"room: longest", is_room_code, "KOTOLA", true},
    {"room: too long", is_room_code, "KOTOLAM", false},
    {"room: empty", is_room_code, "", false},
    {"room: lower case", is_room_code, "koto", false},
    {"room: digit", is_room_code, "KOT0", false},
    {"nonce: empty", is_nonce, "", true},
    {"nonce: longest", is_nonce, HASH_63 "~", true},
    {"nonce: too long", is_nonce, HASH_63 "~~", false},
    {"nonce: space", is_nonce, "a b", false},
    {"nonce: colon", is_nonce, "a:b", false},
    {"nonce: first and last", is_nonce, "!~", true},
    {"nonce: DEL", is_nonce, "\x7f", false},
    {"nonce: accent", is_nonce, "\xc3\xa9", false},
    {"game id: longest", is_game_id, "0123456789abcdef0123456789abcdef", true},
    {"game id: too long", is_game_id, "0123456789abcdef0123456789abcdef0", false},
    {"game id: empty", is_game_id, "", false},
    {"game id: colon", is_game_id, "g:1", false},
    {"hex: 64 digits", is_hex, HEX_64, true},
    {"hex: 65 digits", is_hex, HEX_64 "0", false},
    {"hex: empty", is_hex, "", false},
    {"hex: upper case", is_hex,
     "A123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", false},
    {"hex: g", is_hex, "g123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
     false},
    {"token: 64 characters", is_token, BASE32_63 "7", true},
    {"token: 63 characters", is_token, BASE32_63, false},
    {"token: 65 characters", is_token, BASE32_63 "77", false},
    {"token: empty", is_token, "", false},
    {"token: upper case", is_token, BASE32_63 "A", false},
    {"token: 1", is_token, BASE32_63 "1", false},
    {"token: 8", is_token, BASE32_63 "8", false},
    {"token: padding", is_token, BASE32_63 "=", false},
    {"move: longest known", is_move, "d6-f6xa1,g7", true},
    {"move: 15 bytes", is_move, "012345678901234", true},
    {"move: 16 bytes", is_move, "0123456789012345", false},
    {"move: empty", is_move, "", false},
    {"move: space", is_move, "in 2", false},
    {"square: longest", is_square, "s19", true},
    {"square: too long", is_square, "s190", false},
    {"square: empty", is_square, "", false},
    {"square: upper case", is_square, "A1", false},
    {"side: white", is_side_name, "white", true},
    {"side: black", is_side_name, "black", true},
    {"side: empty", is_side_name, "", false},
    {"side: another", is_side_name, "whit", false},
    {"reason: longest", is_reason, "abcdefghijklmno", true},
    {"reason: too long", is_reason, "abcdefghijklmnop", false},
    {"reason: empty", is_reason, "", false},
    {"reason: two words", is_reason, "off off", false},
};

TEST_ROWS(shape_rows) {
    const struct shape_row *row = table_row(state);
    assert_int_equal(row->is(row->text), row->expected);
}

/* --- timestamp --- */

/* Unix time and its text. */

static const struct time_row {
    const char *name;
    const char *text;
    int64_t time_s; /* -1: refused */
} time_rows[] = {
    {"first second", "1970-01-01T00:00:00Z", 0},
    {"last second", "9999-12-31T23:59:59Z", TIMESTAMP_MAX_S},
    {"a leap day", "2024-02-29T12:00:00Z", 1709208000},
    {"after a leap day", "2024-03-01T00:00:00Z", 1709251200},
    {"a leap day of a century", "2000-02-29T00:00:00Z", 951782400},
    {"a century without leap day", "2100-03-01T00:00:00Z", 4107542400},
    {"any", "2026-11-21T01:02:03Z", 1795222923},
    {"no leap day", "2026-02-29T00:00:00Z", -1},
    {"no leap day of a century", "2100-02-29T00:00:00Z", -1},
    {"day 0", "2026-11-00T00:00:00Z", -1},
    {"day 31 of 30", "2026-11-31T00:00:00Z", -1},
    {"month 0", "2026-00-01T00:00:00Z", -1},
    {"month 13", "2026-13-01T00:00:00Z", -1},
    {"hour 24", "2026-11-21T24:00:00Z", -1},
    {"minute 60", "2026-11-21T00:60:00Z", -1},
    {"second 60", "2026-11-21T00:00:60Z", -1},
    {"after the last second", "9999-12-31T24:00:00Z", -1},
    {"before the first second", "1970-01-00T23:59:59Z", -1},
    {"before 1970", "1969-12-31T23:59:59Z", -1},
    {"empty", "", -1},
    {"cut", "2026-11-21T01:02:03", -1},
    {"longer", "2026-11-21T01:02:03Z ", -1},
    {"small t", "2026-11-21t01:02:03Z", -1},
    {"another zone", "2026-11-21T01:02:03A", -1},
    {"blank for a zero", "2026-11-21T 1:02:03Z", -1},
    {"a sign", "2026-11-21T+1:02:03Z", -1},
    {"letters for digits", "2026-11-21T01:02:aaZ", -1},
    {"a letter in the year", "20x6-11-21T01:02:03Z", -1},
    {"high bytes", "\xff\xff\xff\xff-11-21T01:02:03Z", -1},
};

TEST_ROWS(time_rows) {
    const struct time_row *row = table_row(state);
    int64_t time_s = -1;
    assert_int_equal(timestamp_read(row->text, &time_s), row->time_s >= 0);
    assert_int_equal(time_s, row->time_s);
    if (row->time_s >= 0) {
        char text[TIMESTAMP_BYTES];
        timestamp_write(row->time_s, text);
        assert_string_equal(text, row->text);
    }
}

TEST(test_any_time_reads_back) {
    uint64_t rng = random_seed();
    for (int round = 0; round < 100000; round++) {
        int64_t time_s = (int64_t)(random_next(&rng) % (uint64_t)(TIMESTAMP_MAX_S + 1));
        int64_t read_s = -1;
        char text[TIMESTAMP_BYTES];
        timestamp_write(time_s, text);
        assert_true(timestamp_read(text, &read_s));
        assert_int_equal(read_s, time_s);
        /* The same as the C library writes. */
        char written[TIMESTAMP_BYTES];
        struct tm tm;
        time_t t = (time_t)time_s;
        strftime(written, sizeof written, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
        assert_string_equal(text, written);
    }
}
