/* options.c: the options after a game's name. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/test.h"

#include "rules/options.h"

/* Names that are prefixes of other names are difficult to parse. */
static const struct option_kind kinds[] = {{"king", {"armed", "unarmed"}, "help"},
                                           {"kings", {"one", "oneone"}, "help"},
                                           OPTION_LEGS("2", "1"),
                                           OPTIONS_END};

static const struct row {
    const char *name;
    const char *text;
    const char *expected; /* in canonical form; with a space: part of the fault */
} rows[] = {
    {"one", "king=unarmed", "king=unarmed"},
    {"a default is not written", "king=armed", ""},
    {"two", "king=unarmed,legs=1", "king=unarmed,legs=1"},
    {"any order", "legs=1,king=unarmed", "king=unarmed,legs=1"},
    {"a name that begins like another", "kings=oneone", "kings=oneone"},
    {"a value that begins like another", "kings=one,legs=1", "legs=1"},
    {"all", "kings=oneone,king=unarmed,legs=1", "king=unarmed,kings=oneone,legs=1"},
    {"nothing", "", "unknown option;"},
    {"unknown name", "throne=hostile", "unknown option;"},
    {"beginning of a name", "kin=armed", "unknown option;"},
    {"longer than a name", "kingsize=one", "unknown option;"},
    {"capitals", "King=armed", "unknown option;"},
    {"unknown value", "king=strong", "unknown value of an option;"},
    {"beginning of a value", "king=arm", "unknown value of an option;"},
    {"longer than a value", "legs=22", "unknown value of an option;"},
    {"empty value", "king=", "unknown value of an option;"},
    {"no value", "king", "an option lacks its value;"},
    {"no value, then more", "king,legs=1", "an option lacks its value;"},
    {"two values", "king=armed=unarmed", "unknown value of an option;"},
    {"twice", "king=armed,king=armed", "an option is given twice;"},
    {"empty at the end", "king=armed,", "unknown option;"},
    {"empty in the middle", "king=armed,,legs=1", "unknown option;"},
    {"empty at the beginning", ",king=armed", "unknown option;"},
    {"space", "king=armed, legs=1", "unknown option;"},
    {"what is known is told", "x=y",
     "; known options: king=armed|unarmed, kings=one|oneone, legs=2|1"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    struct options opt = {{9, 9, 9, 9}};
    bool ok = options_read(kinds, &in, &opt);
    assert_int_equal(ok, strchr(row->expected, ' ') == NULL &&
                             strchr(row->expected, ';') == NULL);
    if (!ok) {
        assert_int_equal(opt.value[0], 9); /* unchanged */
        assert_non_null(strstr(in.fault, row->expected));
        return;
    }
    char text[OPTIONS_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    options_write(kinds, &opt, &out);
    assert_string_equal(text, row->expected);
}
