/* Keys, from the bytes that terminals send. */
#include "client-cli/term/keys.h"

#include <string.h>

#include "tests/unit/test.h"

static const struct key_row {
    const char *name;
    const char *bytes;
    size_t n; /* bytes taken; 0: the key is incomplete */
    enum key_kind kind;
} rows[] = {
    {"nothing", "", 0, KEY_NONE},
    {"space", " x", 1, KEY_NEXT},
    {"r", "r", 1, KEY_NEXT},
    {"n", "n", 1, KEY_NEXT},
    {"right", "\033[C", 3, KEY_NEXT},
    {"right, on a keypad", "\033OCx", 3, KEY_NEXT},
    {"b", "b", 1, KEY_BACK},
    {"left", "\033[D\033[D", 3, KEY_BACK},
    {"Home", "\033[H", 3, KEY_FIRST},
    {"Home, otherwise", "\033[1~", 4, KEY_FIRST},
    {"g", "g", 1, KEY_FIRST},
    {"End", "\033OF", 3, KEY_LAST},
    {"End, otherwise", "\033[4~", 4, KEY_LAST},
    {"G", "G", 1, KEY_LAST},
    {"q", "q", 1, KEY_QUIT},
    {"Ctrl-D", "\004", 1, KEY_QUIT},
    {"Enter", "\n", 1, KEY_ENTER},
    {"Enter, otherwise", "\r", 1, KEY_ENTER},
    {"Backspace", "\177", 1, KEY_ERASE},
    {"a digit", "42", 1, KEY_DIGIT},
    {"another letter", "z", 1, KEY_NONE},
    {"another character, a byte of it", "\303\244", 1, KEY_NONE},
    {"another sequence, all of it", "\033[15;2~n", 7, KEY_NONE},
    {"a sequence broken off", "\033[1\nn", 3, KEY_NONE},
    {"Esc, then a key", "\033n", 1, KEY_NONE},
    {"half a sequence", "\033[", 0, KEY_NONE},
    {"nearly all of one", "\033[1", 0, KEY_NONE},
    {"Esc alone may be the beginning of one", "\033", 0, KEY_NONE},
};

TEST_ROWS(rows) {
    const struct key_row *row = table_row(state);
    struct key key = {.kind = KEY_QUIT};
    assert_int_equal(key_take(row->bytes, strlen(row->bytes), &key), row->n);
    assert_int_equal(key.kind, row->kind);
}

TEST(test_digits) {
    for (unsigned digit = 0; digit < 10; digit++) {
        const char byte = (char)('0' + digit);
        struct key key;
        assert_int_equal(key_take(&byte, 1, &key), 1);
        assert_int_equal(key.kind, KEY_DIGIT);
        assert_int_equal(key.digit, digit);
    }
}
