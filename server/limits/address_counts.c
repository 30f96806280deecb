#include "server/limits/address_counts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static struct address_count *find(const struct address_counts *address_counts,
                                  uint64_t hash, const char *address) {
    uint32_t at = 0;
    struct address_count *address_count;
    do {
        address_count = index_next(&address_counts->index, hash, &at);
    } while (address_count != NULL && strcmp(address_count->address, address) != 0);
    return address_count;
}

struct address_count *address_counts_enter(struct address_counts *address_counts,
                                           const char *address, enum address_part part) {
    uint64_t hash = index_hash_word(&address_counts->index, address);
    struct address_count *address_count = find(address_counts, hash, address);
    if (address_count == NULL) {
        size_t size = strlen(address) + 1;
        address_count = mem_new(1, sizeof *address_count + size);
        memcpy(address_count->address, address, size);
        index_add(&address_counts->index, hash, address_count);
    }
    address_count->n[part]++;
    return address_count;
}

void address_counts_leave(struct address_counts *address_counts,
                          struct address_count *address_count, enum address_part part) {
    if (address_count == NULL) {
        return;
    }
    assert(address_count->n[part] > 0);
    address_count->n[part]--;
    for (int i = 0; i < ADDRESS_PART_COUNT; i++) {
        if (address_count->n[i] > 0) {
            return;
        }
    }
    index_remove(&address_counts->index,
                 index_hash_word(&address_counts->index, address_count->address),
                 address_count);
    free(address_count);
}
