/* Keys, the mouse and pasted text, from the bytes that terminals send. */
#include "client-cli/term/input.h"

#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

static const struct input_row {
    const char *name;
    const char *bytes;
    size_t n; /* bytes taken; 0: incomplete */
    struct input input;
    bool is_all;
} rows[] = {
    {"nothing", "", 0, {.kind = INPUT_NONE}, false},
    {"a letter", "ab", 1, {.kind = INPUT_TEXT, .point = 'a'}, false},
    {"a letter of two bytes", "\303\244x", 2, {.kind = INPUT_TEXT, .point = 0xe4}, false},
    {"half of it", "\303", 0, {.kind = INPUT_NONE}, false},
    {"half of it, and no more comes", "\303", 1, {.kind = INPUT_NONE}, true},
    {"a byte that is no text", "\377a", 1, {.kind = INPUT_NONE}, false},
    {"Enter", "\r", 1, {.kind = INPUT_ENTER}, false},
    {"Tab", "\t", 1, {.kind = INPUT_TAB}, false},
    {"Shift-Tab", "\033[Z", 3, {.kind = INPUT_BACK_TAB}, false},
    {"Backspace", "\177", 1, {.kind = INPUT_ERASE}, false},
    {"Ctrl-D", "\004", 1, {.kind = INPUT_EOF}, false},
    {"another control", "\001x", 1, {.kind = INPUT_HOME}, false},
    {"an unknown control", "\003x", 1, {.kind = INPUT_NONE}, false},
    {"up", "\033[A", 3, {.kind = INPUT_UP}, false},
    {"up, on a keypad", "\033OA", 3, {.kind = INPUT_UP}, false},
    {"Page Down", "\033[6~", 4, {.kind = INPUT_PAGE_DOWN}, false},
    {"an unknown sequence", "\033[15;2~n", 7, {.kind = INPUT_NONE}, false},
    {"broken off", "\033[1\nn", 3, {.kind = INPUT_NONE}, false},
    {"Esc, so far", "\033", 0, {.kind = INPUT_NONE}, false},
    {"Esc", "\033", 1, {.kind = INPUT_ESCAPE}, true},
    {"Esc, then Esc", "\033\033", 1, {.kind = INPUT_ESCAPE}, false},
    {"Alt-1", "\0331", 2, {.kind = INPUT_ALT, .point = '1'}, false},
    {"half a sequence", "\033[", 0, {.kind = INPUT_NONE}, false},
    {"half a sequence, and no more", "\033[1;", 4, {.kind = INPUT_NONE}, true},
    {"a click",
     "\033[<0;12;7M",
     10,
     {.kind = INPUT_CLICK, .row = 6, .column = 11},
     false},
    {"its release", "\033[<0;12;7m", 10, {.kind = INPUT_NONE}, false},
    {"the mouse only moves", "\033[<35;12;7M", 11, {.kind = INPUT_NONE}, false},
    {"the wheel",
     "\033[<64;1;1M",
     10,
     {.kind = INPUT_WHEEL_UP, .row = 0, .column = 0},
     false},
    {"the other way",
     "\033[<65;1;1M",
     10,
     {.kind = INPUT_WHEEL_DOWN, .row = 0, .column = 0},
     false},
    {"a click nowhere", "\033[<0;0;0M", 9, {.kind = INPUT_NONE}, false},
    {"a click with too few numbers", "\033[<0M", 5, {.kind = INPUT_NONE}, false},
    {"paste", "\033[200~", 6, {.kind = INPUT_PASTE_BEGIN}, false},
    {"the end of it", "\033[201~", 6, {.kind = INPUT_PASTE_END}, false},
    {"endless",
     "\033[1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1;1",
     INPUT_BYTES,
     {.kind = INPUT_NONE},
     false},
};

TEST_ROWS(rows) {
    const struct input_row *row = table_row(state);
    struct input input;
    assert_int_equal(input_take(row->bytes, strlen(row->bytes), row->is_all, &input),
                     row->n);
    assert_int_equal(input.kind, row->input.kind);
    assert_int_equal(input.point, row->input.point);
    assert_int_equal(input.row, row->input.row);
    assert_int_equal(input.column, row->input.column);
}

TEST(test_shift) {
    struct input input;
    assert_int_equal(input_take("\033[1;2A", 6, false, &input), 6);
    assert_true(input.kind == INPUT_UP && input.is_shift);
    assert_int_equal(input_take("\033[A", 3, false, &input), 3);
    assert_true(input.kind == INPUT_UP && !input.is_shift);
    assert_int_equal(input_take("\033[<2;1;1M", 9, false, &input), 9);
    assert_true(input.kind == INPUT_CLICK && input.is_right);
}

/* Whatever bytes come, each call takes some once there are enough of them. */
TEST(test_noise) {
    static const char likely[] = "\033[<;0123456789MmO~AZ\303\244\177\rq";
    uint64_t random = random_seed();
    char bytes[2 * INPUT_BYTES];
    for (int i = 0; i < 100000; i++) {
        size_t len = 1 + random_below(&random, sizeof bytes);
        for (size_t k = 0; k < len; k++) {
            bytes[k] = random_below(&random, 4) == 0
                           ? (char)random_below(&random, 256)
                           : likely[random_below(&random, sizeof likely - 1)];
        }
        struct input input;
        size_t n = input_take(bytes, len, false, &input);
        assert_in_range(n, len >= INPUT_BYTES ? 1 : 0,
                        len < INPUT_BYTES ? len : INPUT_BYTES);
        assert_in_range(input_take(bytes, len, true, &input), 1, len);
        assert_in_range(input.kind, INPUT_NONE, INPUT_PASTE_END);
        assert_true(input.row >= 0 && input.column >= 0);
        assert_true(input.kind != INPUT_TEXT || input.point >= ' ');
    }
}
