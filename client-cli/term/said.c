#include "client-cli/term/said.h"

#include <stdlib.h>

enum lang said_lang(void) {
    static const char *const variables[] = {LANG_VARIABLE, "LC_ALL", "LC_MESSAGES",
                                            "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            return lang_of_locale(value);
        }
    }
    return LANG_EN;
}

const char *said(const char *english) {
    return tr(said_lang(), english);
}
