#include "server/store/stmt.h"

#include <assert.h>
#include <stdio.h>

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

/* --- in a store --- */

void store_fail(struct store *store, const char *why) {
    store->failed = true;
    snprintf(store->fault, sizeof store->fault, "%s",
             why != NULL ? why : store->db->fault);
}

struct stmt *store_stmt(struct store *store, enum statement id) {
    return &store->db->stmt[id];
}

bool store_run(struct store *store, enum statement id) {
    struct stmt *stmt = store_stmt(store, id);
    bool ok = store->db->kind->run(stmt);
    if (!ok) {
        store_fail(store, NULL);
    }
    stmt_clear(stmt);
    store->n_runs++;
    return ok;
}

bool store_run_with(struct store *store, enum statement id, const struct value *value,
                    size_t n) {
    struct stmt *stmt = store_stmt(store, id);
    assert(n == (size_t)stmt->n_params);
    stmt_reset(stmt);
    memcpy(stmt->param, value, n * sizeof *value);
    return store_run(store, id);
}

int64_t store_n_changed(struct store *store) {
    int64_t n = store->db->kind->n_changed(store->db);
    if (n < 0) {
        store_fail(store, NULL);
    }
    return n;
}

void store_bind_key(struct stmt *stmt, int column, const char *name,
                    char key[static NAME_KEY_BYTES]) {
    name_fold(name, key, NAME_KEY_BYTES);
    stmt_bind_text(stmt, column, name[0] != '\0' ? key : NULL);
}

struct stmt *store_bind(struct store *store, enum statement id, int64_t number) {
    struct stmt *stmt = store_stmt(store, id);
    stmt_reset(stmt);
    stmt_bind_int(stmt, 1, number);
    return stmt;
}

struct stmt *store_bind_game(struct store *store, enum statement id, int64_t game) {
    bool by_main =
        store->db->second == NULL || store->touched[(uint64_t)game % TOUCHED_PLACES];
    struct stmt *stmt = by_main ? store_stmt(store, id) : &store->db->second[id];
    stmt_reset(stmt);
    stmt_bind_int(stmt, 1, game);
    return stmt;
}

enum found store_step(struct store *store, struct stmt *stmt) {
    enum found found = store->db->kind->step(stmt);
    if (found == NOT_READ) {
        snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
        /* A failed read may roll back the whole transaction; later writes must not become
         * a new one. */
        store->failed |= store->dirty && !store->db->kind->is_in_transaction(store->db);
    }
    return found;
}

unsigned store_read_failures(const struct store *store) {
    return store->db->io_failures;
}

void store_done(struct stmt *stmt) {
    stmt_reset(stmt);
    stmt_clear(stmt);
}

enum found store_out_of_order(struct store *store) {
    snprintf(store->db->fault, sizeof store->db->fault, "its rows are out of order");
    snprintf(store->fault, sizeof store->fault, "%s", store->db->fault);
    return NOT_READ;
}

enum found store_step_beyond(struct store *store, struct stmt *stmt, int64_t after) {
    enum found found = store_step(store, stmt);
    bool is_beyond = found != FOUND || stmt_int(stmt, 0) > after;
    return is_beyond ? found : store_out_of_order(store);
}

int64_t store_query_number(struct store *store, struct stmt *stmt) {
    int64_t number = store_step(store, stmt) == FOUND ? stmt_int(stmt, 0) : 0;
    stmt_reset(stmt);
    return number;
}

int64_t store_key(uint64_t number) {
    return number < INT64_MAX ? (int64_t)number : INT64_MAX;
}
