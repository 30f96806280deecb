/* Accounts and what belongs to them: passwords, the operator's role, games called off,
 * profiles, gags; and bans of names and addresses. */
#include <stdio.h>

#include "proto/shape.h"
#include "server/base/address.h"
#include "server/store/sql.h"

/* --- accounts --- */

int64_t store_last_account(struct store *store) {
    return store_query_number(store, store->main.stmt[SQL_LAST_ACCOUNT]);
}

void store_add_account(struct store *store, int64_t account, const char *name,
                       const char *password, int64_t now_s) {
    if (!store_write(store)) {
        return;
    }
    sqlite3_stmt *stmt = store->main.stmt[SQL_ADD_ACCOUNT];
    sqlite3_bind_text(stmt, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 2, password, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, now_s);
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 4, name, key);
    sqlite3_bind_int64(stmt, 5, account);
    if (store_run(store, SQL_ADD_ACCOUNT)) {
        store->n_accounts += store->n_accounts >= 0;
    }
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
    store_done(stmt);
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
    int64_t n = store_query_number(store, stmt);
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
    store_done(stmt);
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
    int64_t n = store_query_number(store, stmt);
    sqlite3_clear_bindings(stmt);
    return n;
}

/* --- profiles --- */

void store_put_profile(struct store *store, int64_t account,
                       const struct profile *profile) {
    if (!store_write(store)) {
        return;
    }
    char list[PROFILE_GAMES_BYTES];
    struct text_out out = text_out_of(list, sizeof list);
    profile_write_games(profile, &out);
    sqlite3_stmt *stmt = store_bind(store, SQL_PUT_PROFILE, account);
    sqlite3_bind_text(stmt, 2, list, -1, SQLITE_STATIC);
    sqlite3_bind_int64(stmt, 3, profile->rated);
    sqlite3_bind_int64(stmt, 4, profile->clock);
    sqlite3_bind_int64(stmt, 5, profile->no_bots);
    sqlite3_bind_int64(stmt, 6, profile->is_bot);
    sqlite3_bind_int64(stmt, 7, profile->more);
    sqlite3_bind_int64(stmt, 8, profile->auto_moves);
    store_run(store, SQL_PUT_PROFILE);
}

/* Reads a row of SQL_PROFILE.  False: damaged. */
static bool read_profile(sqlite3_stmt *stmt, struct profile *profile) {
    char list[PROFILE_GAMES_BYTES], fault[FAULT_BYTES];
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, list, sizeof list);
    profile->rated = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->clock = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->no_bots = row_take_int(&row, 0, 1) != 0;
    profile->is_bot = row_take_int(&row, 0, 1) != 0;
    profile->more = (uint8_t)row_take_int(&row, 0, PROFILE_MAX_MOST - 1);
    profile->auto_moves = row_take_int(&row, 0, 1) != 0;
    row_require(&row, profile_read_games(profile, list, fault));
    return !row.wrong;
}

void store_get_profile(struct store *store, int64_t account, struct profile *profile) {
    struct profile read = {.more = 0};
    sqlite3_stmt *stmt = store_bind(store, SQL_PROFILE, account);
    enum found found = account != 0 ? store_step(store, stmt) : NOT_FOUND;
    if (found == FOUND && !read_profile(stmt, &read)) {
        read = (struct profile){.more = 0};
    }
    if (found != NOT_READ) {
        *profile = read;
    }
    sqlite3_reset(stmt);
}

/* --- gags --- */

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

/* --- bans --- */

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

/* Reads a row of SQL_BANS.  False: damaged. */
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
