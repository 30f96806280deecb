#include "server/limits/origin.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static struct origin *find(const struct origins *origins, uint64_t hash,
                           const char *address) {
    uint32_t at = 0;
    struct origin *origin;
    do {
        origin = index_next(&origins->index, hash, &at);
    } while (origin != NULL && strcmp(origin->address, address) != 0);
    return origin;
}

struct origin *origins_enter(struct origins *origins, const char *address,
                             enum origin_part part) {
    uint64_t hash = index_hash_word(&origins->index, address);
    struct origin *origin = find(origins, hash, address);
    if (origin == NULL) {
        size_t size = strlen(address) + 1;
        origin = mem_new(1, sizeof *origin + size);
        memcpy(origin->address, address, size);
        index_add(&origins->index, hash, origin);
    }
    origin->n[part]++;
    return origin;
}

void origins_leave(struct origins *origins, struct origin *origin,
                   enum origin_part part) {
    if (origin == NULL) {
        return;
    }
    assert(origin->n[part] > 0);
    origin->n[part]--;
    for (int i = 0; i < ORIGIN_PART_COUNT; i++) {
        if (origin->n[i] > 0) {
            return;
        }
    }
    index_remove(&origins->index, index_hash_word(&origins->index, origin->address),
                 origin);
    free(origin);
}
