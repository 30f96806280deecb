/* tafl: a transposition table, with the results of searches by Zobrist key. */
#ifndef ALEA_ENGINE_TAFL_TABLE_H
#define ALEA_ENGINE_TAFL_TABLE_H

#include <stddef.h>

#include "rules/tafl/tafl.h"

enum tafl_bound { TAFL_NOTHING, TAFL_EXACT, TAFL_AT_LEAST, TAFL_AT_MOST };

/* What a search found: the value for the side to move, and the best move. */
struct tafl_known {
    uint32_t key; /* upper half of the key; the lower half is the index in the table */
    uint16_t from, to;
    int16_t value;
    uint8_t plies; /* depth of the search that found it */
    uint8_t bound; /* enum tafl_bound */
    uint32_t age;  /* number of that search */
};

struct tafl_table {
    struct tafl_known *known; /* owned */
    uint64_t mask;            /* entries - 1 */
    uint32_t age;
    uint64_t piece[SIDE_COUNT][TAFL_LINES * TAFL_RANK_STEP];
    uint64_t king[TAFL_LINES * TAFL_RANK_STEP];
    uint64_t turn;
};

/* A table of at most this many bytes, but at least 1,024 entries. */
void tafl_table_init(struct tafl_table *table, size_t bytes);
void tafl_table_fini(struct tafl_table *table);

/* The Zobrist key of a position. */
uint64_t tafl_table_key(const struct tafl_table *table, const struct tafl *t,
                        enum side turn);
/* The key after a move of `side`, from the key before it.  t: the board after it. */
uint64_t tafl_table_key_after(const struct tafl_table *table, uint64_t key,
                              const struct tafl *t, enum side side, const struct move *m,
                              const struct tafl_undo *undo);

/* Looks a position up.  False: it is not there. */
bool tafl_table_find(const struct tafl_table *table, uint64_t key,
                     struct tafl_known *known);
/* Stores a result, unless the entry has a deeper one of the same search.  Sets key and
 * age of *known. */
void tafl_table_keep(struct tafl_table *table, uint64_t key,
                     const struct tafl_known *known);

#endif
