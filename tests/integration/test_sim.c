/* The simulator (tests/sim): runs a few seeds, from ALEA_SEED on, and checks that a seed
 * gives the same run each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define SEEDS   "20"
#define STEPS   "1000"
#define LIMIT_S 900

/* Runs alea-sim from the seed of this run on.  Returns its whole output. */
static const char *run_sim(struct process *sim, const char *how, const char *n) {
    char program[SERVER_PATH_BYTES];
    const char *seed = getenv("ALEA_SEED");
    server_program(program, "tests/sim/alea-sim");
    const char *argv[] = {program,   "--seeds", n,   "--first", seed != NULL ? seed : "1",
                          "--steps", STEPS,     how, NULL};
    const char *output;
    process_start(sim, PROCESS_SOCKET, argv);
    int code = process_finish(sim, LIMIT_S, &output);
    if (code != 0) {
        puts(output); /* the whole output: cmocka's messages are short */
        fail_msg("status %d", code);
    }
    return output;
}

static void test_seeds(void **state) {
    struct process sim;
    run_sim(&sim, "--quiet", SEEDS);
    process_fini(&sim);
}

static void test_a_seed_repeats_itself(void **state) {
    struct process first, again;
    const char *hash = run_sim(&first, "--hash", "1");
    assert_non_null(strstr(hash, "hash "));
    assert_string_equal(run_sim(&again, "--hash", "1"), hash);
    process_fini(&first);
    process_fini(&again);
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
    {"--frobnicate", NULL, "usage: alea-sim"},
    {"seed", NULL, "usage: alea-sim"},
};

/* With a wrong command line, nothing is run. */
static void test_wrong_words(void **state) {
    char program[SERVER_PATH_BYTES];
    server_program(program, "tests/sim/alea-sim");
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_a_seed_repeats_itself),
        cmocka_unit_test(test_wrong_words),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
