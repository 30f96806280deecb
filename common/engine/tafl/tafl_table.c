#include "engine/tafl/tafl_table.h"

#include <stdlib.h>

#include "engine/splitmix.h"
#include "engine/tafl/tafl_search.h"
#include "mem/mem.h"

#define ENTRIES_MIN 1024

void tafl_table_init(struct tafl_table *table, size_t bytes) {
    size_t n = ENTRIES_MIN;
    while (2 * n * sizeof *table->known <= bytes) {
        n *= 2;
    }
    *table =
        (struct tafl_table){.known = mem_new(n, sizeof *table->known), .mask = n - 1};
    uint64_t state = 0; /* the same keys in every table */
    table->turn = splitmix_next(&state);
    for (size_t i = 0; i < sizeof table->king / sizeof table->king[0]; i++) {
        table->king[i] = splitmix_next(&state);
        table->piece[SIDE_WHITE][i] = splitmix_next(&state);
        table->piece[SIDE_BLACK][i] = splitmix_next(&state);
    }
}

void tafl_table_fini(struct tafl_table *table) {
    free(table->known);
}

uint64_t tafl_table_key(const struct tafl_table *table, const struct tafl *t,
                        enum side turn) {
    uint64_t key = table->king[t->king] ^ (turn == SIDE_BLACK ? table->turn : 0);
    for (int side = 0; side < SIDE_COUNT; side++) {
        for (unsigned rank = 1; rank <= t->size; rank++) {
            for (uint32_t bits = t->rank[side][rank]; bits != 0; bits &= bits - 1) {
                unsigned file = (unsigned)__builtin_ctz(bits);
                key ^= table->piece[side][tafl_square(rank, file)];
            }
        }
    }
    return key;
}

uint64_t tafl_table_key_after(const struct tafl_table *table, uint64_t key,
                              const struct tafl *t, enum side side, const struct move *m,
                              const struct tafl_undo *undo) {
    key ^= table->turn ^ table->piece[side][m->from] ^ table->piece[side][m->to];
    key ^= table->king[undo->king] ^ table->king[t->king];
    for (unsigned i = 0; i < undo->n; i++) {
        key ^= table->piece[side_other(side)][undo->square[i]];
    }
    return key;
}

bool tafl_table_find(const struct tafl_table *table, uint64_t key,
                     struct tafl_known *known) {
    *known = table->known[key & table->mask];
    return known->bound != TAFL_NOTHING && known->key == (uint32_t)(key >> 32);
}

void tafl_table_keep(struct tafl_table *table, uint64_t key,
                     const struct tafl_known *known) {
    struct tafl_known *old = &table->known[key & table->mask];
    bool is_other = old->age != table->age || old->key != (uint32_t)(key >> 32);
    if (is_other || known->plies >= old->plies) {
        *old = *known;
        old->key = (uint32_t)(key >> 32);
        old->age = table->age;
    }
}
