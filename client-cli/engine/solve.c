#include "client-cli/engine/solve.h"

#include <errno.h>
#include <inttypes.h>
#include <libgen.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "client-cli/engine/progress.h"
#include "client-cli/net/state_dir.h"
#include "client-cli/net/wait.h"
#include "engine/royal_build.h"
#include "engine/royal_table.h"
#include "engine/splitmix.h"

/* Values are floats: each has an error of up to 3e-8, and so has the mean of its
 * successors. */
#define RESIDUAL_MAX 1e-7

bool solve_default_path(unsigned left, char path[static PATH_MAX]) {
    char name[32] = "royal-ur.table";
    if (left < SOLVE_LEFT_ALL) {
        snprintf(name, sizeof name, "royal-ur-%u.table", left);
    }
    return data_dir_path(name, path);
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

static void tell_start(const struct royal_table *table) {
    unsigned left = royal_table_left_max(table);
    if (left < SOLVE_LEFT_ALL) {
        printf("value of the start with %u pieces a side: %.7f\n", left,
               royal_table_start(table));
    } else {
        printf("value of the start: %.7f\n", royal_table_start(table));
    }
}

/* --- building --- */

static enum solve_status broken(const char *path, const char *fault) {
    fprintf(stderr, "alea solve: %s: %s\n", path, fault);
    return SOLVE_BROKEN;
}

static void tell_cost(const char *path, unsigned left) {
    struct royal_cost cost = royal_build_cost(left);
    printf("royal-ur, at most %u pieces left a side: %" PRIu64 " positions.\n"
           "File: %s, %.3f GB.  Memory: up to %.1f GB.\n",
           left, cost.n_positions, path, (double)cost.disk_bytes / 1e9,
           (double)cost.memory_bytes / 1e9);
    fflush(stdout);
}

/* Builds until the table is complete, or a signal or a fault stops it. */
static enum solve_status work(struct royal_build *build, const char *path) {
    char fault[FAULT_BYTES];
    struct royal_progress at = royal_build_progress(build);
    if (at.n_pairs_done > 0) {
        printf("Continuing: %u of %u parts are done.\n", at.n_pairs_done, at.n_pairs);
        fflush(stdout);
    }
    struct progress progress;
    progress_begin(&progress, at.fraction);
    enum royal_built built = ROYAL_BUILDING;
    bool is_stopped = false;
    while (built == ROYAL_BUILDING && !is_stopped) {
        progress_show(&progress, royal_build_progress(build).fraction);
        built = royal_build_step(build, fault);
        is_stopped = wait_for(NULL, 0, 0) == WAIT_STOPPED;
    }
    double seconds = progress_end(&progress);
    if (built == ROYAL_NOT_BUILT) {
        return broken(path, fault);
    }
    if (built == ROYAL_BUILDING) {
        at = royal_build_progress(build);
        fprintf(stderr,
                "alea solve: stopped; %u of %u parts are in %s.part.  The same command "
                "continues.\n",
                at.n_pairs_done, at.n_pairs, path);
        return SOLVE_BROKEN;
    }
    printf("Done in %.0f s.\n", seconds);
    return SOLVE_GOOD;
}

/* Opens the table in the file.  NULL: there is none, or it has fewer or more pieces. */
static struct royal_table *find_table(const char *path, unsigned left) {
    char fault[FAULT_BYTES];
    struct royal_table *table = royal_table_open(path, fault);
    if (table != NULL && royal_table_left_max(table) != left) {
        royal_table_close(table);
        table = NULL;
    }
    return table;
}

enum solve_status solve_build(const char *path, unsigned left) {
    char fault[FAULT_BYTES];
    struct royal_table *table = find_table(path, left);
    if (table != NULL) {
        printf("%s is complete.  To check it: alea solve --check\n", path);
    } else {
        wait_catch_signals();
        tell_cost(path, left);
        struct royal_build *build = royal_build_open(path, left, fault);
        if (build == NULL) {
            return broken(path, fault);
        }
        enum solve_status status = work(build, path);
        royal_build_close(build);
        if (status != SOLVE_GOOD) {
            return status;
        }
        table = royal_table_open(path, fault);
    }
    if (table == NULL) {
        return broken(path, fault);
    }
    tell_start(table);
    royal_table_close(table);
    return SOLVE_GOOD;
}

/* --- checking --- */

/* Returns how many layers are damaged. */
static unsigned check_sums(const struct royal_table *table, struct progress *progress) {
    unsigned left = royal_table_left_max(table);
    unsigned n_bad = 0;
    for (unsigned self = 1; self <= left; self++) {
        for (unsigned other = 1; other <= left; other++) {
            n_bad += !royal_table_layer_is_good(table, self, other);
            double part = (double)((self - 1) * left + other) / (left * left);
            progress_show(progress, part / 2);
        }
    }
    return n_bad;
}

/* Returns the largest residual. */
static double check_values(const struct royal_table *table, unsigned n, uint64_t seed,
                           struct progress *progress) {
    uint64_t size = royal_table_size(table);
    double largest = 0;
    for (unsigned i = 0; i < n; i++) {
        enum side turn = (splitmix_next(&seed) & 1) != 0 ? SIDE_BLACK : SIDE_WHITE;
        struct position pos;
        royal_table_position(table, splitmix_next(&seed) % size, turn, &pos);
        double residual = royal_table_residual(table, &pos);
        largest = residual > largest ? residual : largest;
        if (i % 1024 == 0) {
            progress_show(progress, 0.5 + 0.5 * i / n);
        }
    }
    return largest;
}

/* The difference between the value of the start in the header and in the table. */
static double check_start(const struct royal_table *table) {
    struct options opt = {{0}};
    struct position start;
    double value;
    game_start(&game_royal_ur, &opt, SIDE_WHITE, &start);
    return royal_table_value(table, &start, SIDE_WHITE, &value)
               ? fabs(value - royal_table_start(table))
               : 0; /* a table of fewer pieces does not have the start */
}

enum solve_status solve_check(const char *path, unsigned n_positions, uint64_t seed) {
    char fault[FAULT_BYTES];
    struct royal_table *table = royal_table_open(path, fault);
    if (table == NULL) {
        return broken(path, fault);
    }
    printf("%s: royal-ur, at most %u pieces left a side, %" PRIu64 " positions.\n", path,
           royal_table_left_max(table), royal_table_size(table));
    fflush(stdout);
    struct progress progress;
    progress_begin(&progress, 0);
    unsigned n_bad = check_sums(table, &progress);
    double largest =
        fmax(check_values(table, n_positions, seed, &progress), check_start(table));
    progress_end(&progress);
    printf("Checksums: %s.\n", n_bad == 0 ? "good" : "WRONG, the file is damaged");
    printf("%u positions, --seed %" PRIu64 ": the largest Bellman residual is %.1e%s.\n",
           n_positions, seed, largest, largest <= RESIDUAL_MAX ? "" : ", WRONG");
    tell_start(table);
    royal_table_close(table);
    return n_bad == 0 && largest <= RESIDUAL_MAX ? SOLVE_GOOD : SOLVE_WRONG;
}
