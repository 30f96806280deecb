#include "tests/unit/engine/table_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/layers_build.h"
#include "tests/support/cmocka.h"

void table_file_begin(struct table_file *file) {
    strcpy(file->dir, "/tmp/alea-test-XXXXXX");
    assert_non_null(mkdtemp(file->dir));
    snprintf(file->path, sizeof file->path, "%s/royal-ur.table", file->dir);
    snprintf(file->part, sizeof file->part, "%s.part", file->path);
}

void table_file_end(struct table_file *file) {
    unlink(file->path);
    unlink(file->part);
    assert_int_equal(rmdir(file->dir), 0);
}

bool table_file_build(const struct table_file *file, unsigned n_pairs) {
    char fault[FAULT_BYTES];
    struct layers_build *build =
        layers_build_open(file->path, &game_royal_ur, TABLE_LEFT, fault);
    assert_non_null(build);
    enum layers_built built = LAYERS_BUILDING;
    while (built == LAYERS_BUILDING &&
           layers_build_progress(build).n_pairs_done < n_pairs) {
        built = layers_build_step(build, fault);
    }
    while (built == LAYERS_BUILDING && layers_build_progress(build).n_pairs_done ==
                                           layers_build_progress(build).n_pairs) {
        built = layers_build_step(build, fault);
    }
    assert_int_not_equal(built, LAYERS_NOT_BUILT);
    layers_build_close(build);
    return built == LAYERS_BUILT;
}

void table_file_write(const char *path, long offset, const void *bytes, size_t len) {
    FILE *out = fopen(path, "r+");
    assert_non_null(out);
    assert_int_equal(fseek(out, offset, SEEK_SET), 0);
    assert_int_equal(fwrite(bytes, 1, len, out), len);
    assert_int_equal(fclose(out), 0);
}

char *table_file_read(const char *path, size_t *len) {
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
