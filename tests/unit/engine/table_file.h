/* Fixture: a directory of the test's own, and a small table of royal-ur in it. */
#ifndef ALEA_TESTS_UNIT_ENGINE_TABLE_FILE_H
#define ALEA_TESTS_UNIT_ENGINE_TABLE_FILE_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "engine/royal_build.h"

#define TABLE_LEFT 2 /* pieces a side: 13,330 positions */

struct table_file {
    char dir[32];
    char path[64];
    char part[128]; /* what is built */
};

/* Makes the directory; there is no file in it yet. */
static inline void table_file_begin(struct table_file *file) {
    strcpy(file->dir, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(file->dir));
    snprintf(file->path, sizeof file->path, "%s/royal-ur.table", file->dir);
    snprintf(file->part, sizeof file->part, "%s.part", file->path);
}

static inline void table_file_end(struct table_file *file) {
    unlink(file->path);
    unlink(file->part);
    assert_int_equal(rmdir(file->dir), 0);
}

/* Builds until `n_pairs` pairs of layers are done, or the table.  Returns whether it is
 * complete. */
static inline bool table_file_build(const struct table_file *file, unsigned n_pairs) {
    char fault[FAULT_BYTES];
    struct royal_build *build = royal_build_open(file->path, TABLE_LEFT, fault);
    assert_non_null(build);
    enum royal_built built = ROYAL_BUILDING;
    while (built == ROYAL_BUILDING &&
           royal_build_progress(build).n_pairs_done < n_pairs) {
        built = royal_build_step(build, fault);
    }
    while (built == ROYAL_BUILDING && royal_build_progress(build).n_pairs_done ==
                                          royal_build_progress(build).n_pairs) {
        built = royal_build_step(build, fault);
    }
    assert_int_not_equal(built, ROYAL_NOT_BUILT);
    royal_build_close(build);
    return built == ROYAL_BUILT;
}

#define TABLE_PAIRS 3 /* of layers, with two pieces a side */

/* Writes bytes into a file at an offset. */
static inline void table_file_write(const char *path, long offset, const void *bytes,
                                    size_t len) {
    FILE *out = fopen(path, "r+");
    assert_non_null(out);
    assert_int_equal(fseek(out, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

/* The whole file; the caller frees it. */
static inline char *table_file_read(const char *path, size_t *len) {
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_int_equal(fseek(in, 0, SEEK_END), 0);
    *len = (size_t)ftell(in);
    char *bytes = malloc(*len);
    assert_non_null(bytes);
    rewind(in);
    assert_int_equal(fread(bytes, 1, *len, in), *len);
    fclose(in);
    return bytes;
}

#endif
