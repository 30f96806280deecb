/* Checks a path before a program writes to it: long work must not end with an error, or
 * destroy one of the user's files. */
#ifndef ALEA_ENGINE_OUTPUT_PATH_H
#define ALEA_ENGINE_OUTPUT_PATH_H

#include <stdbool.h>

#include "rules/game.h"

/* Whether a file can be written to `path`: there is none but its directory exists, or it
 * is a regular file.  Then sets is_there: look into the file before you replace
 * it.  False with a fault that says what is there instead.  Follows no symbolic link, and
 * opens nothing. */
ALEA_MUST_USE bool output_path_check(const char *path, bool *is_there,
                                     char fault[static FAULT_BYTES]);

#endif
