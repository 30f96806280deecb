#include "client-cli/term/said.h"

enum lang said_lang(void) {
    return lang_of_environment();
}

const char *said(const char *english) {
    return tr(said_lang(), english);
}
