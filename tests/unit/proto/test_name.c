/* Players' names: which are valid, their canonical form, and which are the same. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/name.h"
#include "proto/name_letters.h"
#include "proto/utf8.h"

#define TEXT_BYTES 200

/* --- one by one --- */

static const struct row {
    const char *name;
    const char *text;     /* as typed */
    const char *composed; /* canonical form; NULL: not a name */
    const char *key;
} rows[] = {
    {"ASCII", "Ann_B-2", "Ann_B-2", "ann_b-2"},
    {"French", "Zoé", "Zoé", "zoe"},
    {"Icelandic", "Þóra", "Þóra", "thora"},
    {"Icelandic ash and eth", "Ægir-Guð", "Ægir-Guð", "aegir-gud"},
    {"Sámi", "Čálli", "Čálli", "calli"},
    {"Sámi eng, t and d with a stroke", "ŊÁŦĐ", "ŊÁŦĐ", "natd"},
    {"Skolt Sámi", "Ǯǥǩʒ", "Ǯǥǩʒ", "zgkz"},
    {"Swedish", "Björk", "Björk", "bjork"},
    {"Danish", "Søren-Åse", "Søren-Åse", "soren-ase"},
    {"German", "Straße", "Straße", "strasse"},
    {"a capital sharp s", "STRAẞE", "STRAẞE", "strasse"},
    {"Polish", "Łucja", "Łucja", "lucja"},
    {"Turkish, both i", "İpekIı", "İpekIı", "ipekii"},
    {"Dutch", "Ĳsbrand", "Ĳsbrand", "ijsbrand"},
    {"Vietnamese", "Nguyễn", "Nguyễn", "nguyen"},
    {"decomposed", "Zoe\xcc\x81", "Zoé", "zoe"},
    {"decomposed, a letter first",
     "C\xcc\x8c"
     "alli",
     "Čalli", "calli"},
    {"decomposed, two marks", "Nguye\xcc\x82\xcc\x83n", "Nguyễn", "nguyen"},
    {"decomposed, a mark below and one above", "Vie\xcc\xa3\xcc\x82t", "Việt", "viet"},
    {"half composed", "Vi\xe1\xba\xb9\xcc\x82t", "Việt", "viet"},
    {"two of them", "Oe", "Oe", "oe"},
    {"sixteen letters of three bytes", "ễễễễễễễễễễễễễễễễ", "ễễễễễễễễễễễễễễễễ",
     "eeeeeeeeeeeeeeee"},
    {"sixteen letters of two in the key", "þþþþþþþþþþþþþþþþ", "þþþþþþþþþþþþþþþþ",
     "thththththththththththththththth"},
    {"seventeen letters", "ééééééééééééééééé", NULL, NULL},
    {"one letter", "é", NULL, NULL},
    {"a mark first",
     "\xcc\x81"
     "ab",
     NULL, NULL},
    {"a mark on a digit", "ab1\xcc\x81", NULL, NULL},
    {"a mark that makes no letter", "aq\xcc\x81", NULL, NULL},
    {"three marks", "ae\xcc\x82\xcc\x83\xcc\x81", NULL, NULL},
    {"Greek", "Νίκη", NULL, NULL},
    {"Cyrillic that looks Latin", "А\xd0\xb4min", NULL, NULL},
    {"fullwidth", "Ａｎｎ", NULL, NULL},
    {"a ligature", "ﬁnn", NULL, NULL},
    {"the Angstrom sign", "Å\xe2\x84\xabse", NULL, NULL},
    {"a click", "ǃkung", NULL, NULL},
    {"times", "a×b", NULL, NULL},
    {"zero width", "an\xe2\x80\x8bn", NULL, NULL},
    {"a blank", "an n", NULL, NULL},
    {"not UTF-8", "an\xc3", NULL, NULL},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char composed_text[TEXT_BYTES], key[NAME_KEY_BYTES];
    name_compose(row->text, strlen(row->text), composed_text, sizeof composed_text);
    assert_int_equal(name_is_valid(composed_text), row->composed != NULL);
    if (row->composed == NULL) {
        return;
    }
    assert_string_equal(composed_text, row->composed);
    name_fold(composed_text, key, sizeof key);
    assert_string_equal(key, row->key);
    assert_true(name_is_same(composed_text, row->key));
}

/* --- any text --- */

/* Draws some letters, marks and signs, and sometimes any byte. */
static size_t draw_text(uint64_t *rng, char text[static TEXT_BYTES]) {
    size_t len = 0, n = random_below(rng, 20);
    for (size_t i = 0; i < n; i++) {
        uint32_t point = 0;
        const struct composed *made =
            &composed[random_below(rng, sizeof composed / sizeof composed[0])];
        switch (random_below(rng, 8)) {
        case 0: point = made->point; break;
        case 1: point = made->base; break;
        case 2: point = made->mark; break;
        case 3:
            point = lone_letters[random_below(rng, sizeof lone_letters /
                                                       sizeof lone_letters[0])]
                        .point;
            break;
        case 4: text[len++] = (char)random_below(rng, 256); continue;
        default: point = 'A' + (uint32_t)random_below(rng, 58); break;
        }
        len += utf8_write(point, text + len);
    }
    return len;
}

TEST(test_composing_and_folding_are_done_once) {
    uint64_t rng = random_seed();
    int n_names = 0;
    for (int round = 0; round < 50000; round++) {
        char text[TEXT_BYTES], once[TEXT_BYTES], twice[TEXT_BYTES];
        size_t len = draw_text(&rng, text);
        name_compose(text, len, once, sizeof once);
        assert_true(strlen(once) <= len);
        name_compose(once, strlen(once), twice, sizeof twice);
        assert_string_equal(once, twice);
        name_compose(text, len, text, sizeof text); /* in place */
        assert_string_equal(once, text);
        char key[NAME_KEY_BYTES], again[NAME_KEY_BYTES];
        name_fold(once, key, sizeof key);
        name_fold(key, again, sizeof again);
        assert_string_equal(key, again);
        if (name_is_valid(once)) {
            n_names++;
            assert_true(strlen(once) <= NAME_BYTES_MAX);
            assert_true(strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789_-") ==
                        strlen(key));
            assert_true(name_is_same(once, key));
        }
    }
    assert_true(n_names > 1000);
}

/* Truncated anywhere, it fits and splits no character. */
TEST(test_cut_anywhere) {
    static const char name[] = "Nguyễn-Þórßæ_ễ";
    for (size_t cap = 1; cap < sizeof name + 4; cap++) {
        char out[sizeof name + 8], key[sizeof out];
        memset(out, 'x', sizeof out);
        memset(key, 'x', sizeof key);
        name_compose(name, sizeof name - 1, out, cap);
        assert_true(strlen(out) < cap && utf8_is_text(out, strlen(out)));
        assert_memory_equal(out, name, strlen(out));
        assert_int_equal(out[cap], 'x');
        name_fold(name, key, cap);
        assert_true(strlen(key) < cap);
        assert_int_equal(key[cap], 'x');
    }
}

/* Each letter alone is a name, and its key is one or two ASCII letters, the same for both
 * cases. */
TEST(test_every_letter) {
    for (size_t i = 0; i < sizeof composed / sizeof composed[0]; i++) {
        char text[TEXT_BYTES] = "", loose[TEXT_BYTES] = "", key[NAME_KEY_BYTES];
        size_t n = utf8_write(composed[i].point, text);
        memcpy(text + n, "x", 2);
        n = utf8_write(composed[i].base, loose);
        n += utf8_write(composed[i].mark, loose + n);
        memcpy(loose + n, "x", 2);
        assert_true(name_is_valid(text));
        assert_false(name_is_valid(loose));
        name_compose(loose, strlen(loose), loose, sizeof loose);
        assert_string_equal(loose, text);
        name_fold(text, key, sizeof key);
        assert_in_range(strlen(key), 2, 3);
        assert_true(i == 0 || composed[i].point > composed[i - 1].point);
    }
}
