#include "client-cli/term/input.h"

#include <string.h>

#include "proto/utf8.h"

#define ESCAPE     '\033'
#define DELETE     127
#define FINAL_FROM '@' /* bytes from here to FINAL_TO end a sequence ESC [ ... */
#define FINAL_TO   '~'
#define PARAMS_MAX 4

/* Keys that are one byte. */
static const struct {
    char byte;
    enum input_kind kind;
} controls[] = {
    {'\r', INPUT_ENTER},   {'\n', INPUT_ENTER},    {'\t', INPUT_TAB},
    {DELETE, INPUT_ERASE}, {'\b', INPUT_ERASE},    {1, INPUT_HOME},
    {2, INPUT_LEFT},       {4, INPUT_EOF},         {5, INPUT_END},
    {6, INPUT_RIGHT},      {12, INPUT_REDRAW},     {14, INPUT_NEXT},
    {16, INPUT_BACK},      {21, INPUT_ERASE_LINE}, {23, INPUT_ERASE_WORD},
};

/* Keys that are ESC [ or ESC O, parameters, and a final byte. */
static const struct {
    char final;
    unsigned number; /* before a final ~ */
    enum input_kind kind;
} sequences[] = {
    {'A', 0, INPUT_UP},          {'B', 0, INPUT_DOWN},
    {'C', 0, INPUT_RIGHT},       {'D', 0, INPUT_LEFT},
    {'H', 0, INPUT_HOME},        {'F', 0, INPUT_END},
    {'Z', 0, INPUT_BACK_TAB},    {'M', 0, INPUT_ENTER},
    {'~', 1, INPUT_HOME},        {'~', 3, INPUT_DELETE},
    {'~', 4, INPUT_END},         {'~', 5, INPUT_PAGE_UP},
    {'~', 6, INPUT_PAGE_DOWN},   {'~', 7, INPUT_HOME},
    {'~', 8, INPUT_END},         {'~', 200, INPUT_PASTE_BEGIN},
    {'~', 201, INPUT_PASTE_END},
};

/* A sequence taken apart. */
struct sequence {
    char private; /* '<' of the mouse; '\0': none */
    char final;
    unsigned n;
    unsigned param[PARAMS_MAX];
};

/* Reads the parameters: numbers separated by semicolons. */
static void read_params(const char *bytes, size_t len, struct sequence *s) {
    size_t i = 0;
    if (len > 0 && strchr("<=>?", bytes[0]) != NULL) {
        s->private = bytes[i++];
    }
    for (; i < len; i++) {
        if (bytes[i] == ';') {
            s->n += s->n < PARAMS_MAX;
        } else if (bytes[i] >= '0' && bytes[i] <= '9' && s->n < PARAMS_MAX) {
            unsigned *param = &s->param[s->n];
            *param = *param < 100000 ? *param * 10 + (unsigned)(bytes[i] - '0') : *param;
        }
    }
    s->n = s->n < PARAMS_MAX ? s->n + 1 : PARAMS_MAX;
}

/* Mouse, SGR 1006: ESC [ < button ; column ; row M, or m for the release. */
static void read_mouse(const struct sequence *s, struct input *input) {
    unsigned button = s->param[0];
    if (s->n < 3 || s->param[1] == 0 || s->param[2] == 0) {
        return;
    }
    if (s->final != 'M' || (button & 32) != 0) { /* a release; 32: it only moves */
        return;
    }
    bool is_wheel = (button & 64) != 0;
    *input = (struct input){.kind = !is_wheel           ? INPUT_CLICK
                                    : (button & 1) != 0 ? INPUT_WHEEL_DOWN
                                                        : INPUT_WHEEL_UP,
                            .column = (int)s->param[1] - 1,
                            .row = (int)s->param[2] - 1,
                            .is_right = !is_wheel && (button & 3) != 0};
}

static void read_sequence(const struct sequence *s, struct input *input) {
    if (s->private == '<' && (s->final == 'M' || s->final == 'm')) {
        read_mouse(s, input);
        return;
    }
    if (s->private != '\0') {
        return;
    }
    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        if (sequences[i].final == s->final &&
            (s->final != '~' || sequences[i].number == s->param[0])) {
            input->kind = sequences[i].kind;
            input->is_shift = s->n > 1 && s->param[1] > 1;
        }
    }
}

/* ESC [ ...  Returns its length; 0: incomplete. */
static size_t take_csi(const char *bytes, size_t len, struct input *input) {
    for (size_t i = 2; i < len; i++) {
        if (bytes[i] >= FINAL_FROM && bytes[i] <= FINAL_TO) {
            struct sequence s = {.final = bytes[i]};
            read_params(bytes + 2, i - 2, &s);
            read_sequence(&s, input);
            return i + 1;
        }
        if ((unsigned char)bytes[i] < ' ' || (unsigned char)bytes[i] > FINAL_TO) {
            return i; /* not a sequence after all */
        }
    }
    return 0;
}

static size_t take_escape(const char *bytes, size_t len, bool is_all,
                          struct input *input) {
    if (len == 1) {
        input->kind = is_all ? INPUT_ESCAPE : INPUT_NONE;
        return is_all;
    }
    if (bytes[1] == '[') {
        size_t n = take_csi(bytes, len, input);
        return n == 0 && is_all ? len : n;
    }
    if (bytes[1] == 'O') {
        if (len > 2) {
            read_sequence(&(struct sequence){.final = bytes[2]}, input);
        }
        return len > 2 ? 3 : is_all ? len : 0;
    }
    if (bytes[1] > ' ' && bytes[1] <= '~') {
        *input = (struct input){.kind = INPUT_ALT, .point = (uint32_t)bytes[1]};
        return 2;
    }
    input->kind = INPUT_ESCAPE; /* the key Esc, then another key */
    return 1;
}

static size_t take_text(const char *bytes, size_t len, bool is_all, struct input *input) {
    uint32_t point;
    size_t n = utf8_read(bytes, len, &point);
    if (n > 0) {
        *input = (struct input){.kind = INPUT_TEXT, .point = point};
        return n;
    }
    unsigned char first = (unsigned char)bytes[0];
    bool may_go_on = len < UTF8_BYTES_MAX && first >= 0xc2 && first <= 0xf4 && !is_all;
    return may_go_on ? 0 : 1;
}

size_t input_take(const char *bytes, size_t len, bool is_all, struct input *input) {
    *input = (struct input){.kind = INPUT_NONE};
    if (len == 0) {
        return 0;
    }
    if (len >= INPUT_BYTES) { /* whatever is incomplete in so many bytes is nothing */
        len = INPUT_BYTES;
        is_all = true;
    }
    if (bytes[0] == ESCAPE) {
        return take_escape(bytes, len, is_all, input);
    }
    for (size_t i = 0; i < sizeof controls / sizeof controls[0]; i++) {
        if (controls[i].byte == bytes[0]) {
            input->kind = controls[i].kind;
            return 1;
        }
    }
    if ((unsigned char)bytes[0] < ' ') {
        return 1;
    }
    return take_text(bytes, len, is_all, input);
}
