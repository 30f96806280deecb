/* tafl: the order in which a search tries moves.
 *
 * First the table's best move, then captures, then the killer moves of the ply, then by
 * history: how often a move was too good for the other side. */
#ifndef ALEA_ENGINE_TAFL_ORDER_H
#define ALEA_ENGINE_TAFL_ORDER_H

#include "engine/tafl/tafl_search.h"
#include "engine/tafl/tafl_table.h"

#define TAFL_SQUARES 361 /* of the largest board */
#define TAFL_KILLERS 2

/* Ranks from here on belong to killers, captures and the table's move. */
#define TAFL_RANK_GOOD    (1 << 28)
#define TAFL_RANK_KILLER  (1 << 29)
#define TAFL_RANK_CAPTURE (1 << 30)

struct tafl_ranked {
    struct move move;
    int rank; /* the higher, the earlier */
};

struct tafl_order {
    int32_t history[SIDE_COUNT][TAFL_SQUARES][TAFL_SQUARES];
    struct move killer[TAFL_PLIES_MAX + 1][TAFL_KILLERS];
};

/* What to rank. */
struct tafl_listing {
    struct tafl *board; /* borrowed; unchanged afterwards */
    enum side side;
    const struct tafl_known *known; /* what the table knows, or NULL */
    unsigned ply;
    bool is_loud;   /* captures only, and the king's moves to exits */
    uint64_t exits; /* as in tafl_paths */
};

/* Whether both go from and to the same squares. */
bool tafl_is_same_move(const struct move *a, const struct move *b);
/* Forgets the killers, which belong to one search. */
void tafl_order_begin(struct tafl_order *order);
/* Ranks the n moves of the list into out, or only the captures.  Returns their number. */
size_t tafl_order_rank(struct tafl_order *order, const struct tafl_listing *how,
                       const struct move *list, size_t n, struct tafl_ranked *out);
/* Brings the best of the moves from i on into place i.  To be called for each i in turn.
 */
void tafl_order_pick(struct tafl_ranked *move, size_t i, size_t n);
/* Remembers that a move was too good for the other side. */
void tafl_order_praise(struct tafl_order *order, const struct tafl *t, enum side side,
                       const struct move *m, unsigned ply, int plies);

#endif
