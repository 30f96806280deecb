/* Bans. */
#include "server/base/address.h"
#include "server/store/inside.h"

void store_put_ban(struct store *store, const struct ban *ban) {
    if (!store_write(store)) {
        return;
    }
    sqlite3_stmt *stmt = store->main.stmt[SQL_PUT_BAN];
    sqlite3_bind_text(stmt, 1, ban->who, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 2, ban->at_s);
    sqlite3_bind_int64(stmt, 3, ban->until_s);
    sqlite3_bind_text(stmt, 4, ban->text, -1, SQLITE_STATIC);
    store_run(store, SQL_PUT_BAN);
}

void store_remove_ban(struct store *store, const char *who) {
    if (store_write(store)) {
        sqlite3_bind_text(store->main.stmt[SQL_REMOVE_BAN], 1, who, -1, SQLITE_STATIC);
        store_run(store, SQL_REMOVE_BAN);
    }
}

/* False: damaged. */
static bool read_ban(sqlite3_stmt *stmt, int64_t *n, struct ban *ban) {
    struct row_in row = {.stmt = stmt};
    char who[ADDRESS_BYTES];
    *n = row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, who, sizeof who);
    ban->at_s = row_take_int(&row, 0, INT64_MAX);
    ban->until_s = row_take_int(&row, 0, INT64_MAX);
    row_take_text(&row, ban->text, sizeof ban->text);
    row_require(&row, ban_read_who(who, ban->who));
    return !row.wrong;
}

int64_t store_next_ban(struct store *store, int64_t after, struct ban *ban) {
    sqlite3_stmt *stmt = store_bind(store, SQL_BANS, after);
    struct ban read = {.who = ""};
    int64_t n = 0;
    enum found found;
    do {
        found = store_step_beyond(store, stmt, after);
    } while (found == FOUND && !read_ban(stmt, &n, &read));
    sqlite3_reset(stmt);
    if (found != FOUND) {
        return found == NOT_READ ? -1 : 0;
    }
    *ban = read;
    return n;
}
