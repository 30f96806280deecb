/* Building the table of a game, and checking it. */
#ifndef ALEA_CLIENT_ENGINE_SOLVE_H
#define ALEA_CLIENT_ENGINE_SOLVE_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "rules/game.h"

/* Exit statuses. */
enum solve_status {
    SOLVE_GOOD,
    SOLVE_BROKEN, /* stopped, too little memory, or a file that cannot be used */
    SOLVE_USAGE,  /* wrong command line: CLI_WRONG */
    SOLVE_WRONG,  /* the table is damaged or contradicts the rules */
};

/* The default file of a game's table with at most `left` pieces on a side.  False: the
 * environment names no home directory. */
bool solve_default_path(const struct game *game, unsigned left,
                        char path[static PATH_MAX]);
/* The file of the table that programs use: of the default files that exist, the one with
 * the most pieces.  False: there is none. */
bool solve_find_table(const struct game *game, char path[static PATH_MAX]);
/* Creates the directory of the default file.  False after printing why not. */
bool solve_make_directory(const char *path);

/* Builds the table in `path` unless it is there.  Replaces another table, but no other
 * file, and creates no directory.  Prints the cost, the progress, and finally the value
 * of the start.  SIGINT and SIGTERM stop it.  It refuses what needs more than memory_gb;
 * 0: than the machine has. */
enum solve_status solve_build(const struct game *game, unsigned left, unsigned memory_gb,
                              const char *path);

/* Checks the table in `path`: its checksums, then n_positions random positions against
 * the rules.  Prints the result. */
enum solve_status solve_check(const char *path, unsigned n_positions, uint64_t seed);

#endif
