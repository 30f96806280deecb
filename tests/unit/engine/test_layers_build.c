/* royal-ur: building the file of a table, with interruptions. */
#include "engine/layers_build.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/layers_table.h"
#include "engine/race_index.h"
#include "tests/unit/engine/table_file.h"
#include "tests/unit/test.h"

TEST(test_cost) {
    struct layers_cost cost = layers_build_cost(&solvable_royal_ur, 7);
    assert_int_equal(cost.n_positions, 305855073);
    assert_int_equal(cost.disk_bytes, 4 * UINT64_C(305855073) + 4096);
    assert_true(cost.memory_bytes < UINT64_C(6) << 30);
}

TEST(test_progress) {
    struct table_file file;
    table_file_begin(&file);
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault);
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
        layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault);
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
        layers_build_open(file->path, &solvable_royal_ur, left, fault);
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
            layers_build_open(file->path, &solvable_royal_ur, TABLE_LEFT, fault);
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
        layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    assert_false(child_can_open(&file, "another program is building it"));
    layers_build_close(build);
    assert_true(child_can_open(&file, ""));
    table_file_end(&file);
}

TEST(test_no_directory) {
    char fault[FAULT_BYTES];
    assert_null(
        layers_build_open("/nowhere/at/all", &solvable_royal_ur, TABLE_LEFT, fault));
    assert_string_equal(fault, "No such file or directory: create the directory first");
}

/* Checks that a build is refused with this fault, and leaves the file as it was. */
static void assert_refused(const struct table_file *file, const char *path,
                           const char *expected) {
    char fault[FAULT_BYTES] = "";
    assert_null(layers_build_open(file->path, &solvable_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, expected));
    size_t len;
    char *text = table_file_read(path, &len);
    assert_int_equal(len, 6);
    assert_memory_equal(text, "notes\n", len);
    free(text);
}

static void write_notes(const char *path) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs("notes\n", out);
    assert_int_equal(fclose(out), 0);
}

/* A file that is not a table is neither replaced nor written to. */
TEST(test_another_file) {
    struct table_file file;
    table_file_begin(&file);
    write_notes(file.path);
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
        layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    write_notes(file.path);
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
    assert_null(layers_build_open("", &solvable_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, "the name is empty"));
    assert_int_equal(mkfifo(file.path, 0600), 0);
    assert_null(layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault));
    assert_non_null(strstr(fault, "this is not a regular file"));
    assert_null(layers_table_open(file.path, &game_royal_ur, fault));
    assert_int_equal(unlink(file.path), 0);
    assert_int_equal(mkdir(file.path, 0700), 0);
    assert_null(layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault));
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
        layers_build_open(file.path, &solvable_royal_ur, TABLE_LEFT, fault);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
    signal(SIGXFSZ, SIG_DFL);
    assert_null(build);
    assert_string_equal(fault, "File too large");
    table_file_end(&file);
}
