/* Rows of a line and the command that it means, for both modes. */
#ifndef ALEA_TESTS_UNIT_PROTO_COMMAND_ROW_H
#define ALEA_TESTS_UNIT_PROTO_COMMAND_ROW_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/json.h"
#include "tests/unit/table.h"

#include "proto/command/command.h"

typedef enum error_code read_command(const char *line, size_t len, struct command *cmd,
                                     struct command_fault *fault);
struct command_row {
    const char *name;
    const char *line;     /* JSON has ' instead of " */
    const char *expected; /* the command as JSON, or "[#ID ]CODE: sentence", which may end
                           * in "..."; ' instead of ", or exactly */
};

/* Reads a line with `read`, and checks what must be true for every line. */
enum error_code read_line(read_command *read, const char *line, size_t len,
                          struct command *cmd, struct command_fault *fault);
void expect_row(read_command *read, const struct command_row *row);
/* Whether two commands are the same in every field. */
void expect_same_command(const struct command *a, const struct command *b);

#endif
