#include "server/guard.h"

#include <sodium.h>
#include <string.h>

#include "server/room.h"

_Static_assert(GUARD_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of a hash");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "the hash is a number");

struct rate *guard_bucket(struct guard *guard, enum guarded what, const char *who) {
    unsigned char text[ADDRESS_BYTES];
    size_t len = 0;
    for (; *who != '\0' && len < sizeof text; who++) {
        text[len++] =
            (unsigned char)(*who >= 'A' && *who <= 'Z' ? *who - 'A' + 'a' : *who);
    }
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, text, len, guard->key);
    return &guard->bucket[what][hash % GUARD_BUCKETS];
}

int64_t guard_take(struct guard *guard, enum guarded what, const char *who,
                   const struct rate_rule *rule, uint64_t now_ms) {
    return rate_take(guard_bucket(guard, what, who), rule, 1, now_ms);
}

void guard_give_back(struct guard *guard, enum guarded what, const char *who,
                     const struct rate_rule *rule) {
    rate_give_back(guard_bucket(guard, what, who), rule, 1);
}
