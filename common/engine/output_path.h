/* Looks at a path before a program writes a file there, so that long work does not end
 * with an error or destroy a file of the user. */
#ifndef ALEA_ENGINE_OUTPUT_PATH_H
#define ALEA_ENGINE_OUTPUT_PATH_H

#include <stdbool.h>

#include "rules/game.h"

/* Whether a file can be put at `path`: nothing is there, in a directory that exists, or a
 * regular file is there.  Sets is_there: in the second case the caller must look inside
 * before it replaces the file.  False with a fault that says what is there instead.
 * Follows no symbolic link, and opens nothing. */
ALEA_MUST_USE bool output_path_check(const char *path, bool *is_there,
                                     char fault[static FAULT_BYTES]);

#endif
