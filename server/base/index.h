/* Finds objects by a hash of their keys.  Hashes are keyed (SipHash), so that nobody
 * outside can choose names that all meet in one place.  Several objects may have the same
 * key: whoever looks compares. */
#ifndef ALEA_SERVER_BASE_INDEX_H
#define ALEA_SERVER_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

#define INDEX_KEY_BYTES 16

struct index {
    uint8_t key[INDEX_KEY_BYTES]; /* random, where peers choose what is hashed */
    struct index_slot {
        uint64_t hash;
        void *object; /* borrowed; NULL: free */
    } * slot;
    uint32_t n_slots; /* allocated: 0 or a power of two */
    uint32_t n_used;
};

/* A zeroed struct index, with its key, is empty.  index_fini frees the table, not the
 * objects. */
void index_fini(struct index *index);
/* The hash of len bytes. */
uint64_t index_hash(const struct index *index, const void *bytes, size_t len);
/* The same of a name or an address, by its key (name.h). */
uint64_t index_hash_word(const struct index *index, const char *word);
void index_add(struct index *index, uint64_t hash, void *object);
/* Takes out an object that is there under this hash. */
void index_remove(struct index *index, uint64_t hash, const void *object);
/* The next object with this hash: *at is 0 at first, and moves.  NULL: no more.  Nothing
 * may be added or removed meanwhile. */
void *index_next(const struct index *index, uint64_t hash, uint32_t *at);

#endif
