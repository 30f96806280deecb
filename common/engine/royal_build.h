/* royal-ur: builds the file of the table, step by step.
 *
 * PATH.part has the work up to the last finished pair of layers.  So the work can be
 * interrupted at any time, even by a crash, and continues from there.  When everything is
 * on the disk, the file is renamed to PATH. */
#ifndef ALEA_ENGINE_ROYAL_BUILD_H
#define ALEA_ENGINE_ROYAL_BUILD_H

#include "rules/game.h"

/* Largest change of a value in the last sweep of each pair of layers. */
#define ROYAL_PRECISE 1e-10

struct royal_build;

/* What it costs to build a table. */
struct royal_cost {
    uint64_t n_positions;
    uint64_t disk_bytes;
    uint64_t memory_bytes; /* at most; the mapped file included */
};

struct royal_progress {
    unsigned n_pairs;      /* pairs of layers */
    unsigned n_pairs_done; /* finished ones, those of earlier runs too */
    double fraction;       /* estimate, 0..1: how much of the work is done */
};

enum royal_built { ROYAL_BUILDING, ROYAL_BUILT, ROYAL_NOT_BUILT };

struct royal_cost royal_build_cost(unsigned left_max);

/* Opens PATH.part, or creates it, for the table of positions with at most left_max (1..7)
 * pieces left a side; 7 is the whole game.  Returns owned: royal_build_close.  NULL with
 * a fault: another file than a table is at PATH or PATH.part, the file cannot be created,
 * the disk is full, or another program is building it. */
struct royal_build *royal_build_open(const char *path, unsigned left_max,
                                     char fault[static FAULT_BYTES]);
/* Frees it; work on an unfinished pair of layers is lost. */
void royal_build_close(struct royal_build *build);

/* Does some of the work: about a second at most.  ROYAL_BUILT: PATH is complete.
 * ROYAL_NOT_BUILT, with a fault: the file cannot be written, or by now another file than
 * a table is at PATH. */
enum royal_built royal_build_step(struct royal_build *build,
                                  char fault[static FAULT_BYTES]);
struct royal_progress royal_build_progress(const struct royal_build *build);

#endif
