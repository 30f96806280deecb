/* Builds the file of a table, step by step.
 *
 * PATH.part holds the work up to the last finished pair of layers.  Any interruption,
 * even a crash, only costs what came after that.  When everything is on the disk, the
 * file is renamed to PATH. */
#ifndef ALEA_ENGINE_LAYERS_BUILD_H
#define ALEA_ENGINE_LAYERS_BUILD_H

#include "engine/race_solver.h"

struct layers_build;

/* The cost of building a table. */
struct layers_cost {
    uint64_t n_positions;
    uint64_t disk_bytes;
    uint64_t memory_bytes; /* at most; includes the mapped file */
    double seconds;        /* a rough guess, on one core */
};

struct layers_progress {
    unsigned n_pairs;      /* pairs of layers */
    unsigned n_pairs_done; /* finished, including those of earlier runs */
    double fraction;       /* estimated fraction of the work done, 0..1 */
};

enum layers_built { LAYERS_BUILDING, LAYERS_BUILT, LAYERS_NOT_BUILT };

/* game: one that solvable_find knows. */
struct layers_cost layers_build_cost(const struct game *game, unsigned left_max);

/* Opens or creates PATH.part for the table of positions with at most left_max pieces left
 * on a side.  Returns owned: layers_build_close.  NULL with
 * a fault: PATH or PATH.part exists but is no table, the file cannot be created, the disk
 * is full, or another program is building it. */
struct layers_build *layers_build_open(const char *path, const struct game *game,
                                       unsigned left_max, char fault[static FAULT_BYTES]);
/* Frees it.  The next run begins with the pair that is unfinished. */
void layers_build_close(struct layers_build *build);

/* Works for about a second at most.  LAYERS_BUILT: PATH is complete.  LAYERS_NOT_BUILT,
 * with a fault: the file cannot be written, or something other than a table has appeared
 * at PATH. */
enum layers_built layers_build_step(struct layers_build *build,
                                    char fault[static FAULT_BYTES]);
struct layers_progress layers_build_progress(const struct layers_build *build);

#endif
