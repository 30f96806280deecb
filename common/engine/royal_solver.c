/* royal-ur: the value of every position, by value iteration. */
#include "engine/solvable.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/network/throws.h"
#include "engine/royal_index.h"
#include "engine/royal_steps.h"
#include "mem/mem.h"

/* One layer of the pair being solved. */
struct layer {
    unsigned left[2];
    double *own;        /* self's value if self is to throw */
    double *waiting;    /* self's value in the same place if the other side is to throw */
    const float *fewer; /* the layer in which self has one piece fewer, or NULL */
    const struct royal_steps *steps; /* self's */
    struct layer *opposite;          /* the layer with the sides exchanged */
};

struct royal_solver {
    const struct royal_index *index;
    const float *finished; /* the values of the file */
    struct throws throws;
    struct royal_steps
        *steps[UR_PIECES + 1]; /* by self's pieces left; created when needed */
    struct layer layer[2];
    unsigned n_layers; /* 1: both sides have equal numbers left */
    double won[ROYAL_ROWS];
};

/* --- numbers --- */

static void *index_new(const struct game *game, unsigned left_max,
                       struct layers *layers) {
    (void)game;
    struct royal_index *index = royal_index_new(left_max);
    royal_index_layers(index, layers);
    return index;
}

static void index_free(void *index) {
    royal_index_free(index);
}

static bool number_of(const void *index, const struct position *pos, uint64_t *number) {
    struct royal_place place;
    if (!royal_place_of(index, pos, &place)) {
        return false;
    }
    *number = royal_place_number(index, &place);
    return true;
}

static void position_of(const void *index, uint64_t number, enum side turn,
                        struct position *pos) {
    struct royal_place place = royal_place_at(index, number);
    royal_place_position(index, &place, turn, pos);
}

/* --- layers --- */

static void *solver_new(const void *index, const struct layers *layers,
                        const float *values) {
    (void)layers;
    struct royal_solver *solver = mem_new(1, sizeof *solver);
    solver->index = index;
    solver->finished = values;
    throws_init(&solver->throws, &game_royal_ur);
    for (unsigned i = 0; i < ROYAL_ROWS; i++) {
        solver->won[i] = 1;
    }
    return solver;
}

static void forget_layers(struct royal_solver *solver) {
    for (unsigned i = 0; i < solver->n_layers; i++) {
        free(solver->layer[i].own);
        free(solver->layer[i].waiting);
    }
    solver->n_layers = 0;
}

static void solver_free(void *state) {
    struct royal_solver *solver = state;
    forget_layers(solver);
    for (unsigned left = 0; left <= UR_PIECES; left++) {
        royal_steps_free(solver->steps[left]);
    }
    free(solver);
}

static void begin_layer(struct royal_solver *solver, struct layer *layer, unsigned self,
                        unsigned other) {
    const struct royal_index *index = solver->index;
    if (solver->steps[self] == NULL) {
        solver->steps[self] = royal_steps_new(index, self);
    }
    size_t n = royal_layer_size(index, self, other);
    *layer = (struct layer){
        .left = {self, other},
        .own = mem_new(n, sizeof *layer->own),
        .waiting = mem_new(n, sizeof *layer->waiting),
        .fewer = self > 1 ? solver->finished + index->layer[self - 1][other] : NULL,
        .steps = solver->steps[self],
    };
    for (size_t i = 0; i < n; i++) {
        layer->own[i] = layer->waiting[i] = 0.5;
    }
}

static void begin(void *state, unsigned more, unsigned less) {
    struct royal_solver *solver = state;
    assert(less >= 1 && less <= more && more <= solver->index->left_max);
    forget_layers(solver);
    solver->n_layers = more == less ? 1 : 2;
    begin_layer(solver, &solver->layer[0], more, less);
    solver->layer[0].opposite = &solver->layer[solver->n_layers - 1];
    if (solver->n_layers == 2) {
        begin_layer(solver, &solver->layer[1], less, more);
        solver->layer[1].opposite = &solver->layer[0];
    }
}

/* --- a row --- */

/* The values after a step, for all columns.  Values from a finished layer are copied to
 * `fewer`.  A row needs that at most once: only one piece can be borne off. */
static const double *values_after(const struct royal_solver *solver,
                                  const struct layer *layer,
                                  const struct royal_step *step,
                                  double fewer[static ROYAL_ROWS]) {
    const struct royal_index *index = solver->index;
    unsigned self = layer->left[0];
    unsigned other = layer->left[1];
    unsigned n_columns = royal_block_rows(index, other, step->lane, 1);
    size_t row = (size_t)step->row * n_columns;
    switch ((enum royal_then)step->then) {
    case ROYAL_OTHER: return layer->waiting + index->block[self][other][step->lane] + row;
    case ROYAL_AGAIN: return layer->own + index->block[self][other][step->lane] + row;
    case ROYAL_WON: return solver->won;
    case ROYAL_OFF: break;
    }
    const float *from = layer->fewer + index->block[self - 1][other][step->lane] + row;
    for (unsigned i = 0; i < n_columns; i++) {
        fewer[i] = (double)from[i];
    }
    memset(fewer + n_columns, 0, (ROYAL_ROWS - n_columns) * sizeof *fewer);
    return fewer;
}

/* Adds to `sum`, in each column, `chance` times the best of n_values values. */
static void add_best(double *restrict sum, unsigned n_columns, double chance,
                     const double *const *value, unsigned n_values) {
    const double *best = value[0];
    double better[ROYAL_ROWS];
    for (unsigned k = 1; k < n_values; k++) {
        const double *next = value[k];
        for (unsigned i = 0; i < n_columns; i++) {
            better[i] = next[i] > best[i] ? next[i] : best[i];
        }
        best = better;
    }
    for (unsigned i = 0; i < n_columns; i++) {
        sum[i] += chance * best[i];
    }
}

/* Stores the new values of a row.  Returns the largest change. */
static double replace(double *restrict value, const double *restrict sum, unsigned n) {
    double change = 0;
    for (unsigned i = 0; i < n; i++) {
        double by = fabs(sum[i] - value[i]);
        change = by > change ? by : change;
        value[i] = sum[i];
    }
    return change;
}

/* Computes one row of a block that begins at `start` in its layer. */
static double update_row(const struct royal_solver *solver, const struct layer *layer,
                         unsigned lane, unsigned row, size_t start) {
    const struct royal_steps *steps = layer->steps;
    uint32_t at = steps->first_row[lane] + row;
    unsigned n_columns = royal_block_rows(solver->index, layer->left[1], lane, 1);
    const struct royal_step *step = steps->step + steps->first[at];
    const double *passing = layer->waiting + start;
    double sum[ROYAL_ROWS];
    double fewer[ROYAL_ROWS];
    memset(sum, 0, n_columns * sizeof *sum);
    for (unsigned t = 0; t < ROYAL_THROWS; t++) {
        unsigned n = steps->n[at][t];
        const double *value[UR_PIECES + 1] = {passing};
        for (unsigned k = 0; k < n; k++) {
            value[k] = values_after(solver, layer, step++, fewer);
        }
        add_best(sum, n_columns, solver->throws.chance[t], value, n > 0 ? n : 1);
    }
    return replace(layer->own + start, sum, n_columns);
}

/* --- a sweep --- */

/* Copies the new values of a block to the opposite layer: the same places, as the side
 * that waits sees them. */
static void tell_opposite(const struct royal_index *index, const struct layer *layer,
                          unsigned lane) {
    unsigned n_rows = royal_block_rows(index, layer->left[0], lane, 0);
    unsigned n_columns = royal_block_rows(index, layer->left[1], lane, 1);
    const uint32_t *from = index->block[layer->left[0]][layer->left[1]];
    const uint32_t *to = index->block[layer->left[1]][layer->left[0]];
    const double *own = layer->own + from[lane];
    double *waiting = layer->opposite->waiting + to[index->swapped[lane]];
    enum { TILE = 8 }; /* doubles of a cache line */
    for (unsigned top = 0; top < n_rows; top += TILE) {
        unsigned end = top + TILE < n_rows ? top + TILE : n_rows;
        for (unsigned column = 0; column < n_columns; column++) {
            for (unsigned row = top; row < end; row++) {
                waiting[(size_t)column * n_rows + row] =
                    1 - own[(size_t)row * n_columns + column];
            }
        }
    }
}

/* Goes from the highest lanes and rows down.  Most moves lead up, so the values needed
 * after an extra throw are already new. */
static double sweep_layer(const struct royal_solver *solver, const struct layer *layer) {
    const struct royal_index *index = solver->index;
    double change = 0;
    for (unsigned lane = ROYAL_LANES; lane-- > 0;) {
        unsigned n_rows = royal_block_rows(index, layer->left[0], lane, 0);
        unsigned n_columns = royal_block_rows(index, layer->left[1], lane, 1);
        size_t start = index->block[layer->left[0]][layer->left[1]][lane];
        if (n_columns == 0) {
            continue;
        }
        for (unsigned row = n_rows; row-- > 0;) {
            double by =
                update_row(solver, layer, lane, row, start + (size_t)row * n_columns);
            change = by > change ? by : change;
        }
        tell_opposite(index, layer, lane);
    }
    return change;
}

static bool sweep(void *state, double *change) {
    struct royal_solver *solver = state;
    *change = 0;
    for (unsigned i = 0; i < solver->n_layers; i++) {
        double by = sweep_layer(solver, &solver->layer[i]);
        *change = by > *change ? by : *change;
    }
    return true;
}

/* --- the result --- */

static void read_values(const void *state, unsigned self, uint32_t from, uint32_t n,
                        float *out) {
    const struct royal_solver *solver = state;
    const struct layer *layer = &solver->layer[0];
    if (layer->left[0] != self) {
        layer = layer->opposite;
    }
    assert(solver->n_layers > 0 && layer->left[0] == self);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = (float)layer->own[from + i];
    }
}

static double start(const void *state) {
    const struct royal_solver *solver = state;
    const struct layer *layer = &solver->layer[0];
    uint8_t left = (uint8_t)layer->left[0];
    struct royal_place place = {.left = {left, left}};
    uint64_t first = solver->index->layer[left][left];
    return layer->own[royal_place_number(solver->index, &place) - first];
}

const struct solvable solvable_royal_ur = {
    .game = &game_royal_ur,
    .left_min = 1,
    .left_max = UR_PIECES,
    .precise = 1e-10,
    .residual_max = 1e-7, /* floats, and means of floats, have errors up to 3e-8 */
    .bytes_each = 2 * sizeof(double),
    .seconds_each = 1.7e-6,
    .index_new = index_new,
    .index_free = index_free,
    .number = number_of,
    .position = position_of,
    .solver_new = solver_new,
    .solver_free = solver_free,
    .begin = begin,
    .sweep = sweep,
    .read = read_values,
    .start = start,
};
