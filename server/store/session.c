/* Sessions. */

#include "proto/shape.h"
#include "server/store/db.h"

/* --- stored sessions --- */

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
