/* royal-ur: the answers of a table, compared with the rules. */
#include "engine/layers_table.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "engine/layers_file.h"
#include "tests/support/cmocka.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/random.h"

struct fixture {
    struct table_file file;
    struct layers_table *table;
};

static int set_up(void **state) {
    static struct fixture fixture;
    char fault[FAULT_BYTES];
    table_file_begin(&fixture.file);
    assert_true(table_file_build(&fixture.file, TABLE_PAIRS));
    fixture.table = layers_table_open(fixture.file.path, &game_royal_ur, fault);
    assert_non_null(fixture.table);
    *state = &fixture;
    return 0;
}

static int tear_down(void **state) {
    struct fixture *fixture = *state;
    layers_table_close(fixture->table);
    table_file_end(&fixture->file);
    return 0;
}

static void read_position(const char *text, struct position *pos) {
    struct options opt = {{0}};
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_read(&game_royal_ur, &opt, &in, pos)) {
        fail_msg("%s: %s", text, in.fault);
    }
}

/* --- the values match the rules --- */

static void test_every_residual(void **state) {
    const struct fixture *fixture = *state;
    double largest = 0;
    for (uint64_t i = 0; i < layers_table_size(fixture->table); i++) {
        struct position pos;
        layers_table_position(fixture->table, i, i % 2 == 0 ? SIDE_BLACK : SIDE_WHITE,
                              &pos);
        largest = fmax(largest, layers_table_residual(fixture->table, &pos));
    }
    assert_true(largest > 0); /* numbers of 32 bits are rounded */
    assert_true(largest < 5e-9);
}

/* Values that can be computed by hand.  Each side has one piece, on 14: a throw of 1
 * wins, with a chance of 3/8; nothing else can move.  v = 3/8 + 5/8 (1 - v), so v =
 * 8/13. */
static void test_by_hand(void **state) {
    const struct fixture *fixture = *state;
    static const struct {
        const char *position;
        double value; /* for white */
    } rows[] = {
        {"0,0 w14=w,b14=b 6,6 w -", 8.0 / 13},
        {"0,0 w14=w,b14=b 6,6 b -", 5.0 / 13},
        {"0,0 w14=w,b14=b 6,6 w 1", 1},
        {"0,0 w14=w 6,7 b -", 0},
        {"0,0 b14=b 7,6 w -", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct position pos;
        double value;
        read_position(rows[i].position, &pos);
        assert_true(layers_table_value(fixture->table, &pos, SIDE_WHITE, &value));
        assert_true(fabs(value - rows[i].value) < 1e-7);
        assert_true(layers_table_value(fixture->table, &pos, SIDE_BLACK, &value));
        assert_true(fabs(value - (1 - rows[i].value)) < 1e-7);
    }
}

static void test_start(void **state) {
    const struct fixture *fixture = *state;
    struct position pos;
    double value;
    read_position("2,2 - 5,5 w -", &pos);
    assert_true(layers_table_value(fixture->table, &pos, SIDE_WHITE, &value));
    assert_true(fabs(value - layers_table_start(fixture->table)) < 1e-9);
    assert_true(fabs(value - 0.5094319) < 1e-7);
}

/* Plays a game in which both sides follow the table. */
static enum outcome play_out(const struct layers_table *table, uint64_t *seed) {
    struct position pos;
    read_position("2,2 - 5,5 w -", &pos);
    while (pos.phase != PHASE_OVER) {
        if (pos.phase == PHASE_ROLL) {
            unsigned faces = random_below(seed, 8);
            uint8_t sum = (uint8_t)((faces & 1) + (faces >> 1 & 1) + (faces >> 2));
            game_royal_ur.roll(&pos, &(struct roll){.n = 1, .value = {sum}}, NULL);
        } else {
            struct layers_choice choice[MOVES_MAX];
            assert_true(layers_table_moves(table, &pos, choice) > 0);
            game_royal_ur.apply(&pos, &choice[0].move, NULL);
        }
    }
    return (enum outcome)pos.outcome;
}

static void test_games(void **state) {
    const struct fixture *fixture = *state;
    enum { N_GAMES = 4000 };
    uint64_t seed = random_seed();
    unsigned n_white = 0;
    for (unsigned i = 0; i < N_GAMES; i++) {
        n_white += play_out(fixture->table, &seed) == OUTCOME_WHITE;
    }
    double share = (double)n_white / N_GAMES;
    double deviation = 0.5 / sqrt(N_GAMES);
    assert_true(fabs(share - layers_table_start(fixture->table)) < 5 * deviation);
}

/* --- moves --- */

static void test_moves(void **state) {
    const struct fixture *fixture = *state;
    struct position pos;
    struct layers_choice choice[MOVES_MAX];
    /* Capturing on 10 is better than moving on from 5. */
    read_position("0,0 5=w,9=w,10=b 5,6 w 1", &pos);
    assert_int_equal(layers_table_moves(fixture->table, &pos, choice), 2);
    assert_int_equal(choice[0].move.from, 9);
    assert_true(choice[0].value > choice[1].value);
    double value;
    assert_true(layers_table_value(fixture->table, &pos, SIDE_WHITE, &value));
    assert_true(value == choice[0].value);
    assert_true(layers_table_value(fixture->table, &pos, SIDE_BLACK, &value));
    assert_true(value == 1 - choice[0].value);
}

static void test_too_many_pieces(void **state) {
    const struct fixture *fixture = *state;
    struct position pos;
    struct layers_choice choice[MOVES_MAX];
    double value;
    read_position("3,2 - 4,5 w -", &pos);
    assert_false(layers_table_value(fixture->table, &pos, SIDE_WHITE, &value));
    read_position("2,3 - 5,4 w 2", &pos);
    assert_false(layers_table_value(fixture->table, &pos, SIDE_WHITE, &value));
    assert_int_equal(layers_table_moves(fixture->table, &pos, choice), 0);
}

/* --- files that are not tables --- */

#define FIELD(name) (long)offsetof(struct layers_header, name)

static const struct bad_row {
    const char *name;
    long at;        /* offset of the change */
    uint32_t value; /* the new value */
    bool seal;      /* with a header checksum that matches */
    const char *fault;
} bad_rows[] = {
    {"magic", FIELD(magic), 0, false, "not a table of royal-ur"},
    {"byte order", FIELD(byte_order), 0x04030201, true,
     "made on another kind of machine"},
    {"version", FIELD(version), 1, true, "made by another version of alea"},
    {"left", FIELD(left_max), 3, false, "its header is damaged"},
    {"left is 0", FIELD(left_max), 0, true, "its header is damaged"},
    {"left is 8", FIELD(left_max), 8, true, "its header is damaged"},
    {"start", FIELD(start), 0, false, "its header is damaged"},
    {"part", FIELD(is_complete), 0, true, "not complete"},
    {"length", FIELD(left_max), 3, true, "not complete"},
};

static void test_bad_files(void **state) {
    const struct fixture *fixture = *state;
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        const struct bad_row *row = &bad_rows[i];
        struct table_file file;
        struct layers_header header;
        char fault[FAULT_BYTES];
        table_file_begin(&file);
        assert_true(table_file_build(&file, TABLE_PAIRS));
        table_file_write(file.path, row->at, &row->value, sizeof row->value);
        if (row->seal) {
            int fd = open(file.path, O_RDWR);
            assert_true(pread(fd, &header, sizeof header, 0) == sizeof header);
            assert_true(layers_header_write(fd, &header));
            close(fd);
        }
        assert_null(layers_table_open(file.path, &game_royal_ur, fault));
        assert_string_equal(fault, row->fault);
        table_file_end(&file);
    }
    char fault[FAULT_BYTES];
    assert_null(layers_table_open(fixture->file.part, &game_royal_ur, fault));
    assert_string_equal(fault, "No such file or directory");
    assert_null(layers_table_open("/dev/null", &game_royal_ur, fault));
    assert_string_equal(fault, "not a table of royal-ur");
}

static void test_cut_file(void **state) {
    struct table_file file;
    char fault[FAULT_BYTES];
    table_file_begin(&file);
    assert_true(table_file_build(&file, TABLE_PAIRS));
    assert_int_equal(truncate(file.path, LAYERS_HEADER_BYTES + 4), 0);
    assert_null(layers_table_open(file.path, &game_royal_ur, fault));
    assert_string_equal(fault, "not complete");
    table_file_end(&file);
}

/* The checksum and the residual both find a wrong value. */
static void test_wrong_value(void **state) {
    const struct fixture *fixture = *state;
    struct table_file file;
    char fault[FAULT_BYTES];
    assert_true(layers_table_layer_is_good(fixture->table, 1, 1));
    table_file_begin(&file);
    assert_true(table_file_build(&file, TABLE_PAIRS));
    const uint32_t wrong = 0x1f7ced91;
    table_file_write(file.path, LAYERS_HEADER_BYTES, &wrong, sizeof wrong);
    struct layers_table *table = layers_table_open(file.path, &game_royal_ur, fault);
    assert_non_null(table);
    assert_false(layers_table_layer_is_good(table, 1, 1));
    assert_true(layers_table_layer_is_good(table, 1, 2));
    struct position pos;
    layers_table_position(table, 0, SIDE_WHITE, &pos);
    assert_true(layers_table_residual(table, &pos) > 0.01);
    layers_table_close(table);
    table_file_end(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_residual), cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_start),          cmocka_unit_test(test_games),
        cmocka_unit_test(test_moves),          cmocka_unit_test(test_too_many_pieces),
        cmocka_unit_test(test_bad_files),      cmocka_unit_test(test_cut_file),
        cmocka_unit_test(test_wrong_value),
    };
    return cmocka_run_group_tests_name("engine/layers_table", tests, set_up, tear_down);
}
