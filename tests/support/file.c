#include "tests/support/file.h"

char *read_file(const char *path) {
    char *text = NULL;
    size_t cap = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_true(getdelim(&text, &cap, '\0', in) > 0);
    fclose(in);
    return text;
}

void write_bytes(const char *path, const void *bytes, size_t n) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, n, out), n);
    assert_int_equal(fclose(out), 0);
}

void write_file(const char *path, const char *text) {
    write_bytes(path, text, strlen(text));
}
