/* Accounts: names that belong to somebody who has a password. */
#include <stdio.h>

#include "proto/shape.h"
#include "server/store/inside.h"

int64_t store_add_account(struct store *store, const char *name, const char *password,
                          int64_t now_s) {
    if (!store_write(store)) {
        return 0;
    }
    sqlite3_stmt *stmt = store->main.stmt[SQL_ADD_ACCOUNT];
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 2, password, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, now_s);
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 4, name, key);
    if (!store_run(store, SQL_ADD_ACCOUNT)) {
        return 0;
    }
    store->n_accounts += store->n_accounts >= 0;
    return sqlite3_last_insert_rowid(store->main.db);
}

bool store_read_account(sqlite3_stmt *stmt, struct stored_account *account) {
    struct row_in row = {.stmt = stmt};
    account->id = row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, account->name, sizeof account->name);
    row_take_text(&row, account->password, sizeof account->password);
    account->created_s = row_take_int(&row, INT64_MIN, INT64_MAX);
    account->is_forgotten = row_take_u64(&row) != 0;
    row_take_text(&row, account->once.hash, sizeof account->once.hash);
    account->once.until_s = (int64_t)row_take_u64(&row);
    account->once.set_s = (int64_t)row_take_u64(&row);
    account->once.is_used = row_take_u64(&row) != 0;
    row_require(&row, is_player_name(account->name));
    return !row.wrong;
}

enum found store_find_account(struct store *store, const char *name,
                              struct stored_account *account) {
    sqlite3_stmt *stmt = store->main.stmt[SQL_FIND_ACCOUNT];
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    enum found found = store_step(store, stmt);
    struct stored_account read;
    if (found == FOUND && !store_read_account(stmt, &read)) {
        snprintf(store->fault, sizeof store->fault, "an account is damaged");
        found = NOT_READ;
    }
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    if (found == FOUND) {
        *account = read;
    }
    return found;
}

void store_count_accounts(struct store *store) {
    sqlite3_stmt *stmt = store->main.stmt[SQL_COUNT_ACCOUNTS];
    sqlite3_reset(stmt);
    bool is_read = store_step(store, stmt) == FOUND;
    store->n_accounts = is_read ? sqlite3_column_int64(stmt, 0) : -1;
    store->n_accounts_kept = store->n_accounts;
    sqlite3_reset(stmt);
}

int64_t store_n_accounts(struct store *store) {
    if (store->n_accounts < 0 && !store->dirty) {
        store_count_accounts(store);
    }
    return store->n_accounts;
}

void store_put_password(struct store *store, int64_t account, const char *password) {
    if (store_write(store)) {
        sqlite3_stmt *stmt = store_bind(store, SQL_PUT_PASSWORD, account);
        sqlite3_bind_text(stmt, 2, password, -1, SQLITE_STATIC);
        store_run(store, SQL_PUT_PASSWORD);
    }
}

void store_put_once(struct store *store, int64_t account,
                    const struct stored_once *once) {
    if (store_write(store)) {
        sqlite3_stmt *stmt = store_bind(store, SQL_PUT_ONCE, account);
        if (once->hash[0] != '\0') {
            sqlite3_bind_text(stmt, 2, once->hash, -1, SQLITE_STATIC);
        }
        sqlite3_bind_int64(stmt, 3, once->until_s);
        sqlite3_bind_int64(stmt, 4, once->set_s);
        sqlite3_bind_int64(stmt, 5, once->is_used);
        store_run(store, SQL_PUT_ONCE);
    }
}

int64_t store_count_games(struct store *store, const char *name) {
    sqlite3_stmt *stmt = store->main.stmt[SQL_COUNT_GAMES];
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    int64_t n = store_ask(store, stmt);
    sqlite3_clear_bindings(stmt);
    return n;
}

/* --- operators --- */

void store_put_operator(struct store *store, const char *name, int64_t account) {
    if (store_write(store)) {
        sqlite3_stmt *stmt = store_bind(store, SQL_PUT_OPERATOR, account);
        char key[NAME_KEY_BYTES];
        store_bind_key(stmt, 2, name, key);
        store_run(store, SQL_PUT_OPERATOR);
    }
}

enum found store_find_operator(struct store *store, const char *name, int64_t *account) {
    sqlite3_stmt *stmt = store->main.stmt[SQL_OPERATOR];
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        *account = sqlite3_column_int64(stmt, 0);
    }
    sqlite3_reset(stmt);
    sqlite3_clear_bindings(stmt);
    return found;
}

/* --- games called off --- */

void store_add_call_off(struct store *store, int64_t account, const char *reason) {
    if (store_write(store)) {
        sqlite3_stmt *stmt = store_bind(store, SQL_ADD_CALL_OFF, account);
        sqlite3_bind_text(stmt, 2, reason, -1, SQLITE_STATIC);
        store_run(store, SQL_ADD_CALL_OFF);
    }
}

int64_t store_count_call_offs(struct store *store, int64_t account, const char *reason) {
    sqlite3_stmt *stmt = store_bind(store, SQL_CALL_OFFS, account);
    sqlite3_bind_text(stmt, 2, reason, -1, SQLITE_STATIC);
    int64_t n = store_ask(store, stmt);
    sqlite3_clear_bindings(stmt);
    return n;
}
