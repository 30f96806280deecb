/* A file that a test looks into. */
#ifndef ALEA_TESTS_UNIT_READ_FILE_H
#define ALEA_TESTS_UNIT_READ_FILE_H

#include <stdio.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"

/* All of it, NUL-terminated; the caller frees it.  Fails the test when it cannot be read,
 * or is empty. */
char *read_file(const char *path);

#endif
