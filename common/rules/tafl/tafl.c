/* tafl: moves, captures, the end of the game, and what is announced.
 *
 * Sources and [house] decisions: tafl_tables.c, hnefatafl.c.  The rules of all games:
 * - Every piece moves any distance along a rank or file over empty squares.
 * - Only the king may stop on a corner or, where it is reserved, on the throne.
 * - The piece just moved captures each enemy piece next to it with a hostile square
 *   directly beyond.  A piece that moves between two enemies is safe.
 * - The king is captured when it is shut in on all sides, perhaps with a companion; a
 *   weak one between two like the others.
 * - All captures are judged on the board just after the move, then removed together.
 * - White wins with the king on a corner, or on the edge, black by capturing it.  [house]
 *   A side that cannot move when it is its turn has lost. */
#include "rules/tafl/tafl.h"

/* The steps to the four adjacent squares. */
#define N_STEPS 4
static const int steps[N_STEPS] = {TAFL_RANK_STEP, 1, -TAFL_RANK_STEP, -1};

static unsigned beside(unsigned square, int step) {
    return (unsigned)((int)square + step);
}

/* Positions of the lowest and the highest bit; gcc and clang have these builtins. */
static unsigned lowest(uint32_t bits) {
    return (unsigned)__builtin_ctz(bits);
}

static unsigned highest(uint32_t bits) {
    return 31U - (unsigned)__builtin_clz(bits);
}

/* --- squares --- */

/* The squares of a rank or file on which only the king may stop, as bits. */
static inline uint32_t closed_on(const struct tafl *t, unsigned line) {
    unsigned middle = (t->size + 1U) / 2;
    bool throne = line == middle && (t->rules & TAFL_THRONE) != 0;
    return tafl_corners(t, line) | (throne ? tafl_bit(middle) : 0);
}

uint32_t tafl_camps(const struct tafl *t, unsigned line) {
    static const uint32_t camps[] = {0,     0x70,  0x20, 0,    0x202,
                                     0x306, 0x202, 0,    0x20, 0x70};
    return (t->rules & TAFL_CAMPS) != 0 && line < sizeof camps / sizeof camps[0]
               ? camps[line]
               : 0;
}

bool tafl_is_throne(const struct tafl *t, unsigned square) {
    unsigned middle = (t->size + 1U) / 2;
    return square == tafl_square(middle, middle) && (t->rules & TAFL_THRONE) != 0;
}

static bool is_off_board(const struct tafl *t, unsigned square) {
    unsigned rank = tafl_rank(square);
    unsigned file = tafl_file(square);
    return rank == 0 || rank > t->size || file == 0 || file > t->size;
}

static bool is_edge_middle(const struct tafl *t, unsigned square) {
    unsigned rank = tafl_rank(square), file = tafl_file(square);
    unsigned middle = (t->size + 1U) / 2;
    return (rank == middle && (file == 1 || file == t->size)) ||
           (file == middle && (rank == 1 || rank == t->size));
}

bool tafl_is_hostile(const struct tafl *t, enum side side, unsigned square) {
    if (tafl_is_corner(t, square)) {
        return true;
    }
    if ((t->rules & TAFL_CAMPS) == 0) {
        return tafl_is_throne(t, square) && tafl_is_empty(t, square);
    }
    return tafl_is_throne(t, square) ||
           (tafl_is_camp(t, square) &&
            (side == SIDE_BLACK || !is_edge_middle(t, square)));
}

void tafl_toggle(struct tafl *t, enum side side, unsigned square) {
    t->rank[side][tafl_rank(square)] ^= tafl_bit(tafl_file(square));
    t->file[tafl_file(square)] ^= tafl_bit(tafl_rank(square));
}

/* --- moves --- */

/* The empty squares around the piece at `at`, on a line with these pieces: up to the next
 * piece or the edge on both sides. */
static inline uint32_t slide(uint32_t pieces, unsigned at, unsigned size) {
    uint32_t stops = pieces | tafl_bit(0) | tafl_bit(size + 1);
    unsigned below = highest(stops & (tafl_bit(at) - 1));
    unsigned above = lowest(stops & ~(tafl_bit(at + 1) - 1));
    return (tafl_bit(above) - tafl_bit(below + 1)) & ~tafl_bit(at);
}

/* Where Ashton's castle and camps bar the line of the piece on this square, as bits.  at:
 * its place there.  An attacker moves inside its own camp, and out of it. */
static uint32_t barrier_on(const struct tafl *t, unsigned square, unsigned line,
                           unsigned at) {
    uint32_t camps = tafl_camps(t, line);
    if (tafl_is_camp(t, square)) {
        camps &= ~(at > 2 ? UINT32_C(31) << (at - 2) : UINT32_C(31));
    }
    return camps | closed_on(t, line);
}

/* See tafl_reach. */
static inline uint64_t reach_from(const struct tafl *t, unsigned square) {
    unsigned rank = tafl_rank(square);
    unsigned file = tafl_file(square);
    uint32_t pieces = t->rank[SIDE_WHITE][rank] | t->rank[SIDE_BLACK][rank];
    uint32_t across = t->file[file];
    if ((t->rules & TAFL_CAMPS) != 0) {
        pieces |= barrier_on(t, square, rank, file);
        across |= barrier_on(t, square, file, rank);
    }
    uint32_t files = slide(pieces, file, t->size);
    uint32_t ranks = slide(across, rank, t->size);
    if (square != t->king || (t->rules & TAFL_LEFT) != 0) {
        files &= ~closed_on(t, rank);
        ranks &= ~closed_on(t, file);
    } else if ((t->rules & TAFL_STEPS) != 0) {
        files &= tafl_bit(file + 1) | tafl_bit(file - 1);
        ranks &= tafl_bit(rank + 1) | tafl_bit(rank - 1);
    }
    return files | (uint64_t)ranks << TAFL_RANKS_AT;
}

size_t tafl_list(const struct tafl *t, enum side side, struct move *out) {
    size_t n = 0;
    for (unsigned rank = 1; rank <= t->size; rank++) {
        for (uint32_t own = t->rank[side][rank]; own != 0; own &= own - 1) {
            unsigned file = lowest(own);
            unsigned from = tafl_square(rank, file);
            for (uint64_t reach = reach_from(t, from); reach != 0; reach &= reach - 1) {
                unsigned bit = (unsigned)__builtin_ctzll(reach);
                unsigned to = bit < TAFL_RANKS_AT
                                  ? tafl_square(rank, bit)
                                  : tafl_square(bit - TAFL_RANKS_AT, file);
                out[n++] = (struct move){.from = (uint16_t)from, .to = (uint16_t)to};
            }
        }
    }
    return n;
}

size_t tafl_moves(const struct position *pos, struct move out[static MOVES_MAX]) {
    return tafl_list(&pos->u.tafl, (enum side)pos->turn, out);
}

uint64_t tafl_reach(const struct tafl *t, unsigned square) {
    return reach_from(t, square);
}

static bool can_move(const struct tafl *t, enum side side) {
    for (unsigned rank = 1; rank <= t->size; rank++) {
        for (uint32_t own = t->rank[side][rank]; own != 0; own &= own - 1) {
            if (reach_from(t, tafl_square(rank, lowest(own))) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* --- captures --- */

/* Squares whose pieces a move captures.  One can be listed twice: as a companion, or in
 * a shieldwall. */
struct taken {
    unsigned n;
    unsigned square[TAFL_TAKEN_MAX];
};

/* Whether this side can capture a piece against `square`, which is beyond the piece. */
static bool is_far_side(const struct tafl *t, enum side side, unsigned square) {
    if (tafl_has(t, side, square)) {
        return square != t->king || (t->rules & TAFL_ARMED) != 0;
    }
    return tafl_is_hostile(t, side, square);
}

/* Whether the king is captured between two: not by the throne that protects it. */
static bool is_king_weak(const struct tafl *t) {
    unsigned middle = (t->size + 1U) / 2, throne = tafl_square(middle, middle);
    bool is_near = t->king == throne;
    for (unsigned i = 0; i < N_STEPS; i++) {
        is_near |= beside(throne, steps[i]) == t->king;
    }
    return (t->rules & TAFL_WEAK) != 0 && !(is_near && (t->rules & TAFL_BY_THRONE) != 0);
}

/* The pieces that the piece just moved `to` captures one by one: the king only if weak.
 */
static void take_beside(const struct tafl *t, enum side side, unsigned to,
                        struct taken *taken) {
    if (to == t->king && (t->rules & TAFL_ARMED) == 0) {
        return;
    }
    for (unsigned i = 0; i < N_STEPS; i++) {
        unsigned victim = beside(to, steps[i]);
        if (tafl_has(t, side_other(side), victim) &&
            (victim != t->king || is_king_weak(t)) &&
            is_far_side(t, side, beside(victim, steps[i]))) {
            taken->square[taken->n++] = victim;
        }
    }
}

/* Whether the king, or its companion, is shut in on this square's side. */
static bool is_shut(const struct tafl *t, unsigned square) {
    if (is_off_board(t, square)) {
        return (t->rules & TAFL_EDGE) != 0;
    }
    return tafl_has(t, SIDE_BLACK, square) || tafl_is_hostile(t, SIDE_BLACK, square);
}

/* Whether the piece is shut in on all sides except that of its friend.  Sets beside_it if
 * one of those sides is `to`, where an attacker just moved. */
static bool is_shut_in(const struct tafl *t, unsigned square, unsigned friend,
                       unsigned to, bool *beside_it) {
    for (unsigned i = 0; i < N_STEPS; i++) {
        unsigned next = beside(square, steps[i]);
        if (next != friend && !is_shut(t, next)) {
            return false;
        }
        *beside_it |= next == to;
    }
    return true;
}

/* The defender beside the king that can be captured with it, or 0.  With several, any
 * will do: the others leave one of the king's sides open. */
static unsigned find_companion(const struct tafl *t) {
    for (unsigned i = 0; i < N_STEPS && (t->rules & TAFL_COMPANION) != 0; i++) {
        unsigned next = beside(t->king, steps[i]);
        if (tafl_has(t, SIDE_WHITE, next)) {
            return next;
        }
    }
    return 0;
}

/* Adds the king, and its companion, if they are captured: all their sides are shut, and
 * the attacker just moved `to` is beside one of them. */
static void take_king(const struct tafl *t, unsigned to, struct taken *taken) {
    unsigned companion = find_companion(t);
    bool beside_them = false;
    if (!is_shut_in(t, t->king, companion, to, &beside_them) ||
        (companion != 0 && !is_shut_in(t, companion, t->king, to, &beside_them)) ||
        !beside_them) {
        return;
    }
    if (companion != 0) {
        taken->square[taken->n++] = companion;
    }
    taken->square[taken->n++] = t->king;
}

/* Adds the enemies that the piece just moved `to` shuts in at the edge: two or more side
 * by side, up to another piece of the mover or a corner, each with one of his before it.
 * [house] The king in such a row stays. */
static void take_wall(const struct tafl *t, enum side side, unsigned to,
                      struct taken *taken) {
    for (unsigned i = 0; i < 2 * N_STEPS; i++) {
        int away = steps[i / 2], along = steps[(i / 2 + 1 + i % 2 * 2) % N_STEPS];
        if (!is_off_board(t, beside(to, -away))) {
            continue;
        }
        unsigned n = 0, at = beside(to, along);
        for (; tafl_has(t, side_other(side), at) && tafl_has(t, side, beside(at, away));
             n++) {
            at = beside(at, along);
        }
        bool is_closed = tafl_has(t, side, at) || tafl_is_corner(t, at);
        for (; n >= 2 && is_closed && at != beside(to, along);) {
            at = beside(at, -along);
            if (at != t->king) {
                taken->square[taken->n++] = at;
            }
        }
    }
}

/* Takes the pieces off the board. */
static void take_off(struct tafl *t, enum side by, const struct taken *taken,
                     struct happened *h) {
    for (unsigned i = 0; i < taken->n; i++) {
        unsigned square = taken->square[i];
        if (tafl_is_empty(t, square)) {
            continue;
        }
        tafl_toggle(t, side_other(by), square);
        char at[SQUARE_BYTES];
        struct text_out out = text_out_of(at, sizeof at);
        tafl_write_square(square, &out);
        if (square == t->king) {
            happened_add(h, HAPPENED_KING_CAPTURED, (uint8_t)by, at, 0);
            t->king = 0;
        } else {
            happened_add(h, HAPPENED_CAPTURE, (uint8_t)by, at, 1);
        }
    }
}

/* --- playing --- */

static void end(struct position *pos, enum side winner, enum end_reason reason) {
    pos->phase = PHASE_OVER;
    pos->outcome = (uint8_t)winner;
    pos->end = (uint8_t)reason;
}

enum end_reason tafl_end(const struct tafl *t, enum side turn) {
    if (t->king == 0) {
        return END_CAPTURED;
    }
    if (tafl_is_goal(t, t->king)) {
        return (t->rules & TAFL_EDGE_WINS) != 0 ? END_EDGE : END_CORNER;
    }
    if ((t->rules & TAFL_FORTS) == 0) {
        return END_NONE;
    }
    if (turn == SIDE_WHITE) {
        return tafl_is_enclosed(t) ? END_ENCLOSED : END_NONE;
    }
    return tafl_is_fort(t) ? END_FORT : END_NONE;
}

void tafl_settle(struct position *pos) {
    const struct tafl *t = &pos->u.tafl;
    pos->phase = PHASE_MOVE;
    pos->outcome = 0;
    pos->end = END_NONE;
    enum end_reason reason = tafl_end(t, (enum side)pos->turn);
    if (reason != END_NONE) {
        bool is_black = reason == END_CAPTURED || reason == END_ENCLOSED;
        end(pos, is_black ? SIDE_BLACK : SIDE_WHITE, reason);
    } else if (!can_move(t, pos->turn)) {
        end(pos, side_other(pos->turn), END_BLOCKED);
    }
}

/* Moves a piece, and lists what it captures. */
static struct taken move_piece(struct tafl *t, enum side side, const struct move *m) {
    struct taken taken;
    taken.n = 0;
    tafl_toggle(t, side, m->from);
    tafl_toggle(t, side, m->to);
    if (t->king == m->from) {
        t->king = m->to;
    }
    take_beside(t, side, m->to, &taken);
    if (side == SIDE_BLACK && ((t->rules & TAFL_WEAK) == 0 || !is_king_weak(t))) {
        take_king(t, m->to, &taken);
    }
    if ((t->rules & TAFL_WALLS) != 0) {
        take_wall(t, side, m->to, &taken);
    }
    return taken;
}

bool tafl_apply(struct position *pos, const struct move *m, struct happened *h) {
    enum side side = pos->turn;
    struct taken taken = move_piece(&pos->u.tafl, side, m);
    take_off(&pos->u.tafl, side, &taken, h);
    pos->turn = (uint8_t)side_other(side);
    tafl_settle(pos);
    return taken.n > 0;
}

void tafl_make(struct tafl *t, enum side side, const struct move *m,
               struct tafl_undo *undo) {
    undo->king = t->king;
    undo->n = 0;
    struct taken taken = move_piece(t, side, m);
    for (unsigned i = 0; i < taken.n; i++) {
        unsigned square = taken.square[i];
        if (!tafl_is_empty(t, square)) { /* not the second time */
            tafl_toggle(t, side_other(side), square);
            undo->square[undo->n++] = (uint16_t)square;
            t->king = square == t->king ? 0 : t->king;
        }
    }
}

void tafl_unmake(struct tafl *t, enum side side, const struct move *m,
                 const struct tafl_undo *undo) {
    for (unsigned i = 0; i < undo->n; i++) {
        tafl_toggle(t, side_other(side), undo->square[i]);
    }
    tafl_toggle(t, side, m->to);
    tafl_toggle(t, side, m->from);
    t->king = undo->king;
}

/* Mixes another word into a key.  Each step is a bijection of either.  The constant is
 * from MurmurHash64A, by A. Appleby. */
static uint64_t mixed(uint64_t key, uint64_t word) {
    key = (key ^ word) * UINT64_C(0xc6a4a7935bd1e995);
    return key ^ key >> 32;
}

uint64_t tafl_key(const struct position *pos) {
    const struct tafl *t = &pos->u.tafl;
    uint64_t key = mixed(0, t->king * 2U + pos->turn);
    for (unsigned rank = 1; rank <= t->size; rank++) {
        uint64_t black = t->rank[SIDE_BLACK][rank];
        key = mixed(key, t->rank[SIDE_WHITE][rank] | black << 32);
    }
    return key;
}

/* --- announcements --- */

unsigned tafl_ways_out(const struct tafl *t) {
    uint32_t along = tafl_goals(t, tafl_rank(t->king));
    uint32_t across = tafl_goals(t, tafl_file(t->king));
    uint64_t goals = along | (uint64_t)across << TAFL_RANKS_AT;
    unsigned n = 0;
    for (uint64_t to = reach_from(t, t->king) & goals; to != 0; to &= to - 1) {
        n++;
    }
    return n;
}

/* Whether black could capture the king if it were its turn. */
static bool is_king_in_danger(const struct position *pos) {
    struct position attack = *pos;
    attack.turn = SIDE_BLACK;
    struct move moves[MOVES_MAX];
    size_t n = tafl_moves(&attack, moves);
    for (size_t i = 0; i < n; i++) {
        struct tafl_undo undo;
        tafl_make(&attack.u.tafl, SIDE_BLACK, &moves[i], &undo);
        if (attack.u.tafl.king == 0) {
            return true;
        }
        tafl_unmake(&attack.u.tafl, SIDE_BLACK, &moves[i], &undo);
    }
    return false;
}

const char *tafl_announce(const struct position *pos) {
    if (pos->phase == PHASE_OVER) {
        return NULL;
    }
    if (pos->turn == SIDE_WHITE) {
        return is_king_in_danger(pos) ? "gare" : NULL;
    }
    static const char *const by_ways[] = {NULL, "raichi", "tuichi"};
    unsigned ways = tafl_ways_out(&pos->u.tafl);
    return by_ways[ways < 2 ? ways : 2];
}
