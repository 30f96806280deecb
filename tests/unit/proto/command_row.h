/* Rows of a line and what it reads as, for both renderings of commands. */
#ifndef ALEA_TESTS_UNIT_PROTO_COMMAND_ROW_H
#define ALEA_TESTS_UNIT_PROTO_COMMAND_ROW_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/table.h"

#include "proto/command/command.h"

typedef enum error_code read_command(const char *line, size_t len, struct command *cmd,
                                     struct command_fault *fault);

struct command_row {
    const char *name;
    const char *line;
    const char *expected; /* the command as JSON, or "[#ID ]CODE: sentence" */
};

/* Reads a line as `read` does, and checks what holds for every line. */
static inline enum error_code read_line(read_command *read, const char *line, size_t len,
                                        struct command *cmd,
                                        struct command_fault *fault) {
    char *copy = test_malloc(len + 1); /* so that a byte read too far is found */
    memcpy(copy, line, len);
    enum error_code error = read(copy, len, cmd, fault);
    test_free(copy);
    assert_int_equal(error, fault->code);
    assert_string_equal(cmd->id, fault->id);
    assert_true((error == ERR_OK) == (fault->text[0] == '\0'));
    assert_true(utf8_is_text(fault->text, strlen(fault->text)));
    return error;
}

static inline void expect_row(read_command *read, const struct command_row *row) {
    struct command cmd;
    struct command_fault fault;
    if (read_line(read, row->line, strlen(row->line), &cmd, &fault) == ERR_OK) {
        char *json = command_to_json(&cmd);
        assert_string_equal(json, row->expected);
        free(json);
        return;
    }
    char text[2 * FAULT_BYTES];
    snprintf(text, sizeof text, "%s%s%s%s: %s", fault.id[0] != '\0' ? "#" : "", fault.id,
             fault.id[0] != '\0' ? " " : "", error_name(fault.code), fault.text);
    assert_string_equal(text, row->expected);
}

/* Whether two commands are the same in every field. */
static inline void expect_same_command(const struct command *a, const struct command *b) {
    assert_int_equal(a->kind, b->kind);
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->room, b->room);
    for (unsigned i = 0; i < COMMAND_ARGS_MAX; i++) {
        assert_int_equal(a->has[i], b->has[i]);
        assert_string_equal(command_arg(a, i), command_arg(b, i));
    }
}

#endif
