/* The test vectors of docs/fairness.md, and valid nonces, seals and secrets. */
#include "fair/fair.h"

#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#define N_OF(array) (sizeof(array) / sizeof(array)[0])

#define NONCE_64 "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* The secret 000102...1f. */
static struct fair vector_fair(void) {
    struct fair fair = {.game_id = "g42", .nonce = {"alice", "bob"}};
    for (uint8_t i = 0; i < FAIR_SECRET_BYTES; i++) {
        fair.secret[i] = i;
    }
    return fair;
}

/* --- throws --- */

/* Made-up dice: each byte below 255 is a face. */
static const struct dice_kind dice_bytes = {.n_dice = 3, .lowest = 0, .n_faces = 255};
/* Made-up dice that skip half of all bytes, so that some throws need a second block. */
static const struct dice_kind dice_wasteful = {.n_dice = 3, .lowest = 1, .n_faces = 129};

/* Not const because cmocka's state is not; the tests do not change it. */
static struct throw_row {
    const char *name;
    const struct dice_kind *kind;
    uint32_t k;
    uint8_t faces[DICE_MAX];
} throw_rows[] = {
    {"three two-faced dice", &dice_three_binary, 0, {1, 1, 1}},
    {"two six-sided dice", &dice_two_six, 0, {2, 2}},
    {"three six-sided dice", &dice_three_six, 0, {2, 2, 4}},
    {"a byte of 252 is skipped", &dice_three_six, 5, {6, 3, 3}},
    {"a byte of 252 is a face of a two-faced die", &dice_three_binary, 5, {1, 0, 0}},
    {"the bytes of throw 0", &dice_bytes, 0, {0xaf, 0x5b, 0x57}},
    {"the bytes of throw 5", &dice_bytes, 5, {0x05, 0x6e, 0xfc}},
    {"the last number of a throw", &dice_bytes, UINT32_MAX, {0xa5, 0xb7, 0x9b}},
};

static void test_throw(void **state) {
    const struct throw_row *row = *state;
    struct fair fair = vector_fair();
    for (int i = 0; i < 3; i++) {
        uint8_t faces[DICE_MAX] = {0};
        fair_throw(&fair, row->kind, row->k, faces);
        assert_memory_equal(faces, row->faces, sizeof faces);
        fair_begin(&fair); /* changes nothing */
    }
}

static struct start_row {
    const char *name;
    const struct dice_kind *kind;
    uint32_t k;
    uint8_t faces[SIDE_COUNT][DICE_MAX];
} start_rows[] = {
    {"start: stelpur, black begins", &dice_two_six, 0, {{2, 2}, {4, 2}}},
    {"start: one stream, white first",
     &dice_bytes,
     0,
     {{0xaf, 0x5b, 0x57}, {0x4f, 0x13, 0x92}}},
    {"start: the last die is from B(1)",
     &dice_wasteful,
     5558,
     {{81, 83, 119}, {35, 129, 74}}},
    {"start: two dice are from B(1)",
     &dice_wasteful,
     269748,
     {{24, 12, 123}, {31, 24, 75}}},
};

static void test_start(void **state) {
    const struct start_row *row = *state;
    struct fair fair = vector_fair();
    for (int i = 0; i < 3; i++) {
        uint8_t faces[SIDE_COUNT][DICE_MAX] = {{0}};
        fair_start_throw(&fair, row->kind, row->k, faces);
        assert_memory_equal(faces, row->faces, sizeof faces);
        fair_begin(&fair);
    }
}

static void test_longest_message(void **state) {
    struct fair fair = vector_fair();
    fair.game_id = "0123456789abcdef0123456789abcdef";
    fair.nonce[SIDE_WHITE] = fair.nonce[SIDE_BLACK] = NONCE_64;
    uint8_t faces[DICE_MAX];
    fair_begin(&fair);
    assert_null(fair.game_id); /* it no longer borrows its strings */
    assert_null(fair.nonce[SIDE_WHITE]);
    assert_null(fair.nonce[SIDE_BLACK]);
    fair_throw(&fair, &dice_bytes, UINT32_MAX, faces);
    assert_memory_equal(faces, ((const uint8_t[]){0xb8, 0x63, 0x70}), 3);
}

static void test_empty_nonces(void **state) {
    struct fair fair = vector_fair();
    fair.nonce[SIDE_WHITE] = fair.nonce[SIDE_BLACK] = "";
    uint8_t faces[DICE_MAX];
    fair_throw(&fair, &dice_bytes, 0, faces);
    assert_memory_equal(faces, ((const uint8_t[]){0x72, 0xea, 0xd6}), 3);
}

/* --- commitment, seal, hex --- */

static void test_commitment(void **state) {
    struct fair fair = vector_fair();
    char hex[FAIR_HEX_BYTES];
    fair_commitment(fair.secret, hex);
    assert_string_equal(
        hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

static void test_seal(void **state) {
    char hex[FAIR_HEX_BYTES];
    fair_seal("", hex);
    assert_string_equal(
        hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    fair_seal("alice", hex);
    assert_string_equal(
        hex, "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90");
}

static void test_secret_hex(void **state) {
    struct fair fair = vector_fair();
    char hex[FAIR_HEX_BYTES];
    fair_secret_to_hex(fair.secret, hex);
    assert_string_equal(
        hex, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    uint8_t secret[FAIR_SECRET_BYTES] = {0};
    assert_true(fair_secret_from_hex(hex, secret));
    assert_memory_equal(secret, fair.secret, sizeof secret);
}

static void test_bad_secret_is_untouched(void **state) {
    uint8_t secret[FAIR_SECRET_BYTES], before[FAIR_SECRET_BYTES];
    memset(secret, 7, sizeof secret);
    memcpy(before, secret, sizeof before);
    assert_false(fair_secret_from_hex("", secret));
    assert_false(fair_secret_from_hex(NONCE_64 "00", secret));
    assert_false(fair_secret_from_hex("0123", secret));
    assert_memory_equal(secret, before, sizeof secret);
}

static struct text_row {
    const char *name;
    bool (*is)(const char *text, size_t len);
    bool answer;
    const char *text;
} text_rows[] = {
    {"nonce: empty", fair_is_nonce, true, ""},
    {"nonce: a word", fair_is_nonce, true, "lucky-7!~"},
    {"nonce: 64 characters", fair_is_nonce, true, NONCE_64},
    {"nonce: 65 characters", fair_is_nonce, false, NONCE_64 "x"},
    {"nonce: space", fair_is_nonce, false, "two words"},
    {"nonce: colon", fair_is_nonce, false, "a:b"},
    {"nonce: control character", fair_is_nonce, false, "a\tb"},
    {"nonce: DEL", fair_is_nonce, false, "a\x7f"},
    {"nonce: not ASCII", fair_is_nonce, false, "\xc3\xa9"},
    {"hex: 64 digits", fair_is_hex, true, NONCE_64},
    {"hex: empty", fair_is_hex, false, ""},
    {"hex: 65 digits", fair_is_hex, false, NONCE_64 "0"},
    {"hex: capitals", fair_is_hex, false,
     "0123456789ABCDEF0123456789abcdef0123456789abcdef0123456789abcdef"},
    {"hex: g", fair_is_hex, false,
     "0123456789abcdeg0123456789abcdef0123456789abcdef0123456789abcdef"},
    {"hex: /", fair_is_hex, false,
     "0123456789abcde/0123456789abcdef0123456789abcdef0123456789abcdef"},
    {"hex: :", fair_is_hex, false,
     "0123456789abcde:0123456789abcdef0123456789abcdef0123456789abcdef"},
    {"hex: `", fair_is_hex, false,
     "0123456789abcde`0123456789abcdef0123456789abcdef0123456789abcdef"},
};

static void test_text(void **state) {
    const struct text_row *row = *state;
    assert_int_equal(row->is(row->text, strlen(row->text)), row->answer);
}

int main(void) {
    static const struct CMUnitTest fixed[] = {
        cmocka_unit_test(test_longest_message),
        cmocka_unit_test(test_empty_nonces),
        cmocka_unit_test(test_commitment),
        cmocka_unit_test(test_seal),
        cmocka_unit_test(test_secret_hex),
        cmocka_unit_test(test_bad_secret_is_untouched),
    };
    struct CMUnitTest
        tests[N_OF(fixed) + N_OF(throw_rows) + N_OF(start_rows) + N_OF(text_rows)];
    memcpy(tests, fixed, sizeof fixed);
    struct CMUnitTest *next = tests + N_OF(fixed);
    for (size_t i = 0; i < N_OF(throw_rows); i++) {
        *next++ = (struct CMUnitTest){.name = throw_rows[i].name,
                                      .test_func = test_throw,
                                      .initial_state = &throw_rows[i]};
    }
    for (size_t i = 0; i < N_OF(start_rows); i++) {
        *next++ = (struct CMUnitTest){.name = start_rows[i].name,
                                      .test_func = test_start,
                                      .initial_state = &start_rows[i]};
    }
    for (size_t i = 0; i < N_OF(text_rows); i++) {
        *next++ = (struct CMUnitTest){.name = text_rows[i].name,
                                      .test_func = test_text,
                                      .initial_state = &text_rows[i]};
    }
    return cmocka_run_group_tests_name("fair", tests, NULL, NULL);
}
