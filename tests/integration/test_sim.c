/* The simulators (tests/sim): runs a few seeds of each, and checks that a seed gives the
 * same run each time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define ONE     "tests/sim/alea-sim"
#define CLUSTER "tests/sim/alea-cluster-sim"
#define LIMIT_S 900

/* Runs so many seeds of a simulator; that of one server begins with the seed of this run.
 * Returns its whole output. */
static const char *run_sim(struct process *sim, const char *which, const char *n,
                           const char *steps, const char *how) {
    char program[SERVER_PATH_BYTES];
    const char *seed = strcmp(which, ONE) == 0 ? getenv("ALEA_SEED") : NULL;
    server_program(program, which);
    const char *argv[] = {program,   "--seeds", n,   "--first", seed != NULL ? seed : "1",
                          "--steps", steps,     how, NULL};
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
    run_sim(&sim, ONE, "20", "1000", "--quiet");
    process_fini(&sim);
}

static void test_cluster_seeds(void **state) {
    struct process sim;
    run_sim(&sim, CLUSTER, "10", "200", "--quiet");
    process_fini(&sim);
}

static void check_hash(const char *which, const char *steps) {
    struct process first, again;
    const char *hash = run_sim(&first, which, "1", steps, "--hash");
    assert_non_null(strstr(hash, "hash "));
    assert_string_equal(run_sim(&again, which, "1", steps, "--hash"), hash);
    process_fini(&first);
    process_fini(&again);
}

static void test_a_seed_repeats_itself(void **state) {
    check_hash(ONE, "1000");
    check_hash(CLUSTER, "200");
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
    server_program(program, ONE);
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
        cmocka_unit_test(test_cluster_seeds),
        cmocka_unit_test(test_a_seed_repeats_itself),
        cmocka_unit_test(test_wrong_words),
    };
    return cmocka_run_group_tests_name("simulation", tests, NULL, NULL);
}
