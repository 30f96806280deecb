/* royal-ur: building the file of a table, with interruptions. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#include "engine/layers_build.h"
#include "engine/layers_file.h"
#include "engine/layers_table.h"
#include "engine/race_index.h"

TEST(test_cost) {
    struct layers_cost cost = layers_build_cost(&game_royal_ur, 7);
    assert_int_equal(cost.n_positions, 305855073);
    assert_int_equal(cost.disk_bytes, 4 * UINT64_C(305855073) + 4096);
    assert_true(cost.memory_bytes < UINT64_C(6) << 30);
}

TEST(test_progress) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault);
    double before = 0;
    unsigned n_done = 0;
    while (layers_build_step(build, fault) == LAYERS_BUILDING) {
        struct layers_progress now = layers_build_progress(build);
        assert_int_equal(now.n_pairs, TABLE_PAIRS);
        assert_in_range(now.n_pairs_done, n_done, n_done + 1);
        assert_true(now.fraction <= 1);
        n_done = now.n_pairs_done;
        before = now.fraction;
    }
    assert_int_equal(n_done, TABLE_PAIRS);
    assert_true(before > 0.999);
    layers_build_close(build);
    table_file_end(&file);
}

/* A build that is interrupted after each pair of layers makes the same file, byte for
 * byte. */
TEST(test_resumed) {
    struct table_file whole, parts;
    table_file_begin(&whole);
    table_file_begin(&parts);
    assert_true(table_file_build(&whole, TABLE_PAIRS));
    assert_false(table_file_build(&parts, 0));
    assert_false(table_file_build(&parts, 1));
    assert_false(table_file_build(&parts, 2));
    assert_int_equal(access(parts.path, F_OK), -1);
    assert_true(table_file_build(&parts, TABLE_PAIRS));
    assert_int_equal(access(parts.part, F_OK), -1);
    size_t len, again_len;
    char *bytes = table_file_read(whole.path, &len);
    char *again = table_file_read(parts.path, &again_len);
    assert_int_equal(len, again_len);
    assert_memory_equal(bytes, again, len);
    free(bytes);
    free(again);
    table_file_end(&whole);
    table_file_end(&parts);
}

/* A build stopped after the last pair, but before the rename, keeps the value of the
 * start. */
TEST(test_stopped_before_the_end) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    while (layers_build_progress(build).n_pairs_done < TABLE_PAIRS) {
        assert_int_equal(layers_build_step(build, fault), LAYERS_BUILDING);
    }
    layers_build_close(build);
    assert_true(table_file_build(&file, TABLE_PAIRS));
    struct layers_table *table = layers_table_open(file.path, &game_royal_ur, fault);
    assert_non_null(table);
    assert_in_range((int)(layers_table_start(table) * 1e7), 5094318, 5094320);
    layers_table_close(table);
    table_file_end(&file);
}

/* How many pairs a build finds in the part. */
static unsigned pairs_found(const struct table_file *file, unsigned left) {
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file->path, &game_royal_ur, left, fault);
    assert_non_null(build);
    unsigned n = layers_build_progress(build).n_pairs_done;
    layers_build_close(build);
    return n;
}

/* Only what is damaged in the part is computed again. */
TEST(test_damaged_part) {
    struct table_file file;
    table_file_begin(&file);
    assert_false(table_file_build(&file, 2));
    assert_int_equal(pairs_found(&file, TABLE_LEFT), 2);
    const uint32_t wrong = 0x40000000;
    struct race_index *index = race_index_new(&game_royal_ur, TABLE_LEFT);
    long at = LAYERS_HEADER_BYTES + 4 * (long)index->layer[2][1];
    race_index_free(index);
    table_file_write(file.part, at, &wrong, sizeof wrong);
    assert_int_equal(pairs_found(&file, TABLE_LEFT), 1);
    assert_true(table_file_build(&file, TABLE_PAIRS));
    char fault[FAULT_BYTES];
    struct layers_table *table = layers_table_open(file.path, &game_royal_ur, fault);
    assert_non_null(table);
    assert_true(layers_table_layer_is_good(table, 2, 1));
    layers_table_close(table);
    table_file_end(&file);
}

TEST(test_part_of_another_table) {
    struct table_file file;
    table_file_begin(&file);
    assert_false(table_file_build(&file, 2));
    assert_int_equal(pairs_found(&file, 1), 0);
    table_file_end(&file);
}

/* Runs in a child, because locks belong to a process.  Returns whether the part can be
 * opened. */
static bool child_can_open(const struct table_file *file, const char *expected_fault) {
    pid_t child = fork();
    assert_int_not_equal(child, -1);
    if (child == 0) {
        char fault[FAULT_BYTES] = "";
        struct layers_build *build =
            layers_build_open(file->path, &game_royal_ur, TABLE_LEFT, fault);
        bool is_open = build != NULL;
        layers_build_close(build);
        _exit(is_open ? 0 : strcmp(fault, expected_fault) == 0 ? 1 : 2);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_in_range(WEXITSTATUS(status), 0, 1);
    return WEXITSTATUS(status) == 0;
}

TEST(test_two_at_once) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    assert_false(child_can_open(&file, "another program is building it"));
    layers_build_close(build);
    assert_true(child_can_open(&file, ""));
    table_file_end(&file);
}

TEST(test_no_directory) {
    char fault[FAULT_BYTES];
    assert_null(layers_build_open("/nowhere/at/all", &game_royal_ur, TABLE_LEFT, fault));
    assert_string_equal(fault, "No such file or directory: create the directory first");
}

/* Checks that a build is refused with this fault, and leaves the file as it was. */
static void assert_refused(const struct table_file *file, const char *path,
                           const char *expected) {
    char fault[FAULT_BYTES] = "";
    assert_null(layers_build_open(file->path, &game_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, expected));
    size_t len;
    char *text = table_file_read(path, &len);
    assert_int_equal(len, 6);
    assert_memory_equal(text, "notes\n", len);
    free(text);
}

/* A file that is not a table is neither replaced nor written to. */
TEST(test_another_file) {
    struct table_file file;
    table_file_begin(&file);
    write_file(file.path, "notes\n");
    assert_refused(&file, file.path, "this is not a table of royal-ur");
    assert_int_equal(rename(file.path, file.part), 0);
    assert_refused(&file, file.part, "table, .part is added: this is not a table of roy");
    char notes[128];
    snprintf(notes, sizeof notes, "%s/notes", file.dir);
    assert_int_equal(rename(file.part, notes), 0);
    assert_int_equal(symlink(notes, file.path), 0);
    assert_refused(&file, notes, "this is a symbolic link");
    assert_int_equal(rename(file.path, file.part), 0);
    assert_refused(&file, notes, "this is a symbolic link");
    assert_int_equal(unlink(notes), 0);
    table_file_end(&file);
}

/* A file that appears during the work is not replaced either. */
TEST(test_another_file_meanwhile) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    write_file(file.path, "notes\n");
    enum layers_built built;
    do {
        built = layers_build_step(build, fault);
    } while (built == LAYERS_BUILDING);
    layers_build_close(build);
    assert_int_equal(built, LAYERS_NOT_BUILT);
    assert_refused(&file, file.path, "this is not a table of royal-ur");
    table_file_end(&file);
}

TEST(test_no_regular_file) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    assert_null(layers_build_open("", &game_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, "the name is empty"));
    assert_int_equal(mkfifo(file.path, 0600), 0);
    assert_null(layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, "this is not a regular file"));
    assert_null(layers_table_open(file.path, &game_royal_ur, fault));
    assert_int_equal(unlink(file.path), 0);
    assert_int_equal(mkdir(file.path, 0700), 0);
    assert_null(layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, "this is a directory"));
    assert_int_equal(rmdir(file.path), 0);
    assert_int_equal(access(file.part, F_OK), -1);
    table_file_end(&file);
}

/* If the file cannot get its full length, the build fails before it computes anything. */
TEST(test_no_room) {
    struct table_file file;
    table_file_begin(&file);
    struct rlimit usual, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
    small = usual;
    small.rlim_cur = 8192;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    char fault[FAULT_BYTES] = "";
    struct layers_build *build =
        layers_build_open(file.path, &game_royal_ur, TABLE_LEFT, fault);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_null(build);
    assert_string_equal(fault, "File too large");
    table_file_end(&file);
}

/* --- layers table --- */

/* royal-ur: the answers of a table, compared with the rules. */

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

TEST_WITH(test_every_residual, set_up, tear_down) {
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
TEST_WITH(test_by_hand, set_up, tear_down) {
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

TEST_WITH(test_start, set_up, tear_down) {
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
            struct engine_choice choice[MOVES_MAX];
            assert_true(layers_table_moves(table, &pos, choice) > 0);
            game_royal_ur.apply(&pos, &choice[0].move, NULL);
        }
    }
    return (enum outcome)pos.outcome;
}

TEST_WITH(test_games, set_up, tear_down) {
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

TEST_WITH(test_moves, set_up, tear_down) {
    const struct fixture *fixture = *state;
    struct position pos;
    struct engine_choice choice[MOVES_MAX];
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

TEST_WITH(test_too_many_pieces, set_up, tear_down) {
    const struct fixture *fixture = *state;
    struct position pos;
    struct engine_choice choice[MOVES_MAX];
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

TEST_WITH(test_bad_files, set_up, tear_down) {
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

TEST(test_cut_file) {
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
TEST_WITH(test_wrong_value, set_up, tear_down) {
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
