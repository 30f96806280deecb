#include "client-cli/net/said.h"

#include <stdio.h>

#include "mem/mem.h"

const char *said(const char *english) {
    return tr(lang_of_environment(), english);
}

char *said_made(const char *english) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    tr_put(out, lang_of_environment(), english);
    fclose(out);
    return text;
}
