/* JSON mode: a line of JSON <-> struct command. */
#include <stdio.h>
#include <string.h>

#include "proto/command/inside.h"
#include "proto/json/flat.h"
#include "proto/json/wire_in.h"
#include "proto/json/wire_out.h"

static enum error_code fail_member(struct command_fault *fault, enum error_code code,
                                   const char *key, const char *what) {
    char quoted[EXCERPT_BYTES];
    snprintf(quoted, sizeof quoted, "\"%s\" ", key);
    return command_fail(fault, code, quoted, what, NULL);
}

/* A line: a flat object, or else a tree. */
struct object {
    const char *line;
    size_t len;
    struct flat flat;
    const json_t *tree; /* NULL: flat */
};

enum value_kind {
    VALUE_ABSENT, /* or null */
    VALUE_STRING,
    VALUE_INTEGER,  /* also one that is written 2.0 */
    VALUE_FRACTION, /* another number */
    VALUE_FLAG,     /* number: 1 for true */
    VALUE_OTHER
};

/* A member of the object. */
struct value {
    enum value_kind kind;
    const char *text; /* without a NUL */
    size_t len;
    int64_t number;
};

/* Doubles below have no gaps between integers. */
#define REAL_MAX 9007199254740992.0 /* 2^53 */

static struct value number_of(double real) {
    bool is_small = real >= 0 && real < REAL_MAX;
    int64_t number = is_small ? (int64_t)real : 0;
    bool is_integer = is_small && (double)number == real;
    return (struct value){.kind = is_integer ? VALUE_INTEGER : VALUE_FRACTION,
                          .number = number};
}

static struct value get_from_tree(const json_t *tree, const char *key) {
    const json_t *value = json_object_get(tree, key);
    if (value == NULL || json_is_null(value)) {
        return (struct value){.kind = VALUE_ABSENT};
    }
    if (json_is_string(value)) {
        return (struct value){.kind = VALUE_STRING,
                              .text = json_string_value(value),
                              .len = json_string_length(value)};
    }
    if (json_is_boolean(value)) {
        return (struct value){.kind = VALUE_FLAG, .number = json_is_true(value)};
    }
    if (json_is_real(value)) {
        return number_of(json_real_value(value));
    }
    return (struct value){.kind = json_is_integer(value) ? VALUE_INTEGER : VALUE_OTHER,
                          .number = json_integer_value(value)};
}

static struct value get(const struct object *object, const char *key) {
    if (object->tree != NULL) {
        return get_from_tree(object->tree, key);
    }
    const struct flat_member *member = flat_find(&object->flat, key);
    if (member == NULL) {
        return (struct value){.kind = VALUE_ABSENT};
    }
    return (struct value){.kind = member->text != NULL ? VALUE_STRING : VALUE_INTEGER,
                          .text = member->text,
                          .len = member->len,
                          .number = member->number};
}

/* --- the id of a line, JSON or not --- */

static const char *skip(const char *at, const char *end, const char *these) {
    while (at < end && *at != '\0' && strchr(these, *at) != NULL) {
        at++;
    }
    return at;
}

/* Returns the end of the number at the start of a text; the start: there is none. */
static const char *skip_number(const char *at, const char *end) {
    static const char digits[] = "0123456789";
    const char *first = at < end && *at == '-' ? at + 1 : at,
               *last = skip(first, end, digits);
    if (last == first || (*first == '0' && last > first + 1)) {
        return at;
    }
    if (last < end && *last == '.') {
        first = last + 1;
        last = skip(first, end, digits);
    }
    if (last > first && last < end && (*last == 'e' || *last == 'E')) {
        first = last + 1;
        first += first < end && (*first == '-' || *first == '+');
        last = skip(first, end, digits);
    }
    return last > first ? last : at;
}

/* Returns the quotation mark that ends the string from here; end: there is none. */
static const char *skip_string(const char *at, const char *end) {
    while (at < end && *at != '"') {
        at += *at == '\\' && end - at > 1 ? 2 : 1;
    }
    return at;
}

/* Takes the value of the member "id", which begins here. */
static bool take_id(const char *at, const char *end, struct command *cmd,
                    struct command_fault *fault) {
    char number[ID_BYTES_MAX + 1] = {ID_NUMBER};
    if (at < end && *at == '"') {
        const char *last = skip_string(++at, end);
        return last < end && memchr(at, '\\', (size_t)(last - at)) == NULL &&
               command_set_id(cmd, at, (size_t)(last - at), fault) == ERR_OK;
    }
    const char *last = skip_number(at, end);
    size_t len = (size_t)(last - at);
    if (last == end || strchr(",} \t\r\n", *last) == NULL || len == 0 ||
        len + 1 >= sizeof number) {
        return false; /* or it may be cut */
    }
    memcpy(number + 1, at, len);
    memcpy(cmd->id, number, sizeof number);
    memcpy(fault->id, number, sizeof number);
    return true;
}

/* Finds the id of a line that may be no JSON, so that its error can say which request it
 * answers.  False: it has none, or one with escapes. */
static bool find_id(const char *line, size_t len, struct command *cmd,
                    struct command_fault *fault) {
    static const char blanks[] = " \t\r\n";
    const char *end = line + len;
    unsigned depth = 0;
    for (const char *at = line; at < end; at++) {
        depth += *at == '{' || *at == '[';
        depth -= (*at == '}' || *at == ']') && depth > 0;
        if (*at != '"') {
            continue;
        }
        const char *key = at + 1;
        at = skip_string(key, end);
        const char *colon = skip(at < end ? at + 1 : end, end, blanks);
        if (depth == 1 && at - key == 2 && memcmp(key, "id", 2) == 0 && colon < end &&
            *colon == ':') {
            return take_id(skip(colon + 1, end, blanks), end, cmd, fault);
        }
    }
    return false;
}

static enum error_code read_id(const struct object *object, struct command *cmd,
                               struct command_fault *fault) {
    struct value id = get(object, "id");
    switch (id.kind) {
    case VALUE_ABSENT: return ERR_OK;
    case VALUE_STRING: return command_set_id(cmd, id.text, id.len, fault);
    case VALUE_INTEGER:
    case VALUE_FRACTION: /* sent back as it is written */
        return find_id(object->line, object->len, cmd, fault)
                   ? ERR_OK
                   : command_fail_plainly(fault, ERR_BAD_ID);
    case VALUE_FLAG:
    case VALUE_OTHER: break;
    }
    return command_fail_plainly(fault, ERR_BAD_ID);
}

static enum error_code read_verb(const struct object *object, struct command *cmd,
                                 struct command_fault *fault) {
    struct value verb = get(object, "cmd");
    if (verb.kind == VALUE_ABSENT) {
        return fail_member(fault, ERR_MISSING_ARGUMENT, "cmd",
                           "is missing: send {\"cmd\":\"help\"}");
    }
    if (verb.kind != VALUE_STRING) {
        return fail_member(fault, ERR_BAD_ARGUMENT, "cmd", "must be a string");
    }
    cmd->kind = command_find(verb.text, verb.len);
    return cmd->kind != COMMAND_COUNT ? ERR_OK
                                      : command_fail_unknown(fault, verb.text, verb.len);
}

static enum error_code read_room(const struct object *object, struct command *cmd,
                                 struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    bool is_about = (spec->flags & (COMMAND_IN_ROOM | COMMAND_MAY_ROOM)) != 0;
    if (!is_about || command_room_arg(cmd->kind) < spec->n_args) {
        return ERR_OK; /* an argument "room" is read below, with the others */
    }
    struct value room = get(object, "room");
    if (room.kind == VALUE_ABSENT) {
        return ERR_OK;
    }
    if (room.kind != VALUE_STRING) {
        return fail_member(fault, ERR_BAD_ARGUMENT, "room", "must be a string");
    }
    return command_set_room(cmd, room.text, room.len, fault);
}

/* Arguments that may be JSON numbers: an event, a number in the list of moves, minutes, a
 * connection, an offer, a number of games, a level. */
static bool may_be_number(const char *key) {
    return wire_is_listed("seq last move minutes who offer max level", key);
}

/* The words of arguments that may be true and false.  "": as if it were not given. */
static const struct {
    const char *key, *yes, *no;
} flags[] = {
    {"rated", "yes", "no"},  {"bots", "yes", "no"}, {"bot", "yes", "no"},
    {"switch", "on", "off"}, {"show", "on", "off"}, {"sure", "sure", ""},
};

/* Returns the word for true or false; NULL: this argument has none. */
static const char *word_of_flag(const char *key, bool flag) {
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(flags[i].key, key) == 0) {
            return flag ? flags[i].yes : flags[i].no;
        }
    }
    return NULL;
}

static enum error_code fail_missing(struct command_fault *fault, const char *key,
                                    enum command_kind kind) {
    char what[EXCERPT_BYTES];
    snprintf(what, sizeof what, "\"%s\" is missing", key);
    return command_fail_usage(fault, ERR_MISSING_ARGUMENT, what, kind);
}

static enum error_code read_arg(const struct object *object, unsigned i,
                                struct command *cmd, struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    const char *key = spec->arg[i];
    struct value value = get(object, key);
    if (value.kind == VALUE_ABSENT) {
        return i >= spec->n_required ? ERR_OK : fail_missing(fault, key, cmd->kind);
    }
    if (value.kind == VALUE_STRING) {
        return command_set_arg(cmd, i, value.text, value.len, fault);
    }
    const char *word =
        value.kind == VALUE_FLAG ? word_of_flag(key, value.number != 0) : NULL;
    if (word != NULL) {
        return word[0] != '\0' ? command_set_arg(cmd, i, word, strlen(word), fault)
                               : ERR_OK;
    }
    if (!may_be_number(key)) {
        return fail_member(fault, ERR_BAD_ARGUMENT, key, "must be a string");
    }
    if (value.kind != VALUE_INTEGER || value.number < 0) {
        return fail_member(fault, ERR_BAD_ARGUMENT, key,
                           "must be a string, or an integer that is not negative");
    }
    char digits[24];
    struct text_out out = text_out_of(digits, sizeof digits);
    text_put_number(&out, (uint64_t)value.number);
    command_put_arg(cmd, i, digits);
    return ERR_OK;
}

static enum error_code read_command(const struct object *object, struct command *cmd,
                                    struct command_fault *fault) {
    enum error_code error = read_id(object, cmd, fault);
    error = error != ERR_OK ? error : read_verb(object, cmd, fault);
    error = error != ERR_OK ? error : read_room(object, cmd, fault);
    unsigned n_args = error != ERR_OK ? 0 : command_spec(cmd->kind)->n_args;
    for (unsigned i = 0; i < n_args && error == ERR_OK; i++) {
        error = read_arg(object, i, cmd, fault);
    }
    return error;
}

/* Most members, elements, arrays and objects of a line: ten times what a command has.  A
 * line of 4 KiB full of them would take a hundred times as long to read. */
#define JSON_PARTS_MAX 64

/* Whether a line has more parts than JSON_PARTS_MAX; counts without parsing. */
static bool has_many_parts(const char *line, size_t len) {
    size_t n_parts = 0;
    bool in_string = false;
    for (size_t i = 0; i < len && n_parts <= JSON_PARTS_MAX; i++) {
        if (line[i] == '"') {
            in_string = !in_string;
        } else if (in_string) {
            i += line[i] == '\\'; /* an escaped character does not end a string */
        } else {
            n_parts += line[i] == ',' || line[i] == '[' || line[i] == '{';
        }
    }
    return n_parts > JSON_PARTS_MAX;
}

/* Reads any line with jansson. */
static enum error_code read_tree(const char *line, size_t len, struct command *cmd,
                                 struct command_fault *fault) {
    if (has_many_parts(line, len)) {
        (void)find_id(line, len, cmd, fault);
        return command_fail(fault, ERR_BAD_JSON, "a command has a few members",
                            ": send {\"cmd\":\"help\"}", NULL);
    }
    char what[FAULT_BYTES];
    json_t *root = wire_parse(line, len, what);
    if (root == NULL) {
        (void)find_id(line, len, cmd, fault);
        return command_fail(fault, ERR_BAD_JSON, what, ": send {\"cmd\":\"help\"}", NULL);
    }
    enum error_code error = read_command(
        &(struct object){.line = line, .len = len, .tree = root}, cmd, fault);
    json_decref(root);
    return error;
}

enum error_code command_from_json(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault) {
    enum error_code error = command_begin(line, len, cmd, fault);
    if (error != ERR_OK) {
        (void)find_id(line, len, cmd, fault);
        return command_fail_plainly(fault, error);
    }
    struct object object;
    object.line = line;
    object.len = len;
    object.tree = NULL;
    /* cppcheck-suppress uninitStructMember ; flat_read fills it in */
    return flat_read(line, len, &object.flat) ? read_command(&object, cmd, fault)
                                              : read_tree(line, len, cmd, fault);
}

char *command_to_json(const struct command *cmd) {
    const struct command_spec *spec = command_spec(cmd->kind);
    struct wire_out out = {.len = 0};
    wire_begin_object(&out, NULL);
    wire_put_text(&out, "cmd", spec->word);
    wire_put_id(&out, cmd->id);
    unsigned room = command_room_arg(cmd->kind);
    if (room == spec->n_args || !cmd->has[room]) {
        wire_put_text_if(&out, "room", cmd->room);
    }
    for (unsigned i = 0; i < spec->n_args; i++) {
        if (cmd->has[i]) {
            wire_put_text(&out, spec->arg[i], command_arg(cmd, i));
        }
    }
    wire_end_object(&out);
    return wire_out_take(&out);
}
