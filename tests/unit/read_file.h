/* Reads a file for a test. */
#ifndef ALEA_TESTS_UNIT_READ_FILE_H
#define ALEA_TESTS_UNIT_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

/* The whole file, NUL-terminated; the caller frees it.  Fails the test if the file cannot
 * be read, or is empty. */
char *read_file(const char *path);

#endif
