/* Flat objects, read without jansson. */
#include "tests/support/json.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json/flat.h"

static const struct row {
    const char *name;
    const char *text;
    const char *expected; /* members, KEY=TEXT and KEY#NUMBER; NULL: left to jansson */
} rows[] = {
    {"a move", "{'cmd':'move','move':'in-2','seq':17}", "cmd=move move=in-2 seq#17 "},
    {"spaces", " { 'cmd' : 'who' ,  'n' : 0 }", "cmd=who n#0 "},
    {"empty strings", "{'':''}", "= "},
    {"all that is plain", "{'a b':'!#$%&()*+,-./:;<=>?@[]^_`{|}~'}",
     "a b=!#$%&()*+,-./:;<=>?@[]^_`{|}~ "},
    {"eight members", "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8}",
     "a#1 b#2 c#3 d#4 e#5 f#6 g#7 h#8 "},
    {"18 digits", "{'n':999999999999999999}", "n#999999999999999999 "},
    /* left to jansson, which takes some of these */
    {"nothing", "", NULL},
    {"no member", "{}", NULL},
    {"nine members", "{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':9}", NULL},
    {"a key twice", "{'a':1,'a':1}", NULL},
    {"19 digits", "{'n':1000000000000000000}", NULL},
    {"a leading zero", "{'n':01}", NULL},
    {"a sign", "{'n':-1}", NULL},
    {"a fraction", "{'n':1.5}", NULL},
    {"an exponent", "{'n':1e5}", NULL},
    {"digits apart", "{'n':1 2}", NULL},
    {"no value", "{'n':}", NULL},
    {"true", "{'n':true}", NULL},
    {"null", "{'n':null}", NULL},
    {"a list", "{'n':[]}", NULL},
    {"an object", "{'n':{}}", NULL},
    {"an escape", "{'n':'a\\nb'}", NULL},
    {"an escape in a key", "{'\\u0061':1}", NULL},
    {"a control character", "{'n':'a\tb'}", NULL},
    {"not ASCII", "{'n':'\xc3\xa9'}", NULL},
    {"a tab", "{\t'n':1}", NULL},
    {"a space at the end", "{'n':1} ", NULL},
    {"a comma at the end", "{'n':1,}", NULL},
    {"no comma", "{'n':1 'm':2}", NULL},
    {"no colon", "{'n' 1}", NULL},
    {"no key", "{1}", NULL},
    {"no brace", "{'n':1", NULL},
    {"two braces", "{'n':1}}", NULL},
    {"cut in a string", "{'n':'a", NULL},
    {"cut in a number", "{'n':1", NULL},
    {"an array", "['n']", NULL},
};

/* Reads a copy, so that a read beyond the end is found. */
static char *read_copy(const char *text, size_t len, struct flat *flat, bool *is_flat) {
    char *copy = malloc(len > 0 ? len : 1);
    assert_non_null(copy);
    memcpy(copy, text, len);
    *is_flat = flat_read(copy, len, flat);
    return copy;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct flat flat;
    bool is_flat;
    char *copy = read_copy(json(row->text), strlen(row->text), &flat, &is_flat);
    char said[256] = "";
    for (size_t i = 0; is_flat && i < flat.n; i++) {
        const struct flat_member *m = &flat.member[i];
        size_t at = strlen(said);
        if (m->text != NULL) {
            snprintf(said + at, sizeof said - at, "%.*s=%.*s ", (int)m->key_len, m->key,
                     (int)m->len, m->text);
        } else {
            snprintf(said + at, sizeof said - at, "%.*s#%lld ", (int)m->key_len, m->key,
                     (long long)m->number);
        }
    }
    assert_int_equal(is_flat, row->expected != NULL);
    assert_string_equal(said, row->expected != NULL ? row->expected : "");
    free(copy);
}

static void expect_same_member(const struct flat_member *m, const json_t *value) {
    assert_non_null(value);
    if (m->text == NULL) {
        assert_true(json_is_integer(value));
        assert_int_equal(m->number, json_integer_value(value));
    } else {
        assert_true(json_is_string(value));
        assert_int_equal(m->len, json_string_length(value));
        assert_memory_equal(m->text, json_string_value(value), m->len);
    }
}

/* Whatever is read has the same members as in jansson's tree. */
TEST(test_agrees_with_jansson) {
    static const char often[] = "{}\",:0123 ab\\[]\t\x7f\xc3\xa9-.";
    uint64_t rng = random_seed();
    unsigned n_flat = 0;
    for (int round = 0; round < 50000; round++) {
        char line[64];
        snprintf(line, sizeof line, "%s",
                 json("{'cmd':'move','id':'7','move':'in-2','seq':17}"));
        size_t len = strlen(line);
        for (unsigned n = random_below(&rng, 3); n > 0; n--) {
            line[random_below(&rng, (unsigned)len)] =
                often[random_below(&rng, sizeof often - 1)];
        }
        struct flat flat;
        bool is_flat;
        char *copy = read_copy(line, len, &flat, &is_flat);
        n_flat += is_flat;
        if (is_flat) {
            json_t *tree = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
            assert_int_equal(json_object_size(tree), flat.n);
            for (size_t i = 0; i < flat.n; i++) {
                const struct flat_member *m = &flat.member[i];
                expect_same_member(m, json_object_getn(tree, m->key, m->key_len));
            }
            json_decref(tree);
        }
        free(copy);
    }
    assert_in_range(n_flat, 20000, 49999);
}

TEST(test_find) {
    const char *line = json("{'seq':1,'se':2}");
    struct flat flat;
    assert_true(flat_read(line, strlen(line), &flat));
    assert_int_equal(flat_find(&flat, "se")->number, 2);
    assert_int_equal(flat_find(&flat, "seq")->number, 1);
    assert_null(flat_find(&flat, "s"));
    assert_null(flat_find(&flat, ""));
}
