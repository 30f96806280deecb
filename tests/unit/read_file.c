#include "tests/unit/read_file.h"

char *read_file(const char *path) {
    char *text = NULL;
    size_t cap = 0;
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_true(getdelim(&text, &cap, '\0', in) > 0);
    fclose(in);
    return text;
}
