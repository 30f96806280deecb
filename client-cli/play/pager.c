#include "client-cli/play/pager.h"
#include "client-cli/net/cli.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "view/page.h"

/* Rows kept free: for the line that says how to go on, and the prompt. */
#define ROWS_KEPT 2

void pager_resize(struct pager *pager, unsigned rows) {
    pager->rows = rows > 2 * ROWS_KEPT ? rows : 0;
}

void pager_begin(struct pager *pager, char *text, FILE *out) {
    pager_end(pager);
    pager->rest = text;
    pager_show(pager, out);
}

void pager_show(struct pager *pager, FILE *out) {
    char *text = pager->rest;
    size_t n_lines = page_count_lines(text), fits = pager->rows - ROWS_KEPT;
    bool is_last = pager->rows == 0 || n_lines <= fits + 1;
    const char *rest = page_after_lines(text, is_last ? n_lines : fits);
    fprintf(out, "%.*s", (int)(rest - text), text);
    pager->rest = is_last ? NULL : mem_copy(rest, strlen(rest));
    if (!is_last) {
        fputs(said("-- Enter shows more, q skips the rest --\n"), out);
    }
    free(text);
}

void pager_end(struct pager *pager) {
    free(pager->rest);
    pager->rest = NULL;
}
