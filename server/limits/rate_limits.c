#include "server/limits/rate_limits.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"
#include "server/base/address.h"

_Static_assert(RATE_KEY_BYTES == crypto_shorthash_KEYBYTES, "size of the hash key");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "the hash fits a number");

#define TEXT_BYTES ((size_t)2 * ADDRESS_BYTES)

/* Appends a word, folded as names are (name.h), as far as it fits.  Returns the new
 * length. */
static size_t put_word(unsigned char *text, size_t len, const char *word) {
    char key[ADDRESS_BYTES];
    name_fold(word, key, sizeof key);
    for (const char *at = key; *at != '\0' && len < TEXT_BYTES; at++) {
        text[len++] = (unsigned char)*at;
    }
    return len;
}

static uint64_t hash_text(const struct rate_limits *rates, const unsigned char *text,
                          size_t len) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, text, len, rates->key);
    return hash;
}

uint16_t rate_limits_place(const struct rate_limits *rates, const char *who) {
    _Static_assert(RATE_BUCKETS <= UINT16_MAX + 1, "a place fits");
    unsigned char text[TEXT_BYTES];
    return (uint16_t)(hash_text(rates, text, put_word(text, 0, who)) % RATE_BUCKETS);
}

struct rate *rate_limits_bucket(struct rate_limits *rates, enum rate_kind kind,
                                const char *who) {
    return rate_limits_at(rates, kind, rate_limits_place(rates, who));
}

uint64_t rate_limits_pair(const struct rate_limits *rates, const char *name,
                          const char *network) {
    unsigned char text[TEXT_BYTES];
    size_t len = put_word(text, put_word(text, 0, network), "\n");
    uint64_t pair = hash_text(rates, text, put_word(text, len, name));
    return pair != 0 ? pair : 1;
}

void rate_limits_note_failure(struct rate_limits *rates, uint64_t pair, uint64_t now_ms) {
    rates->failed[pair % RATE_FAILED_PAIRS] = (struct failed_pair){pair, now_ms};
}

int64_t rate_limits_failure_wait_ms(const struct rate_limits *rates, uint64_t pair,
                                    uint64_t period_ms, uint64_t now_ms) {
    const struct failed_pair *failed = &rates->failed[pair % RATE_FAILED_PAIRS];
    uint64_t passed_ms = now_ms - failed->at_ms;
    return failed->pair == pair && passed_ms < period_ms
               ? (int64_t)(period_ms - passed_ms)
               : 0;
}

void rate_limits_trust(struct rate_limits *rates, uint64_t pair) {
    struct failed_pair *failed = &rates->failed[pair % RATE_FAILED_PAIRS];
    struct trusted_pair *trusted = &rates->trusted[pair % RATE_TRUSTED_PAIRS];
    if (failed->pair == pair) {
        *failed = (struct failed_pair){.pair = 0};
    }
    if (trusted->pair != pair) {
        *trusted = (struct trusted_pair){.pair = pair};
    }
}

struct rate *rate_limits_trusted_bucket(struct rate_limits *rates, uint64_t pair) {
    struct trusted_pair *trusted = &rates->trusted[pair % RATE_TRUSTED_PAIRS];
    return trusted->pair == pair ? &trusted->wrong : NULL;
}

int64_t rate_limits_take(struct rate_limits *rates, enum rate_kind kind, const char *who,
                         const struct rate_rule *rule, uint64_t now_ms) {
    return rate_take(rate_limits_bucket(rates, kind, who), rule, 1, now_ms);
}

/* --- what an address has open --- */

static struct address_counts *find(const struct address_table *table, uint64_t hash,
                                   const char *address) {
    uint32_t at = 0;
    struct address_counts *counts;
    do {
        counts = index_next(&table->index, hash, &at);
    } while (counts != NULL && strcmp(counts->address, address) != 0);
    return counts;
}

struct address_counts *address_table_add(struct address_table *table, const char *address,
                                         enum address_kind kind) {
    uint64_t hash = index_hash_word(&table->index, address);
    struct address_counts *counts = find(table, hash, address);
    if (counts == NULL) {
        size_t size = strlen(address) + 1;
        counts = mem_new(1, sizeof *counts + size);
        memcpy(counts->address, address, size);
        index_add(&table->index, hash, counts);
    }
    counts->n[kind]++;
    return counts;
}

void address_table_remove(struct address_table *table, struct address_counts *counts,
                          enum address_kind kind) {
    if (counts == NULL) {
        return;
    }
    assert(counts->n[kind] > 0);
    counts->n[kind]--;
    for (int i = 0; i < ADDRESS_KIND_COUNT; i++) {
        if (counts->n[i] > 0) {
            return;
        }
    }
    index_remove(&table->index, index_hash_word(&table->index, counts->address), counts);
    free(counts);
}
