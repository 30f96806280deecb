#include "engine/tafl/tafl_order.h"

#include <string.h>

/* The first moves are picked, the others sorted: often one of the first cuts. */
#define PICKED 4

/* Squares as bits of files by rank, and one rank around the board. */
struct squares {
    uint32_t rank[TAFL_LINES];
};

/* --- captures --- */

/* The squares against which this side captures a piece. */
static struct squares hostile_to(const struct tafl *t, enum side side) {
    struct squares hostile;
    memcpy(hostile.rank, t->rank[side], sizeof hostile.rank);
    if (side == SIDE_WHITE && (t->rules & TAFL_ARMED) == 0) {
        hostile.rank[tafl_rank(t->king)] &= ~tafl_bit(tafl_file(t->king));
    }
    for (unsigned rank = 1; rank <= t->size; rank++) {
        hostile.rank[rank] |= tafl_corners(t, rank) | tafl_camps(t, rank);
    }
    unsigned middle = (t->size + 1U) / 2;
    unsigned throne = tafl_square(middle, middle);
    if (tafl_is_hostile(t, side, throne)) {
        hostile.rank[middle] |= tafl_bit(middle);
    }
    return hostile;
}

/* Adds the edge's squares beside an enemy there, from which a shieldwall is closed. */
static void add_walls(struct squares *squares, const struct tafl *t,
                      const uint32_t *enemy) {
    uint32_t edges = tafl_bit(1) | tafl_bit(t->size);
    for (unsigned rank = 1; rank <= t->size; rank++) {
        squares->rank[rank] |= edges & (enemy[rank - 1] | enemy[rank + 1]);
        if (rank == 1 || rank == t->size) {
            squares->rank[rank] |= enemy[rank] << 1 | enemy[rank] >> 1;
        }
    }
}

/* Adds the squares next to a piece. */
static void add_around(struct squares *squares, unsigned square) {
    unsigned rank = tafl_rank(square);
    uint32_t bit = tafl_bit(tafl_file(square));
    squares->rank[rank] |= bit << 1 | bit >> 1;
    squares->rank[rank - 1] |= bit;
    squares->rank[rank + 1] |= bit;
}

/* The squares where a piece of this side may capture something: next to an enemy with a
 * hostile square beyond, or, for black, next to the king or a companion.  Playing the
 * move tells whether it does. */
static struct squares find_captures(const struct tafl *t, enum side side) {
    struct squares to = {{0}}, hostile = hostile_to(t, side);
    const uint32_t *enemy = t->rank[side_other(side)];
    for (unsigned rank = 1; rank <= t->size; rank++) {
        uint32_t here = (enemy[rank] & hostile.rank[rank] >> 1) >> 1 |
                        (enemy[rank] & hostile.rank[rank] << 1) << 1;
        if (rank >= 2) {
            here |= enemy[rank - 1] & hostile.rank[rank - 2];
        }
        if (rank < t->size) {
            here |= enemy[rank + 1] & hostile.rank[rank + 2];
        }
        to.rank[rank] = here;
    }
    if ((t->rules & TAFL_WALLS) != 0) {
        add_walls(&to, t, enemy);
    }
    if (side == SIDE_BLACK) {
        add_around(&to, t->king);
        static const int step[] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};
        for (unsigned i = 0; i < 4 && (t->rules & TAFL_COMPANION) != 0; i++) {
            unsigned next = (unsigned)((int)t->king + step[i]);
            if (tafl_has(t, SIDE_WHITE, next)) {
                add_around(&to, next);
            }
        }
    }
    return to;
}

/* How many pieces a move captures; the king counts for many, and so does its escape. */
static int count_captured(struct tafl *t, enum side side, const struct move *m) {
    struct tafl_undo undo;
    tafl_make(t, side, m, &undo);
    int n = t->king == 0 ? 100 : undo.n;
    tafl_unmake(t, side, m, &undo);
    return n;
}

/* --- ranks --- */

static unsigned square_number(const struct tafl *t, unsigned square) {
    return (tafl_rank(square) - 1) * t->size + tafl_file(square) - 1;
}

static int32_t *history_of(struct tafl_order *order, const struct tafl *t, enum side side,
                           const struct move *m) {
    return &order->history[side][square_number(t, m->from)][square_number(t, m->to)];
}

bool tafl_is_same_move(const struct move *a, const struct move *b) {
    return a->from == b->from && a->to == b->to;
}

void tafl_order_begin(struct tafl_order *order) {
    memset(order->killer, 0, sizeof order->killer);
}

static int rank_quiet(struct tafl_order *order, const struct tafl *t, enum side side,
                      const struct move *m, unsigned ply) {
    for (int i = 0; i < TAFL_KILLERS; i++) {
        if (tafl_is_same_move(m, &order->killer[ply][i])) {
            return TAFL_RANK_KILLER - i;
        }
    }
    return *history_of(order, t, side, m);
}

/* Whether the king moves to an exit. */
static bool is_exit(const struct tafl_listing *how, const struct move *m) {
    if (m->from != how->board->king) {
        return false;
    }
    unsigned bit = tafl_rank(m->to) == tafl_rank(m->from)
                       ? tafl_file(m->to)
                       : TAFL_RANKS_AT + tafl_rank(m->to);
    return (how->exits >> bit & 1) != 0;
}

size_t tafl_order_rank(struct tafl_order *order, const struct tafl_listing *how,
                       const struct move *list, size_t n, struct tafl_ranked *out) {
    struct squares to = find_captures(how->board, how->side);
    size_t n_kept = 0;
    for (size_t i = 0; i < n; i++) {
        const struct move *m = &list[i];
        int n_captured = 0;
        if ((to.rank[tafl_rank(m->to)] & tafl_bit(tafl_file(m->to))) != 0) {
            n_captured = count_captured(how->board, how->side, m);
        }
        if (n_captured == 0 && how->is_loud && !is_exit(how, m)) {
            continue;
        }
        bool is_known =
            how->known != NULL && m->from == how->known->from && m->to == how->known->to;
        int rank = is_known ? INT32_MAX
                   : n_captured > 0
                       ? TAFL_RANK_CAPTURE + n_captured
                       : rank_quiet(order, how->board, how->side, m, how->ply);
        out[n_kept++] = (struct tafl_ranked){*m, rank};
    }
    return n_kept;
}

/* Sorts by Shell's method: quicker than picking the best again and again where most of
 * some hundred moves are tried. */
static void sort(struct tafl_ranked *move, size_t n) {
    static const size_t gaps[] = {132, 57, 23, 10, 4, 1};
    for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
        size_t gap = gaps[g];
        for (size_t i = gap; i < n; i++) {
            struct tafl_ranked moved = move[i];
            size_t at = i;
            for (; at >= gap && move[at - gap].rank < moved.rank; at -= gap) {
                move[at] = move[at - gap];
            }
            move[at] = moved;
        }
    }
}

void tafl_order_pick(struct tafl_ranked *move, size_t i, size_t n) {
    if (i == PICKED) {
        sort(&move[i], n - i);
    }
    if (i >= PICKED) {
        return;
    }
    size_t best = i;
    for (size_t j = i + 1; j < n; j++) {
        if (move[j].rank > move[best].rank) {
            best = j;
        }
    }
    struct tafl_ranked swap = move[i];
    move[i] = move[best];
    move[best] = swap;
}

void tafl_order_praise(struct tafl_order *order, const struct tafl *t, enum side side,
                       const struct move *m, unsigned ply, int plies) {
    if (!tafl_is_same_move(m, &order->killer[ply][0])) {
        order->killer[ply][1] = order->killer[ply][0];
        order->killer[ply][0] = *m;
    }
    int32_t *history = history_of(order, t, side, m);
    *history += plies * plies;
    if (*history > 1 << 27) {
        *history /= 2;
    }
}
