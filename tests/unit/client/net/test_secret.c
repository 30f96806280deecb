/* Asking for missing passwords. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/secret.h"
#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"

static const struct is_row {
    const char *name, *line;
    bool is;
} is_rows[] = {
    {"register", "register", true},
    {"register, with it", "register seven blue herons", true},
    {"short", "regi", true},
    {"with an id", "#7 login ann", true},
    {"login", "login ann", true},
    {"login, with it", "login ann x", true},
    {"login of nobody", "login", false},
    {"a name", "name ann", false},
    {"talk of it", "say login ann", false},
    {"a number", "3", false},
    {"nothing", "", false},
};

TEST_ROWS(is_rows) {
    const struct is_row *row = table_row(state);
    assert_int_equal(secret_is(row->line), row->is);
}

/* The letter a with a circumflex and a dot below, in three parts. */
#define LETTER   "a\xcc\xa3\xcc\x82"
#define SEVEN(x) x x x x x x x
#define LONG_ONE SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER) SEVEN(LETTER)

/* Lines typed one after the other, and the result. */
static const struct talk_row {
    const char *name;
    enum secret_line safety;
    const char *typed[5];
    const char *prompt[5]; /* prompt after each line; NULL: none */
    const char *arg[2];    /* of the command; NULL: there is none */
    const char *told;      /* the end of the output */
} talk_rows[] = {
    {"register",
     SECRET_LINE_SAFE,
     {"register", "seven herons", "seven herons"},
     {"A new password, 8 bytes or more: ", "Type it again: "},
     {"seven herons"},
     ""},
    {"register, in one line",
     SECRET_LINE_SAFE,
     {"register seven herons"},
     {NULL},
     {"seven herons"},
     ""},
    {"not the same",
     SECRET_LINE_SAFE,
     {"register", "seven herons", "Seven herons"},
     {"A new password, 8 bytes or more: ", "Type it again: "},
     {NULL},
     "The two are not the same.  Nothing was sent.\n"},
    {"too short",
     SECRET_LINE_SAFE,
     {"register", "1234567"},
     {"A new password, 8 bytes or more: "},
     {NULL},
     "A password has 8 to 128 bytes.  Nothing was sent.\n"},
    {"too short without the blank at the end",
     SECRET_LINE_SAFE,
     {"register", "1234567 "},
     {"A new password, 8 bytes or more: "},
     {NULL},
     "A password has 8 to 128 bytes.  Nothing was sent.\n"},
    {"longer than 128 bytes until it is composed", /* 35 letters of 5 bytes, then 3 */
     SECRET_LINE_SAFE,
     {"register", LONG_ONE, LONG_ONE},
     {"A new password, 8 bytes or more: ", "Type it again: "},
     {LONG_ONE},
     ""},
    {"login",
     SECRET_LINE_SAFE,
     {"login ann", "old"},
     {"The password of ann: "},
     {"ann", "old"},
     ""},
    {"never mind",
     SECRET_LINE_SAFE,
     {"login ann", ""},
     {"The password of ann: "},
     {NULL},
     "Nothing was sent.\n"},
    {"others can read it",
     SECRET_LINE_WARN,
     {"login ann", "yes", "herons"},
     {NULL, "The password of ann: "},
     {"ann", "herons"},
     ""},
    {"others could read it",
     SECRET_LINE_WARN,
     {"login ann herons", "no"},
     {NULL},
     {NULL},
     "Nothing was sent.\n"},
    {"not here",
     SECRET_LINE_REFUSE,
     {"login ann"},
     {NULL},
     {NULL},
     "This server takes passwords over TLS only: alea play --tls\n"},
};

TEST_ROWS(talk_rows) {
    const struct talk_row *row = table_row(state);
    struct secret secret = {.is_open = false};
    bool is_complete = false;
    char *told = NULL;
    for (size_t i = 0; i < 5 && row->typed[i] != NULL; i++) {
        free(told);
        SAMPLE_WRITTEN(told, {
            is_complete = i == 0 ? secret_begin(&secret, row->typed[i], row->safety, out)
                                 : secret_take(&secret, row->typed[i], out);
        });
        const char *prompt = secret_prompt(&secret);
        assert_string_equal(prompt != NULL ? prompt : "",
                            row->prompt[i] != NULL ? row->prompt[i] : "");
    }
    assert_string_equal(told, row->told);
    assert_int_equal(is_complete, row->arg[0] != NULL);
    assert_false(secret.is_open);
    for (unsigned i = 0; i < 2 && is_complete; i++) {
        assert_string_equal(command_arg(&secret.cmd, i),
                            row->arg[i] != NULL ? row->arg[i] : "");
    }
    secret_forget(&secret);
    free(told);
}
