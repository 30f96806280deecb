/* The hash table, compared with a plain list. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "server/base/index.h"

static size_t count(const struct index *index, uint64_t hash, const void *object) {
    size_t n = 0;
    uint32_t at = 0;
    for (const void *o; (o = index_next(index, hash, &at)) != NULL;) {
        n += o == object;
    }
    return n;
}

TEST(test_words_ignore_case) {
    struct index index = {.key = "k"}, other = {.key = "another"};
    assert_int_equal(index_hash_word(&index, "Anna"), index_hash_word(&index, "aNNA"));
    assert_int_not_equal(index_hash_word(&index, "Anna"),
                         index_hash_word(&index, "Annb"));
    /* Without the key, collisions cannot be predicted. */
    assert_int_not_equal(index_hash_word(&index, "Anna"),
                         index_hash_word(&other, "Anna"));
}

TEST(test_empty) {
    struct index index = {.n_used = 0};
    uint32_t at = 0;
    assert_null(index_next(&index, 7, &at));
    index_fini(&index);
}

TEST(test_same_key_twice) {
    struct index index = {.n_used = 0};
    int a, b;
    index_add(&index, 7, &a);
    index_add(&index, 7, &b);
    assert_int_equal(count(&index, 7, &a), 1);
    assert_int_equal(count(&index, 7, &b), 1);
    index_remove(&index, 7, &a);
    assert_int_equal(count(&index, 7, &a), 0);
    assert_int_equal(count(&index, 7, &b), 1);
    index_fini(&index);
}

#define OBJECTS 300

/* Few different hashes, so that many objects collide. */
static uint64_t hash_of(size_t i) {
    return i % 40 * (i % 3 == 0 ? 1 : 16);
}

TEST(test_random) {
    uint64_t rng = random_seed();
    struct index index = {.n_used = 0};
    static char object[OBJECTS];
    bool is_there[OBJECTS] = {false};
    uint32_t n = 0;
    for (int step = 0; step < 4000; step++) {
        bool grows = step / 500 % 2 == 0;
        size_t i = random_below(&rng, OBJECTS);
        if (is_there[i] && (!grows || random_below(&rng, 4) == 0)) {
            index_remove(&index, hash_of(i), &object[i]);
            is_there[i] = false;
            n--;
        } else if (!is_there[i] && (grows || random_below(&rng, 4) == 0)) {
            index_add(&index, hash_of(i), &object[i]);
            is_there[i] = true;
            n++;
        }
        size_t look = random_below(&rng, OBJECTS);
        assert_int_equal(count(&index, hash_of(look), &object[look]), is_there[look]);
        assert_int_equal(index.n_used, n);
    }
    for (size_t i = 0; i < OBJECTS; i++) {
        assert_int_equal(count(&index, hash_of(i), &object[i]), is_there[i]);
        if (is_there[i]) {
            index_remove(&index, hash_of(i), &object[i]);
        }
    }
    assert_int_equal(index.n_slots, 16); /* it has shrunk again */
    index_fini(&index);
}
