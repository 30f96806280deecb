#include "view/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/game.h"

/* Where the right one of two columns begins: after the usages of most commands. */
#define RIGHT_COLUMN 26

void page_init(struct page *page, FILE *out, const struct style *style, char mark) {
    *page = (struct page){.out = out, .id = ""};
    if (style->marks) {
        page->mark[0] = mark;
        page->mark[1] = ' ';
    }
}

static void put_mark(struct page *page) {
    if (page->mark[0] == '\0') {
        return;
    }
    fprintf(page->out, page->id[0] != '\0' ? "%s#%s " : "%s", page->mark, page->id);
    page->mark[0] = ' ';
    page->id = "";
}

static void put_line(struct page *page, const char *text, size_t len) {
    put_mark(page);
    fprintf(page->out, "%.*s\n", (int)len, text);
}

/* Nobody's text may run over the edge, where what comes next could look like a line of
 * its own. */
size_t page_fitting(const char *text, size_t len, size_t columns) {
    if (len <= columns) {
        return len;
    }
    size_t fits = columns;
    while (fits > 0 && text[fits] != ' ') {
        fits--;
    }
    if (strspn(text, " ") >= fits) { /* only the indentation would be left */
        fits = columns;
        while (((unsigned char)text[fits] & 0xc0) == 0x80) { /* within a character */
            fits--;
        }
    }
    return fits;
}

void page_put(struct page *page, const char *text) {
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        size_t fits = page_fitting(text, len, PAGE_COLUMNS);
        put_line(page, text, fits);
        text += fits;
        text += fits < len ? strspn(text, " ") : *text == '\n';
    }
}

void page_put_sentence(struct page *page, const char *text) {
    struct page_text sentence;
    size_t len = strlen(text);
    if (len == 0) {
        return;
    }
    /* A first word like in-3 is somebody's move, and is written so. */
    size_t word_len = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    bool is_small = word_len > 0 && strchr(" ,:;?!", text[word_len]) != NULL;
    bool has_end = strchr(".?!", text[len - 1]) != NULL;
    page_text_begin(&sentence);
    fputc(is_small ? text[0] - 'a' + 'A' : text[0], sentence.out);
    fprintf(sentence.out, "%s%s", text + 1, has_end ? "" : ".");
    page_text_end(&sentence, page);
}

void page_put_row(struct page *page, size_t column, const char *left, const char *right) {
    if (strlen(left) + 3 > column) { /* two columns of indentation, one between */
        page_printf(page, "  %s", left);
        left = "";
    }
    do {
        size_t fits = page_fitting(right, strlen(right), PAGE_COLUMNS - column);
        put_mark(page);
        fprintf(page->out, "  %-*s%.*s\n", (int)column - 2, left, (int)fits, right);
        right += fits;
        right += strspn(right, " ");
        left = "";
    } while (*right != '\0');
}

void page_put_pair(struct page *page, const char *left, const char *right) {
    page_put_row(page, RIGHT_COLUMN, left, right);
}

void page_put_raw(struct page *page, const char *text) {
    put_line(page, text, strlen(text));
}

void page_printf(struct page *page, const char *format, ...) {
    struct page_text text;
    page_text_begin(&text);
    va_list args;
    va_start(args, format);
    vfprintf(text.out, format, args);
    va_end(args);
    page_text_end(&text, page);
}

void page_put_numbered(struct page *page, const char *texts) {
    size_t column = 0;
    for (size_t n = 1; *texts != '\0'; n++) {
        size_t len = strcspn(texts, " ");
        char number[24];
        size_t width = (size_t)snprintf(number, sizeof number, "%zu) ", n) + len;
        if (column > 0 && column + width > PAGE_COLUMNS) {
            fputc('\n', page->out);
            column = 0;
        }
        if (column == 0) {
            put_mark(page);
        } else {
            fputs("  ", page->out);
        }
        /* Whole, however long: a cut might go through a character. */
        fprintf(page->out, "%s%.*s", number, (int)len, texts);
        column += width + 2; /* where the next one would begin */
        texts += len + (texts[len] == ' ');
    }
    fputs(column > 0 ? "\n" : "", page->out);
}

void page_text_begin(struct page_text *text) {
    *text = (struct page_text){0};
    text->out = mem_stream(&text->text, &text->len);
}

void page_text_end(struct page_text *text, struct page *page) {
    fclose(text->out);
    page_put(page, text->text);
    free(text->text);
}
