#include "engine/simple/tafl_runner.h"

#include "engine/splitmix.h"
#include "rules/tafl/tafl.h"

/* What a move is worth. */
#define WON     1000000
#define ESCAPES 10000 /* the king can reach a corner next */
#define WAY     100   /* a corner that the king threatens to reach */
#define EDGE    20    /* an edge square in its reach */
#define TAKEN   30    /* a captured piece */
#define LOST    25    /* a piece that can be captured next */
#define CHANCE  5

/* The squares along the edge in the king's reach, and its ways to corners. */
static void count_paths(const struct tafl *t, unsigned *n_edge, unsigned *n_ways) {
    unsigned rank = tafl_rank(t->king), file = tafl_file(t->king);
    *n_edge = *n_ways = 0;
    for (uint64_t reach = tafl_reach(t, t->king); reach != 0; reach &= reach - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(reach);
        unsigned to_rank = bit < TAFL_RANKS_AT ? rank : bit - TAFL_RANKS_AT;
        unsigned to_file = bit < TAFL_RANKS_AT ? bit : file;
        *n_ways += tafl_is_goal(t, tafl_square(to_rank, to_file));
        *n_edge +=
            to_rank == 1 || to_rank == t->size || to_file == 1 || to_file == t->size;
    }
}

/* The most pieces that a move of this side captures; WON: the king. */
static int most_taken(struct tafl *t, enum side side) {
    struct move list[MOVES_MAX];
    size_t n = tafl_list(t, side, list);
    int most = 0;
    for (size_t i = 0; i < n; i++) {
        struct tafl_undo undo;
        tafl_make(t, side, &list[i], &undo);
        int taken = t->king == 0 ? WON : undo.n;
        tafl_unmake(t, side, &list[i], &undo);
        most = taken > most ? taken : most;
    }
    return most;
}

static int rank_of(struct tafl *t, enum side side, unsigned n_taken) {
    unsigned n_edge, n_ways;
    if (tafl_end(t, side_other(side)) != END_NONE) {
        return WON;
    }
    count_paths(t, &n_edge, &n_ways);
    if (side == SIDE_BLACK && n_ways > 0) {
        return -ESCAPES;
    }
    int lost = most_taken(t, side_other(side));
    int run = (int)(WAY * n_ways + EDGE * n_edge) +
              __builtin_popcountll(tafl_reach(t, t->king));
    return lost == WON
               ? -WON
               : TAKEN * (int)n_taken - LOST * lost + (side == SIDE_WHITE ? run : -run);
}

struct move tafl_runner_move(const struct position *pos, uint64_t *random) {
    struct tafl t = pos->u.tafl;
    enum side side = (enum side)pos->turn;
    struct move list[MOVES_MAX];
    size_t n = tafl_list(&t, side, list);
    struct move best = list[0];
    int best_rank = -2 * WON;
    for (size_t i = 0; i < n; i++) {
        struct tafl_undo undo;
        tafl_make(&t, side, &list[i], &undo);
        int rank = rank_of(&t, side, undo.n) + (int)splitmix_below(random, CHANCE);
        tafl_unmake(&t, side, &list[i], &undo);
        if (rank > best_rank) {
            best_rank = rank;
            best = list[i];
        }
    }
    return best;
}
