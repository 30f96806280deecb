/* JSON mode: a line of JSON <-> struct command. */
#include <stdio.h>
#include <string.h>

#include "proto/command/inside.h"
#include "proto/json/wire_in.h"
#include "proto/json/wire_out.h"

static enum error_code fail_member(struct command_fault *fault, enum error_code code,
                                   const char *key, const char *what) {
    char quoted[EXCERPT_BYTES];
    snprintf(quoted, sizeof quoted, "\"%s\" ", key);
    return command_fail(fault, code, quoted, what, NULL);
}

static enum error_code read_id(const json_t *root, struct command *cmd,
                               struct command_fault *fault) {
    const json_t *id = json_object_get(root, "id");
    if (id == NULL) {
        return ERR_OK;
    }
    if (!json_is_string(id)) {
        return command_fail_plainly(fault, ERR_BAD_ID);
    }
    return command_set_id(cmd, json_string_value(id), json_string_length(id), fault);
}

static enum error_code read_verb(const json_t *root, struct command *cmd,
                                 struct command_fault *fault) {
    const json_t *verb = json_object_get(root, "cmd");
    if (verb == NULL) {
        return fail_member(fault, ERR_MISSING_ARGUMENT, "cmd",
                           "is missing: send {\"cmd\":\"help\"}");
    }
    if (!json_is_string(verb)) {
        return fail_member(fault, ERR_BAD_ARGUMENT, "cmd", "must be a string");
    }
    const char *word = json_string_value(verb);
    cmd->kind = command_find(word);
    return cmd->kind != COMMAND_COUNT
               ? ERR_OK
               : command_fail_unknown(fault, word, json_string_length(verb));
}

static enum error_code read_room(const json_t *root, struct command *cmd,
                                 struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    const json_t *room = json_object_get(root, "room");
    bool is_about = (spec->flags & (COMMAND_IN_ROOM | COMMAND_MAY_ROOM)) != 0;
    if (room == NULL || !is_about || command_room_arg(cmd->kind) < spec->n_args) {
        return ERR_OK; /* an argument "room" is read below, with the others */
    }
    if (!json_is_string(room)) {
        return fail_member(fault, ERR_BAD_ARGUMENT, "room", "must be a string");
    }
    return command_set_room(cmd, json_string_value(room), json_string_length(room),
                            fault);
}

/* Arguments that may be JSON numbers: an event, a move in the list, minutes, a
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

static enum error_code read_arg(const json_t *root, unsigned i, struct command *cmd,
                                struct command_fault *fault) {
    const struct command_spec *spec = command_spec(cmd->kind);
    const char *key = spec->arg[i];
    const json_t *value = json_object_get(root, key);
    if (value == NULL) {
        return i >= spec->n_required ? ERR_OK : fail_missing(fault, key, cmd->kind);
    }
    if (json_is_string(value)) {
        return command_set_arg(cmd, i, json_string_value(value),
                               json_string_length(value), fault);
    }
    if (!may_be_number(key)) {
        return fail_member(fault, ERR_BAD_ARGUMENT, key, "must be a string");
    }
    if (!json_is_integer(value) || json_integer_value(value) < 0) {
        return fail_member(fault, ERR_BAD_ARGUMENT, key,
                           "must be a string, or an integer that is not negative");
    }
    char digits[24];
    struct text_out out = text_out_of(digits, sizeof digits);
    text_put_number(&out, (uint64_t)json_integer_value(value));
    command_put_arg(cmd, i, digits);
    return ERR_OK;
}

static enum error_code read_command(const json_t *root, struct command *cmd,
                                    struct command_fault *fault) {
    enum error_code error = read_id(root, cmd, fault);
    error = error != ERR_OK ? error : read_verb(root, cmd, fault);
    error = error != ERR_OK ? error : read_room(root, cmd, fault);
    unsigned n_args = error != ERR_OK ? 0 : command_spec(cmd->kind)->n_args;
    for (unsigned i = 0; i < n_args && error == ERR_OK; i++) {
        error = read_arg(root, i, cmd, fault);
    }
    return error;
}

/* Most members, elements, arrays and objects of a line: ten times what a command has.  A
 * line of 4 KiB that consists of them would take a hundred times as long to read. */
#define JSON_PARTS_MAX 64

/* Whether a line has more parts than that; counted without parsing it. */
static bool has_many_parts(const char *line, size_t len) {
    size_t n_parts = 0;
    bool in_string = false;
    for (size_t i = 0; i < len && n_parts <= JSON_PARTS_MAX; i++) {
        if (line[i] == '"') {
            in_string = !in_string;
        } else if (in_string) {
            i += line[i] == '\\'; /* an escaped character ends no string */
        } else {
            n_parts += line[i] == ',' || line[i] == '[' || line[i] == '{';
        }
    }
    return n_parts > JSON_PARTS_MAX;
}

enum error_code command_from_json(const char *line, size_t len, struct command *cmd,
                                  struct command_fault *fault) {
    enum error_code error = command_begin(line, len, cmd, fault);
    if (error != ERR_OK) {
        return error;
    }
    if (has_many_parts(line, len)) {
        return command_fail(fault, ERR_BAD_JSON, "a command has a few members",
                            ": send {\"cmd\":\"help\"}", NULL);
    }
    char what[FAULT_BYTES];
    json_t *root = wire_parse(line, len, what);
    if (root == NULL) {
        return command_fail(fault, ERR_BAD_JSON, what, ": send {\"cmd\":\"help\"}", NULL);
    }
    error = read_command(root, cmd, fault);
    json_decref(root);
    return error;
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
