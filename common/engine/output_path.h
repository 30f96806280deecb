/* Checks a path before a program writes a file there, so that long work does not end with
 * an error or destroy one of the user's files. */
#ifndef ALEA_ENGINE_OUTPUT_PATH_H
#define ALEA_ENGINE_OUTPUT_PATH_H

#include <stdbool.h>

#include "rules/game.h"

/* Whether a file can be written to `path`: either there is none but its directory exists,
 * or it is a regular file.  In the latter case sets is_there: the caller must look into
 * the file before replacing it.  False with a fault that says what is there instead.
 * Follows no symbolic link, and opens nothing. */
ALEA_MUST_USE bool output_path_check(const char *path, bool *is_there,
                                     char fault[static FAULT_BYTES]);

#endif
