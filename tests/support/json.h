/* JSON in tests is written with ' for ", so that people can read it. */
#ifndef ALEA_TESTS_SUPPORT_JSON_H
#define ALEA_TESTS_SUPPORT_JSON_H

#include <stdbool.h>

/* A copy with " for '.  Valid until the eighth call from now. */
const char *json(const char *text);
/* text is this JSON, to the letter. */
void assert_json(const char *text, const char *expected);
/* text has, or begins with, this JSON or this text, which must not be empty. */
void assert_has(const char *text, const char *expected);
void assert_begins(const char *text, const char *expected);

#endif
