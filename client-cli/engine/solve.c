#include "client-cli/engine/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "client-cli/net/cli.h"
#include "client-cli/net/wait.h"
#include "engine/layers_build.h"
#include "engine/layers_file.h"
#include "engine/layers_table.h"
#include "engine/race_solver.h"
#include "engine/splitmix.h"

#define TIME_BYTES 32

bool solve_default_path(const struct game *game, unsigned left,
                        char path[static PATH_MAX]) {
    char name[32];
    if (left == solvable_find(game)->left_max) {
        snprintf(name, sizeof name, "%s.table", game->id);
    } else {
        snprintf(name, sizeof name, "%s-%u.table", game->id, left);
    }
    return data_dir_path(name, path);
}

bool solve_find_table(const struct game *game, char path[static PATH_MAX]) {
    const struct solvable *kind = solvable_find(game);
    for (unsigned left = kind != NULL ? kind->left_max : 0; left > 0; left--) {
        if (solve_default_path(game, left, path) && access(path, F_OK) == 0) {
            return true;
        }
    }
    return false;
}

bool solve_make_directory(const char *path) {
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    const char *dir = dirname(copy);
    if (!state_dir_make(dir)) {
        fprintf(stderr, "alea solve: %s: %s\n", dir, strerror(errno));
        return false;
    }
    return true;
}

/* Prints the last line: the value of the start, if the table has it. */
static void tell_start(const struct layers_table *table) {
    const struct solvable *kind = layers_table_kind(table);
    unsigned left = layers_table_left_max(table);
    if (left < kind->left_max) {
        printf("value of the start with %u pieces a side: %.12f\n", left,
               layers_table_start(table));
    } else {
        printf("value of the start: %.12f\n", layers_table_start(table));
    }
}

/* --- building --- */

static enum solve_status broken(const char *path, const char *fault) {
    fprintf(stderr, "alea solve: %s: %s\n", path, fault);
    return SOLVE_BROKEN;
}

/* "about 20 s", "about 3 hours" */
static void write_time(double seconds, char text[static TIME_BYTES]) {
    if (seconds < 100) {
        snprintf(text, TIME_BYTES, "about %.0f s", fmax(1, seconds));
    } else if (seconds < 6000) {
        snprintf(text, TIME_BYTES, "about %.0f min", seconds / 60);
    } else {
        snprintf(text, TIME_BYTES, "about %.0f hours", seconds / 3600);
    }
}

/* The memory of this machine; UINT64_MAX if it does not say. */
static uint64_t memory_of_machine(void) {
    long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 ? (uint64_t)pages * (uint64_t)page_bytes
                                       : UINT64_MAX;
}

/* False, after a message: the memory is too small, and the work would never end. */
static bool tell_cost(const struct game *game, unsigned left, const char *path,
                      uint64_t memory_bytes) {
    struct layers_cost cost = layers_build_cost(game, left);
    char time[TIME_BYTES];
    write_time(cost.seconds, time);
    printf("%s, at most %u pieces left a side: %" PRIu64 " positions.\n"
           "File: %s, %.3f GB.  Memory: up to %.1f GB.  Time: %s on one core.\n",
           game->id, left, cost.n_positions, path, (double)cost.disk_bytes / 1e9,
           (double)cost.memory_bytes / 1e9, time);
    fflush(stdout);
    if (cost.memory_bytes <= memory_bytes) {
        return true;
    }
    fprintf(stderr,
            "alea solve: %s needs %.1f GB of memory, and there are %.1f GB.  All levels "
            "play it without a table, too; --left computes a smaller one.\n",
            game->id, (double)cost.memory_bytes / 1e9, (double)memory_bytes / 1e9);
    return false;
}

/* Builds until the table is complete, or a signal or a fault stops it. */
static enum solve_status work(struct layers_build *build, const char *path) {
    char fault[FAULT_BYTES];
    struct layers_progress at = layers_build_progress(build);
    if (at.n_pairs_done > 0) {
        printf("Continuing: %u of %u parts are done.\n", at.n_pairs_done, at.n_pairs);
        fflush(stdout);
    }
    struct progress progress;
    progress_begin(&progress, at.fraction);
    enum layers_built built = LAYERS_BUILDING;
    bool is_stopped = false;
    while (built == LAYERS_BUILDING && !is_stopped) {
        progress_show(&progress, layers_build_progress(build).fraction);
        built = layers_build_step(build, fault);
        is_stopped = wait_for(NULL, 0, 0) == WAIT_STOPPED;
    }
    double seconds = progress_end(&progress);
    if (built == LAYERS_NOT_BUILT) {
        return broken(path, fault);
    }
    if (built == LAYERS_BUILDING) {
        at = layers_build_progress(build);
        fprintf(stderr,
                "alea solve: stopped; %u of %u parts are in %s.part.  The same command "
                "continues.\n",
                at.n_pairs_done, at.n_pairs, path);
        return SOLVE_BROKEN;
    }
    printf("Done in %.0f s.\n", seconds);
    return SOLVE_GOOD;
}

/* Opens the table in the file.  NULL: there is none for this many pieces. */
static struct layers_table *find_table(const struct game *game, unsigned left,
                                       const char *path) {
    char fault[FAULT_BYTES];
    struct layers_table *table = layers_table_open(path, game, fault);
    if (table != NULL && layers_table_left_max(table) != left) {
        layers_table_close(table);
        table = NULL;
    }
    return table;
}

enum solve_status solve_build(const struct game *game, unsigned left, unsigned memory_gb,
                              const char *path) {
    uint64_t memory_bytes =
        memory_gb > 0 ? memory_gb * UINT64_C(1000000000) : memory_of_machine();
    char fault[FAULT_BYTES];
    struct layers_table *table = find_table(game, left, path);
    if (table != NULL) {
        printf("%s is complete.  To check it: alea solve --check\n", path);
    } else {
        wait_catch_signals();
        if (!tell_cost(game, left, path, memory_bytes)) {
            return SOLVE_BROKEN;
        }
        struct layers_build *build = layers_build_open(path, game, left, fault);
        if (build == NULL) {
            return broken(path, fault);
        }
        enum solve_status status = work(build, path);
        layers_build_close(build);
        if (status != SOLVE_GOOD) {
            return status;
        }
        table = layers_table_open(path, game, fault);
    }
    if (table == NULL) {
        return broken(path, fault);
    }
    tell_start(table);
    layers_table_close(table);
    return SOLVE_GOOD;
}

/* --- checking --- */

/* Returns how many layers are damaged. */
static unsigned check_sums(const struct layers_table *table, struct progress *progress) {
    unsigned left = layers_table_left_max(table);
    unsigned n_bad = 0;
    for (unsigned self = 1; self <= left; self++) {
        for (unsigned other = 1; other <= left; other++) {
            n_bad += !layers_table_layer_is_good(table, self, other);
            double part = (double)((self - 1) * left + other) / (left * left);
            progress_show(progress, part / 2);
        }
    }
    return n_bad;
}

/* Returns the largest residual. */
static double check_values(const struct layers_table *table, unsigned n, uint64_t seed,
                           struct progress *progress) {
    uint64_t size = layers_table_size(table);
    double largest = 0;
    for (unsigned i = 0; i < n; i++) {
        enum side turn = (splitmix_next(&seed) & 1) != 0 ? SIDE_BLACK : SIDE_WHITE;
        struct position pos;
        layers_table_position(table, splitmix_next(&seed) % size, turn, &pos);
        if (pos.phase != PHASE_OVER) {
            largest = fmax(largest, layers_table_residual(table, &pos));
        }
        if (i % 1024 == 0) {
            progress_show(progress, 0.5 + 0.5 * i / n);
        }
    }
    return largest;
}

/* The difference between the start's value in the header and in the table. */
static double check_start(const struct layers_table *table) {
    struct options opt = {{0}};
    struct position start;
    double value;
    game_start(layers_table_kind(table)->game, &opt, SIDE_WHITE, &start);
    return layers_table_value(table, &start, SIDE_WHITE, &value)
               ? fabs(value - layers_table_start(table))
               : 0; /* a table for fewer pieces does not have the start */
}

enum solve_status solve_check(const char *path, unsigned n_positions, uint64_t seed) {
    char fault[FAULT_BYTES];
    const struct game *game = layers_file_game(path);
    game = solvable_find(game) != NULL ? game : &game_royal_ur;
    struct layers_table *table = layers_table_open(path, game, fault);
    if (table == NULL) {
        return broken(path, fault);
    }
    const struct solvable *kind = layers_table_kind(table);
    printf("%s: %s, at most %u pieces left a side, %" PRIu64 " positions.\n", path,
           kind->game->id, layers_table_left_max(table), layers_table_size(table));
    fflush(stdout);
    struct progress progress;
    progress_begin(&progress, 0);
    unsigned n_bad = check_sums(table, &progress);
    double largest =
        fmax(check_values(table, n_positions, seed, &progress), check_start(table));
    progress_end(&progress);
    bool is_right = largest <= RACE_RESIDUAL_MAX;
    printf("Checksums: %s.\n", n_bad == 0 ? "good" : "WRONG, the file is damaged");
    printf("%u positions, --seed %" PRIu64 ": the largest Bellman residual is %.1e%s.\n",
           n_positions, seed, largest, is_right ? "" : ", WRONG");
    tell_start(table);
    layers_table_close(table);
    return n_bad == 0 && is_right ? SOLVE_GOOD : SOLVE_WRONG;
}
