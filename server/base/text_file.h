/* Reads small text files of the host as a whole, up to a bound. */
#ifndef ALEA_SERVER_BASE_TEXT_FILE_H
#define ALEA_SERVER_BASE_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/text.h"

/* Whether reading this file again cannot wait for another program, as it could with a
 * pipe or a terminal.  Otherwise the fault is TEXT_FILE_NOT_AGAIN.  A file that is
 * missing is left to its reader. */
bool text_file_is_regular(const char *path);
#define TEXT_FILE_NOT_AGAIN "is not a regular file, so it is read at the start only"

/* Reads a file of at most max bytes.  Returns owned; NULL with a fault: it cannot be
 * read, is larger, or contains a NUL. */
char *text_file_read(const char *path, size_t max, char fault[static FAULT_BYTES]);

#endif
