/* The composed form of texts.  tests/reference/nfc.py computes the same sum with Python's
 * database. */
#include <stdio.h>
#include <string.h>

#include "tests/unit/test.h"

#include "proto/nfc.h"
#include "proto/nfc_table.h"
#include "proto/utf8.h"

#define N(array) (sizeof(array) / sizeof(array)[0])

/* --- one by one --- */

#define POINTS_MAX 8

static const struct row {
    const char *name;
    uint32_t text[POINTS_MAX], expected[POINTS_MAX]; /* end with 0 */
} rows[] = {
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

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
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
