/* A hash table of objects.  The hash is keyed (SipHash), so that outsiders cannot choose
 * names that collide.  Several objects may have the same hash: callers must compare. */
#ifndef ALEA_SERVER_BASE_INDEX_H
#define ALEA_SERVER_BASE_INDEX_H

#include <stddef.h>
#include <stdint.h>

#define INDEX_KEY_BYTES 16

struct index {
    uint8_t key[INDEX_KEY_BYTES]; /* must be random if peers choose what is hashed */
    struct index_slot {
        uint64_t hash;
        void *object; /* borrowed; NULL: free */
    } * slot;
    uint32_t n_slots; /* allocated: 0 or a power of two */
    uint32_t n_used;
};

/* An index is empty when zeroed, except its key.  index_fini frees the table, but not the
 * objects. */
void index_fini(struct index *index);
/* The hash of len bytes. */
uint64_t index_hash(const struct index *index, const void *bytes, size_t len);
/* The hash of the key (name_fold) of a name or an address: the same for all spellings. */
uint64_t index_hash_word(const struct index *index, const char *word);
void index_add(struct index *index, uint64_t hash, void *object);
/* Removes an object, which must have been added with this hash. */
void index_remove(struct index *index, uint64_t hash, const void *object);
/* The next object with this hash; NULL: no more.  *at is 0 for the first call.  Do not
 * add or remove objects between the calls. */
void *index_next(const struct index *index, uint64_t hash, uint32_t *at);

#endif
