#include "view/reply.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/command.h"
#include "proto/shape.h"
#include "view/tell.h"

/* Longest cell and longest line, in bytes. */
#define CELL_BYTES 200
#define ROW_BYTES  1000
/* Narrowest column of words in a list that is too wide. */
#define LEAST_WIDTH 6
/* Column of the values of a card. */
#define CARD_COLUMN 20

/* --- cells --- */

/* Writes "45 s", "12 min", "3 h" or "2 days". */
static void write_span(enum lang lang, int64_t s, char text[static CELL_BYTES]) {
    static const struct {
        int64_t s;
        const char *unit;
    } units[] = {{86400, N_("days")}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;
    while (i < 3 && s < 2 * units[i].s) {
        i++;
    }
    snprintf(text, CELL_BYTES, "%lld %s", (long long)(s / units[i].s),
             tr(lang, units[i].unit));
}

/* Writes "2026-11-21 01:02". */
static void write_time(int64_t time_s, char text[static CELL_BYTES]) {
    char stamp[TIMESTAMP_BYTES];
    timestamp_write(time_s, stamp);
    snprintf(text, CELL_BYTES, "%.10s %.5s", stamp, stamp + 11);
}

/* What a player would type stays as it is; the others are texts. */
static void write_text(enum lang lang, const struct column *column, const char *english,
                       char text[static CELL_BYTES]) {
    char *told = NULL;
    size_t len = 0;
    bool is_told = strcmp(column->key, "dice") == 0 || strcmp(column->key, "free") == 0;
    if (strcmp(column->key, "side") == 0) {
        english = tell_side(lang, english);
    } else if (is_told && lang != LANG_EN) {
        FILE *out = mem_stream(&told, &len);
        tr_put(out, lang, english);
        fclose(out);
        english = told;
    }
    utf8_clean(english, strlen(english), text, CELL_BYTES);
    free(told);
}

static void write_cell(enum lang lang, const struct column *column,
                       const struct cell *cell, char text[static CELL_BYTES]) {
    enum cell_kind kind = column->kind;
    text[0] = '\0';
    if (cell->is_null) {
        return;
    }
    switch (kind) {
    case CELL_TEXT: write_text(lang, column, cell->text, text); break;
    case CELL_NAME: utf8_clean(cell->text, strlen(cell->text), text, CELL_BYTES); break;
    case CELL_NUMBER: snprintf(text, CELL_BYTES, "%lld", (long long)cell->number); break;
    case CELL_SPAN: write_span(lang, cell->number, text); break;
    case CELL_TIME:
    case CELL_UNTIL:
        if (cell->number > 0) {
            write_time(cell->number, text);
        } else if (kind == CELL_UNTIL) {
            snprintf(text, CELL_BYTES, "%s", tr(lang, "always"));
        }
        break;
    case CELL_FLAG:
        snprintf(text, CELL_BYTES, "%s", cell->number ? tr(lang, "yes") : "");
        break;
    case CELL_REAL: snprintf(text, CELL_BYTES, "%.2f", (double)cell->number / 1e6); break;
    }
}

static bool is_time(enum cell_kind kind) {
    return kind == CELL_TIME || kind == CELL_UNTIL;
}

static bool is_right(enum cell_kind kind) {
    return kind == CELL_NUMBER || kind == CELL_SPAN || kind == CELL_REAL;
}

/* --- lists --- */

/* The head of a column, in this language. */
static const char *head_of(enum lang lang, const struct table_spec *spec, size_t i) {
    return tr(lang, spec->column[i].head);
}

static int column_width(enum lang lang, const struct table *table, size_t i) {
    int width = page_width(head_of(lang, table->spec, i));
    for (size_t row = 0; row < table_n_rows(table); row++) {
        char text[CELL_BYTES];
        write_cell(lang, &table->spec->column[i], table_at(table, row, i), text);
        width = page_width(text) > width ? page_width(text) : width;
    }
    return width;
}

/* Appends two blanks and a cell. */
static void add_cell(struct text_out *line, const char *text, int width, bool right) {
    int blanks = width - page_width(text);
    text_put(line, "  ");
    for (int i = 0; right && i < blanks; i++) {
        text_put_char(line, ' ');
    }
    text_put(line, text);
    for (int i = 0; !right && i < blanks; i++) {
        text_put_char(line, ' ');
    }
}

static void put_line(struct page *page, char *line) {
    size_t len = strlen(line);
    while (len > 0 && line[len - 1] == ' ') {
        line[--len] = '\0';
    }
    page_put(page, line);
}

static bool is_shown(const struct table_spec *spec, size_t i) {
    return spec->column[i].head[0] != '\0';
}

/* Returns the length of a column's longest word; 0: it does not hold words. */
static int word_width(enum lang lang, const struct table *table, size_t i) {
    const struct column *column = &table->spec->column[i];
    int width = page_width(head_of(lang, table->spec, i));
    if (column->kind != CELL_TEXT && column->kind != CELL_NAME) {
        return 0;
    }
    for (size_t row = 0; row < table_n_rows(table); row++) {
        const char *at = table_at(table, row, i)->text;
        while (*at != '\0') {
            int n = (int)strcspn(at, " ");
            width = n > width ? n : width;
            at += n;
            at += strspn(at, " ");
        }
    }
    return width;
}

/* Takes too_much off the widest columns, but none gets narrower than its least; least 0
 * means a fixed width.  Returns how much is still too wide. */
static int narrow(int width[static TABLE_COLUMNS_MAX],
                  const int least[static TABLE_COLUMNS_MAX], int too_much) {
    for (; too_much > 0; too_much--) {
        size_t widest = TABLE_COLUMNS_MAX;
        for (size_t i = 0; i < TABLE_COLUMNS_MAX; i++) {
            if (least[i] > 0 && width[i] > least[i] &&
                (widest == TABLE_COLUMNS_MAX || width[i] > width[widest])) {
                widest = i;
            }
        }
        if (widest == TABLE_COLUMNS_MAX) {
            break;
        }
        width[widest]--;
    }
    return too_much;
}

/* Makes each column as wide as its widest cell.  If they do not fit a line, makes columns
 * of words narrower, if possible without breaking words. */
static void find_widths(enum lang lang, const struct table *table,
                        int width[static TABLE_COLUMNS_MAX]) {
    int least[TABLE_COLUMNS_MAX] = {0}, too_much = -PAGE_COLUMNS;
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        if (is_shown(table->spec, i)) {
            width[i] = column_width(lang, table, i);
            least[i] = word_width(lang, table, i);
            too_much += width[i] + 2;
        }
    }
    too_much = narrow(width, least, too_much);
    for (size_t i = 0; i < TABLE_COLUMNS_MAX; i++) {
        least[i] = least[i] > 0 ? LEAST_WIDTH : 0;
    }
    narrow(width, least, too_much);
}

/* Writes a row, on as many lines as its tallest cell needs. */
static void put_cells(struct page *page, const struct table_spec *spec, const int *width,
                      const char *cell[static TABLE_COLUMNS_MAX]) {
    bool has_more = true;
    while (has_more) {
        char line[ROW_BYTES], part[CELL_BYTES];
        struct text_out out = text_out_of(line, sizeof line);
        has_more = false;
        for (size_t i = 0; i < spec->n_columns; i++) {
            if (!is_shown(spec, i)) {
                continue;
            }
            size_t len = strlen(cell[i]);
            size_t n = page_width(cell[i]) <= width[i]
                           ? len
                           : page_fitting(cell[i], len, (size_t)width[i]);
            snprintf(part, sizeof part, "%.*s", (int)n, cell[i]);
            add_cell(&out, part, width[i], is_right(spec->column[i].kind));
            cell[i] += n + strspn(cell[i] + n, " ");
            has_more = has_more || cell[i][0] != '\0';
        }
        put_line(page, line);
    }
}

static void put_list(struct page *page, const struct table *table) {
    const struct table_spec *spec = table->spec;
    int width[TABLE_COLUMNS_MAX] = {0};
    const char *cell[TABLE_COLUMNS_MAX];
    find_widths(page->lang, table, width);
    for (size_t i = 0; i < spec->n_columns; i++) {
        cell[i] = head_of(page->lang, spec, i);
    }
    put_cells(page, spec, width, cell);
    for (size_t row = 0; row < table_n_rows(table); row++) {
        char text[TABLE_COLUMNS_MAX][CELL_BYTES];
        for (size_t i = 0; i < spec->n_columns; i++) {
            write_cell(page->lang, &spec->column[i], table_at(table, row, i), text[i]);
            cell[i] = text[i];
        }
        put_cells(page, spec, width, cell);
    }
}

/* --- cards --- */

static void put_card(struct page *page, const struct table *table) {
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        const struct column *column = &table->spec->column[i];
        char text[CELL_BYTES], head[CELL_BYTES];
        write_cell(page->lang, column, table_at(table, 0, i), text);
        if (text[0] >= '0' && text[0] <= '9' && is_time(column->kind)) {
            snprintf(text + strlen(text), sizeof text - strlen(text), " UTC");
        }
        if (text[0] != '\0' && column->head[0] != '\0') {
            snprintf(head, sizeof head, tr(page->lang, "head\4%s:"),
                     head_of(page->lang, table->spec, i));
            page_put_row(page, CARD_COLUMN, head, text);
        }
    }
}

void tables_put(struct page *page, const struct table *table) {
    if (table == NULL) {
        return;
    }
    if (table_n_rows(table) == 0) {
        page_put(page, table->spec->none);
        return;
    }
    page_put(page, table->spec->some);
    if (table->spec->key[0] == '\0') {
        put_card(page, table);
    } else {
        put_list(page, table);
    }
}
