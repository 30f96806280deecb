/* Whom the holders of accounts do not want to hear. */
#include "proto/shape.h"
#include "server/store/inside.h"

static void write_gag(struct store *store, enum statement sql, int64_t account,
                      const char *name) {
    if (store_write(store)) {
        sqlite3_stmt *stmt = store->main.stmt[sql];
        sqlite3_bind_int64(stmt, 1, account);
        char key[NAME_KEY_BYTES];
        if (sql == SQL_ADD_GAG) {
            sqlite3_bind_text(stmt, 2, name, -1, SQLITE_STATIC);
        }
        store_bind_key(stmt, 3, name, key);
        (void)store_run(store, sql);
    }
}

void store_add_gag(struct store *store, int64_t account, const char *name) {
    write_gag(store, SQL_ADD_GAG, account, name);
}

void store_remove_gag(struct store *store, int64_t account, const char *name) {
    write_gag(store, SQL_REMOVE_GAG, account, name);
}

void store_load_gags(struct store *store, int64_t account, struct gags *gags) {
    sqlite3_stmt *stmt = store_bind(store, SQL_GAGS, account);
    struct gags read = {.n = 0};
    enum found found;
    while ((found = store_step(store, stmt)) == FOUND) {
        struct row_in row = {.stmt = stmt};
        char name[NAME_BYTES_MAX + 1];
        row_take_text(&row, name, sizeof name);
        if (!row.wrong && is_player_name(name)) {
            gags_add(&read, name);
        }
    }
    sqlite3_reset(stmt);
    gags_fini(found == NOT_READ ? &read : gags);
    if (found != NOT_READ) {
        *gags = read;
    }
}
