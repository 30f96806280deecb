#include "server/store/stmt.h"

#include <assert.h>

#include "server/store/db.h"

static struct value *param_of(const struct stmt *stmt, int param) {
    assert(param >= 1 && param <= stmt->n_params);
    return &stmt->param[param - 1];
}

void stmt_bind_int(struct stmt *stmt, int param, int64_t value) {
    *param_of(stmt, param) = value_int(value);
}

void stmt_bind_text(struct stmt *stmt, int param, const char *text) {
    *param_of(stmt, param) = text != NULL ? value_text(text) : value_none();
}

void stmt_bind_blob(struct stmt *stmt, int param, const void *bytes, int len) {
    *param_of(stmt, param) = value_blob(bytes, len);
}

void stmt_bind_null(struct stmt *stmt, int param) {
    *param_of(stmt, param) = value_none();
}

void stmt_clear(struct stmt *stmt) {
    for (int i = 0; i < stmt->n_params; i++) {
        stmt->param[i] = value_none();
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
