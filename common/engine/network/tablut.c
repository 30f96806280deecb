/* tablut: which piece is where, and what it takes several squares to see: the walls of
 * the corners, the king's paths, its room.
 *
 * Unlike the networks of the games with dice, this one gives the chance of white, as the
 * sides differ. */
#include "engine/network/tablut.h"

#include "engine/network/features.h"

#define SIZE    9
#define SQUARES (SIZE * SIZE)
/* The king's moves are followed this far. */
#define MOVES_FAR 4

/* The inputs. */
enum {
    BLACK_TURN = 3 * SQUARES,
    WALLS,                     /* corners with 1, 2, 3 attackers in the wall */
    SHUT = WALLS + 3,          /* 1..4 attackers next to the king */
    DISTANCE = SHUT + 4,       /* of a corner in king's moves: 1..4, more, none */
    DISTANCES = MOVES_FAR + 2, /* each twice, for the side to move */
    CORNERS = DISTANCE + 2 * DISTANCES, /* 1..4 within two moves, twice */
    REACH = CORNERS + 2 * 4,            /* squares */
    OPEN = REACH + 1,                   /* 0..4 corners to which attackers leave a way */
    ROOM = OPEN + 5,                    /* squares on the king's side of the attackers */
    MEN = ROOM + 1,                     /* white, black */
    FEW_WHITE = MEN + 2,                /* 1..3, the king included */
    FEW_BLACK = FEW_WHITE + 3,          /* 12..15, or fewer */
    INPUTS = FEW_BLACK + 5
};

/* --- sets of squares --- */

/* A bit for each square, rank by rank, with a gap of one bit between ranks. */
#define ROW 10
#define LOW 60 /* the first six ranks are in `low` */

struct squares {
    uint64_t low, high;
};

static struct squares from_ranks(const uint32_t *rank) {
    struct squares s = {0, 0};
    for (unsigned r = 1; r <= SIZE; r++) {
        uint64_t files = rank[r] >> 1;
        unsigned at = (r - 1) * ROW;
        *(at < LOW ? &s.low : &s.high) |= files << (at < LOW ? at : at - LOW);
    }
    return s;
}

#define LOW_BITS ((UINT64_C(1) << LOW) - 1)

static inline struct squares up(struct squares s, unsigned n) {
    return (struct squares){s.low << n & LOW_BITS, s.high << n | s.low >> (LOW - n)};
}

static inline struct squares down(struct squares s, unsigned n) {
    return (struct squares){(s.low >> n | s.high << (LOW - n)) & LOW_BITS, s.high >> n};
}

static inline struct squares both(struct squares a, struct squares b) {
    return (struct squares){a.low & b.low, a.high & b.high};
}

static inline struct squares either(struct squares a, struct squares b) {
    return (struct squares){a.low | b.low, a.high | b.high};
}

static inline bool is_same(struct squares a, struct squares b) {
    return a.low == b.low && a.high == b.high;
}

static inline unsigned count(struct squares s) {
    return (unsigned)(__builtin_popcountll(s.low) + __builtin_popcountll(s.high));
}

#define FILES   UINT64_C(0x1ff)
#define RANKS_3 (FILES | FILES << ROW | FILES << 2 * ROW)
/* All squares; the corners: a1, i1 and a9, i9. */
static const struct squares all = {RANKS_3 | RANKS_3 << 3 * ROW, RANKS_3};
static const struct squares corners = {0x101, UINT64_C(0x101) << 2 * ROW};

/* Adds the squares reached from `from` in one direction over empty squares.  Each step
 * doubles the way, to 7 squares; the last one makes it 8. */
#define SLIDE(shift, unit)                                                               \
    {                                                                                    \
        struct squares way = empty, seen = from;                                         \
        for (unsigned n = 1; n <= 4; n *= 2) {                                           \
            seen = either(seen, both(way, shift(seen, n * (unit))));                     \
            way = both(way, shift(way, n * (unit)));                                     \
        }                                                                                \
        to = either(to, either(seen, both(empty, shift(seen, unit))));                   \
    }

/* These squares, and those that a king on one of them reaches with a move. */
static struct squares slide(struct squares from, struct squares empty) {
    struct squares to = from;
    SLIDE(up, 1)
    SLIDE(down, 1)
    SLIDE(up, ROW)
    SLIDE(down, ROW)
    return to;
}

/* The squares connected with these over free ones. */
static struct squares spread(struct squares from, struct squares free) {
    for (;;) {
        struct squares sides = either(up(from, 1), down(from, 1));
        struct squares ranks = either(up(from, ROW), down(from, ROW));
        struct squares to = either(from, both(either(sides, ranks), free));
        if (is_same(to, from)) {
            return to;
        }
        from = to;
    }
}

/* --- the inputs --- */

unsigned tablut_input(enum tablut_piece piece, unsigned square) {
    return piece * SQUARES + (tafl_rank(square) - 1) * SIZE + tafl_file(square) - 1;
}

void tablut_add_pieces(const struct tafl *t, struct network_input *in) {
    for (unsigned rank = 1; rank <= SIZE; rank++) {
        for (uint32_t bits = t->rank[SIDE_BLACK][rank]; bits != 0; bits &= bits - 1) {
            unsigned square = tafl_square(rank, (unsigned)__builtin_ctz(bits));
            network_input_add(in, tablut_input(TABLUT_ATTACKER, square), 1);
        }
        for (uint32_t bits = t->rank[SIDE_WHITE][rank]; bits != 0; bits &= bits - 1) {
            unsigned square = tafl_square(rank, (unsigned)__builtin_ctz(bits));
            enum tablut_piece piece = square == t->king ? TABLUT_KING : TABLUT_DEFENDER;
            network_input_add(in, tablut_input(piece, square), 1);
        }
    }
}

unsigned tablut_count_wall(const struct tafl *t, unsigned corner) {
    unsigned n = 0;
    for (unsigned i = 1; i <= 3; i++) {
        unsigned rank = corner / 2 != 0 ? t->size + 1U - i : i;
        unsigned file = corner % 2 != 0 ? t->size - 3U + i : 4 - i;
        n += tafl_has(t, SIDE_BLACK, tafl_square(rank, file));
    }
    return n;
}

static void add_walls(const struct tafl *t, struct network_input *in) {
    float walls[4] = {0};
    for (unsigned corner = 0; corner < 4; corner++) {
        walls[tablut_count_wall(t, corner)] += 0.5F;
    }
    for (unsigned n = 1; n <= 3; n++) {
        if (walls[n] > 0) {
            network_input_add(in, WALLS + n - 1, walls[n]);
        }
    }
}

unsigned tablut_count_shut(const struct tafl *t) {
    static const int step[] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++) {
        n += tafl_has(t, SIDE_BLACK, (unsigned)((int)t->king + step[i]));
    }
    return n;
}

static void add_king(const struct tafl *t, enum side turn, struct network_input *in) {
    uint32_t on[TAFL_LINES] = {0};
    on[tafl_rank(t->king)] = tafl_bit(tafl_file(t->king));
    struct squares black = from_ranks(t->rank[SIDE_BLACK]);
    struct squares men = either(black, from_ranks(t->rank[SIDE_WHITE]));
    struct squares free = {all.low & ~black.low, all.high & ~black.high};
    struct squares empty = {all.low & ~men.low, all.high & ~men.high};
    struct squares king = from_ranks(on), here = king;
    unsigned n_reach = 0, n_near = 0, distance = MOVES_FAR;
    for (unsigned move = 1; move <= MOVES_FAR; move++) {
        struct squares next = slide(here, empty);
        if (is_same(next, here)) {
            distance = MOVES_FAR + 1; /* no more squares */
            break;
        }
        here = next;
        n_reach = move == 1 ? count(here) : n_reach;
        n_near = move == 2 ? count(both(here, corners)) : n_near;
        if (count(both(here, corners)) > 0) {
            distance = move - 1;
            break;
        }
    }
    unsigned black_turn = turn == SIDE_BLACK;
    network_input_add(in, DISTANCE + black_turn * DISTANCES + distance, 1);
    if (n_near > 0) {
        network_input_add(in, CORNERS + black_turn * 4 + n_near - 1, 1);
    }
    network_input_add(in, REACH, (float)n_reach / 8);
    struct squares room = spread(king, free);
    network_input_add(in, OPEN + count(both(room, corners)), 1);
    network_input_add(in, ROOM, (float)count(room) / SQUARES);
}

static void add_men(const struct tafl *t, struct network_input *in) {
    unsigned n_white = tafl_count(t, SIDE_WHITE), n_black = tafl_count(t, SIDE_BLACK);
    network_input_add(in, MEN, (float)n_white / 8);
    network_input_add(in, MEN + 1, (float)n_black / 8);
    if (n_white <= 3) {
        network_input_add(in, FEW_WHITE + n_white - 1, 1);
    }
    if (n_black < 16) {
        network_input_add(in, FEW_BLACK + (n_black >= 12 ? n_black - 12 : 4), 1);
    }
}

void tablut_add_rest(const struct tafl *t, enum side turn, struct network_input *in) {
    if (turn == SIDE_BLACK) {
        network_input_add(in, BLACK_TURN, 1);
    }
    add_walls(t, in);
    unsigned n_shut = tablut_count_shut(t);
    if (n_shut > 0) {
        network_input_add(in, SHUT + n_shut - 1, 1);
    }
    add_king(t, turn, in);
    add_men(t, in);
}

static void inputs(const struct position *pos, struct network_input *in) {
    tablut_add_pieces(&pos->u.tafl, in);
    tablut_add_rest(&pos->u.tafl, (enum side)pos->turn, in);
}

#include "engine/network/no_suffix.h"
static const float weights[NETWORK_WEIGHTS(INPUTS)] = {
#include "engine/weights/tablut.txt"
};

const struct features features_tablut = {
    .game = &game_tablut,
    .network = {.n_inputs = INPUTS, .weight = weights},
    .inputs = inputs,
};
