/* Our HMAC-SHA256 agrees with libsodium's, and throws are the same before and after
 * fair_begin. */
#include "fair/hmac.h"

#include <sodium.h>
#include <string.h>

#include "tests/unit/test.h"

#include "fair/fair.h"
#include "tests/unit/random.h"

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
