/* The endings of stelpur and morris: boards of 24 places, one piece on each.
 *
 * Both boards have symmetries: permutations of places that change nothing (stelpur:
 * quarter turns; morris: turns, reflections, inside out).  Self's pieces are numbered by
 * classes of symmetric sets.  The other side's pieces are numbered among the places left
 * when self's pieces form the first set of their class. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/ending/solver.h"
#include "mem/mem.h"
#include "rules/morris/morris.h"

#define PIECES_MAX 6
#define MAPS_MAX   16 /* symmetries, with the identity */
#define NO_CLASS   UINT32_MAX

/* The sets with a given number of places. */
struct sets {
    uint32_t *class_of; /* owned; by number of the set */
    uint8_t *map_of;    /* owned; the symmetry that maps it to the first of its class */
    uint32_t *first;    /* owned; by class */
    uint32_t n_classes;
};

struct places_index {
    const struct game *game;
    struct layers layers;
    unsigned n_maps;
    uint32_t map[MAPS_MAX][3][256];                /* a set's image, by its bytes */
    uint32_t choose[PLACES_N + 1][PIECES_MAX + 1]; /* binomial coefficients */
    struct sets sets[PIECES_MAX + 1];              /* by their number of places */
};

static const uint32_t *pieces_of(const struct position *pos, const struct game *game) {
    return game == &game_morris ? pos->u.morris.men : pos->u.stelpur.pieces;
}

/* --- sets and their numbers --- */

/* The number of a set among the sets of its size. */
static uint32_t set_number(const struct places_index *index, uint32_t set) {
    uint32_t number = 0;
    for (unsigned i = 1; set != 0; i++) {
        number += index->choose[places_take_first(&set)][i];
    }
    return number;
}

/* The set of `n` places with this number. */
static uint32_t set_at(const struct places_index *index, unsigned n, uint32_t number) {
    uint32_t set = 0;
    unsigned place = PLACES_N;
    for (unsigned i = n; i > 0; i--) {
        do {
            place--;
        } while (index->choose[place][i] > number);
        number -= index->choose[place][i];
        set |= PLACES_BIT(place);
    }
    return set;
}

static uint32_t image(const struct places_index *index, unsigned map, uint32_t set) {
    const uint32_t(*bytes)[256] = index->map[map];
    return bytes[0][set & 255] | bytes[1][set >> 8 & 255] | bytes[2][set >> 16];
}

/* Renumbers the places of `set` as if those of `taken` did not exist. */
static uint32_t close_up(uint32_t set, uint32_t taken) {
    uint32_t closed = 0;
    while (set != 0) {
        unsigned place = places_take_first(&set);
        unsigned before = (unsigned)__builtin_popcount(taken & (PLACES_BIT(place) - 1));
        closed |= PLACES_BIT(place - before);
    }
    return closed;
}

/* The reverse of close_up. */
static uint32_t open_up(uint32_t closed, uint32_t taken) {
    while (taken != 0) {
        uint32_t below = PLACES_BIT(places_take_first(&taken)) - 1;
        closed = (closed & below) | (closed & ~below) << 1;
    }
    return closed;
}

/* --- symmetries --- */

static void set_map(struct places_index *index, const uint8_t to[static PLACES_N]) {
    uint32_t(*bytes)[256] = index->map[index->n_maps++];
    for (unsigned byte = 0; byte < 3; byte++) {
        for (unsigned set = 0; set < 256; set++) {
            bytes[byte][set] = 0;
            for (unsigned i = 0; i < 8; i++) {
                bytes[byte][set] |= (set >> i & 1U) << to[8 * byte + i];
            }
        }
    }
}

static void map_stelpur(struct places_index *index) {
    for (unsigned turn = 0; turn < 4; turn++) {
        uint8_t to[PLACES_N];
        for (unsigned place = 0; place < PLACES_N; place++) {
            to[place] = (uint8_t)((place + 6 * turn) % PLACES_N);
        }
        set_map(index, to);
    }
}

/* The point at these coordinates, -3 to 3. */
static unsigned point_at(int x, int y) {
    unsigned point = 0;
    while (morris_points[point].name[0] != 'd' + x ||
           morris_points[point].name[1] != '4' + y) {
        point++;
        assert(point < PLACES_N);
    }
    return point;
}

/* Bits of `how`: swap the squares inside out, reflect x, reflect y, swap the axes. */
static unsigned morris_image(unsigned point, unsigned how) {
    int x = morris_points[point].name[0] - 'd';
    int y = morris_points[point].name[1] - '4';
    int far = abs(x) > abs(y) ? abs(x) : abs(y);
    int scaled = (how & 1) != 0 ? 4 - far : far;
    x = x * scaled / far * ((how & 2) != 0 ? -1 : 1);
    y = y * scaled / far * ((how & 4) != 0 ? -1 : 1);
    return (how & 8) != 0 ? point_at(y, x) : point_at(x, y);
}

static void map_morris(struct places_index *index) {
    for (unsigned how = 0; how < MAPS_MAX; how++) {
        uint8_t to[PLACES_N];
        for (unsigned point = 0; point < PLACES_N; point++) {
            to[point] = (uint8_t)morris_image(point, how);
        }
        set_map(index, to);
    }
}

/* The inverse of a map. */
static uint8_t map_back(const struct places_index *index, unsigned map) {
    for (unsigned back = 0;; back++) {
        bool is_back = true;
        for (unsigned place = 0; place < PLACES_N; place++) {
            uint32_t set = PLACES_BIT(place);
            is_back &= image(index, back, image(index, map, set)) == set;
        }
        if (is_back) {
            return (uint8_t)back;
        }
    }
}

/* --- the index --- */

static void list_sets(struct places_index *index, unsigned n_places) {
    struct sets *sets = &index->sets[n_places];
    uint32_t n = index->choose[PLACES_N][n_places];
    uint8_t back[MAPS_MAX];
    for (unsigned map = 0; map < index->n_maps; map++) {
        back[map] = map_back(index, map);
    }
    sets->class_of = mem_new(n, sizeof *sets->class_of);
    sets->map_of = mem_new(n, sizeof *sets->map_of);
    sets->first = mem_new(n, sizeof *sets->first);
    memset(sets->class_of, 0xff, n * sizeof *sets->class_of);
    for (uint32_t i = 0; i < n; i++) {
        if (sets->class_of[i] != NO_CLASS) {
            continue;
        }
        uint32_t set = set_at(index, n_places, i);
        for (unsigned map = 0; map < index->n_maps; map++) {
            uint32_t to = set_number(index, image(index, map, set));
            if (sets->class_of[to] == NO_CLASS) {
                sets->class_of[to] = sets->n_classes;
                sets->map_of[to] = back[map];
            }
        }
        sets->first[sets->n_classes++] = set;
    }
}

static void number_layers(struct places_index *index, unsigned left_min,
                          unsigned left_max) {
    struct layers *layers = &index->layers;
    *layers =
        (struct layers){.game = index->game, .left_min = left_min, .left_max = left_max};
    for (unsigned self = left_min; self <= left_max; self++) {
        for (unsigned other = left_min; other <= left_max; other++) {
            layers->first[self][other] = layers->n;
            layers->size[self][other] = (uint64_t)index->sets[self].n_classes *
                                        index->choose[PLACES_N - self][other];
            layers->n += layers->size[self][other];
        }
    }
}

static void *index_new(const struct game *game, unsigned left_max,
                       struct layers *layers) {
    struct places_index *index = mem_new(1, sizeof *index);
    index->game = game;
    for (unsigned n = 0; n <= PLACES_N; n++) {
        index->choose[n][0] = 1;
        for (unsigned k = 1; k <= PIECES_MAX && n > 0; k++) {
            index->choose[n][k] = index->choose[n - 1][k - 1] + index->choose[n - 1][k];
        }
    }
    if (game == &game_morris) {
        map_morris(index);
    } else {
        map_stelpur(index);
    }
    unsigned left_min = solvable_find(game)->left_min;
    for (unsigned n = left_min; n <= left_max; n++) {
        list_sets(index, n);
    }
    number_layers(index, left_min, left_max);
    *layers = index->layers;
    return index;
}

static void index_free(void *owned) {
    struct places_index *index = owned;
    for (unsigned n = 0; n <= PIECES_MAX; n++) {
        free(index->sets[n].class_of);
        free(index->sets[n].map_of);
        free(index->sets[n].first);
    }
    free(index);
}

/* --- positions --- */

static bool number_of(const void *borrowed, const struct position *pos,
                      uint64_t *number) {
    const struct places_index *index = borrowed;
    const struct layers *layers = &index->layers;
    const uint32_t *pieces = pieces_of(pos, index->game);
    uint32_t own = pieces[pos->turn];
    uint32_t others = pieces[side_other((enum side)pos->turn)];
    unsigned self = (unsigned)__builtin_popcount(own);
    unsigned other = (unsigned)__builtin_popcount(others);
    if (self > layers->left_max || other > layers->left_max || self < layers->left_min ||
        other < layers->left_min ||
        (index->game == &game_morris && morris_is_placing(&pos->u.morris))) {
        return false;
    }
    const struct sets *sets = &index->sets[self];
    uint32_t set = set_number(index, own);
    uint32_t class = sets->class_of[set];
    uint32_t seen = image(index, sets->map_of[set], others);
    *number = layers->first[self][other] +
              (uint64_t) class * index->choose[PLACES_N - self][other] +
              set_number(index, close_up(seen, sets->first[class]));
    return true;
}

static void position_of(const void *borrowed, uint64_t number, enum side turn,
                        struct position *pos) {
    const struct places_index *index = borrowed;
    unsigned self, other;
    uint64_t within = layers_find(&index->layers, number, &self, &other);
    uint32_t n = index->choose[PLACES_N - self][other];
    uint32_t own = index->sets[self].first[within / n];
    uint32_t others = open_up(set_at(index, other, (uint32_t)(within % n)), own);
    memset(pos, 0, sizeof *pos);
    pos->phase = PHASE_ROLL;
    pos->turn = (uint8_t)turn;
    uint32_t *pieces =
        index->game == &game_morris ? pos->u.morris.men : pos->u.stelpur.pieces;
    pieces[turn] = own;
    pieces[side_other(turn)] = others;
}

#define PLACES_MEMBERS                                                                   \
    .precise = ENDING_PRECISE, .residual_max = ENDING_RESIDUAL_MAX, .resumes = true,     \
    .index_new = index_new, .index_free = index_free, .number = number_of,               \
    .position = position_of, .solver_new = ending_solver_new,                            \
    .solver_free = ending_solver_free, .begin = ending_solver_begin,                     \
    .sweep = ending_solver_sweep, .read = ending_solver_read

const struct solvable solvable_stelpur = {
    .game = &game_stelpur,
    .left_min = 1,
    .left_max = 5,
    .left_usual = 3,
    .bytes_each = 320,
    .seconds_each = 2.1e-05,
    .seconds_more = 0.0015,
    PLACES_MEMBERS,
};

const struct solvable solvable_morris = {
    .game = &game_morris,
    .left_min = 3,
    .left_max = 6,
    .left_usual = 3,
    .bytes_each = 250,
    .seconds_each = 1.2e-05,
    .seconds_more = 0.0015,
    PLACES_MEMBERS,
};
