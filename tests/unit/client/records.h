/* Records as text, for the tests of verify_record and docs/examples/verify.py. */
#ifndef ALEA_TESTS_UNIT_CLIENT_RECORDS_H
#define ALEA_TESTS_UNIT_CLIENT_RECORDS_H

#include "client-cli/check/verify.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tests/unit/client/random_record.h"

#define EXAMPLE       "docs/examples/record.json"
#define EXAMPLE_BYTES 4096 /* more than the file contains */
#define PYTHON        "docs/examples/verify.py"

/* Verifies a record given as text.  fault (VERIFY_FAULT_BYTES): from reading it or from
 * verify_record. */
enum verdict verify_text(const char *text, size_t len, char *fault);
/* As verify_text, with the Python example. */
enum verdict verify_in_python(const char *text, size_t len);
/* Returns owned. */
char *make_text(const struct game *game, enum ending ending, uint64_t *rng);
/* Returns owned. */
char *read_example(void);
/* Returns owned: text with the first `from` replaced; both are written with ' instead of
 * ". */
char *replace(const char *text, const char *from, const char *to);

#endif
