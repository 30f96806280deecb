#include "server/store/stmt.h"

#include <assert.h>
#include <string.h>

#include "server/store/db.h"

static struct value *param_of(const struct stmt *stmt, int param) {
    assert(param >= 1 && param <= stmt->n_params);
    return &stmt->param[param - 1];
}

void stmt_bind_int(struct stmt *stmt, int param, int64_t value) {
    *param_of(stmt, param) = (struct value){.number = value, .type = VALUE_INT};
}

void stmt_bind_real(struct stmt *stmt, int param, double value) {
    *param_of(stmt, param) = (struct value){.real = value, .type = VALUE_REAL};
}

void stmt_bind_text(struct stmt *stmt, int param, const char *text) {
    *param_of(stmt, param) =
        text != NULL
            ? (struct value){.bytes = text, .len = (int)strlen(text), .type = VALUE_TEXT}
            : (struct value){.type = VALUE_NULL};
}

void stmt_bind_blob(struct stmt *stmt, int param, const void *bytes, int len) {
    *param_of(stmt, param) =
        (struct value){.bytes = bytes, .len = len, .type = VALUE_BLOB};
}

void stmt_bind_null(struct stmt *stmt, int param) {
    *param_of(stmt, param) = (struct value){.type = VALUE_NULL};
}

void stmt_clear(struct stmt *stmt) {
    for (int i = 0; i < stmt->n_params; i++) {
        stmt->param[i] = (struct value){.type = VALUE_NULL};
    }
}

static const struct value *column_of(const struct stmt *stmt, int column) {
    assert(column >= 0 && column < stmt->n_columns);
    return &stmt->column[column];
}

enum value_type stmt_type(const struct stmt *stmt, int column) {
    return column_of(stmt, column)->type;
}

int64_t stmt_int(const struct stmt *stmt, int column) {
    const struct value *value = column_of(stmt, column);
    return value->type == VALUE_INT ? value->number : 0;
}

double stmt_real(const struct stmt *stmt, int column) {
    const struct value *value = column_of(stmt, column);
    return value->type == VALUE_REAL  ? value->real
           : value->type == VALUE_INT ? (double)value->number
                                      : 0;
}

const char *stmt_text(const struct stmt *stmt, int column) {
    const struct value *value = column_of(stmt, column);
    return value->type == VALUE_TEXT ? value->bytes : NULL;
}

void stmt_reset(struct stmt *stmt) {
    stmt->db->kind->reset(stmt);
    stmt->is_running = false;
}
