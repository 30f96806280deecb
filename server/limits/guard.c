#include "server/limits/guard.h"

#include <sodium.h>
#include <string.h>

#include "proto/name.h"
#include "server/base/address.h"

_Static_assert(GUARD_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of a hash");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "the hash is a number");

#define TEXT_BYTES ((size_t)2 * ADDRESS_BYTES)

/* Appends the key of a word (name.h), as far as there is room.  Returns the length then.
 */
static size_t put_word(unsigned char *text, size_t len, const char *word) {
    char key[ADDRESS_BYTES];
    name_fold(word, key, sizeof key);
    for (const char *at = key; *at != '\0' && len < TEXT_BYTES; at++) {
        text[len++] = (unsigned char)*at;
    }
    return len;
}

static uint64_t hash_text(const struct guard *guard, const unsigned char *text,
                          size_t len) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, text, len, guard->key);
    return hash;
}

struct rate *guard_bucket(struct guard *guard, enum guarded what, const char *who) {
    unsigned char text[TEXT_BYTES];
    uint64_t hash = hash_text(guard, text, put_word(text, 0, who));
    return &guard->bucket[what][hash % GUARD_BUCKETS];
}

uint64_t guard_pair(const struct guard *guard, const char *name, const char *network) {
    unsigned char text[TEXT_BYTES];
    size_t len = put_word(text, put_word(text, 0, network), "\n");
    uint64_t pair = hash_text(guard, text, put_word(text, len, name));
    return pair != 0 ? pair : 1;
}

void guard_miss(struct guard *guard, uint64_t pair, uint64_t now_ms) {
    guard->mark[pair % GUARD_MARKS] = (struct guard_mark){pair, now_ms};
}

int64_t guard_missed(const struct guard *guard, uint64_t pair, uint64_t period_ms,
                     uint64_t now_ms) {
    const struct guard_mark *mark = &guard->mark[pair % GUARD_MARKS];
    uint64_t passed_ms = now_ms - mark->at_ms;
    return mark->pair == pair && passed_ms < period_ms ? (int64_t)(period_ms - passed_ms)
                                                       : 0;
}

void guard_add_home(struct guard *guard, uint64_t pair) {
    struct guard_mark *mark = &guard->mark[pair % GUARD_MARKS];
    struct guard_home *home = &guard->home[pair % GUARD_HOMES];
    if (mark->pair == pair) {
        *mark = (struct guard_mark){.pair = 0};
    }
    if (home->pair != pair) {
        *home = (struct guard_home){.pair = pair};
    }
}

struct rate *guard_home(struct guard *guard, uint64_t pair) {
    struct guard_home *home = &guard->home[pair % GUARD_HOMES];
    return home->pair == pair ? &home->wrong : NULL;
}

int64_t guard_take(struct guard *guard, enum guarded what, const char *who,
                   const struct rate_rule *rule, uint64_t now_ms) {
    return rate_take(guard_bucket(guard, what, who), rule, 1, now_ms);
}

void guard_give_back(struct guard *guard, enum guarded what, const char *who,
                     const struct rate_rule *rule) {
    rate_give_back(guard_bucket(guard, what, who), rule, 1);
}
