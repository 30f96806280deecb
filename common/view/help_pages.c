/* Help in pages that fit a terminal of 24 lines, for text mode. */
#include <stdlib.h>
#include <string.h>

#include "view/page.h"
#include "view/render.h"

/* If there are several pages, each has one more line with its number. */
#define ROWS (HELP_ROWS - 1)

/* Splits "commands 2" into the topic, which stays in text, and the page number, from
 * 1. */
static unsigned take_number(char *text) {
    char *blank = strrchr(text, ' ');
    unsigned n = 1;
    if (blank == NULL) {
        return n;
    }
    struct text_in in = text_in_of(blank + 1, strlen(blank + 1));
    if (text_take_number(&in, 99, "", &n) && text_at_end(&in)) {
        *blank = '\0';
        return n;
    }
    return 1;
}

/* Returns the text wrapped; owned. */
static char *wrap(const char *text) {
    struct page page;
    struct page_text wrapped;
    page_text_begin(&wrapped);
    page_init(&page, wrapped.out, &(struct style){.unicode = false}, ' ');
    page_put(&page, text);
    fclose(wrapped.out);
    return wrapped.text;
}

/* Puts one page.  False: there is no such page. */
static bool put_page(FILE *out, const char *text, const char *topic, unsigned n) {
    size_t n_lines = page_count_lines(text);
    size_t n_pages = n_lines <= HELP_ROWS ? 1 : (n_lines + ROWS - 1) / ROWS;
    if (n == 0 || n > n_pages) {
        return false;
    }
    if (n_pages == 1) {
        fputs(text, out);
        return true;
    }
    const char *begin = page_after_lines(text, (size_t)(n - 1) * ROWS);
    const char *end = page_after_lines(begin, ROWS);
    fprintf(out, "%.*s", (int)(end - begin), begin);
    fprintf(out, "Page %u of %zu", n, n_pages);
    if (n < n_pages) {
        fprintf(out, ".  Go on: help %s %u", topic, n + 1);
    }
    fputc('\n', out);
    return true;
}

bool render_help_page(FILE *out, const char *topic) {
    struct page_text whole;
    char name[80];
    snprintf(name, sizeof name, "%s", topic);
    unsigned n = take_number(name);
    page_text_begin(&whole);
    bool found = render_help(whole.out, name);
    fclose(whole.out);
    char *wrapped = wrap(whole.text);
    found = found && put_page(out, wrapped, name, n);
    free(wrapped);
    free(whole.text);
    return found;
}
