/* Reads small text files of the host as a whole, up to a bound. */
#ifndef ALEA_SERVER_BASE_TEXT_FILE_H
#define ALEA_SERVER_BASE_TEXT_FILE_H

#include <stddef.h>

#include "rules/text.h"

/* Reads a file of at most max bytes.  Returns owned; NULL with a fault: it cannot be
 * read, is larger, or contains a NUL. */
char *text_file_read(const char *path, size_t max, char fault[static FAULT_BYTES]);

#endif
