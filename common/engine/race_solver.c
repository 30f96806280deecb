#include "engine/race_solver.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/layers_file.h"
#include "engine/network/features.h"
#include "engine/race_steps.h"
#include "mem/mem.h"

/* One layer of the pair being solved. */
struct layer {
    unsigned left[2];
    double *own;     /* self's value if self is to throw */
    double *waiting; /* self's value in the same place if the other side is to throw */
    const uint32_t *fewer;  /* the layer in which self has one piece fewer, or NULL */
    const uint32_t *passed; /* the same with the sides exchanged */
    const struct race_steps *steps; /* self's */
    struct layer *opposite;         /* the layer with the sides exchanged */
};

struct race_solver {
    const struct race_index *index;
    const uint32_t *finished; /* the values of the file */
    struct throws throws;
    struct race_steps
        *steps[UR_PIECES + 1]; /* by self's pieces left; created when needed */
    struct layer layer[2];
    unsigned n_layers; /* 1: both sides have equal numbers left */
    double won[RACE_ROWS_MAX];
};

/* --- layers --- */

struct race_solver *race_solver_new(const struct race_index *index,
                                    const uint32_t *values) {
    struct race_solver *solver = mem_new(1, sizeof *solver);
    solver->index = index;
    solver->finished = values;
    throws_init(&solver->throws, index->game);
    for (unsigned i = 0; i < RACE_ROWS_MAX; i++) {
        solver->won[i] = 1;
    }
    return solver;
}

uint64_t race_solver_bytes(const struct race_index *index, uint64_t n) {
    uint64_t n_blocks = (uint64_t)index->left_max * index->left_max;
    return sizeof *index + race_steps_bytes(index) + n * 2 * sizeof(double) +
           index->n_lanes * (sizeof *index->at + n_blocks * sizeof(uint32_t));
}

static void forget_layers(struct race_solver *solver) {
    for (unsigned i = 0; i < solver->n_layers; i++) {
        free(solver->layer[i].own);
        free(solver->layer[i].waiting);
    }
    solver->n_layers = 0;
}

void race_solver_free(struct race_solver *solver) {
    if (solver == NULL) {
        return;
    }
    forget_layers(solver);
    for (unsigned left = 0; left <= UR_PIECES; left++) {
        race_steps_free(solver->steps[left]);
    }
    free(solver);
}

static void begin_layer(struct race_solver *solver, struct layer *layer, unsigned self,
                        unsigned other) {
    const struct race_index *index = solver->index;
    if (solver->steps[self] == NULL) {
        solver->steps[self] = race_steps_new(index, self);
    }
    size_t n = race_layer_size(index, self, other);
    *layer = (struct layer){
        .left = {self, other},
        .own = mem_new(n, sizeof *layer->own),
        .waiting = mem_new(n, sizeof *layer->waiting),
        .fewer = self > 1 ? solver->finished + index->layer[self - 1][other] : NULL,
        .passed = self > 1 ? solver->finished + index->layer[other][self - 1] : NULL,
        .steps = solver->steps[self],
    };
    for (size_t i = 0; i < n; i++) {
        layer->own[i] = layer->waiting[i] = 0.5;
    }
}

void race_solver_begin(struct race_solver *solver, unsigned more, unsigned less) {
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

/* Copies the values of a row of a finished layer. */
static void copy_fewer(const struct race_solver *solver, const struct layer *layer,
                       const struct race_step *step, unsigned n_columns,
                       double fewer[static RACE_ROWS_MAX]) {
    const struct race_index *index = solver->index;
    unsigned self = layer->left[0] - 1, other = layer->left[1];
    if (step->then == RACE_OFF) {
        const uint32_t *from = layer->fewer + index->block[self][other][step->lane] +
                               (size_t)step->row * n_columns;
        for (unsigned i = 0; i < n_columns; i++) {
            fewer[i] = layers_value(from[i]);
        }
        return;
    }
    uint32_t swapped = index->at[step->lane].swapped;
    unsigned n_rows = race_block_rows(index, self, step->lane, 0);
    const uint32_t *from = layer->passed + index->block[other][self][swapped] + step->row;
    for (unsigned i = 0; i < n_columns; i++) {
        fewer[i] = 1 - layers_value(from[(size_t)i * n_rows]);
    }
}

/* The values after a step, for all columns.  Values from a finished layer are copied to
 * `fewer`.  A throw needs that at most once: only one piece can be borne off. */
static const double *values_after(const struct race_solver *solver,
                                  const struct layer *layer, const struct race_step *step,
                                  double fewer[static RACE_ROWS_MAX]) {
    const struct race_index *index = solver->index;
    unsigned self = layer->left[0];
    unsigned other = layer->left[1];
    unsigned n_columns = race_block_rows(index, other, step->lane, 1);
    size_t row = (size_t)step->row * n_columns;
    switch ((enum race_then)step->then) {
    case RACE_OTHER: return layer->waiting + index->block[self][other][step->lane] + row;
    case RACE_AGAIN: return layer->own + index->block[self][other][step->lane] + row;
    case RACE_WON: return solver->won;
    case RACE_OFF:
    case RACE_PASSED: break;
    }
    copy_fewer(solver, layer, step, n_columns, fewer);
    return fewer;
}

/* Adds to `sum`, in each column, `chance` times the best of n_values values. */
static void add_best(double *restrict sum, unsigned n_columns, double chance,
                     const double *const *value, unsigned n_values) {
    const double *best = value[0];
    double better[RACE_ROWS_MAX];
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
static double update_row(const struct race_solver *solver, const struct layer *layer,
                         uint32_t lane, unsigned row, size_t start) {
    const struct race_steps *steps = layer->steps;
    uint32_t at = steps->first_row[lane] + row;
    unsigned n_columns = race_block_rows(solver->index, layer->left[1], lane, 1);
    const struct race_step *step = steps->step + steps->first[at];
    const double *passing = layer->waiting + start;
    double sum[RACE_ROWS_MAX];
    double fewer[RACE_ROWS_MAX];
    memset(sum, 0, n_columns * sizeof *sum);
    for (unsigned t = 0; t < solver->throws.n; t++) {
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
static void tell_opposite(const struct race_index *index, const struct layer *layer,
                          uint32_t lane) {
    unsigned n_rows = race_block_rows(index, layer->left[0], lane, 0);
    unsigned n_columns = race_block_rows(index, layer->left[1], lane, 1);
    const uint32_t *from = index->block[layer->left[0]][layer->left[1]];
    const uint32_t *to = index->block[layer->left[1]][layer->left[0]];
    const double *own = layer->own + from[lane];
    double *waiting = layer->opposite->waiting + to[index->at[lane].swapped];
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
static double sweep_layer(const struct race_solver *solver, const struct layer *layer) {
    const struct race_index *index = solver->index;
    double change = 0;
    for (uint32_t lane = index->n_lanes; lane-- > 0;) {
        unsigned n_rows = race_block_rows(index, layer->left[0], lane, 0);
        unsigned n_columns = race_block_rows(index, layer->left[1], lane, 1);
        size_t start = index->block[layer->left[0]][layer->left[1]][lane];
        if (n_columns == 0 || n_rows == 0) {
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

double race_solver_sweep(struct race_solver *solver) {
    double change = 0;
    for (unsigned i = 0; i < solver->n_layers; i++) {
        double by = sweep_layer(solver, &solver->layer[i]);
        change = by > change ? by : change;
    }
    return change;
}

/* --- the result --- */

void race_solver_read(const struct race_solver *solver, unsigned self, uint32_t from,
                      uint32_t n, uint32_t *out) {
    const struct layer *layer = &solver->layer[0];
    if (layer->left[0] != self) {
        layer = layer->opposite;
    }
    assert(solver->n_layers > 0 && layer->left[0] == self);
    for (uint32_t i = 0; i < n; i++) {
        out[i] = layers_number(layer->own[from + i]);
    }
}

double race_solver_start(const struct race_solver *solver) {
    const struct layer *layer = &solver->layer[0];
    uint8_t left = (uint8_t)layer->left[0];
    struct race_place place = {.left = {left, left}};
    uint64_t first = solver->index->layer[left][left];
    return layer->own[race_place_number(solver->index, &place) - first];
}

/* --- what can be solved --- */

static const struct solvable solvables[] = {
    {&game_royal_ur, 7, 1e-10, 1.7e-6}, {&game_finkel, 7, 1e-12, 6e-6},
    {&game_blitz, 5, 1e-12, 9e-6},      {&game_masters, 7, 1e-12, 9e-6},
    {&game_aseb, 5, 1e-12, 9e-6},
};

const struct solvable *solvable_find(const struct game *game) {
    for (size_t i = 0; i < sizeof solvables / sizeof solvables[0]; i++) {
        if (solvables[i].game == game) {
            return &solvables[i];
        }
    }
    return NULL;
}
