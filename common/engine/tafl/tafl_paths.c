#include "engine/tafl/tafl_paths.h"

/* The corners among the squares that the king reaches from this square, in the same
 * bits. */
static uint64_t corners_in(const struct tafl *t, unsigned square, uint64_t reach) {
    unsigned rank = tafl_rank(square), file = tafl_file(square);
    uint32_t ends = tafl_bit(1) | tafl_bit(t->size);
    uint64_t corners = rank == 1 || rank == t->size ? ends : 0;
    if (file == 1 || file == t->size) {
        corners |= (uint64_t)ends << TAFL_RANKS_AT;
    }
    return reach & corners;
}

static unsigned count_corners(const struct tafl *t, unsigned square, uint64_t reach) {
    return (unsigned)__builtin_popcountll(corners_in(t, square, reach));
}

unsigned tafl_ways_out(const struct tafl *t) {
    return count_corners(t, t->king, tafl_reach(t, t->king));
}

/* Whether the king on this square could be captured next to a corner, with a way to
 * another one: where the edge and corners shut it in. */
static bool is_exposed(const struct tafl *t, unsigned square) {
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
        unsigned n = count_corners(&moved, moved.king, tafl_reach(&moved, moved.king));
        paths->exits |= n > 0 ? UINT64_C(1) << bit : 0;
        paths->out += n > 0;
        paths->forks += n > 1 && !is_exposed(t, moved.king);
    }
}

struct tafl_paths tafl_paths(const struct tafl *t) {
    struct tafl_paths paths = {.reach = tafl_reach(t, t->king)};
    paths.ways = count_corners(t, t->king, paths.reach);
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
    uint64_t corner = corners_in(t, t->king, paths->reach);
    if (is_exposed(t, t->king)) {
        return true;
    }
    unsigned bit = (unsigned)__builtin_ctzll(corner);
    return bit < TAFL_RANKS_AT
               ? tafl_rank(to) == rank && (between(file, bit) & tafl_bit(tafl_file(to)))
               : tafl_file(to) == file &&
                     (between(rank, bit - TAFL_RANKS_AT) & tafl_bit(tafl_rank(to)));
}
