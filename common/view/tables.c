#include "view/tables.h"

#include <string.h>

#include "proto/timestamp.h"

/* Longest cell, in bytes, and line. */
#define CELL_BYTES 200
#define ROW_BYTES  1000
/* Where the values of a card begin. */
#define CARD_COLUMN 20

/* --- cells --- */

/* "45 s", "12 min", "3 h", "2 days" */
static void write_span(int64_t s, char text[static CELL_BYTES]) {
    static const struct {
        int64_t s;
        const char *unit;
    } units[] = {{86400, "days"}, {3600, "h"}, {60, "min"}, {1, "s"}};
    size_t i = 0;
    while (i < 3 && s < 2 * units[i].s) {
        i++;
    }
    snprintf(text, CELL_BYTES, "%lld %s", (long long)(s / units[i].s), units[i].unit);
}

/* "2026-11-21 01:02" */
static void write_time(int64_t time_s, char text[static CELL_BYTES]) {
    char stamp[TIMESTAMP_BYTES];
    timestamp_write(time_s, stamp);
    snprintf(text, CELL_BYTES, "%.10s %.5s", stamp, stamp + 11);
}

static void write_cell(enum cell_kind kind, const struct cell *cell,
                       char text[static CELL_BYTES]) {
    text[0] = '\0';
    if (cell->is_null) {
        return;
    }
    switch (kind) {
    case CELL_TEXT:
    case CELL_NAME: snprintf(text, CELL_BYTES, "%s", cell->text); break;
    case CELL_NUMBER: snprintf(text, CELL_BYTES, "%lld", (long long)cell->number); break;
    case CELL_SPAN: write_span(cell->number, text); break;
    case CELL_TIME:
        if (cell->number > 0) {
            write_time(cell->number, text);
        }
        break;
    case CELL_FLAG: snprintf(text, CELL_BYTES, "%s", cell->number ? "yes" : ""); break;
    case CELL_REAL: snprintf(text, CELL_BYTES, "%.2f", (double)cell->number / 1e6); break;
    }
}

static bool is_right(enum cell_kind kind) {
    return kind == CELL_NUMBER || kind == CELL_SPAN || kind == CELL_REAL;
}

/* Columns of a terminal: characters, of which UTF-8 begins one with each byte but
 * 10xxxxxx. */
static int width_of(const char *text) {
    int n = 0;
    for (; *text != '\0'; text++) {
        n += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return n;
}

/* --- lists --- */

static int column_width(const struct table *table, size_t i) {
    int width = width_of(table->spec->column[i].head);
    for (size_t row = 0; row < table_n_rows(table); row++) {
        char text[CELL_BYTES];
        write_cell(table->spec->column[i].kind, table_at(table, row, i), text);
        width = width_of(text) > width ? width_of(text) : width;
    }
    return width;
}

/* Appends a cell and the two blanks before it. */
static void add_cell(struct text_out *line, const char *text, int width, bool right) {
    int blanks = width - width_of(text);
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

static void put_list(struct page *page, const struct table *table) {
    const struct table_spec *spec = table->spec;
    int width[TABLE_COLUMNS_MAX];
    char line[ROW_BYTES];
    struct text_out out;
    text_out_init(&out, line, sizeof line);
    for (size_t i = 0; i < spec->n_columns; i++) {
        width[i] = column_width(table, i);
        if (spec->column[i].head[0] != '\0') {
            add_cell(&out, spec->column[i].head, width[i],
                     is_right(spec->column[i].kind));
        }
    }
    put_line(page, line);
    for (size_t row = 0; row < table_n_rows(table); row++) {
        text_out_init(&out, line, sizeof line);
        for (size_t i = 0; i < spec->n_columns; i++) {
            char text[CELL_BYTES];
            write_cell(spec->column[i].kind, table_at(table, row, i), text);
            if (spec->column[i].head[0] != '\0') {
                add_cell(&out, text, width[i], is_right(spec->column[i].kind));
            }
        }
        put_line(page, line);
    }
}

/* --- cards --- */

static void put_card(struct page *page, const struct table *table) {
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        const struct column *column = &table->spec->column[i];
        char text[CELL_BYTES], head[CELL_BYTES];
        write_cell(column->kind, table_at(table, 0, i), text);
        if (text[0] != '\0' && column->head[0] != '\0') {
            snprintf(head, sizeof head, "%s:", column->head);
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
