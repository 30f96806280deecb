/* What must be true for a command in either mode. */
#ifndef ALEA_TESTS_FUZZ_COMMAND_H
#define ALEA_TESTS_FUZZ_COMMAND_H

#include "tests/fuzz/fuzz.h"

#include "proto/command/command.h"
#include "proto/shape.h"

typedef enum error_code read_command(const char *line, size_t len, struct command *cmd,
                                     struct command_fault *fault);
/* Tries one input: a line. */
void fuzz_command(read_command *read, const uint8_t *data, size_t size);

#endif
