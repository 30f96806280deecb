/* Players: accounts and what belongs to them, sessions, bans. */
#include <stdio.h>

#include "lang/lang.h"
#include "proto/shape.h"
#include "server/base/address.h"
#include "server/store/sql.h"

/* --- accounts --- */

int64_t store_last_account(struct store *store) {
    return store_query_number(store, store_stmt(store, SQL_LAST_ACCOUNT));
}

bool store_read_account(struct stmt *stmt, struct stored_account *account) {
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
    struct stmt *stmt = store_stmt(store, SQL_FIND_ACCOUNT);
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

int64_t store_count_games(struct store *store, const char *name) {
    struct stmt *stmt = store_stmt(store, SQL_COUNT_GAMES);
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    int64_t n = store_query_number(store, stmt);
    stmt_clear(stmt);
    return n;
}

/* --- operators --- */

enum found store_find_operator(struct store *store, const char *name, int64_t *account) {
    struct stmt *stmt = store_stmt(store, SQL_OPERATOR);
    char key[NAME_KEY_BYTES];
    store_bind_key(stmt, 1, name, key);
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        *account = stmt_int(stmt, 0);
    }
    store_done(stmt);
    return found;
}

/* --- games called off --- */

int64_t store_count_call_offs(struct store *store, int64_t account, const char *reason) {
    struct stmt *stmt = store_bind(store, SQL_CALL_OFFS, account);
    stmt_bind_text(stmt, 2, reason);
    int64_t n = store_query_number(store, stmt);
    stmt_clear(stmt);
    return n;
}

/* --- profiles --- */

/* Reads a row of SQL_PROFILE.  False: damaged. */
static bool read_profile(struct stmt *stmt, struct profile *profile) {
    char list[PROFILE_GAMES_BYTES], fault[FAULT_BYTES];
    struct row_in row = {.stmt = stmt};
    row_take_text(&row, list, sizeof list);
    profile->rated = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->clock = (uint8_t)row_take_int(&row, 0, CHOICE_NO);
    profile->no_bots = row_take_int(&row, 0, 1) != 0;
    profile->is_bot = row_take_int(&row, 0, 1) != 0;
    profile->more = (uint8_t)row_take_int(&row, 0, PROFILE_MAX_MOST - 1);
    int64_t settings = row_take_int(&row, 0, PROFILE_AUTO_VALUES * LANG_COUNT + 1);
    profile->auto_moves = settings % PROFILE_AUTO_VALUES != 0;
    profile->lang = (uint8_t)(settings / PROFILE_AUTO_VALUES);
    row_require(&row, profile_read_games(profile, list, fault));
    return !row.wrong;
}

void store_get_profile(struct store *store, int64_t account, struct profile *profile) {
    struct profile read = {.more = 0};
    struct stmt *stmt = store_bind(store, SQL_PROFILE, account);
    enum found found = account != 0 ? store_step(store, stmt) : NOT_FOUND;
    if (found == FOUND && !read_profile(stmt, &read)) {
        read = (struct profile){.more = 0};
    }
    if (found != NOT_READ) {
        *profile = read;
    }
    stmt_reset(stmt);
}

/* --- gags --- */

void store_load_gags(struct store *store, int64_t account, struct gags *gags) {
    struct stmt *stmt = store_bind(store, SQL_GAGS, account);
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
    stmt_reset(stmt);
    gags_fini(found == NOT_READ ? &read : gags);
    if (found != NOT_READ) {
        *gags = read;
    }
}

/* --- bans --- */

/* Reads a row of SQL_BANS.  False: damaged. */
static bool read_ban(struct stmt *stmt, int64_t *n, struct ban *ban) {
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
    struct ban read = {.who = ""};
    int64_t n = 0;
    enum found found;
    bool is_sound = true;
    do {
        struct stmt *stmt = store_bind(store, SQL_BANS, after);
        found = store_step_beyond(store, stmt, after);
        if (found == FOUND) {
            is_sound = read_ban(stmt, &n, &read);
            after = stmt_int(stmt, 0);
        }
        stmt_reset(stmt);
    } while (found == FOUND && !is_sound);
    if (found != FOUND) {
        return found == NOT_READ ? -1 : 0;
    }
    *ban = read;
    return n;
}

/* --- sessions --- */

bool store_remove_session(struct store *store, uint64_t id) {
    if (!store_write(store)) {
        return false;
    }
    (void)STORE_RUN(store, SQL_REMOVE_PROFILE, value_int(store_owner(id, 0)));
    (void)STORE_RUN(store, SQL_REMOVE_GAGS, value_int(store_owner(id, 0)));
    return STORE_RUN(store, SQL_REMOVE_SESSION, value_int(store_key(id)));
}

int64_t store_owner(uint64_t session, int64_t account) {
    return account != 0 ? account : -(int64_t)session;
}

int64_t store_next_guest(struct store *store, int64_t after) {
    struct stmt *stmt = store_bind(store, SQL_GUESTS, after);
    int64_t owner =
        store_step_beyond(store, stmt, after) == FOUND ? stmt_int(stmt, 0) : 0;
    stmt_reset(stmt);
    return owner;
}

/* Takes id, name, token and account of a row. */
static void take_session(struct row_in *row, struct stored_session *session) {
    session->id = (uint64_t)row_take_int(row, 1, INT64_MAX);
    row_take_text(row, session->name, sizeof session->name);
    row_take_blob(row, session->token_hash, sizeof session->token_hash);
    session->account = (int64_t)row_take_u64(row);
    row_require(row, is_player_name(session->name) && session->account >= 0);
}

enum found store_next_session(struct store *store, uint64_t after,
                              struct stored_session *session) {
    int64_t last = store_key(after);
    struct stored_session read;
    enum found found;
    bool is_sound = true;
    do {
        struct stmt *stmt = store_bind(store, SQL_SESSIONS, last);
        found = store_step_beyond(store, stmt, last);
        if (found == FOUND) {
            struct row_in row = {.stmt = stmt};
            take_session(&row, &read);
            is_sound = !row.wrong;
            last = stmt_int(stmt, 0);
        }
        stmt_reset(stmt);
    } while (found == FOUND && !is_sound);
    if (found == FOUND) {
        *session = read;
    }
    return found;
}
