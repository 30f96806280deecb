/* The simulator (tests/sim): runs a few seeds, and checks that a seed gives the same run
 * each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/test.h"

#define SIM     "tests/sim/alea-sim"
#define LIMIT_S 900

/* The seed of this run, and that so many further on. */
static void write_seed(char text[static 24], unsigned further) {
    const char *seed = getenv("ALEA_SEED");
    snprintf(text, 24, "%llu", (seed != NULL ? strtoull(seed, NULL, 10) : 1) + further);
}

/* Processes: a server alone; a hub with fronts; hubs with a lease. */
enum { ALONE, FRONTS, LEASE };
static const struct {
    const char *hubs, *fronts;
} processes[] = {[ALONE] = {"1", "0"}, [FRONTS] = {"1", "3"}, [LEASE] = {"2", "2"}};

/* Runs a program for so many seeds, beginning with this one.  Returns the whole
 * output. */
static const char *run_program(struct process *sim, const char *program, const char *n,
                               const char *first, int which, const char *how) {
    const char *hubs = processes[which].hubs, *fronts = processes[which].fronts;
    const char *argv[] = {program,  "--seeds", n,          "--first", first,
                          "--hubs", hubs,      "--fronts", fronts,    "--steps",
                          "1000",   how,       NULL};
    const char *output;
    process_start(sim, PROCESS_SOCKET, argv);
    int code = process_finish(sim, LIMIT_S, &output);
    if (code != 0) {
        puts(output); /* the whole output: cmocka's messages are short */
        fail_msg("status %d", code);
    }
    return output;
}

/* Runs so many seeds, beginning with that of this run. */
static const char *run_sim(struct process *sim, const char *n, int which,
                           const char *how) {
    char program[SERVER_PATH_BYTES], first[24];
    server_program(program, SIM);
    write_seed(first, 0);
    return run_program(sim, program, n, first, which, how);
}

/* Four under the sanitizers, and the others where they take a fifth of the time. */
TEST(test_seeds) {
    struct process sim, quick;
    char program[SERVER_PATH_BYTES], first[24];
    run_sim(&sim, "4", ALONE, "--quiet");
    process_fini(&sim);
    server_quick_program(program, SIM);
    write_seed(first, 4);
    run_program(&quick, program, "16", first, ALONE, "--quiet");
    process_fini(&quick);
}

/* The same with hubs and their fronts. */
TEST(test_seeds_with_fronts) {
    struct process sim;
    char program[SERVER_PATH_BYTES], first[24];
    run_sim(&sim, "1", LEASE, "--quiet");
    process_fini(&sim);
    server_quick_program(program, SIM);
    write_seed(first, 1);
    for (int which = FRONTS; which <= LEASE; which++) {
        run_program(&sim, program, "4", first, which, "--quiet");
        process_fini(&sim);
    }
}

TEST(test_a_seed_repeats_itself) {
    for (int i = ALONE; i <= LEASE; i++) {
        struct process first, again;
        const char *hash = run_sim(&first, "1", i, "--hash");
        assert_non_null(strstr(hash, "hash "));
        assert_string_equal(run_sim(&again, "1", i, "--hash"), hash);
        process_fini(&first);
        process_fini(&again);
    }
}

static const struct {
    const char *word, *value, *said;
} wrong[] = {
    {"--seeds", "x", "--seeds is a number from 1 to 1000000000, not \"x\""},
    {"--seeds", "0", "--seeds is a number from 1"},
    {"--seeds", "", "--seeds is a number from 1"},
    {"--seed", "7x", "--seed is a number from 0"},
    {"--seed", "-1", "--seed is a number from 0"},
    {"--first", "99999999999999999999", "--first is a number from 0"},
    {"--steps", "0", "--steps is a number from 1"},
    {"--jobs", "65", "--jobs is a number from 1 to 64, not \"65\""},
    {"--fronts", "5", "--fronts is a number from 0 to 4, not \"5\""},
    {"--hubs", "5", "--hubs is a number from 1 to 4, not \"5\""},
    {"--hubs", "2", "usage: alea-sim"},
    {"--frobnicate", NULL, "usage: alea-sim"},
    {"seed", NULL, "usage: alea-sim"},
};

/* With a wrong command line, nothing is run. */
TEST(test_wrong_words) {
    char program[SERVER_PATH_BYTES];
    server_program(program, SIM);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct process sim;
        const char *output;
        process_start(
            &sim, PROCESS_SOCKET,
            (const char *const[]){program, wrong[i].word, wrong[i].value, NULL});
        int code = process_finish(&sim, LIMIT_S, &output);
        if (code != 2 || strstr(output, wrong[i].said) == NULL) {
            fail_msg("%s: status %d: %s", wrong[i].word, code, output);
        }
        process_fini(&sim);
    }
}
