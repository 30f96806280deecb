#include "proto/message/inside.h"

#include <math.h>

#include "proto/shape.h"

/* CELL_REAL counts millionths. */
#define MILLION 1000000

/* --- writing --- */

static void put_cell(struct wire_out *out, const struct column *column,
                     const struct cell *cell) {
    const char *key = column->key;
    if (cell->is_null) {
        wire_put_null(out, key);
        return;
    }
    switch (column->kind) {
    case CELL_TEXT:
    case CELL_NAME: wire_put_text(out, key, cell->text); break;
    case CELL_NUMBER:
    case CELL_SPAN: wire_put_number(out, key, cell->number); break;
    case CELL_TIME:
    case CELL_UNTIL: wire_put_timestamp(out, key, cell->number); break;
    case CELL_FLAG: wire_put_flag(out, key, cell->number != 0); break;
    case CELL_REAL: wire_put_real(out, key, (double)cell->number / MILLION); break;
    }
}

static void put_row(struct wire_out *out, const struct table *table, size_t row) {
    for (size_t i = 0; i < table->spec->n_columns; i++) {
        put_cell(out, &table->spec->column[i], table_at(table, row, i));
    }
}

void table_json_put(struct wire_out *out, const struct table *table) {
    if (table->spec->key[0] == '\0') {
        put_row(out, table, 0);
        return;
    }
    wire_begin_array(out, table->spec->key);
    for (size_t i = 0; i < table_n_rows(table); i++) {
        wire_begin_object(out, NULL);
        put_row(out, table, i);
        wire_end_object(out);
    }
    wire_end_array(out);
}

/* --- reading --- */

static int64_t read_real(struct wire_in *in, const char *key) {
    const json_t *value = wire_get(in, key);
    double real = json_number_value(value);
    if (!json_is_number(value) || fabs(real) > 1e12) {
        wire_fail(in, key, "expected a number");
        return 0;
    }
    return (int64_t)llround(real * MILLION);
}

/* Reads an integer of either sign. */
static int64_t read_integer(struct wire_in *in, const char *key) {
    const json_t *value = wire_get(in, key);
    if (!json_is_integer(value)) {
        wire_fail(in, key, "expected an integer");
    }
    return json_integer_value(value);
}

static void read_cell(struct wire_in *in, const struct column *column,
                      struct cell *cell) {
    const char *key = column->key;
    *cell = (struct cell){.text = "", .is_null = !wire_has(in, key)};
    if (cell->is_null) {
        return;
    }
    switch (column->kind) {
    case CELL_TEXT: cell->text = text_read(in, key); break;
    case CELL_NAME: cell->text = name_read(in, key); break;
    case CELL_NUMBER:
    case CELL_SPAN: cell->number = read_integer(in, key); break;
    case CELL_TIME:
    case CELL_UNTIL: cell->number = wire_timestamp_if(in, key); break;
    case CELL_FLAG: cell->number = wire_flag_if(in, key); break;
    case CELL_REAL: cell->number = read_real(in, key); break;
    }
}

static void read_row(struct wire_in *in, struct table *table, size_t row) {
    size_t n = table->spec->n_columns;
    for (size_t i = 0; i < n; i++) {
        read_cell(in, &table->spec->column[i], &table->cell[row * n + i]);
    }
}

/* Whether any member of a card is present. */
static bool has_card(const struct wire_in *in, const struct table_spec *spec) {
    for (size_t i = 0; i < spec->n_columns; i++) {
        if (wire_has(in, spec->column[i].key)) {
            return true;
        }
    }
    return false;
}

const struct table *table_json_read(struct wire_in *in, const struct table_spec *spec) {
    bool is_card = spec->key[0] == '\0';
    if (is_card && !has_card(in, spec)) {
        return NULL;
    }
    json_t *array = is_card ? NULL : wire_array_if(in, spec->key);
    size_t n_rows = is_card ? 1 : json_array_size(array);
    struct table *table = arena_alloc(in->arena, 1, sizeof *table);
    struct cell *cells =
        arena_alloc(in->arena, n_rows * spec->n_columns + 1, sizeof(struct cell));
    table->spec = spec;
    table->cell = cells;
    table->n = n_rows * spec->n_columns;
    for (size_t i = 0; i < n_rows; i++) {
        struct wire_in item = is_card ? *in : wire_item(in, spec->key, array, i);
        read_row(&item, table, i);
    }
    return table;
}
