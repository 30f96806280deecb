/* The rules in C compared with those in Python (tests/reference): two rules shells get
 * the same random session and must give the same answers.  ALEA_SEED=... repeats it. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/process.h"
#include "tests/support/server.h"
#include "tests/unit/table.h"

#define COMPARE "tests/reference/compare.py"
#define SHELL   "python3 tests/reference/shell.py"
#define LIMIT_S 600
#define STEPS   "1000" /* takes a second or two */
#define FEW     "400"  /* for games with many moves at each step */

struct row {
    const char *game; /* with its options */
    const char *steps;
};

static const struct row rows[] = {
    {"royal-ur", STEPS},
    {"finkel", STEPS},
    {"finkel:pieces=3", STEPS},
    {"blitz", STEPS},
    {"masters", STEPS},
    {"aseb", STEPS},
    {"akalamdung", STEPS},
    {"ur", STEPS},
    {"stelpur", STEPS},
    {"morris", STEPS},
    {"morris:mills=open", STEPS},
    {"morris:dice=none", STEPS},
    {"morris:mills=open,dice=alfonso", STEPS},
    {"tablut", FEW},
    {"tablut:king=unarmed,throne=hostile", FEW},
    {"tablut:first=white", FEW},
    {"tablut:king=weak,escape=edge", FEW},
    {"tablut:rules=linnaeus", FEW},
    {"ashton", FEW},
    {"brandubh", STEPS},
    {"fetlar", FEW},
    {"copenhagen", FEW},
    {"alea-evangelii", FEW},
    {"alea-evangelii:king=step", FEW},
};

static void test_game(void **state) {
    const struct row *row = table_row(state);
    char alea[SERVER_PATH_BYTES], rules[SERVER_PATH_BYTES + 8];
    server_program(alea, "alea");
    snprintf(rules, sizeof rules, "%s rules", alea);
    const char *seed = getenv("ALEA_SEED");
    const char *argv[] = {"python3",
                          COMPARE,
                          row->game,
                          "--steps",
                          row->steps,
                          "--seed",
                          seed != NULL ? seed : "1",
                          "--programs",
                          rules,
                          SHELL,
                          NULL};
    process_must_succeed(argv, LIMIT_S);
}

/* Composed texts, and so the letters of names, against the Unicode Character Database. */
static void test_composed(void **state) {
    const char *argv[] = {"python3", "tests/reference/nfc.py", NULL};
    process_must_succeed(argv, LIMIT_S);
}

int main(void) {
    static const struct CMUnitTest letters[] = {cmocka_unit_test(test_composed)};
    return TABLE_RUN("reference", test_game, rows) +
           cmocka_run_group_tests_name("reference/letters", letters, NULL, NULL);
}
