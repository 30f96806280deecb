/* The form of passwords and of the words of rooms. */
#include <stdio.h>
#include <string.h>

#include "proto/bounds.h"
#include "proto/nfc.h"
#include "proto/opaque.h"
#include "tests/unit/test.h"

static const struct row {
    const char *name, *text, *form;
} rows[] = {
    {"as it is", "seven herons", "seven herons"},
    {"case stays", "Seven HERONS", "Seven HERONS"},
    {"blanks inside stay as many", "a  b", "a  b"},
    {"blanks at the ends", " \t a b \t", "a b"},
    {"a tab", "a\tb", "a b"},
    {"no-break space",
     "\xc2\xa0"
     "a\xc2\xa0"
     "b\xc2\xa0",
     "a b"},
    {"Ogham space mark",
     "a\xe1\x9a\x80"
     "b",
     "a b"},
    {"en quad to hair space",
     "a\xe2\x80\x80\xe2\x80\x8a"
     "b",
     "a  b"},
    {"narrow and mathematical",
     "a\xe2\x80\xaf\xe2\x81\x9f"
     "b",
     "a  b"},
    {"ideographic space",
     "\xe3\x80\x80"
     "a\xe3\x80\x80"
     "b",
     "a b"},
    {"composed",
     "Gru\xcc\x88\xc3\x9f"
     "e",
     "Gr\xc3\xbc\xc3\x9f"
     "e"},
    {"wide letters stay wide", "\xef\xbc\xa1", "\xef\xbc\xa1"},
    {"control characters",
     "a\x07"
     "b\x7f",
     "ab"},
    {"a mark behind an invisible character", "u\xe2\x80\x8b\xcc\x88", "\xc3\xbc"},
    {"only blanks", " \t\xc2\xa0", NULL},
    {"only invisible ones", "\xe2\x80\x8b\xef\xbb\xbf", NULL},
    {"nothing", "", NULL},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char form[64], again[64];
    assert_int_equal(opaque_prepare(row->text, form, sizeof form), row->form != NULL);
    assert_string_equal(form, row->form != NULL ? row->form : "");
    if (row->form != NULL) {
        assert_true(opaque_prepare(form, again, sizeof again));
        assert_string_equal(again, form);
    }
}

/* As long as cap and not longer; and a text with too many parts. */
TEST(test_bounds) {
    char form[4], long_one[4 * NFC_POINTS_MAX + 2] = "";
    assert_true(opaque_prepare(" u\xcc\x88"
                               "a ",
                               form, sizeof form));
    assert_string_equal(form, "\xc3\xbc"
                              "a");
    assert_false(opaque_prepare("\xc3\xbc"
                                "ab",
                                form, sizeof form));
    assert_string_equal(form, "");
    memset(long_one, 'a', NFC_POINTS_MAX + 1);
    assert_false(opaque_prepare(long_one, form, sizeof form));
    memset(long_one, ' ', sizeof long_one - 1);
    long_one[0] = 'a';
    assert_false(opaque_prepare(long_one, form, sizeof form));
    long_one[sizeof long_one - 2] = '\0';
    assert_true(opaque_prepare(long_one, form, sizeof form));
    assert_string_equal(form, "a");
}

TEST(test_passwords) {
    char form[PASSWORD_BYTES_MAX + 1];
    assert_true(opaque_prepare_password(" 12345678 ", form, sizeof form));
    assert_string_equal(form, "12345678");
    assert_false(opaque_prepare_password("1234567 ", form, sizeof form));
    assert_true(opaque_may_be_password("1234567 "));
    assert_false(opaque_may_be_password("1234567"));
    assert_false(opaque_may_be_password(""));
}
