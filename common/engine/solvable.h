/* What can be solved: royal-ur and the races of race.c.  layers_build.h builds the table,
 * layers_table.h reads it.
 *
 * A value is the chance to win of the side to throw ("self") if both sides play
 * perfectly.  A pair of layers, (more, less) pieces left and (less, more), depends only
 * on itself and on layers with fewer pieces. */
#ifndef ALEA_ENGINE_SOLVABLE_H
#define ALEA_ENGINE_SOLVABLE_H

#include "engine/layers_file.h"

struct solvable {
    const struct game *game;
    /* Pieces left on a side: the least before the end of the game, and all. */
    unsigned left_min, left_max;
    double precise;      /* largest change in the last sweep over a pair of layers */
    double residual_max; /* largest Bellman residual that rounding explains */
    unsigned bytes_each; /* memory for each position of the pair being solved */
    double seconds_each; /* rough time for each position of the table, on one core */

    /* Numbers the positions and fills *layers.  Returns owned: index_free. */
    void *(*index_new)(const struct game *game, unsigned left_max, struct layers *layers);
    void (*index_free)(void *index);
    /* The memory of the index, and of what a solver keeps, apart from bytes_each. */
    uint64_t (*index_bytes)(const void *index);
    /* The number of a position in phase roll.  False: it is not in the table. */
    bool (*number)(const void *index, const struct position *pos, uint64_t *number);
    /* The position with this number and the default options; its game may be over.  turn:
     * the side to throw. */
    void (*position)(const void *index, uint64_t number, enum side turn,
                     struct position *pos);

    /* Borrows index, layers, and the file's values, which include the finished layers.
     * Returns owned: solver_free. */
    void *(*solver_new)(const void *index, const struct layers *layers,
                        const uint32_t *values);
    void (*solver_free)(void *solver);
    /* Starts on a pair of layers; more >= less.  The file must have those with fewer
     * pieces. */
    void (*begin)(void *solver, unsigned more, unsigned less);
    /* Recomputes values for about a second at most.  True: that ended a sweep over the
     * whole pair; *change is its largest change. */
    bool (*sweep)(void *solver, double *change);
    /* Copies n values, from number `from` of the layer on.  self: pieces left of the side
     * to throw, which selects the layer of the pair. */
    void (*read)(const void *solver, unsigned self, uint32_t from, uint32_t n,
                 uint32_t *out);
    /* The value with all pieces in reserve, once the last pair is solved. */
    double (*start)(const void *solver);
};

extern const struct solvable solvable_royal_ur, solvable_finkel, solvable_blitz,
    solvable_masters, solvable_aseb; /* race_solver.c */

/* How this game can be solved, or NULL. */
const struct solvable *solvable_find(const struct game *game);

#endif
