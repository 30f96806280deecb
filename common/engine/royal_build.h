/* royal-ur: builds the file of the table, step by step.
 *
 * PATH.part holds the work up to the last finished pair of layers.  The work can be
 * interrupted at any time, even by a crash, and continues from there.  When everything is
 * on the disk, the file is renamed to PATH. */
#ifndef ALEA_ENGINE_ROYAL_BUILD_H
#define ALEA_ENGINE_ROYAL_BUILD_H

#include "rules/game.h"

/* Largest change of a value allowed in the last sweep of each pair of layers. */
#define ROYAL_PRECISE 1e-10

struct royal_build;

/* The cost of building a table. */
struct royal_cost {
    uint64_t n_positions;
    uint64_t disk_bytes;
    uint64_t memory_bytes; /* at most; includes the mapped file */
};

struct royal_progress {
    unsigned n_pairs;      /* pairs of layers */
    unsigned n_pairs_done; /* finished pairs, including those of earlier runs */
    double fraction;       /* estimated fraction of the work done, 0..1 */
};

enum royal_built { ROYAL_BUILDING, ROYAL_BUILT, ROYAL_NOT_BUILT };

struct royal_cost royal_build_cost(unsigned left_max);

/* Opens PATH.part, or creates it, for the table of positions with at most left_max (1..7)
 * pieces left on a side; 7 is the whole game.  Returns owned: royal_build_close.  NULL
 * with a fault: PATH or PATH.part exists but is not a table, the file cannot be created,
 * the disk is full, or another program is building it. */
struct royal_build *royal_build_open(const char *path, unsigned left_max,
                                     char fault[static FAULT_BYTES]);
/* Frees it; work on an unfinished pair of layers is lost. */
void royal_build_close(struct royal_build *build);

/* Does some of the work: about a second at most.  ROYAL_BUILT: PATH is complete.
 * ROYAL_NOT_BUILT, with a fault: the file cannot be written, or in the meantime PATH has
 * become something other than a table. */
enum royal_built royal_build_step(struct royal_build *build,
                                  char fault[static FAULT_BYTES]);
struct royal_progress royal_build_progress(const struct royal_build *build);

#endif
