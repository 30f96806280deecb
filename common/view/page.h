/* Lines of text for people: marked, and wrapped between words. */
#ifndef ALEA_VIEW_PAGE_H
#define ALEA_VIEW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "view/style.h"

/* Longest line, in bytes, without the mark: 80 columns, two of them for the mark.  It is
 * another one where the style says so. */
#define PAGE_COLUMNS 78

struct page {
    FILE *out;
    size_t columns; /* longest line; SIZE_MAX: nothing is wrapped */
    char mark[3];   /* what the next line begins with: "* ", then "  "; "" unmarked */
    const char *id; /* of the request: comes after the first mark; "" none */
};

/* A page whose first line has this mark, and the others a space, if the style has marks.
 */
void page_init(struct page *page, FILE *out, const struct style *style, char mark);
/* Writes text, which may have several lines, as whole lines.  What is wrapped goes on
 * below the text of an item ("- text"), or of the right one of two columns. */
void page_put(struct page *page, const char *text);
/* The same for a text whose lines are cut: one that begins with a letter goes on with the
 * paragraph before it, one that is indented by two with the item before it. */
void page_put_paragraphs(struct page *page, const char *text);
__attribute__((format(printf, 2, 3))) void page_printf(struct page *page,
                                                       const char *format, ...);
/* Writes the text of an error, which begins with a small letter and has no end, as a
 * sentence that stands alone. */
void page_put_sentence(struct page *page, const char *text);
/* Writes two columns, the right one wrapped, for lists of commands and the like. */
void page_put_pair(struct page *page, const char *left, const char *right);
/* The same, the right one beginning at a column; left is indented by two. */
void page_put_row(struct page *page, size_t column, const char *left, const char *right);
/* How much of a text, in bytes, goes into so many columns: all, or up to the last space
 * that fits, or as much as fits of a first word that does not. */
size_t page_fitting(const char *text, size_t len, size_t columns);
/* What is left of a text after n lines. */
const char *page_after_lines(const char *text, size_t n);
size_t page_count_lines(const char *text);
/* Writes text as one line, however long it is. */
void page_put_raw(struct page *page, const char *text);
/* Writes "1) in-2  2) 3-5" for texts with one space between. */
void page_put_numbered(struct page *page, const char *texts);

/* Text gathered for a page by functions that write to a FILE. */
struct page_text {
    FILE *out; /* write here */
    char *text;
    size_t len;
};
/* Out of memory ends the program (mem.h). */
void page_text_begin(struct page_text *text);
/* Puts what was gathered. */
void page_text_end(struct page_text *text, struct page *page);

#endif
