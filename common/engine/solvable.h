/* What can be solved: a whole game, or the endings of one.  layers_build.h builds the
 * table, layers_table.h reads it.
 *
 * A value is the chance to win of the side to throw ("self") when both sides play
 * perfectly.  A pair of layers, (more, less) pieces left and (less, more), depends only
 * on itself and on layers with fewer pieces. */
#ifndef ALEA_ENGINE_SOLVABLE_H
#define ALEA_ENGINE_SOLVABLE_H

#include "engine/layers_file.h"

/* The solver of endings keeps at most so much besides its values. */
#define SOLVABLE_KEPT_BYTES (UINT64_C(1) << 30)

struct solvable {
    const struct game *game;
    /* Pieces left on a side: the least that is not the end, the most that can be solved,
     * and how many a table has unless asked for more. */
    unsigned left_min, left_max, left_usual;
    double precise;      /* largest change in the last sweep over a pair of layers */
    double residual_max; /* largest Bellman residual that rounding explains */
    unsigned bytes_each; /* memory for each position of the pair that is being solved */
    /* Rough time for each position of the table, on one core, if what can be reached from
     * each fits into SOLVABLE_KEPT_BYTES, and otherwise. */
    double seconds_each, seconds_more;
    bool resumes; /* begin takes up the values that it finds in the file */

    /* Numbers the positions and fills *layers.  Returns owned: index_free. */
    void *(*index_new)(const struct game *game, unsigned left_max, struct layers *layers);
    void (*index_free)(void *index);
    /* The number of a position in phase roll.  False: it is not in the table. */
    bool (*number)(const void *index, const struct position *pos, uint64_t *number);
    /* The position with this number and the default options; turn: the side to throw. Its
     * game may be over. */
    void (*position)(const void *index, uint64_t number, enum side turn,
                     struct position *pos);

    /* Borrows index, layers, and the values of the file, where the finished layers are.
     * Returns owned: solver_free. */
    void *(*solver_new)(const void *index, const struct layers *layers,
                        const float *values);
    void (*solver_free)(void *solver);
    /* Starts on a pair of layers; more >= less.  The file must have those with fewer
     * pieces. */
    void (*begin)(void *solver, unsigned more, unsigned less);
    /* Computes values anew, for about a second at most.  Returns whether that ended a
     * sweep over the whole pair; then *change is its largest change. */
    bool (*sweep)(void *solver, double *change);
    /* Copies n values, from number `from` of the layer on.  self: pieces left of the side
     * to throw, which says which of the two layers. */
    void (*read)(const void *solver, unsigned self, uint32_t from, uint32_t n,
                 float *out);
    /* The value with all pieces in reserve, when the last pair is solved.  NULL: the
     * table has no such position. */
    double (*start)(const void *solver);
};

extern const struct solvable solvable_royal_ur;                 /* royal_solver.c */
extern const struct solvable solvable_akalamdung, solvable_ur;  /* ending/race.c */
extern const struct solvable solvable_stelpur, solvable_morris; /* ending/places.c */

/* How this game can be solved, or NULL. */
const struct solvable *solvable_find(const struct game *game);

#endif
