#include "engine/tafl/tafl_value.h"

#include "engine/network/tablut.h"

/* --- the king's ways --- */

/* The goals among the squares that the king reaches from this square, in the same bits.
 */
static uint64_t goals_in(const struct tafl *t, unsigned square, uint64_t reach) {
    return reach & (tafl_goals(t, tafl_rank(square)) |
                    (uint64_t)tafl_goals(t, tafl_file(square)) << TAFL_RANKS_AT);
}

static unsigned count_goals(const struct tafl *t, unsigned square, uint64_t reach) {
    return (unsigned)__builtin_popcountll(goals_in(t, square, reach));
}

/* Whether the king on this square could be captured although it has two ways: next to a
 * corner where edge and corners shut it in, or, when weak, next to anything hostile. */
static bool is_exposed(const struct tafl *t, unsigned square) {
    static const int step[] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};
    for (unsigned i = 0; i < 4 && (t->rules & TAFL_WEAK) != 0; i++) {
        unsigned next = (unsigned)((int)square + step[i]);
        if (tafl_has(t, SIDE_BLACK, next) || tafl_is_hostile(t, SIDE_BLACK, next)) {
            return true;
        }
    }
    unsigned rank = tafl_rank(square), file = tafl_file(square), last = t->size - 1U;
    return (t->rules & TAFL_EDGE) != 0 &&
           (rank == 2 || rank == last || file == 2 || file == last);
}

/* Counts `out` and `forks`. */
static void count_out(const struct tafl *t, struct tafl_paths *paths) {
    unsigned rank = tafl_rank(t->king), file = tafl_file(t->king);
    uint32_t edges = tafl_bit(1) | tafl_bit(t->size);
    uint64_t on_edge = paths->reach & (edges | (uint64_t)edges << TAFL_RANKS_AT);
    if (rank == 1 || rank == t->size) {
        on_edge |= paths->reach & UINT32_MAX;
    }
    if (file == 1 || file == t->size) {
        on_edge |= paths->reach & ~(uint64_t)UINT32_MAX;
    }
    if ((t->rules & TAFL_EDGE_WINS) != 0) {
        on_edge = paths->reach; /* any square can be the last but one */
    }
    if (on_edge == 0) {
        return;
    }
    struct tafl moved = *t;
    tafl_toggle(&moved, SIDE_WHITE, t->king);
    for (; on_edge != 0; on_edge &= on_edge - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(on_edge);
        moved.king =
            (uint16_t)(bit < TAFL_RANKS_AT ? tafl_square(rank, bit)
                                           : tafl_square(bit - TAFL_RANKS_AT, file));
        unsigned n = count_goals(&moved, moved.king, tafl_reach(&moved, moved.king));
        paths->exits |= n > 0 ? UINT64_C(1) << bit : 0;
        paths->out += n > 0;
        paths->forks += n > 1 && !is_exposed(t, moved.king);
    }
}

struct tafl_paths tafl_paths(const struct tafl *t) {
    struct tafl_paths paths = {.reach = tafl_reach(t, t->king)};
    paths.ways = count_goals(t, t->king, paths.reach);
    count_out(t, &paths);
    return paths;
}

bool tafl_is_out(const struct tafl *t, const struct tafl_paths *paths) {
    return paths->ways > 1 && !is_exposed(t, t->king);
}

/* The squares between two places on a line. */
static uint32_t between(unsigned a, unsigned b) {
    unsigned low = a < b ? a : b, high = a < b ? b : a;
    return (tafl_bit(high) - 1) & ~(tafl_bit(low + 1) - 1);
}

bool tafl_is_closing(const struct tafl *t, const struct tafl_paths *paths, unsigned to) {
    unsigned rank = tafl_rank(t->king), file = tafl_file(t->king);
    uint64_t goal = goals_in(t, t->king, paths->reach);
    if (is_exposed(t, t->king)) {
        return true;
    }
    unsigned bit = (unsigned)__builtin_ctzll(goal);
    return bit < TAFL_RANKS_AT
               ? tafl_rank(to) == rank && (between(file, bit) & tafl_bit(tafl_file(to)))
               : tafl_file(to) == file &&
                     (between(rank, bit - TAFL_RANKS_AT) & tafl_bit(tafl_rank(to)));
}

/* --- the value --- */

/* The weights, in hundredths of a piece, were chosen by matches.  With them black, the
 * harder side in tablut, beats a player who captures if possible and escapes with the
 * king if possible.  With lower weights for the walls, it loses. */
#define PIECE 100
#define REACH 3                                  /* a square that the king can reach */
static const int out[] = {0, 30, 60, 100};       /* ways to an edge with a free corner */
static const int shut[] = {0, 20, 60, 150, 300}; /* attackers next to the king */
static const int wall[] = {0, 50, 130, 300};     /* attackers in the wall of a corner */
/* Attackers needed for all four walls.  Spare ones shut the king in, and make moves when
 * otherwise a wall would have to open. */
#define IN_WALLS 12
static const int scarce[] = {500, 250, 100, 30}; /* 0..3 to spare */
/* With at most this many defenders left, black must shut the king in. */
#define FEW  2
#define LESS 4 /* a square that the king cannot reach */

/* How many squares the king can reach in any number of moves if defenders step aside. */
static int count_room(const struct tafl *t) {
    uint32_t room[TAFL_LINES] = {0}, all = tafl_bit(t->size + 1U) - tafl_bit(1);
    int n = 0, n_before;
    room[tafl_rank(t->king)] = tafl_bit(tafl_file(t->king));
    do {
        n_before = n;
        n = 0;
        for (unsigned rank = 1; rank <= t->size; rank++) {
            uint32_t free = all & ~t->rank[SIDE_BLACK][rank];
            uint32_t here = room[rank] | ((room[rank - 1] | room[rank + 1]) & free);
            for (uint32_t wider = 0; wider != here;) {
                wider = here;
                here |= (here << 1 | here >> 1) & free;
            }
            room[rank] = here;
            n += __builtin_popcount(here);
        }
    } while (n != n_before);
    return n;
}

static int value_of_men(const struct tafl *t) {
    int n_white = (int)tafl_count(t, SIDE_WHITE);
    int n_black = (int)tafl_count(t, SIDE_BLACK);
    int n_spare = n_black > IN_WALLS ? n_black - IN_WALLS : 0;
    int value = PIECE * (n_white - n_black);
    if ((t->rules & TAFL_EDGE_WINS) == 0 &&
        n_spare < (int)(sizeof scarce / sizeof scarce[0])) {
        value += scarce[n_spare];
    }
    if (n_white <= 1 + FEW) { /* the king counts as one */
        value -= LESS * (t->size * t->size - count_room(t));
    }
    return value;
}

int tafl_value(const struct tafl *t, const struct tafl_paths *paths) {
    int value = value_of_men(t) + REACH * __builtin_popcountll(paths->reach) +
                out[paths->out < 3 ? paths->out : 3] - shut[tablut_count_shut(t)];
    unsigned n_corners = (t->rules & TAFL_EDGE_WINS) == 0 ? 4 : 0;
    for (unsigned corner = 0; corner < n_corners; corner++) {
        value -= wall[tablut_count_wall(t, corner)];
    }
    return value;
}
