#include "server/limits/address_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

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
