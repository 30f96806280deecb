/* Files that a test reads and writes.  These functions fail the test if they cannot. */
#ifndef ALEA_TESTS_SUPPORT_FILE_H
#define ALEA_TESTS_SUPPORT_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* The whole file, NUL-terminated; the caller frees it.  It must not be empty. */
char *read_file(const char *path);
/* Makes a file of this text, or of these bytes. */
void write_file(const char *path, const char *text);
void write_bytes(const char *path, const void *bytes, size_t n);

#endif
