/* The test vectors of docs/fairness.md, and valid nonces, seals and secrets. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "fair/fair.h"
#include "fair/hmac.h"

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

TEST_ROWS(throw_rows) {
    const struct throw_row *row = table_row(state);
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

TEST_ROWS(start_rows) {
    const struct start_row *row = table_row(state);
    struct fair fair = vector_fair();
    for (int i = 0; i < 3; i++) {
        uint8_t faces[SIDE_COUNT][DICE_MAX] = {{0}};
        fair_start_throw(&fair, row->kind, row->k, faces);
        assert_memory_equal(faces, row->faces, sizeof faces);
        fair_begin(&fair);
    }
}

TEST(test_longest_message) {
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

TEST(test_empty_nonces) {
    struct fair fair = vector_fair();
    fair.nonce[SIDE_WHITE] = fair.nonce[SIDE_BLACK] = "";
    uint8_t faces[DICE_MAX];
    fair_throw(&fair, &dice_bytes, 0, faces);
    assert_memory_equal(faces, ((const uint8_t[]){0x72, 0xea, 0xd6}), 3);
}

/* --- commitment, seal, hex --- */

TEST(test_commitment) {
    struct fair fair = vector_fair();
    char hex[FAIR_HEX_BYTES];
    fair_commitment(fair.secret, hex);
    assert_string_equal(
        hex, "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
}

TEST(test_seal) {
    char hex[FAIR_HEX_BYTES];
    fair_seal("", hex);
    assert_string_equal(
        hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    fair_seal("alice", hex);
    assert_string_equal(
        hex, "2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90");
}

TEST(test_secret_hex) {
    struct fair fair = vector_fair();
    char hex[FAIR_HEX_BYTES];
    fair_secret_to_hex(fair.secret, hex);
    assert_string_equal(
        hex, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
    uint8_t secret[FAIR_SECRET_BYTES] = {0};
    assert_true(fair_secret_from_hex(hex, secret));
    assert_memory_equal(secret, fair.secret, sizeof secret);
}

TEST(test_bad_secret) {
    uint8_t secret[FAIR_SECRET_BYTES];
    assert_false(fair_secret_from_hex("", secret));
    assert_false(fair_secret_from_hex(NONCE_64 "00", secret));
    assert_false(fair_secret_from_hex("0123", secret));
    assert_false(fair_secret_from_hex(
        "0123456789abcdeg0123456789abcdef0123456789abcdef0123456789abcdef", secret));
}

/* --- hmac --- */

/* Our HMAC-SHA256 agrees with libsodium's, and throws are the same before and after
 * fair_begin. */

#define LONGEST 300

static void fill(uint64_t *random, uint8_t *bytes, size_t n) {
    for (size_t i = 0; i < n; i++) {
        bytes[i] = (uint8_t)random_next(random);
    }
}

/* Adds a message in up to two parts. */
static void check(const uint8_t key[HMAC_KEY_BYTES], const uint8_t *message, size_t n,
                  size_t first) {
    uint8_t ours[HMAC_BYTES], theirs[crypto_auth_hmacsha256_BYTES];
    struct hmac hmac;
    const struct hmac none = {.len = 0};
    hmac_begin(&hmac, key);
    hmac_add(&hmac, message, first);
    hmac_add(&hmac, message + first, n - first);
    hmac_end(&hmac, ours);
    assert_memory_equal(&hmac, &none, sizeof hmac); /* wiped */
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, HMAC_KEY_BYTES);
    crypto_auth_hmacsha256_update(&state, message, n);
    crypto_auth_hmacsha256_final(&state, theirs);
    assert_memory_equal(ours, theirs, sizeof ours);
}

TEST(test_all_lengths) {
    uint64_t random = random_seed();
    uint8_t key[HMAC_KEY_BYTES], message[LONGEST];
    for (int round = 0; round < 20; round++) {
        for (size_t n = 0; n <= LONGEST; n++) {
            fill(&random, key, sizeof key);
            fill(&random, message, n);
            check(key, message, n, random_below(&random, (unsigned)n + 1));
        }
    }
}

TEST(test_all_parts) {
    uint64_t random = random_seed();
    uint8_t key[HMAC_KEY_BYTES], message[130];
    fill(&random, key, sizeof key);
    fill(&random, message, sizeof message);
    for (size_t n = 0; n <= sizeof message; n++) {
        for (size_t first = 0; first <= n; first++) {
            check(key, message, n, first);
        }
    }
}

static const char *nonce(uint64_t *random, char text[static FAIR_NONCE_BYTES]) {
    size_t n = random_below(random, FAIR_NONCE_BYTES);
    for (size_t i = 0; i < n; i++) {
        text[i] = (char)('a' + random_below(random, 26));
    }
    text[n] = '\0';
    return text;
}

TEST(test_throws) {
    static const struct dice_kind kind = {.n_dice = 3, .lowest = 0, .n_faces = 129};
    uint64_t random = random_seed();
    for (int round = 0; round < 2000; round++) {
        char game_id[FAIR_NONCE_BYTES], white[FAIR_NONCE_BYTES], black[FAIR_NONCE_BYTES];
        struct fair fair = {.game_id = nonce(&random, game_id)};
        game_id[FAIR_GAME_ID_BYTES - 1] = '\0';
        fair.nonce[SIDE_WHITE] = nonce(&random, white);
        fair.nonce[SIDE_BLACK] = nonce(&random, black);
        fill(&random, fair.secret, sizeof fair.secret);
        struct fair begun = fair;
        fair_begin(&begun);
        uint32_t k = (uint32_t)(random_next(&random) >> random_below(&random, 64));
        uint8_t faces[2][SIDE_COUNT][DICE_MAX] = {{{0}}};
        fair_start_throw(&fair, &kind, k, faces[0]);
        fair_start_throw(&begun, &kind, k, faces[1]);
        assert_memory_equal(faces[0], faces[1], sizeof faces[0]);
    }
}
