/* Small files of text that the host writes: read whole, and only up to a bound. */
#ifndef ALEA_SERVER_BASE_TEXT_FILE_H
#define ALEA_SERVER_BASE_TEXT_FILE_H

#include <stddef.h>

#include "rules/text.h"

/* The text of a file of at most max bytes.  Returns owned; NULL: it cannot be read, is
 * larger, or holds a NUL, and which of these is in fault. */
char *text_file_read(const char *path, size_t max, char fault[static FAULT_BYTES]);

#endif
