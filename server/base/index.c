#include "server/base/index.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"

_Static_assert(INDEX_KEY_BYTES == crypto_shorthash_KEYBYTES, "the key of a hash");
_Static_assert(crypto_shorthash_BYTES == sizeof(uint64_t), "the hash is a number");

/* Longer words are cut before they are hashed; names and addresses are shorter. */
#define WORD_BYTES 64

/* Open addressing, linear probing: an object is in the slot of its hash, or after it
 * without a gap. */

void index_fini(struct index *index) {
    free(index->slot);
    *index = (struct index){.n_used = 0};
}

uint64_t index_hash(const struct index *index, const void *bytes, size_t len) {
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, bytes, len, index->key);
    return hash;
}

uint64_t index_hash_word(const struct index *index, const char *word) {
    char key[WORD_BYTES];
    name_fold(word, key, sizeof key);
    return index_hash(index, key, strlen(key));
}

static uint32_t after(const struct index *index, uint32_t i) {
    return (i + 1) & (index->n_slots - 1);
}

static uint32_t home(const struct index *index, uint64_t hash) {
    return (uint32_t)hash & (index->n_slots - 1);
}

static void put(struct index *index, struct index_slot slot) {
    uint32_t i = home(index, slot.hash);
    while (index->slot[i].object != NULL) {
        i = after(index, i);
    }
    index->slot[i] = slot;
}

/* Resizes the table; the size is a power of two. */
static void resize(struct index *index, uint32_t n_slots) {
    struct index_slot *old = index->slot;
    uint32_t n_old = index->n_slots;
    index->slot = mem_new(n_slots, sizeof *index->slot);
    index->n_slots = n_slots;
    for (uint32_t i = 0; i < n_old; i++) {
        if (old[i].object != NULL) {
            put(index, old[i]);
        }
    }
    free(old);
}

/* At most three quarters are used, which keeps probes short. */
void index_add(struct index *index, uint64_t hash, void *object) {
    assert(object != NULL && index->n_used < UINT32_MAX / 8);
    if (index->n_slots == 0) {
        resize(index, 16);
    } else if (index->n_used + 1 > index->n_slots / 4 * 3) {
        resize(index, index->n_slots * 2);
    }
    put(index, (struct index_slot){hash, object});
    index->n_used++;
}

/* Moves objects into the new gap that could no longer be found behind it. */
static void close_gap(struct index *index, uint32_t gap) {
    uint32_t mask = index->n_slots - 1;
    for (uint32_t i = after(index, gap); index->slot[i].object != NULL;
         i = after(index, i)) {
        uint32_t way = (i - home(index, index->slot[i].hash)) & mask;
        if (way >= ((i - gap) & mask)) {
            index->slot[gap] = index->slot[i];
            gap = i;
        }
    }
    index->slot[gap] = (struct index_slot){.object = NULL};
}

void index_remove(struct index *index, uint64_t hash, const void *object) {
    assert(index->n_used > 0);
    uint32_t i = home(index, hash);
    while (index->slot[i].object != object) {
        assert(index->slot[i].object != NULL);
        i = after(index, i);
    }
    close_gap(index, i);
    index->n_used--;
    if (index->n_slots > 16 && index->n_used < index->n_slots / 8) {
        resize(index, index->n_slots / 2);
    }
}

void *index_next(const struct index *index, uint64_t hash, uint32_t *at) {
    while (*at < index->n_slots) {
        const struct index_slot *slot =
            &index->slot[(home(index, hash) + (*at)++) & (index->n_slots - 1)];
        if (slot->object == NULL) {
            return NULL;
        }
        if (slot->hash == hash) {
            return slot->object;
        }
    }
    return NULL;
}
