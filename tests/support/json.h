/* JSON in tests is written with ' instead of ", so that it is easy to read. */
#ifndef ALEA_TESTS_SUPPORT_JSON_H
#define ALEA_TESTS_SUPPORT_JSON_H

#include <stdbool.h>

/* A copy with " for each '.  Valid until the eighth call from now. */
const char *json(const char *text);
/* Asserts that text is exactly this JSON. */
void assert_json(const char *text, const char *expected);
/* Asserts that text contains, or begins with, this JSON or text, which must not be
 * empty. */
void assert_has(const char *text, const char *expected);
void assert_begins(const char *text, const char *expected);

#endif
