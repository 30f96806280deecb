#include "engine/tafl/tafl_value.h"

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
    if ((t->rules & TAFL_EDGE_WINS) == 0 &&
        n_spare < (int)(sizeof scarce / sizeof scarce[0])) {
        value += scarce[n_spare];
    }
    if (n_white <= 1 + FEW) { /* the king counts as one */
        value -= LESS * (t->size * t->size - count_room(t));
    }
    return value;
}

int tafl_value_with(const struct tafl *t, const struct tafl_paths *paths) {
    int value = value_of_men(t) + REACH * __builtin_popcountll(paths->reach) +
                out[paths->out < 3 ? paths->out : 3] - shut[count_shut(t)];
    unsigned n_corners = (t->rules & TAFL_EDGE_WINS) == 0 ? 4 : 0;
    for (unsigned corner = 0; corner < n_corners; corner++) {
        value -= wall[count_wall(t, corner)];
    }
    return value;
}

int tafl_value(const struct tafl *t) {
    struct tafl_paths paths = tafl_paths(t);
    return tafl_value_with(t, &paths);
}
