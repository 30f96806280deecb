/* tafl: areas that pieces enclose: the king's fort at the edge, and the attackers' ring
 * around all defenders.
 *
 * [house] What Copenhagen's rules call unbreakable is judged as hnefatafl-rs does: no
 * piece of the border can be captured as the board is now. */
#include "rules/tafl/tafl.h"

#include <string.h>

/* Squares as bits of files by rank. */
struct area {
    uint32_t rank[TAFL_LINES];
};

static bool has(const struct area *area, unsigned square) {
    return (area->rank[tafl_rank(square)] & tafl_bit(tafl_file(square))) != 0;
}

/* The squares beside an area, and those in it. */
static uint32_t spread(const struct area *area, unsigned rank) {
    uint32_t here = area->rank[rank];
    return here | here << 1 | here >> 1 | area->rank[rank - 1] | area->rank[rank + 1];
}

/* The area around the king up to the walls. */
static struct area area_in(const struct tafl *t, const uint32_t *walls) {
    struct area area = {{0}}, before;
    uint32_t all = tafl_bit(t->size + 1U) - tafl_bit(1);
    area.rank[tafl_rank(t->king)] = tafl_bit(tafl_file(t->king));
    do {
        before = area;
        for (unsigned rank = 1; rank <= t->size; rank++) {
            area.rank[rank] = spread(&area, rank) & all & ~walls[rank];
        }
    } while (memcmp(&before, &area, sizeof area) != 0);
    return area;
}

/* Whether nobody can come to this square beside a piece of the border, to capture it from
 * there.  is_fort: the inside is safe, otherwise the outside. */
static bool is_safe(const struct tafl *t, enum side side, const struct area *area,
                    bool is_fort, unsigned square) {
    unsigned rank = tafl_rank(square), file = tafl_file(square);
    if (rank == 0 || rank > t->size || file == 0 || file > t->size ||
        tafl_has(t, side, square)) {
        return true;
    }
    return has(area, square) == is_fort && !tafl_is_hostile(t, side_other(side), square);
}

/* Whether no piece of this side at the border of the area can be captured. */
static bool is_secure(const struct tafl *t, enum side side, const struct area *area,
                      bool is_fort) {
    for (unsigned rank = 1; rank <= t->size; rank++) {
        uint32_t border = spread(area, rank) & ~area->rank[rank] & t->rank[side][rank];
        for (; border != 0; border &= border - 1) {
            unsigned at = tafl_square(rank, (unsigned)__builtin_ctz(border));
            if ((!is_safe(t, side, area, is_fort, at - 1) &&
                 !is_safe(t, side, area, is_fort, at + 1)) ||
                (!is_safe(t, side, area, is_fort, at - TAFL_RANK_STEP) &&
                 !is_safe(t, side, area, is_fort, at + TAFL_RANK_STEP))) {
                return false;
            }
        }
    }
    return true;
}

bool tafl_is_fort(const struct tafl *t) {
    unsigned king_rank = tafl_rank(t->king), king_file = tafl_file(t->king);
    if (king_rank != 1 && king_rank != t->size && king_file != 1 &&
        king_file != t->size) {
        return false;
    }
    uint32_t walls[TAFL_LINES];
    bool is_free = false;
    for (unsigned rank = 0; rank < TAFL_LINES; rank++) {
        walls[rank] = t->rank[SIDE_WHITE][rank] | t->rank[SIDE_BLACK][rank];
    }
    walls[king_rank] ^= tafl_bit(king_file);
    struct area area = area_in(t, walls);
    for (unsigned rank = 1; rank <= t->size; rank++) {
        if ((spread(&area, rank) & t->rank[SIDE_BLACK][rank]) != 0 ||
            (area.rank[rank] & tafl_corners(t, rank)) != 0) {
            return false;
        }
        is_free |= area.rank[rank] != (rank == king_rank ? tafl_bit(king_file) : 0);
    }
    return is_free && is_secure(t, SIDE_WHITE, &area, true);
}

bool tafl_is_enclosed(const struct tafl *t) {
    uint32_t all = tafl_bit(t->size + 1U) - tafl_bit(1);
    uint32_t edges = tafl_bit(1) | tafl_bit(t->size);
    for (unsigned rank = 1; rank <= t->size; rank++) {
        uint32_t edge = rank == 1 || rank == t->size ? all : edges;
        if ((t->rank[SIDE_WHITE][rank] & edge) != 0) {
            return false; /* the usual case is quick */
        }
    }
    struct area area = area_in(t, t->rank[SIDE_BLACK]);
    for (unsigned rank = 1; rank <= t->size; rank++) {
        uint32_t edge = rank == 1 || rank == t->size ? all : edges;
        if ((area.rank[rank] & edge) != 0 ||
            (t->rank[SIDE_WHITE][rank] & ~area.rank[rank]) != 0) {
            return false;
        }
    }
    return is_secure(t, SIDE_BLACK, &area, false);
}
