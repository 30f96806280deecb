#include "engine/tafl_value.h"

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

/* The number of corners among the squares that the king reaches from this square. */
static unsigned count_corners(const struct tafl *t, unsigned square, uint64_t reach) {
    unsigned rank = tafl_rank(square), file = tafl_file(square);
    uint32_t ends = tafl_bit(1) | tafl_bit(t->size);
    uint64_t corners = rank == 1 || rank == t->size ? ends : 0;
    if (file == 1 || file == t->size) {
        corners |= (uint64_t)ends << TAFL_RANKS_AT;
    }
    return (unsigned)__builtin_popcountll(reach & corners);
}

unsigned tafl_ways_out(const struct tafl *t) {
    return count_corners(t, t->king, tafl_reach(t, t->king));
}

/* The number of edge squares in the king's reach from which its next move reaches a
 * corner. */
static unsigned count_out(const struct tafl *t, uint64_t reach) {
    unsigned rank = tafl_rank(t->king), file = tafl_file(t->king);
    uint32_t edges = tafl_bit(1) | tafl_bit(t->size);
    uint64_t on_edge = reach & (edges | (uint64_t)edges << TAFL_RANKS_AT);
    if (rank == 1 || rank == t->size) {
        on_edge |= reach & UINT32_MAX;
    }
    if (file == 1 || file == t->size) {
        on_edge |= reach & ~(uint64_t)UINT32_MAX;
    }
    if (on_edge == 0) {
        return 0;
    }
    struct tafl without = *t;
    unsigned n = 0;
    tafl_toggle(&without, SIDE_WHITE, t->king);
    for (uint64_t to = on_edge; to != 0; to &= to - 1) {
        unsigned bit = (unsigned)__builtin_ctzll(to);
        unsigned square = bit < TAFL_RANKS_AT ? tafl_square(rank, bit)
                                              : tafl_square(bit - TAFL_RANKS_AT, file);
        without.king = (uint16_t)square;
        n += count_corners(&without, square, tafl_reach(&without, square)) != 0;
    }
    return n;
}

static unsigned count_shut(const struct tafl *t) {
    static const int step[] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};
    unsigned n = 0;
    for (unsigned i = 0; i < sizeof step / sizeof step[0]; i++) {
        n += tafl_has(t, SIDE_BLACK, (unsigned)((int)t->king + step[i]));
    }
    return n;
}

/* How many of the three squares that close a corner off are held by attackers: the
 * diagonal from the third square of the corner's rank to the third of its file.  A
 * complete wall cannot be captured, as nothing behind it can be reached. */
static unsigned count_wall(const struct tafl *t, unsigned corner) {
    unsigned top = corner / 2, right = corner % 2, n = 0;
    for (unsigned i = 1; i <= 3; i++) {
        unsigned rank = top ? t->size + 1U - i : i;
        unsigned file = right ? t->size + 1U - (4 - i) : 4 - i;
        n += tafl_has(t, SIDE_BLACK, tafl_square(rank, file));
    }
    return n;
}

static int count_side(const struct tafl *t, enum side side) {
    int n = 0;
    for (unsigned rank = 1; rank <= t->size; rank++) {
        n += __builtin_popcount(t->rank[side][rank]);
    }
    return n;
}

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
    int n_white = count_side(t, SIDE_WHITE), n_black = count_side(t, SIDE_BLACK);
    int n_spare = n_black > IN_WALLS ? n_black - IN_WALLS : 0;
    int value = PIECE * (n_white - n_black);
    if (n_spare < (int)(sizeof scarce / sizeof scarce[0])) {
        value += scarce[n_spare];
    }
    if (n_white <= 1 + FEW) { /* the king counts as one */
        value -= LESS * (t->size * t->size - count_room(t));
    }
    return value;
}

int tafl_value(const struct tafl *t) {
    uint64_t reach = tafl_reach(t, t->king);
    unsigned n_out = count_out(t, reach);
    int value = value_of_men(t) + REACH * __builtin_popcountll(reach) +
                out[n_out < 3 ? n_out : 3] - shut[count_shut(t)];
    for (unsigned corner = 0; corner < 4; corner++) {
        value -= wall[count_wall(t, corner)];
    }
    return value;
}
