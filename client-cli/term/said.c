#include "client-cli/term/said.h"

#include <stdio.h>

#include "mem/mem.h"

enum lang said_lang(void) {
    return lang_of_environment();
}

const char *said(const char *english) {
    return tr(said_lang(), english);
}

char *said_made(const char *english) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    tr_put(out, said_lang(), english);
    fclose(out);
    return text;
}
