/* The table of commands, and what text and JSON mode share. */
#include "proto/command/command.h"

#include <assert.h>
#include <string.h>

#include "proto/command/inside.h"
#include "proto/name.h"
#include "proto/shape.h"

/* The expansion of COMMANDS' argument column. */
#define SPEC_ARGS_NONE .n_args = 0
#define SPEC_ARGS(required, ...)                                                         \
    .n_args = sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *),               \
    .n_required = (required), .arg = {__VA_ARGS__}

static const struct command_spec specs[COMMAND_COUNT] = {
#define X(id, word, args, flags, cost, help)                                             \
    [id] = {word, flags, cost, help, SPEC_##args},
    COMMANDS(X)
#undef X
};

const struct command_spec *command_spec(enum command_kind kind) {
    return &specs[kind];
}

/* Whether the words are the same; most differ in the first letter. */
static bool is_word(const char *word, const char *text, size_t len) {
    return len > 0 && word[0] == text[0] && strlen(word) == len &&
           memcmp(word, text, len) == 0;
}

enum command_kind command_find(const char *word, size_t len) {
    unsigned kind = 0;
    while (kind < COMMAND_COUNT && !is_word(specs[kind].word, word, len)) {
        kind++;
    }
    return (enum command_kind)kind;
}

static const struct {
    const char *word;
    enum command_kind kind;
} aliases[] = {
#define X(word, kind) {word, kind},
    ALIASES(X)
#undef X
};
#define N_ALIASES (sizeof aliases / sizeof aliases[0])

enum command_kind command_find_alias(const char *word, size_t len) {
    for (size_t i = 0; i < N_ALIASES; i++) {
        size_t at = 0;
        while (at < len && aliases[i].word[at] == ascii_lower(word[at])) {
            at++;
        }
        if (at == len && aliases[i].word[at] == '\0') {
            return aliases[i].kind;
        }
    }
    return COMMAND_COUNT;
}

void command_write_aliases(enum command_kind kind, struct text_out *out) {
    const char *before = "";
    for (size_t i = 0; i < N_ALIASES; i++) {
        if (aliases[i].kind == kind) {
            text_put(out, before);
            text_put(out, aliases[i].word);
            before = " or ";
        }
    }
}

/* --- arguments --- */

_Static_assert(COMMAND_TEXT_BYTES <= UINT16_MAX, "at and len are wide enough");

void command_init(struct command *cmd, enum command_kind kind) {
    memset(cmd, 0, offsetof(struct command, text));
    cmd->kind = kind;
}

const char *command_arg(const struct command *cmd, unsigned i) {
    return cmd->has[i] ? cmd->text + cmd->at[i] : "";
}

/* Adds argument i, "" so far, with room for len bytes. */
static char *add_arg(struct command *cmd, unsigned i, size_t len) {
    assert(len < sizeof cmd->text - cmd->len); /* it came in a line */
    char *arg = cmd->text + cmd->len;
    cmd->has[i] = true;
    cmd->at[i] = cmd->len;
    cmd->len = (uint16_t)(cmd->len + len + 1);
    arg[0] = '\0';
    return arg;
}

void command_put_arg(struct command *cmd, unsigned i, const char *text) {
    size_t len = strlen(text), room = sizeof cmd->text - cmd->len;
    if (len < room) {
        memcpy(add_arg(cmd, i, len), text, len + 1);
    } else if (room > 0) {
        utf8_clean(text, len, add_arg(cmd, i, room - 1), room);
    } else {
        cmd->has[i] = true;
        cmd->at[i] = (uint16_t)(cmd->len - 1); /* the NUL of the argument before */
    }
}

void command_copy(struct command *to, const struct command *from) {
    memcpy(to, from, offsetof(struct command, text) + from->len);
}

char ascii_lower(char c) {
    if (c >= 'A' && c <= 'Z') {
        return (char)(c - 'A' + 'a');
    }
    return c;
}

static char ascii_upper(char c) {
    if (c >= 'a' && c <= 'z') {
        return (char)(c - 'a' + 'A');
    }
    return c;
}

unsigned command_room_arg(enum command_kind kind) {
    const struct command_spec *spec = &specs[kind];
    unsigned i = 0;
    while (i < spec->n_args && strcmp(spec->arg[i], "room") != 0) {
        i++;
    }
    return i;
}

void command_usage(enum command_kind kind, struct text_out *out) {
    const struct command_spec *spec = &specs[kind];
    text_put(out, spec->word);
    for (unsigned i = 0; i < spec->n_args; i++) {
        text_put(out, i < spec->n_required ? " " : " [");
        for (const char *c = spec->arg[i]; *c != '\0'; c++) {
            text_put_char(out, ascii_upper(*c));
        }
        text_put(out, i < spec->n_required ? "" : "]");
    }
}

/* --- faults --- */

enum error_code command_fail(struct command_fault *fault, enum error_code code,
                             const char *a, const char *b, const char *c) {
    struct text_out out = text_out_of(fault->text, sizeof fault->text);
    text_put(&out, a != NULL ? a : "");
    text_put(&out, b != NULL ? b : "");
    text_put(&out, c != NULL ? c : "");
    fault->code = code;
    return code;
}

enum error_code command_fail_plainly(struct command_fault *fault, enum error_code code) {
    return command_fail(fault, code, error_text(code), NULL, NULL);
}

enum error_code command_fail_usage(struct command_fault *fault, enum error_code code,
                                   const char *what, enum command_kind kind) {
    char usage[FAULT_BYTES];
    struct text_out out = text_out_of(usage, sizeof usage);
    command_usage(kind, &out);
    return command_fail(fault, code, what, ": it is ", usage);
}

/* Longest word that can be a mistyped command: two letters more than the longest. */
#define TYPED_MAX 16

#define X(id, word, args, flags, cost, help)                                             \
    _Static_assert(sizeof(word) - 1 + 2 <= TYPED_MAX, word);
COMMANDS(X)
#undef X

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

/* The number of insertions, deletions, replacements and swaps of neighbours that turn a
 * into b.  Neither is longer than TYPED_MAX. */
static unsigned edit_distance(const char *a, const char *b) {
    unsigned d[TYPED_MAX + 1][TYPED_MAX + 1] = {{0}}; /* of the first i and j letters */
    size_t a_len = strlen(a), b_len = strlen(b);
    for (unsigned i = 0; i <= a_len; i++) {
        for (unsigned j = 0; j <= b_len; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(d[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
                            least(d[i - 1][j], d[i][j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a_len][b_len];
}

const char *command_nearest(const char *typed, size_t len, const char *const *words) {
    if (len > TYPED_MAX) {
        return NULL;
    }
    char lower[TYPED_MAX + 1] = "";
    for (size_t i = 0; i < len; i++) {
        lower[i] = ascii_lower(typed[i]);
    }
    const char *nearest = NULL;
    unsigned limit = len <= 4 ? 2 : 3; /* two errors in four letters are too many */
    for (; *words != NULL; words++) {
        unsigned distance = edit_distance(lower, *words);
        if (distance < limit) {
            limit = distance;
            nearest = *words;
        }
    }
    return nearest;
}

/* The command nearest to a mistyped word; NULL: none is near enough. */
static const char *nearest_word(const char *typed, size_t len) {
    const char *words[COMMAND_COUNT + 1] = {NULL};
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        words[kind] = specs[kind].word;
    }
    return command_nearest(typed, len, words);
}

enum error_code command_fail_unknown(struct command_fault *fault, const char *word,
                                     size_t len) {
    char shown[EXCERPT_BYTES];
    utf8_clean(word, len, shown, sizeof shown);
    char sentence[FAULT_BYTES];
    struct text_out out = text_out_of(sentence, sizeof sentence);
    const char *nearest = nearest_word(word, len);
    text_put(&out, "no command \"");
    text_put(&out, shown);
    text_put(&out, "\": ");
    if (nearest != NULL) {
        text_put(&out, "did you mean ");
        text_put(&out, nearest);
        text_put(&out, "?");
    } else {
        text_put(&out, "type play royal-ur, or help");
    }
    return command_fail(fault, ERR_UNKNOWN_COMMAND, sentence, NULL, NULL);
}

/* --- reading --- */

enum error_code command_begin(const char *line, size_t len, struct command *cmd,
                              struct command_fault *fault) {
    command_init(cmd, CMD_HELP);
    *fault = (struct command_fault){.code = ERR_OK};
    if (len > LINE_BYTES_MAX) {
        return command_fail_plainly(fault, ERR_LINE_TOO_LONG);
    }
    return utf8_is_text(line, len) ? ERR_OK : command_fail_plainly(fault, ERR_BAD_TEXT);
}

enum error_code command_set_id(struct command *cmd, const char *id, size_t len,
                               struct command_fault *fault) {
    char clean[ID_BYTES_MAX + 1];
    utf8_clean(id, len, clean, sizeof clean);
    if (strlen(clean) != len) {
        return command_fail_plainly(fault, ERR_BAD_ID);
    }
    memcpy(cmd->id, clean, len + 1);
    memcpy(fault->id, clean, len + 1);
    return ERR_OK;
}

/* Cleans a room code, and converts it to upper case.  False: it cannot be a room; room
 * holds what to show. */
static bool read_room(const char *text, size_t len, char room[static EXCERPT_BYTES]) {
    utf8_clean(text, len, room, EXCERPT_BYTES);
    for (char *c = room; *c != '\0'; c++) {
        *c = ascii_upper(*c);
    }
    return is_room_code(room);
}

static enum error_code fail_room(struct command_fault *fault, const char *room) {
    return command_fail(fault, ERR_UNKNOWN_ROOM, "there is no room ", room,
                        ": type rooms");
}

enum error_code command_set_room(struct command *cmd, const char *room, size_t len,
                                 struct command_fault *fault) {
    char code[EXCERPT_BYTES];
    if (!read_room(room, len, code)) {
        return fail_room(fault, code);
    }
    memcpy(cmd->room, code, strlen(code) + 1);
    return ERR_OK;
}

/* Whether this argument is text for people; others are taken exactly as they are. */
static bool is_prose(const char *key) {
    return strcmp(key, "text") == 0 || strcmp(key, "client") == 0;
}

/* Whether this argument is a player's name; "who" can also be a number or an address. */
static bool is_name(const char *key) {
    return strcmp(key, "name") == 0 || strcmp(key, "who") == 0;
}

/* Copies text for people, without anything that moves a terminal's cursor. */
static void set_prose(char *arg, const char *text, size_t len) {
    utf8_clean(text, len, arg, len + 1);
    for (char *c = arg; *c != '\0'; c++) {
        if (*c == '\t') {
            *c = ' ';
        }
    }
}

enum error_code command_set_arg(struct command *cmd, unsigned i, const char *text,
                                size_t len, struct command_fault *fault) {
    const char *key = specs[cmd->kind].arg[i];
    char *arg = add_arg(cmd, i, len);
    if (is_prose(key)) {
        set_prose(arg, text, len);
        return ERR_OK;
    }
    if (i != command_room_arg(cmd->kind)) {
        bool is_secret =
            (specs[cmd->kind].flags & COMMAND_SECRET) != 0 || strcmp(key, "word") == 0;
        (is_secret ? utf8_drop_controls : utf8_clean)(text, len, arg, len + 1);
        if (strlen(arg) != len) {
            return command_fail(fault, ERR_BAD_ARGUMENT,
                                "no control or invisible characters in ", key, NULL);
        }
        if (is_name(key)) {
            name_compose(text, len, arg, len + 1);
        }
        return ERR_OK;
    }
    char code[EXCERPT_BYTES];
    if (!read_room(text, len, code)) {
        return fail_room(fault, code);
    }
    memcpy(arg, code, strlen(code) + 1); /* cleaning made it no longer */
    return ERR_OK;
}
