/* The endings of akalamdung and ur: pieces on the board of Ur.
 *
 * Squares are filled one by one: self's private ones, the other side's, then the central
 * row.  Given the pieces not yet placed, there is a known number of ways to fill the
 * remaining squares.  A position's number counts the ways that come before it.  Pieces
 * not on the board in the end are in reserve. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ending/solver.h"
#include "mem/mem.h"
#include "rules/ur/akalamdung.h"
#include "rules/ur/ur.h"

#define LEFT_MAX  4
#define N_SQUARES 20
#define N_ALONE   6 /* private squares of each side */

/* A square: its number on the path, and who uses it. */
struct square {
    uint8_t path;
    enum { OF_SELF, OF_OTHER, OF_BOTH } whose;
};

/* The content of a square: pieces of self and of the other side, and which of their
 * possible arrangements it is. */
struct content {
    unsigned n[2]; /* of self, of the other side */
    unsigned way;
};

/* What differs between the games. */
struct race {
    const struct game *game;
    /* How many arrangements a square allows of this many pieces of self and the other. */
    unsigned (*ways)(const struct square *square, const unsigned n[2]);
    struct content (*look)(const struct position *pos, const struct square *square);
    /* Puts the content on an empty square. */
    void (*put)(struct position *pos, const struct square *square,
                const struct content *content);
    /* Pieces of a side that are not off the board. */
    unsigned (*left)(const struct position *pos, enum side side);
    /* Puts pieces in reserve and off the board; sets the phase. */
    void (*finish)(struct position *pos, enum side side, unsigned n_reserve,
                   unsigned n_off);
};

struct race_index {
    const struct race *race;
    struct layers layers;
    struct square square[N_SQUARES];
    /* [i][a][b]: ways to fill the squares from i on with at most a and b pieces */
    uint64_t rest[N_SQUARES + 1][LEFT_MAX + 1][LEFT_MAX + 1];
    /* [i][a][b][x][y]: those ways with fewer than x, or x and fewer than y, on i */
    uint64_t before[N_SQUARES][LEFT_MAX + 1][LEFT_MAX + 1][LEFT_MAX + 1][LEFT_MAX + 1];
};

static enum side side_of(const struct position *pos, const struct square *square) {
    enum side self = (enum side)pos->turn;
    return square->whose == OF_OTHER ? side_other(self) : self;
}

/* --- akalamdung --- */

static bool is_on_way(unsigned path) {
    return path != UR_LAST && (AKALAMDUNG_WAY & UR_BIT(path)) != 0;
}

/* A single piece may be a warrior on its way; two are plain.  8 takes any number. */
static unsigned akalamdung_ways(const struct square *square, const unsigned n[2]) {
    if (square->path == UR_CENTRE) {
        return (n[0] + 1) * (n[1] + 1);
    }
    unsigned own = square->whose == OF_OTHER ? n[1] : n[0];
    unsigned more = square->whose == OF_OTHER ? n[0] : n[1];
    if (square->whose == OF_BOTH && own == 0) {
        own = more;
        more = 0;
    }
    if (more > 0 || own > 2) {
        return 0;
    }
    return own == 0   ? 1
           : own == 1 ? 1 + is_on_way(square->path)
                      : square->path != UR_LAST;
}

static struct content akalamdung_look(const struct position *pos,
                                      const struct square *square) {
    const struct akalamdung *a = &pos->u.akalamdung;
    struct content content = {.n = {0}};
    unsigned path = square->path;
    unsigned warriors[2] = {0};
    for (unsigned i = 0; i < 2; i++) {
        if (square->whose != OF_BOTH && i != (unsigned)square->whose) {
            continue;
        }
        unsigned side = pos->turn ^ i;
        warriors[i] = a->warriors[side][path];
        content.n[i] = a->counts.plain[side][path] + warriors[i];
    }
    content.way = path == UR_CENTRE ? warriors[0] * (content.n[1] + 1) + warriors[1]
                                    : warriors[0] + warriors[1];
    return content;
}

static void akalamdung_put(struct position *pos, const struct square *square,
                           const struct content *content) {
    bool is_centre = square->path == UR_CENTRE;
    unsigned by = content->n[1] + 1;
    for (unsigned i = 0; i < 2; i++) {
        enum side side = (enum side)(pos->turn ^ i);
        unsigned warriors = content->way;
        if (is_centre) {
            warriors = i == 0 ? content->way / by : content->way % by;
        }
        warriors = content->n[i] == 0 ? 0 : warriors;
        akalamdung_add_warrior(&pos->u.akalamdung, side, square->path, (int)warriors);
        akalamdung_add_plain(&pos->u.akalamdung, side, square->path,
                             (int)(content->n[i] - warriors));
    }
}

static unsigned akalamdung_left(const struct position *pos, enum side side) {
    return UR_PIECES - (unsigned)pos->u.akalamdung.counts.plain[side][UR_OFF];
}

static void akalamdung_finish(struct position *pos, enum side side, unsigned n_reserve,
                              unsigned n_off) {
    akalamdung_add_plain(&pos->u.akalamdung, side, UR_IN, (int)n_reserve);
    akalamdung_add_plain(&pos->u.akalamdung, side, UR_OFF, (int)n_off);
}

/* --- ur --- */

static unsigned choose(unsigned n, unsigned k) {
    unsigned ways = 1;
    for (unsigned i = 0; i < k; i++) {
        ways = ways * (n - i) / (i + 1);
    }
    return n < k ? 0 : ways;
}

/* On a private square of one side, its single piece is on top of prisoners; on 14 it is
 * an officer, alone.  Other columns have any order.  Every piece may be an officer. */
static unsigned ur_ways(const struct square *square, const unsigned n[2]) {
    unsigned all = n[0] + n[1];
    if (square->whose == OF_BOTH) {
        return choose(all, n[0]) << all;
    }
    unsigned own = n[square->whose];
    if (square->path == UR_LAST) {
        return all == 0 || (own == 1 && all == 1);
    }
    return all == 0 ? 1 : own == 1 ? 1U << all : 0;
}

static struct content ur_look(const struct position *pos, const struct square *square) {
    const struct ur_column *column =
        &pos->u.ur.column[ur_square(side_of(pos, square), square->path)];
    struct content content = {.n = {0}};
    unsigned order = 0; /* number of the set of self's places in the column */
    for (unsigned i = 0; i < column->n; i++) {
        if (ur_column_colour(column, i) == (enum side)pos->turn) {
            order += choose(i, ++content.n[0]);
        } else {
            content.n[1]++;
        }
    }
    if (square->whose == OF_BOTH) {
        content.way = order << column->n | column->officers;
    } else if (square->path != UR_LAST) {
        content.way = column->officers;
    }
    return content;
}

static void note_top(struct ur *ur, const struct ur_column *column, unsigned path) {
    enum side owner = ur_column_colour(column, 0);
    ur->units[owner] = (uint16_t)(ur->units[owner] | UR_BIT(path));
    if (ur_column_is_officer(column, 0)) {
        ur->officers[owner] = (uint16_t)(ur->officers[owner] | UR_BIT(path));
    }
}

static void ur_put(struct position *pos, const struct square *square,
                   const struct content *content) {
    unsigned all = content->n[0] + content->n[1];
    unsigned own = 0; /* self's places in the column, as bits */
    unsigned order = content->way >> all;
    if (all == 0) {
        return;
    }
    if (square->whose == OF_BOTH) {
        unsigned place = all;
        for (unsigned i = content->n[0]; i > 0; i--) {
            do {
                place--;
            } while (choose(place, i) > order);
            order -= choose(place, i);
            own |= 1U << place;
        }
    } else {
        own = square->whose == OF_SELF ? 1U : ((1U << all) - 1U) & ~1U;
    }
    unsigned officers = square->path == UR_LAST ? 1U : content->way & ((1U << all) - 1U);
    unsigned black = pos->turn == SIDE_BLACK ? own : ~own & ((1U << all) - 1U);
    struct ur_column column = {
        .black = (uint16_t)black, .officers = (uint16_t)officers, .n = (uint16_t)all};
    pos->u.ur.column[ur_square(side_of(pos, square), square->path)] = column;
    note_top(&pos->u.ur, &column, square->path);
}

static unsigned ur_left(const struct position *pos, enum side side) {
    return UR_PIECES - (unsigned)pos->u.ur.off[side];
}

/* Finishes a side.  Without a unit it has lost. */
static void ur_finish(struct position *pos, enum side side, unsigned n_reserve,
                      unsigned n_off) {
    struct ur *ur = &pos->u.ur;
    ur->reserve[side] = (uint8_t)n_reserve;
    ur->off[side] = (uint8_t)n_off;
    ur->units[side] = (uint16_t)(ur->units[side] | (n_reserve > 0 ? UR_BIT(UR_IN) : 0));
    if (ur->units[side] == 0) {
        pos->phase = PHASE_OVER;
        pos->outcome = (uint8_t)side_other(side);
        pos->end = END_IMPRISONED;
    }
}

/* --- the index --- */

static void list_squares(struct race_index *index) {
    static const uint8_t alone[N_ALONE] = {1, 2, 3, 4, 13, 14};
    for (unsigned i = 0; i < N_ALONE; i++) {
        index->square[i] = (struct square){alone[i], OF_SELF};
        index->square[N_ALONE + i] = (struct square){alone[i], OF_OTHER};
    }
    for (unsigned i = 2 * N_ALONE; i < N_SQUARES; i++) {
        uint8_t path = (uint8_t)(UR_COMMON_FIRST + i - 2 * N_ALONE);
        index->square[i] = (struct square){path, OF_BOTH};
    }
}

/* Counts the ways to fill the squares from i on with at most a and b pieces. */
static void count_ways(struct race_index *index, unsigned i, unsigned a, unsigned b) {
    uint64_t sum = 0;
    for (unsigned x = 0; x <= a; x++) {
        for (unsigned y = 0; y <= b; y++) {
            index->before[i][a][b][x][y] = sum;
            sum += index->race->ways(&index->square[i], (unsigned[]){x, y}) *
                   index->rest[i + 1][a - x][b - y];
        }
    }
    index->rest[i][a][b] = sum;
}

static void *race_new(const struct race *race, unsigned left_max, struct layers *layers) {
    struct race_index *index = mem_new(1, sizeof *index);
    index->race = race;
    list_squares(index);
    for (unsigned i = N_SQUARES + 1; i-- > 0;) {
        for (unsigned a = 0; a <= left_max; a++) {
            for (unsigned b = 0; b <= left_max; b++) {
                if (i == N_SQUARES) {
                    index->rest[i][a][b] = 1; /* the other pieces are in reserve */
                } else {
                    count_ways(index, i, a, b);
                }
            }
        }
    }
    *layers = (struct layers){.game = race->game, .left_min = 1, .left_max = left_max};
    for (unsigned self = 1; self <= left_max; self++) {
        for (unsigned other = 1; other <= left_max; other++) {
            layers->first[self][other] = layers->n;
            layers->size[self][other] = index->rest[0][self][other];
            layers->n += layers->size[self][other];
        }
    }
    index->layers = *layers;
    return index;
}

static bool number_of(const void *borrowed, const struct position *pos,
                      uint64_t *number) {
    const struct race_index *index = borrowed;
    unsigned a = index->race->left(pos, (enum side)pos->turn);
    unsigned b = index->race->left(pos, side_other((enum side)pos->turn));
    if (a > index->layers.left_max || b > index->layers.left_max) {
        return false;
    }
    *number = index->layers.first[a][b];
    for (unsigned i = 0; i < N_SQUARES; i++) {
        struct content content = index->race->look(pos, &index->square[i]);
        unsigned x = content.n[0], y = content.n[1];
        *number += index->before[i][a][b][x][y];
        a -= x;
        b -= y;
        *number += content.way * index->rest[i + 1][a][b];
    }
    return true;
}

/* The content of square i if a and b pieces are left for it and the squares after it.
 * Subtracts its part from the number. */
static struct content content_at(const struct race_index *index, unsigned i, unsigned a,
                                 unsigned b, uint64_t *number) {
    struct content content = {.n = {a, b}};
    /* The last possible one that begins at or before the number. */
    while (index->before[i][a][b][content.n[0]][content.n[1]] > *number ||
           index->race->ways(&index->square[i], content.n) == 0) {
        if (content.n[1] > 0) {
            content.n[1]--;
        } else {
            content.n[0]--;
            content.n[1] = b;
        }
    }
    *number -= index->before[i][a][b][content.n[0]][content.n[1]];
    uint64_t each = index->rest[i + 1][a - content.n[0]][b - content.n[1]];
    content.way = (unsigned)(*number / each);
    *number %= each;
    return content;
}

static void position_of(const void *borrowed, uint64_t number, enum side turn,
                        struct position *pos) {
    const struct race_index *index = borrowed;
    unsigned self, other;
    uint64_t within = layers_find(&index->layers, number, &self, &other);
    memset(pos, 0, sizeof *pos);
    pos->phase = PHASE_ROLL;
    pos->turn = (uint8_t)turn;
    unsigned a = self, b = other;
    for (unsigned i = 0; i < N_SQUARES; i++) {
        struct content content = content_at(index, i, a, b, &within);
        a -= content.n[0];
        b -= content.n[1];
        index->race->put(pos, &index->square[i], &content);
    }
    index->race->finish(pos, turn, a, UR_PIECES - self);
    index->race->finish(pos, side_other(turn), b, UR_PIECES - other);
}

/* --- the games --- */

static void *akalamdung_new(const struct game *game, unsigned left_max,
                            struct layers *layers) {
    static const struct race race = {&game_akalamdung, akalamdung_ways,
                                     akalamdung_look,  akalamdung_put,
                                     akalamdung_left,  akalamdung_finish};
    assert(game == race.game);
    return race_new(&race, left_max, layers);
}

static void *ur_new(const struct game *game, unsigned left_max, struct layers *layers) {
    static const struct race race = {&game_ur, ur_ways, ur_look,
                                     ur_put,   ur_left, ur_finish};
    assert(game == race.game);
    return race_new(&race, left_max, layers);
}

#define RACE_MEMBERS                                                                     \
    .precise = ENDING_PRECISE, .residual_max = ENDING_RESIDUAL_MAX, .resumes = true,     \
    .index_free = free, .number = number_of, .position = position_of,                    \
    .solver_new = ending_solver_new, .solver_free = ending_solver_free,                  \
    .begin = ending_solver_begin, .sweep = ending_solver_sweep,                          \
    .read = ending_solver_read

const struct solvable solvable_akalamdung = {
    .game = &game_akalamdung,
    .left_min = 1,
    .left_max = LEFT_MAX,
    .left_usual = 3,
    .bytes_each = 80,
    .seconds_each = 4.1e-06,
    .seconds_more = 0.0003,
    .index_new = akalamdung_new,
    RACE_MEMBERS,
};

const struct solvable solvable_ur = {
    .game = &game_ur,
    .left_min = 1,
    .left_max = 3,
    .left_usual = 2,
    .bytes_each = 100,
    .seconds_each = 9.4e-06,
    .seconds_more = 0.00045,
    .index_new = ur_new,
    RACE_MEMBERS,
};
