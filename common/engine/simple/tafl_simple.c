#include "engine/simple/tafl_simple.h"

#include <stdlib.h>

#include "engine/splitmix.h"
#include "mem/mem.h"
#include "rules/tafl/tafl.h"

#define WON      30000
#define ATTACKER 100
#define DEFENDER 200 /* there are half as many */
#define DISTANCE 15  /* a square between the king and the nearest corner */

/* A search of one position. */
struct simple {
    struct tafl board;
    const struct engine_limits *limits;
    uint64_t nodes;
    bool is_over;
    struct move list[TAFL_SIMPLE_PLIES_MAX + 1][MOVES_MAX]; /* by ply */
};

static int count_moves(const struct tafl *t, enum side side) {
    int n = 0;
    for (unsigned rank = 1; rank <= t->size; rank++) {
        for (uint32_t own = t->rank[side][rank]; own != 0; own &= own - 1) {
            unsigned file = (unsigned)__builtin_ctz(own);
            n += __builtin_popcountll(tafl_reach(t, tafl_square(rank, file)));
        }
    }
    return n;
}

static int to_corner(unsigned line, unsigned size) {
    return (int)(line - 1 < size - line ? line - 1 : size - line);
}

/* What a position is worth to the side to move. */
static int value_of(const struct tafl *t, enum side side) {
    int value = DEFENDER * (int)tafl_count(t, SIDE_WHITE) -
                ATTACKER * (int)tafl_count(t, SIDE_BLACK);
    value += count_moves(t, SIDE_WHITE) - count_moves(t, SIDE_BLACK);
    value -= DISTANCE * (to_corner(tafl_rank(t->king), t->size) +
                         to_corner(tafl_file(t->king), t->size));
    return side == SIDE_WHITE ? value : -value;
}

static bool must_stop(struct simple *s) {
    s->nodes++;
    s->is_over = s->is_over || engine_must_stop(s->limits, s->nodes);
    return s->is_over;
}

static bool is_capture(struct simple *s, enum side side, const struct move *m) {
    struct tafl_undo undo;
    tafl_make(&s->board, side, m, &undo);
    bool captures =
        undo.n > 0 || (m->to == s->board.king && tafl_is_goal(&s->board, m->to));
    tafl_unmake(&s->board, side, m, &undo);
    return captures;
}

/* Lists the moves, captures first. */
static size_t list(struct simple *s, enum side side, struct move *move) {
    size_t n = tafl_list(&s->board, side, move);
    for (size_t i = 0, first = 0; i < n; i++) {
        if (is_capture(s, side, &move[i])) {
            struct move swap = move[first];
            move[first++] = move[i];
            move[i] = swap;
        }
    }
    return n;
}

/* The bounds of the side to move, and how far to look. */
struct window {
    unsigned ply, last; /* last: the ply of the leaves */
    int alpha, beta;
};

static int search(struct simple *s, enum side side, struct window at);

/* The value of a move for the side that makes it. */
static int try_move(struct simple *s, enum side side, struct window at,
                    const struct move *m) {
    struct tafl_undo undo;
    tafl_make(&s->board, side, m, &undo);
    bool is_won = tafl_end(&s->board, side_other(side)) != END_NONE;
    struct window next = {at.ply + 1, at.last, -at.beta, -at.alpha};
    int value = is_won ? WON - (int)at.ply : -search(s, side_other(side), next);
    tafl_unmake(&s->board, side, m, &undo);
    return value;
}

static int search(struct simple *s, enum side side, struct window at) {
    if (must_stop(s) || at.ply == at.last) {
        return value_of(&s->board, side);
    }
    struct move *move = s->list[at.ply];
    size_t n = list(s, side, move);
    int best = -(WON - (int)at.ply); /* no move: lost */
    for (size_t i = 0; i < n && best < at.beta && !s->is_over; i++) {
        int value = try_move(s, side, at, &move[i]);
        best = value > best ? value : best;
        at.alpha = best > at.alpha ? best : at.alpha;
    }
    return best;
}

static void shuffle(struct move *move, size_t n, uint64_t *random) {
    for (size_t i = n; i > 1; i--) {
        size_t j = splitmix_below(random, (unsigned)i);
        struct move swap = move[i - 1];
        move[i - 1] = move[j];
        move[j] = swap;
    }
}

/* Brings the best of the first moves to the front, looking to this ply. */
static void search_root(struct simple *s, enum side side, size_t n, unsigned last) {
    struct move *move = s->list[0];
    struct window at = {.last = last, .alpha = -WON, .beta = WON};
    size_t best = 0;
    for (size_t i = 0; i < n; i++) {
        int value = try_move(s, side, at, &move[i]);
        if (s->is_over) {
            break;
        }
        if (value > at.alpha) {
            at.alpha = value;
            best = i;
        }
    }
    struct move first = move[best];
    for (; best > 0; best--) {
        move[best] = move[best - 1];
    }
    move[0] = first;
}

struct move tafl_simple_move(const struct position *pos,
                             const struct engine_limits *limits, uint64_t *random) {
    struct simple *s = mem_new(1, sizeof *s);
    enum side side = (enum side)pos->turn;
    unsigned most = limits->plies != 0 ? limits->plies : TAFL_SIMPLE_PLIES_MAX;
    s->board = pos->u.tafl;
    s->limits = limits;
    size_t n = tafl_list(&s->board, side, s->list[0]);
    shuffle(s->list[0], n, random);
    for (unsigned last = 1; last <= most && !s->is_over; last++) {
        search_root(s, side, n, last);
    }
    struct move chosen = s->list[0][0];
    free(s);
    return chosen;
}

/* --- the runner --- */

/* What a move of the runner is worth. */
#define RUN_WON 1000000
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

/* The most pieces that a move of this side captures; RUN_WON: the king. */
static int most_taken(struct tafl *t, enum side side) {
    struct move list[MOVES_MAX];
    size_t n = tafl_list(t, side, list);
    int most = 0;
    for (size_t i = 0; i < n; i++) {
        struct tafl_undo undo;
        tafl_make(t, side, &list[i], &undo);
        int taken = t->king == 0 ? RUN_WON : undo.n;
        tafl_unmake(t, side, &list[i], &undo);
        most = taken > most ? taken : most;
    }
    return most;
}

static int rank_of(struct tafl *t, enum side side, unsigned n_taken) {
    unsigned n_edge, n_ways;
    if (tafl_end(t, side_other(side)) != END_NONE) {
        return RUN_WON;
    }
    count_paths(t, &n_edge, &n_ways);
    if (side == SIDE_BLACK && n_ways > 0) {
        return -ESCAPES;
    }
    int lost = most_taken(t, side_other(side));
    int run = (int)(WAY * n_ways + EDGE * n_edge) +
              __builtin_popcountll(tafl_reach(t, t->king));
    return lost == RUN_WON
               ? -RUN_WON
               : TAKEN * (int)n_taken - LOST * lost + (side == SIDE_WHITE ? run : -run);
}

struct move tafl_runner_move(const struct position *pos, uint64_t *random) {
    struct tafl t = pos->u.tafl;
    enum side side = (enum side)pos->turn;
    struct move list[MOVES_MAX];
    size_t n = tafl_list(&t, side, list);
    struct move best = list[0];
    int best_rank = -2 * RUN_WON;
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
