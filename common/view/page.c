#include "view/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/game.h"

/* Where the right column begins: after most commands' usages. */
#define RIGHT_COLUMN 26
/* Least width of the right column, even if the terminal is too narrow for both. */
#define RIGHT_LEAST 16
/* Indentation of the right column's text in that case. */
#define NARROW_INDENT 4

void page_init(struct page *page, FILE *out, const struct style *style, char mark) {
    *page = (struct page){.out = out, .id = ""};
    page->columns = style->columns > 0 ? style->columns : PAGE_COLUMNS;
    page->lang = (enum lang)style->lang;
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

static bool is_inside(char byte) { /* a character of several bytes, not its first */
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Whether a word is one of the marks before which French has a blank. */
static bool is_colon(const char *word) {
    return word[0] != '\0' && strchr(":;!?", word[0]) != NULL &&
           (word[1] == ' ' || word[1] == '\0');
}

/* No text may run over the edge of the terminal: its rest would look like a line of its
 * own. */
size_t page_fitting(const char *text, size_t len, size_t columns) {
    size_t most = 0, n = 0; /* bytes and characters that fit */
    while (most < len && (n < columns || is_inside(text[most]))) {
        n += !is_inside(text[most++]);
    }
    if (most == len) {
        return len;
    }
    size_t fits = most;
    while (fits > 0 && (text[fits] != ' ' || is_colon(text + fits + 1))) {
        fits--;
    }
    return strspn(text, " ") >= fits ? most : fits; /* else only the indentation fits */
}

/* Returns the indentation of a wrapped line: that of its item or right column. */
static size_t hang_of(const char *line, size_t len) {
    if (len > 2 && line[0] == '-' && line[1] == ' ') {
        return 2;
    }
    size_t indent = strspn(line, " ");
    for (size_t i = indent; indent > 0 && i + 1 < len && i < RIGHT_COLUMN; i++) {
        if (line[i] == ' ' && line[i + 1] == ' ') {
            return i + strspn(line + i, " ");
        }
    }
    return indent;
}

/* Puts a line, wrapped. */
static void put_wrapped(struct page *page, const char *line, size_t len) {
    size_t hang = hang_of(line, len), indent = 0;
    if (len > page->columns &&
        hang >= page->columns / 2) { /* too narrow for two columns */
        size_t blanks = strspn(line, " ");
        size_t dropped = blanks > NARROW_INDENT ? blanks - NARROW_INDENT : 0;
        line += dropped;
        len -= dropped;
        hang = NARROW_INDENT;
    }
    do {
        size_t fits = page_fitting(line, len, page->columns - indent);
        size_t used = fits < len ? fits + strspn(line + fits, " ") : len;
        while (fits > 0 && fits < len && line[fits - 1] == ' ') { /* two after a full
                                                                   * stop */
            fits--;
        }
        put_mark(page);
        fprintf(page->out, "%*s%.*s\n", fits > 0 ? (int)indent : 0, "", (int)fits, line);
        line += used;
        len -= used;
        indent = hang;
    } while (len > 0);
}

/* Puts text that is in its language already. */
static void put_text(struct page *page, const char *text) {
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        put_wrapped(page, text, len);
        text += len + (text[len] == '\n');
    }
}

void page_put(struct page *page, const char *text) {
    for (text = tr(page->lang, text); *text != '\0';) {
        size_t len = strcspn(text, "\n");
        char *line = mem_copy(text, len);
        const char *shown = tr(page->lang, line);
        put_wrapped(page, shown, strlen(shown));
        free(line);
        text += len + (text[len] == '\n');
    }
}

void page_put_told(struct page *page, const char *text) {
    struct page_text told;
    page_text_begin(&told);
    tr_put(told.out, page->lang, text);
    page_text_end(&told, page);
}

void page_put_paragraphs(struct page *page, const char *text) {
    struct page_text whole;
    text = tr(page->lang, text);
    const char *blank = strstr(text, ".  ") != NULL ? "  " : " "; /* after a full stop */
    bool in_item = false, in_paragraph = false;
    page_text_begin(&whole);
    for (char last = '\0'; *text != '\0';) {
        size_t len = strcspn(text, "\n");
        bool is_item = text[0] == '-';
        bool goes_on = in_item ? strncmp(text, "  ", 2) == 0
                               : in_paragraph && len > 0 && text[0] != ' ' && !is_item;
        const char *begin = text + (in_item && goes_on ? 2 : 0);
        bool is_sentence = last != '\0' && strchr(".?!:", last) != NULL;
        fputs(goes_on        ? (is_sentence ? blank : " ")
              : last != '\0' ? "\n"
                             : "",
              whole.out);
        fprintf(whole.out, "%.*s", (int)(text + len - begin), begin);
        in_item = is_item || (in_item && goes_on);
        in_paragraph = !in_item && len > 0 && text[0] != ' ';
        last = '\n';
        if (len > 0) {
            last = text[len - 1];
        }
        text += len + (text[len] == '\n');
    }
    fputc('\n', whole.out);
    fclose(whole.out);
    page_put(page, whole.text);
    free(whole.text);
}

const char *page_after_lines(const char *text, size_t n) {
    for (; n > 0 && *text != '\0'; n--) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return text;
}

size_t page_count_lines(const char *text) {
    size_t n = 0;
    for (; *text != '\0'; n++) {
        text = page_after_lines(text, 1);
    }
    return n;
}

/* Writes an error text as a sentence. */
static void put_sentence(struct page *page, const char *text) {
    struct page_text sentence;
    size_t len = strlen(text);
    if (len == 0) {
        return;
    }
    /* A first word like in-3 is a move, and stays in lower case. */
    size_t word_len = strspn(text, "abcdefghijklmnopqrstuvwxyz");
    bool is_small = word_len > 0 && strchr(" ,:;?!'", text[word_len]) != NULL;
    bool has_end = strchr(".?!", text[len - 1]) != NULL;
    page_text_begin(&sentence);
    fputc(is_small ? text[0] - 'a' + 'A' : text[0], sentence.out);
    fprintf(sentence.out, "%s%s", text + 1, has_end ? "" : ".");
    page_text_end(&sentence, page);
}

void page_put_sentence(struct page *page, const char *text) {
    struct page_text told;
    page_text_begin(&told);
    tr_put(told.out, page->lang, text);
    fclose(told.out);
    put_sentence(page, told.text);
    free(told.text);
}

int page_width(const char *text) {
    int n = 0;
    for (; *text != '\0'; text++) {
        n += !is_inside(*text);
    }
    return n;
}

/* Puts two columns, the left one after this indentation. */
static void put_columns(struct page *page, const char *indent, size_t column,
                        const char *left, const char *right) {
    size_t width = strlen(indent) + (size_t)page_width(left);
    if (width + 1 > column) {
        page_printf(page, "%s%s", indent, left);
        left = indent = "";
        width = 0;
    }
    size_t right_columns =
        page->columns > column + RIGHT_LEAST ? page->columns - column : RIGHT_LEAST;
    do {
        size_t fits = page_fitting(right, strlen(right), right_columns), shown = fits;
        while (shown > 0 && right[shown - 1] == ' ') { /* two after a full stop */
            shown--;
        }
        put_mark(page);
        fprintf(page->out, "%s%s%*s%.*s\n", indent, left, (int)(column - width), "",
                (int)shown, right);
        right += fits;
        right += strspn(right, " ");
        left = indent = "";
        width = 0;
    } while (*right != '\0');
}

void page_put_row(struct page *page, size_t column, const char *left, const char *right) {
    put_columns(page, "  ", column, left, right);
}

void page_put_option(struct page *page, size_t column, const char *left,
                     const char *right) {
    put_columns(page, "", column, left, right);
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
    vfprintf(text.out, tr(page->lang, format), args);
    va_end(args);
    page_text_end(&text, page);
}

void page_put_numbered(struct page *page, const char *texts) {
    size_t column = 0;
    for (size_t n = 1; *texts != '\0'; n++) {
        size_t len = strcspn(texts, " ");
        char number[24];
        size_t width = (size_t)snprintf(number, sizeof number, "%zu) ", n) + len;
        if (column > 0 && column + width > page->columns) {
            fputc('\n', page->out);
            column = 0;
        }
        if (column == 0) {
            put_mark(page);
        } else {
            fputs("  ", page->out);
        }
        /* Not truncated, however long: that could split a character. */
        fprintf(page->out, "%s%.*s", number, (int)len, texts);
        column += width + 2; /* where the next one would end */
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
    put_text(page, text->text);
    free(text->text);
}

/* --- what --help of a program says, in other languages than English --- */

#define USAGE "usage:"

/* A paragraph, or a row of two columns. */
struct entry {
    bool is_row;
    bool is_usage;          /* an example of the command, after "usage:" */
    bool is_first;          /* the first of them */
    char left[120];         /* not indented */
    size_t column;          /* where the right column begins; 0: not known */
    struct page_text right; /* its lines joined; or the paragraph */
    char last;              /* last character of that; '\0': none */
};

static void add_line(struct entry *entry, const char *line, size_t len) {
    bool is_sentence = entry->last != '\0' && strchr(".?!", entry->last) != NULL;
    fprintf(entry->right.out, "%s%.*s",
            entry->last == '\0' ? ""
            : is_sentence       ? "  "
                                : " ",
            (int)len, line);
    entry->last = line[len - 1];
}

/* Begins an entry with its first line. */
static void begin_entry(struct entry *entry, const char *line, size_t len) {
    size_t indent = strspn(line, " ");
    bool is_first = strncmp(line, USAGE, strlen(USAGE)) == 0;
    *entry = (struct entry){.is_row = indent > 0 || is_first};
    entry->is_usage = is_first || indent == strlen(USAGE) + 1;
    page_text_begin(&entry->right);
    if (!entry->is_row) {
        add_line(entry, line, len);
        return;
    }
    size_t begin = entry->is_usage ? strlen(USAGE) + 1 : indent, end = begin;
    while (end < len && strncmp(line + end, "  ", 2) != 0) {
        end++;
    }
    snprintf(entry->left, sizeof entry->left, "%.*s", (int)(end - begin), line + begin);
    entry->is_first = is_first;
    if (end < len) {
        entry->column = end + strspn(line + end, " ");
        add_line(entry, line + entry->column, len - entry->column);
    }
}

/* Writes the left column in its language: names of keys, or what is typed. */
static void put_left(FILE *out, enum lang lang, const struct entry *entry) {
    if (strstr(entry->left, ", ") != NULL) {
        fputs(tr(lang, entry->left), out);
    } else {
        tr_put_usage(out, lang, entry->left);
    }
}

static void put_row(struct page *page, const struct entry *entry) {
    const char *usage = entry->is_usage ? tr(page->lang, USAGE " ") : "  ";
    size_t indent = (size_t)page_width(usage);
    struct page_text left;
    page_text_begin(&left);
    fprintf(left.out, "%*s", entry->is_first ? 0 : (int)indent,
            entry->is_first ? usage : "");
    put_left(left.out, page->lang, entry);
    fclose(left.out);
    if (entry->right.text[0] == '\0') {
        page_put_raw(page, left.text);
    } else {
        size_t more = entry->is_usage ? indent - strlen(USAGE " ") : 0;
        page_put_option(page, entry->column + more, left.text,
                        tr(page->lang, entry->right.text));
    }
    free(left.text);
}

static void end_entry(struct page *page, struct entry *entry) {
    if (entry->right.out == NULL) {
        return;
    }
    fclose(entry->right.out);
    if (entry->is_row) {
        put_row(page, entry);
    } else {
        page_put(page, entry->right.text);
    }
    free(entry->right.text);
    entry->right.out = NULL;
}

/* Whether a line belongs to the entry of the line before it. */
static bool goes_on(const struct entry *entry, const char *line) {
    size_t indent = strspn(line, " ");
    bool is_usage = indent == strlen(USAGE) + 1 && strncmp(line + indent, "alea", 4) == 0;
    return entry->right.out != NULL &&
           (entry->is_row ? indent > 2 && !is_usage : indent == 0);
}

void page_put_usage(struct page *page, const char *text) {
    struct entry entry = {.right.out = NULL};
    if (page->lang == LANG_EN) {
        fputs(text, page->out);
        return;
    }
    for (size_t len; *text != '\0'; text += len + (text[len] == '\n')) {
        size_t indent = strspn(text, " ");
        len = strcspn(text, "\n");
        if (len == 0) {
            end_entry(page, &entry);
            page_put_raw(page, "");
        } else if (goes_on(&entry, text)) {
            entry.column = entry.column > 0 ? entry.column : indent;
            add_line(&entry, text + indent, len - indent);
        } else {
            end_entry(page, &entry);
            begin_entry(&entry, text, len);
        }
    }
    end_entry(page, &entry);
}
