/* The races that are solved, against the values that others have published or that the
 * reference in Python gives. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/layers_build.h"
#include "engine/layers_table.h"
#include "rules/ur/ur_board.h"
#include "tests/support/file.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/rules/game_rows.h"

#define EXACT 1e-10

static struct layers_table *solved(struct table_file *file, const struct game *game,
                                   unsigned left) {
    char fault[FAULT_BYTES];
    table_file_begin(file);
    struct layers_build *build = layers_build_open(file->path, game, left, fault);
    assert_non_null(build);
    enum layers_built built = LAYERS_BUILDING;
    while (built == LAYERS_BUILDING) {
        built = layers_build_step(build, fault);
    }
    assert_int_equal(built, LAYERS_BUILT);
    layers_build_close(build);
    struct layers_table *table = layers_table_open(file->path, game, fault);
    assert_non_null(table);
    return table;
}

static const struct row {
    const char *name;
    const struct game *game;
    unsigned left;
    uint64_t n_positions;
    double start;
} rows[] = {
    {"finkel, 1", &game_finkel, 1, 217, 0.5300498395249},
    {"finkel, 2", &game_finkel, 2, 12869, 0.5185729075},
    {"finkel, 3", &game_finkel, 3, 263121, 0.5162011019},
    {"blitz, 1", &game_blitz, 1, 277, 0.5092376483607},
    {"masters, 1", &game_masters, 1, 277, 0.5275982581060},
    {"aseb, 1", &game_aseb, 1, 277, 0.5257020691188},
};

static void test_start(void **state) {
    const struct row *row = table_row(state);
    struct table_file file;
    struct layers_table *table = solved(&file, row->game, row->left);
    assert_int_equal(layers_table_size(table), row->n_positions);
    assert_true(fabs(layers_table_start(table) - row->start) < 5 * EXACT);
    for (uint64_t i = 0; i < row->n_positions; i += 1 + row->n_positions / 5000) {
        struct position pos;
        layers_table_position(table, i, i % 2 == 0 ? SIDE_WHITE : SIDE_BLACK, &pos);
        assert_true(layers_table_residual(table, &pos) < 5e-9);
    }
    layers_table_close(table);
    table_file_end(&file);
}

/* --- every eighth position of finkel with two pieces, as RoyalUr solved it --- */

/* Takes "3.4;": the path squares of a side. */
static void take_squares(struct ur_race *race, enum side side, char **at) {
    unsigned n = 0;
    for (; **at != ';'; *at += **at == '.', n++) {
        race->on[side] |= UR_BIT(strtoul(*at, at, 10));
    }
    ++*at;
    race->off[side] = (uint8_t)(2 - n);
}

static void take_hand(struct ur_race *race, enum side side, char **at) {
    race->reserve[side] = (uint8_t)strtoul(*at, at, 10);
    ++*at;
    race->on[side] |= race->reserve[side] > 0 ? UR_BIT(UR_IN) : 0;
    race->off[side] = (uint8_t)(race->off[side] - race->reserve[side]);
}

/* Their values have 16 bits: 100 % in steps of 0.0015 %.  The table of seven
 * pieces serves games with fewer, too. */
static void test_two_pieces(void **state) {
    (void)state;
    struct table_file file;
    struct layers_table *table = solved(&file, &game_finkel, 2);
    char *text = read_file("tests/data/ur/finkel2p.csv"), *rest = NULL;
    unsigned n = 0;
    strtok_r(text, " \n", &rest); /* the names of the columns */
    for (char *at; (at = strtok_r(NULL, " \n", &rest)) != NULL;) {
        struct options opt = {{3}};
        struct position pos;
        double value;
        game_start(&game_finkel, &opt, SIDE_WHITE, &pos);
        memset(pos.u.race.on, 0, sizeof pos.u.race.on);
        take_squares(&pos.u.race, SIDE_WHITE, &at);
        take_squares(&pos.u.race, SIDE_BLACK, &at);
        take_hand(&pos.u.race, SIDE_WHITE, &at);
        take_hand(&pos.u.race, SIDE_BLACK, &at);
        if (pos.u.race.off[SIDE_WHITE] == 2 || pos.u.race.off[SIDE_BLACK] == 2) {
            continue; /* over */
        }
        assert_true(is_sane(&game_finkel, &pos));
        assert_true(layers_table_value(table, &pos, SIDE_WHITE, &value));
        if (fabs(100 * value - strtod(at, NULL)) > 0.0016) {
            fail_msg("position %u: %.5f instead of %s", n, 100 * value, at);
        }
        n++;
    }
    assert_int_equal(n, 1606);
    free(text);
    layers_table_close(table);
    table_file_end(&file);
}

int main(void) {
    const struct CMUnitTest more[] = {cmocka_unit_test(test_two_pieces)};
    return TABLE_RUN("race_solver", test_start, rows) +
           cmocka_run_group_tests_name("engine/race_solver", more, NULL, NULL);
}
