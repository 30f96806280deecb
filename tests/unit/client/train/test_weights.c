/* The files of weights: what is written is read again, and those of the source are whole.
 */
#include "client-cli/train/weights.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/network/features.h"
#include "rules/game.h"
#include "tests/unit/table.h"

static const struct row {
    const char *name;
    const struct game *game;
} rows[] = {
    {"royal-ur", &game_royal_ur}, {"akalamdung", &game_akalamdung}, {"ur", &game_ur},
    {"stelpur", &game_stelpur},   {"morris", &game_morris},
};

static char path[] = "/tmp/alea-test-XXXXXX";

/* The file of the source has every weight, and is what the program was built with. */
static void test_built_in(void **state) {
    const struct row *row = table_row(state);
    const struct features *features = features_find(row->game);
    struct weights *weights = calloc(1, sizeof *weights);
    char name[64];
    snprintf(name, sizeof name, "common/engine/weights/%s.txt", row->name);
    assert_true(weights_read(name, weights));
    assert_int_equal(weights->n, NETWORK_WEIGHTS(features->network.n_inputs));
    assert_memory_equal(weights->weight, features->network.weight,
                        weights->n * sizeof weights->weight[0]);
    assert_true(weights->n_games > 0);
    assert_non_null(strstr(weights->history, row->name));
    assert_non_null(strstr(weights->history, "--seed"));
    free(weights);
}

static void test_written(void **state) {
    (void)state;
    struct weights *written = calloc(1, sizeof *written);
    struct weights *again = calloc(1, sizeof *again);
    strcpy(written->history, " * alea train ur --games 5 --seed 2 (1 s)\n");
    written->n_games = 5;
    written->n = 30;
    for (size_t i = 0; i < written->n; i++) {
        written->weight[i] = (float)i * (float)i * (i % 2 == 0 ? 0.001F : -1.25F);
    }
    assert_true(weights_write(path, "ur", written));
    assert_true(weights_read(path, again));
    assert_string_equal(again->history, written->history);
    assert_int_equal(again->n_games, 5);
    assert_int_equal(again->n, 30);
    for (size_t i = 0; i < written->n; i++) {
        float a = written->weight[i];
        assert_true(fabsf(again->weight[i] - a) <= 0.005F * fabsf(a));
    }
    free(written);
    free(again);
}

static void test_not_weights(void **state) {
    (void)state;
    struct weights *weights = calloc(1, sizeof *weights);
    assert_true(weights_read("Makefile", weights));
    assert_int_equal(weights->n, 0);
    assert_false(weights_read("/nowhere/at/all", weights));
    assert_int_equal(errno, ENOENT);
    assert_false(weights_write("/nowhere/at/all", "ur", weights));
    free(weights);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_written),
        cmocka_unit_test(test_not_weights),
    };
    int file = mkstemp(path);
    if (file == -1) {
        return 1;
    }
    close(file);
    int failed = TABLE_RUN("weights of the source", test_built_in, rows);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
