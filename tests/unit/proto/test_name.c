/* Players' names: which are valid, their canonical form, and which are the same. */
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "proto/bounds.h"
#include "proto/name.h"
#include "proto/nfc.h"
#include "proto/nfc_table.h"
#include "proto/opaque.h"
#include "proto/shape.h"
#include "proto/utf8.h"

#define TEXT_BYTES 200
#define N(array)   (sizeof(array) / sizeof(array)[0])

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
    {"decomposed, a letter first", "C\xcc\x8cylli", "Čylli", "cylli"},
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
    {"a mark first", "\xcc\x81xy", NULL, NULL},
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
    assert_int_equal(is_player_name(composed_text), row->composed != NULL);
    if (row->composed == NULL) {
        return;
    }
    assert_string_equal(composed_text, row->composed);
    name_fold(composed_text, key, sizeof key);
    assert_string_equal(key, row->key);
    assert_true(name_is_same(composed_text, row->key));
}

/* --- any text --- */

/* The first rows of nfc_composed: those up to U+1EF9. */
#define N_LATIN 617
/* Letters without parts. */
static const uint32_t lone_letters[] = {0xC6,  0xF0,  0xD8,  0xFE,  0xDF,  0x110, 0x131,
                                        0x132, 0x142, 0x153, 0x18F, 0x1E4, 0x1E9E};

/* Draws some letters, marks and signs, and sometimes any byte. */
static size_t draw_text(uint64_t *rng, char text[static TEXT_BYTES]) {
    size_t len = 0, n = random_below(rng, 20);
    for (size_t i = 0; i < n; i++) {
        uint32_t point = 0;
        const uint32_t *made = nfc_composed[random_below(rng, N_LATIN)];
        switch (random_below(rng, 8)) {
        case 0:
        case 1:
        case 2: point = made[random_below(rng, 3)]; break;
        case 3: point = lone_letters[random_below(rng, N(lone_letters))]; break;
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
        if (is_player_name(once)) {
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

/* Each letter alone is a name, and its key is one or two ASCII letters.  Unicode has 496
 * letters that are a Latin letter and a mark. */
TEST(test_every_letter) {
    unsigned n_letters = 0;
    for (size_t i = 0; i < N(nfc_composed); i++) {
        char text[TEXT_BYTES] = "", loose[TEXT_BYTES] = "", key[NAME_KEY_BYTES];
        size_t n = utf8_write(nfc_composed[i][0], text);
        memcpy(text + n, "x", 2);
        n = utf8_write(nfc_composed[i][1], loose);
        n += utf8_write(nfc_composed[i][2], loose + n);
        memcpy(loose + n, "x", 2);
        assert_false(is_player_name(loose));
        name_compose(loose, strlen(loose), loose, sizeof loose);
        bool is_letter = is_player_name(text);
        n_letters += is_letter;
        assert_int_equal(is_letter, strcmp(loose, text) == 0);
        name_fold(text, key, sizeof key);
        assert_true(!is_letter || strlen(key) == 2 || strlen(key) == 3);
    }
    assert_int_equal(n_letters, 496);
}

/* --- nfc --- */

/* The composed form of texts.  tests/reference/nfc.py computes the same sum with Python's
 * database. */

#define POINTS_MAX 8

static const struct nfc_row {
    const char *name;
    uint32_t text[POINTS_MAX], expected[POINTS_MAX]; /* end with 0 */
} nfc_rows[] = {
    {"ASCII", {'a', ' ', '~'}, {'a', ' ', '~'}},
    {"a letter and a mark", {'u', 0x308}, {0xFC}},
    {"composed already", {0xFC, 0xDF}, {0xFC, 0xDF}},
    {"two marks, in any order", {'a', 0x302, 0x323}, {0x1EAD}},
    {"and in the other", {'a', 0x323, 0x302}, {0x1EAD}},
    {"two marks of the same class stay in order", {'a', 0x301, 0x308}, {0xE1, 0x308}},
    {"a mark that is in between", {'a', 0x315, 0x300}, {0xE0, 0x315}},
    {"a mark of the same class blocks", {'a', 0x5AE, 0x300, 0x301}, {0xE0, 0x5AE, 0x301}},
    {"marks without a letter", {0x301, 'a', 0x301}, {0x301, 0xE1}},
    {"angstrom", {0x212B}, {0xC5}},
    {"kelvin", {0x212A}, {'K'}},
    {"a question mark of Greek", {0x37E}, {';'}},
    {"parts that stay apart", {0x958}, {0x915, 0x93C}},
    {"four parts", {0x1F82}, {0x1F82}},
    {"a syllable", {0x1112, 0x1161, 0x11AB}, {0xD55C}},
    {"a syllable and its tail", {0xD558, 0x11AB}, {0xD55C}},
    {"a tail too many", {0xD55C, 0x11AB}, {0xD55C, 0x11AB}},
    {"an ideograph with two codes", {0xF900}, {0x8C48}},
    {"beyond 16 bits", {0x11099, 0x110BA}, {0x1109A}},
};

TEST_ROWS(nfc_rows) {
    const struct nfc_row *row = table_row(state);
    struct nfc nfc = {.n = 0};
    size_t n = 0;
    for (size_t i = 0; row->text[i] != 0; i++) {
        assert_true(nfc_add(&nfc, row->text[i]));
    }
    nfc_compose(&nfc);
    for (; row->expected[n] != 0; n++) {
        assert_int_equal(nfc.point[n], row->expected[n]);
    }
    assert_int_equal(nfc.n, n);
}

/* --- bounds --- */

TEST(test_as_much_as_fits) {
    struct nfc nfc = {.n = 0};
    for (size_t i = 0; i < NFC_POINTS_MAX - 1; i++) {
        assert_true(nfc_add(&nfc, 0x301));
    }
    assert_false(nfc_add(&nfc, 0xE1)); /* two parts */
    assert_true(nfc_add(&nfc, 'a'));
    assert_false(nfc_add(&nfc, 'a'));
    nfc_compose(&nfc);
    assert_int_equal(nfc.n, NFC_POINTS_MAX);
}

/* --- many texts --- */

#define TEXTS 50000
#define SUM   UINT64_C(0x696E9148E3445275)

static uint32_t below(uint64_t *state, uint32_t n) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % n);
}

/* A character that has to do with composing. */
static uint32_t draw(uint64_t *state) {
    uint32_t kind = below(state, 8), r = below(state, UINT32_C(1) << 31);
    uint32_t n;
    switch (kind) {
    case 0: return 'a' + r % 26;
    case 1: n = N(nfc_composed); return nfc_composed[r % n][r / n % 3];
    case 2: n = N(nfc_excluded); return nfc_excluded[r % n][r / n % 3];
    case 3: n = N(nfc_runs); return nfc_runs[r % n][0] + r / n % nfc_runs[r % n][1];
    case 4:
        n = N(nfc_classes);
        return nfc_classes[r % n][0] + r / n % nfc_classes[r % n][1];
    case 5: return 0xAC00 + r % (19 * 21 * 28);
    case 6:
        return r % 3 == 0   ? 0x1100 + r / 3 % 19
               : r % 3 == 1 ? 0x1161 + r / 3 % 21
                            : 0x11A7 + r / 3 % 28;
    default: return 0x300 + r % 16;
    }
}

TEST(test_sum) {
    uint64_t chance = 1, sum = UINT64_C(0xCBF29CE484222325);
    for (int i = 0; i < TEXTS; i++) {
        struct nfc nfc = {.n = 0}, again = {.n = 0};
        for (uint32_t n = 1 + below(&chance, 8); n > 0; n--) {
            assert_true(nfc_add(&nfc, draw(&chance)));
        }
        nfc_compose(&nfc);
        for (size_t at = 0; at < nfc.n; at++) {
            sum = (sum ^ nfc.point[at]) * UINT64_C(0x100000001B3);
            assert_true(nfc_add(&again, nfc.point[at]));
        }
        sum *= UINT64_C(0x100000001B3);
        nfc_compose(&again); /* what is composed stays the same */
        assert_int_equal(again.n, nfc.n);
        assert_memory_equal(again.point, nfc.point, nfc.n * sizeof nfc.point[0]);
    }
    if (sum != SUM) {
        fail_msg("the sum is 0x%016llX", (unsigned long long)sum);
    }
}

/* --- opaque --- */

/* The form of passwords and of the words of rooms. */

static const struct opaque_row {
    const char *name, *text, *form;
} opaque_rows[] = {
    {"as it is", "seven herons", "seven herons"},
    {"case stays", "Seven HERONS", "Seven HERONS"},
    {"blanks inside stay as many", "a  b", "a  b"},
    {"blanks at the ends", " \t a b \t", "a b"},
    {"a tab", "a\tb", "a b"},
    {"no-break space",
     "\xc2\xa0"
     "a\xc2\xa0z\xc2\xa0",
     "a z"},
    {"Ogham space mark", "a\xe1\x9a\x80z", "a z"},
    {"en quad to hair space", "a\xe2\x80\x80\xe2\x80\x8az", "a  z"},
    {"narrow and mathematical", "a\xe2\x80\xaf\xe2\x81\x9fz", "a  z"},
    {"ideographic space", "\xe3\x80\x80q\xe3\x80\x80z", "q z"},
    {"composed", "Gru\xcc\x88\xc3\x9fz", "Gr\xc3\xbc\xc3\x9fz"},
    {"wide letters stay wide", "\xef\xbc\xa1", "\xef\xbc\xa1"},
    {"control characters", "a\x07z\x7f", "az"},
    {"a mark behind an invisible character", "u\xe2\x80\x8b\xcc\x88", "\xc3\xbc"},
    {"only blanks", " \t\xc2\xa0", NULL},
    {"only invisible ones", "\xe2\x80\x8b\xef\xbb\xbf", NULL},
    {"nothing", "", NULL},
};

TEST_ROWS(opaque_rows) {
    const struct opaque_row *row = table_row(state);
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
    assert_true(opaque_prepare(" u\xcc\x88z ", form, sizeof form));
    assert_string_equal(form, "\xc3\xbcz");
    assert_false(opaque_prepare("\xc3\xbczz", form, sizeof form));
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
