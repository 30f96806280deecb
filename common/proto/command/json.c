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
    struct flat flat;
    const json_t *tree; /* NULL: flat */
};

enum value_kind { VALUE_ABSENT, VALUE_STRING, VALUE_INTEGER, VALUE_OTHER };

/* A member of the object. */
struct value {
    enum value_kind kind;
    const char *text; /* without a NUL */
    size_t len;
    int64_t number;
};

static struct value get_from_tree(const json_t *tree, const char *key) {
    const json_t *value = json_object_get(tree, key);
    if (value == NULL) {
        return (struct value){.kind = VALUE_ABSENT};
    }
    if (json_is_string(value)) {
        return (struct value){.kind = VALUE_STRING,
                              .text = json_string_value(value),
                              .len = json_string_length(value)};
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

static enum error_code read_id(const struct object *object, struct command *cmd,
                               struct command_fault *fault) {
    struct value id = get(object, "id");
    if (id.kind == VALUE_ABSENT) {
        return ERR_OK;
    }
    if (id.kind != VALUE_STRING) {
        return command_fail_plainly(fault, ERR_BAD_ID);
    }
    return command_set_id(cmd, id.text, id.len, fault);
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
 * connection, an offer, a number of games. */
static bool may_be_number(const char *key) {
    return wire_is_listed("seq last move minutes who offer max", key);
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
        return command_fail(fault, ERR_BAD_JSON, "a command has a few members",
                            ": send {\"cmd\":\"help\"}", NULL);
    }
    char what[FAULT_BYTES];
    json_t *root = wire_parse(line, len, what);
    if (root == NULL) {
        return command_fail(fault, ERR_BAD_JSON, what, ": send {\"cmd\":\"help\"}", NULL);
    }
    enum error_code error = read_command(&(struct object){.tree = root}, cmd, fault);
    json_decref(root);
    return error;
}

enum error_code command_from_json(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault) {
    enum error_code error = command_begin(line, len, cmd, fault);
    if (error != ERR_OK) {
        return error;
    }
    struct object object;
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
    wire_put_text_if(&out, "id", cmd->id);
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
