#include "tests/support/json.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

#define COPIES 8

const char *json(const char *text) {
    static char *copies[COPIES];
    static size_t n;
    char **copy = &copies[n++ % COPIES];
    *copy = realloc(*copy, strlen(text) + 1);
    assert_non_null(*copy);
    strcpy(*copy, text);
    for (char *c = *copy; (c = strchr(c, '\'')) != NULL;) {
        *c = '"';
    }
    return *copy;
}

void assert_json(const char *text, const char *expected) {
    assert_string_equal(text, json(expected));
}

static bool begins(const char *text, const char *expected) {
    return strncmp(text, expected, strlen(expected)) == 0;
}

/* Every text contains and begins with "": that would check nothing. */
static void refuse_empty(const char *expected) {
    if (expected[0] == '\0') {
        fail_msg("expected \"\": use assert_string_equal");
    }
}

void assert_begins(const char *text, const char *expected) {
    refuse_empty(expected);
    if (!begins(text, expected) && !begins(text, json(expected))) {
        fail_msg("\"%s\" does not begin with \"%s\"", text, expected);
    }
}

void assert_has(const char *text, const char *expected) {
    refuse_empty(expected);
    if (strstr(text, expected) == NULL && strstr(text, json(expected)) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", text, expected);
    }
}
