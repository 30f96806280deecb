/* Help in pages that fit a terminal of 24 lines, for text mode. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "view/page.h"
#include "view/render.h"

void render_usage(enum lang lang, enum command_kind kind, struct text_out *out) {
    const struct command_spec *spec = command_spec(kind);
    text_put(out, spec->word);
    for (unsigned i = 0; i < spec->n_args; i++) {
        char argument[ARG_NAME_BYTES + 8];
        size_t len =
            (size_t)snprintf(argument, sizeof argument, "usage\4%s", spec->arg[i]);
        for (size_t k = 6; k < len; k++) {
            argument[k] = (char)toupper((unsigned char)argument[k]);
        }
        text_put(out, i < spec->n_required ? " " : " [");
        text_put(out, tr(lang, argument));
        text_put(out, i < spec->n_required ? "" : "]");
    }
}

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
static bool put_page(FILE *out, enum lang lang, const char *text, const char *topic,
                     unsigned n) {
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
    fprintf(out, tr(lang, "Page %u of %zu"), n, n_pages);
    if (n < n_pages) {
        fprintf(out, tr(lang, ".  Go on: help %s %u"), topic, n + 1);
    }
    fputc('\n', out);
    return true;
}

bool render_help_page(FILE *out, enum lang lang, const char *topic) {
    struct page_text whole;
    char name[80];
    snprintf(name, sizeof name, "%s", topic);
    unsigned n = take_number(name);
    page_text_begin(&whole);
    bool found = render_help(whole.out, lang, name);
    fclose(whole.out);
    char *wrapped = wrap(whole.text);
    found = found && put_page(out, lang, wrapped, name, n);
    free(wrapped);
    free(whole.text);
    return found;
}
