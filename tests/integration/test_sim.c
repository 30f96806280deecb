/* The simulation (tests/sim): a few seeds of it, from ALEA_SEED on, and that a seed is
 * the same run each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define SEEDS   "20"
#define STEPS   "1000"
#define LIMIT_S 900

/* Runs alea-sim, from the seed of this run on; returns all that it prints. */
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
        puts(output); /* all of it: cmocka's messages are short */
        fail_msg("status %d", code);
    }
    return output;
}

static void test_seeds(void **state) {
    (void)state;
    struct process sim;
    run_sim(&sim, "--quiet", SEEDS);
    process_fini(&sim);
}

static void test_a_seed_repeats_itself(void **state) {
    (void)state;
    struct process first, again;
    const char *hash = run_sim(&first, "--hash", "1");
    assert_non_null(strstr(hash, "hash "));
    assert_string_equal(run_sim(&again, "--hash", "1"), hash);
    process_fini(&first);
    process_fini(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_a_seed_repeats_itself),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
