#include "proto/errors.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    const char *text;
} errors[ERROR_CODE_COUNT + 1] = {
    [ERR_OK] = {"ok", "no error"},
#define X(id, name, text) [id] = {name, text},
    ERROR_CODES(X)
#undef X
        [ERROR_CODE_COUNT] = {"unknown", "an error that this program does not know"},
};

const char *error_name(enum error_code code) {
    return errors[code].name;
}

const char *error_text(enum error_code code) {
    return errors[code].text;
}

bool error_is_passing(enum error_code code) {
    return code == ERR_TOO_FAST || code == ERR_STORAGE || code == ERR_INTERRUPTED;
}

enum error_code error_find(const char *name) {
    size_t code = 0;
    while (code < ERROR_CODE_COUNT && strcmp(errors[code].name, name) != 0) {
        code++;
    }
    return (enum error_code)code;
}
