/* Lines of text for people: marked, and wrapped at words. */
#ifndef ALEA_VIEW_PAGE_H
#define ALEA_VIEW_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "lang/lang.h"
#include "view/style.h"

/* Longest line, in characters, without the mark: 80 columns, of which the mark takes two.
 * A style can set another length. */
#define PAGE_COLUMNS 78

struct page {
    FILE *out;
    size_t columns; /* longest line; SIZE_MAX: no wrapping */
    char mark[3];   /* start of the next line: "* ", then "  "; "": no marks */
    const char *id; /* id of the request, written after the first mark; "": none */
    enum lang lang; /* texts are translated to it as they are put */
};

/* Begins a page.  If the style has marks, the first line gets this mark, and the others a
 * space. */
void page_init(struct page *page, FILE *out, const struct style *style, char mark);
/* Writes one or several whole lines of text, translated as a whole, or else line by line.
 * Wrapped lines align with the text of an item ("- text"), or of the right column. */
void page_put(struct page *page, const char *text);
/* As page_put, for text that is already wrapped.  A line that begins with a letter
 * continues the paragraph before it; a line indented by two continues the item.
 * Translates the text, or else each paragraph. */
void page_put_paragraphs(struct page *page, const char *text);
__attribute__((format(printf, 2, 3))) void page_printf(struct page *page,
                                                       const char *format, ...);
/* Writes a text that may have been made with printf, translated (tr_put). */
void page_put_told(struct page *page, const char *text);
/* As page_put_told, for an error text, in lower case and without full stop: makes it a
 * sentence. */
void page_put_sentence(struct page *page, const char *text);
/* Writes two columns, the right one wrapped: for lists of commands and the like. */
void page_put_pair(struct page *page, const char *left, const char *right);
/* As page_put_pair, with the right column at this one, and the left one indented by 2. */
void page_put_row(struct page *page, size_t column, const char *left, const char *right);
/* The same with the left one not indented: for the options of a program. */
void page_put_option(struct page *page, size_t column, const char *left,
                     const char *right);
/* Writes what --help of a program says: "usage:" lines, paragraphs, and rows of two
 * columns. In other languages than English the text is parsed, translated and wrapped
 * again. */
void page_put_usage(struct page *page, const char *text);
/* Returns how many bytes of a text fit into this many columns: all, or up to the last
 * space that fits, or part of the first word if that is too long.  No line begins with a
 * colon. */
size_t page_fitting(const char *text, size_t len, size_t columns);
/* Returns the text after the first n lines. */
const char *page_after_lines(const char *text, size_t n);
size_t page_count_lines(const char *text);
/* Writes text as one line of any length. */
void page_put_raw(struct page *page, const char *text);
/* Writes "1) in-2  2) 3-5" for texts separated by single spaces. */
void page_put_numbered(struct page *page, const char *texts);

/* How many columns a text takes: one for each character of UTF-8. */
int page_width(const char *text);

/* Collects text for a page from functions that write to a FILE. */
struct page_text {
    FILE *out; /* write here */
    char *text;
    size_t len;
};
/* Starts collecting.  Out of memory ends the program (mem.h). */
void page_text_begin(struct page_text *text);
/* Writes the collected text to the page, and frees it. */
void page_text_end(struct page_text *text, struct page *page);

#endif
