/* Sessions; with nodes, the home that each has, and the latest request that was done for
 * it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "proto/shape.h"
#include "server/store/db.h"

/* --- stored sessions --- */

/* Binds id, name, token and account, as ?1 to ?4. */
static struct stmt *bind_session(struct store *store, enum statement sql, uint64_t id,
                                 const char *name, const uint8_t *token_hash,
                                 int64_t account) {
    struct stmt *stmt = store_bind(store, sql, store_key(id));
    stmt_bind_text(stmt, 2, name);
    stmt_bind_blob(stmt, 3, token_hash, TOKEN_HASH_BYTES);
    if (account != 0) {
        stmt_bind_int(stmt, 4, account);
    }
    return stmt;
}

void store_put_session(struct store *store, uint64_t id, const char *name,
                       const uint8_t token_hash[static TOKEN_HASH_BYTES],
                       int64_t account) {
    if (!store_write(store)) {
        return;
    }
    bool is_alone = store_self(store) == NULL;
    enum statement sql = is_alone ? SQL_PUT_SESSION : SQL_PUT_HOMED;
    struct stmt *stmt = bind_session(store, sql, id, name, token_hash, account);
    if (!is_alone) {
        stmt_bind_int(stmt, 5, store_slot(store));
    }
    store_run(store, sql);
}

/* Runs a statement about one session. */
static bool run_for(struct store *store, enum statement sql, uint64_t id) {
    (void)store_bind(store, sql, store_key(id));
    return store_run(store, sql);
}

bool store_remove_session(struct store *store, uint64_t id) {
    return store_write(store) && run_for(store, SQL_REMOVE_SESSION, id) &&
           (store_self(store) == NULL || run_for(store, SQL_FORGET_DONE, id));
}

/* Takes id, name, token and account of a row. */
static void take_session(struct row_in *row, struct stored_session *session) {
    session->id = (uint64_t)row_take_int(row, 1, INT64_MAX);
    row_take_text(row, session->name, sizeof session->name);
    row_take_blob(row, session->token_hash, sizeof session->token_hash);
    session->account = (int64_t)row_take_u64(row);
    row_require(row, is_player_name(session->name) && session->account >= 0);
}

bool store_next_session(struct store *store, uint64_t after,
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
    return found == FOUND;
}

/* --- homes --- */

struct homed {
    struct stored_session session;
    int home;
    uint64_t homes;
};

/* Reads the row of a statement with HOMED_COLUMNS; the row cannot change until the
 * commit.  NOT_READ: the transaction has failed. */
static enum found read_homed(struct store *store, struct stmt *stmt,
                             struct homed *homed) {
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        struct row_in row = {.stmt = stmt};
        take_session(&row, &homed->session);
        homed->home = (int)row_take_int(&row, NODE_NOBODY, NODE_SLOT_MAX);
        homed->homes = (uint64_t)row_take_int(&row, 0, INT64_MAX);
        found = row.wrong ? NOT_READ : FOUND;
    }
    if (found == NOT_READ) {
        store_fail(store,
                   store->fault[0] != '\0' ? store->fault : "a session is damaged");
    }
    store_done(stmt);
    return found;
}

static enum found find_id(struct store *store, uint64_t id, struct homed *homed) {
    return read_homed(store, store_bind(store, SQL_SESSION_OF_ID, store_key(id)), homed);
}

bool store_lock_name(struct store *store, const char *key) {
    struct stmt *stmt = store_stmt(store, SQL_LOCK_NAME);
    stmt_bind_text(stmt, 1, key);
    enum found found = store_step(store, stmt);
    store_done(stmt);
    return found != NOT_READ;
}

/* The session that has a name. */
static enum found find_name(struct store *store, const char *name, struct homed *homed) {
    char key[NAME_KEY_BYTES];
    struct stmt *stmt = store_stmt(store, SQL_SESSION_OF_KEY);
    store_bind_key(stmt, 1, name, key);
    if (!store_lock_name(store, key)) {
        store_fail(store, NULL);
        return NOT_READ;
    }
    return read_homed(store, stmt, homed);
}

/* Stores a session whose home is this node now. */
static enum found put_homed(struct store *store, enum statement sql,
                            const struct homed *homed) {
    char key[NAME_KEY_BYTES];
    const struct stored_session *session = &homed->session;
    struct stmt *stmt = bind_session(store, sql, session->id, session->name,
                                     session->token_hash, session->account);
    stmt_bind_int(stmt, 5, homed->home);
    stmt_bind_int(stmt, 6, (int64_t)homed->homes);
    store_bind_key(stmt, 7, session->name, key);
    return store_run(store, sql) ? FOUND : NOT_READ;
}

/* Makes this node the home of a stored session.  is_here: it was that before, and the
 * session has not ended since.  Otherwise this counts as a new home: a late
 * store_release_session must not end a session that is back. */
static enum found move_home(struct store *store, struct claim *claim, struct homed *homed,
                            bool is_here) {
    claim->former = homed->home;
    homed->homes += !is_here;
    homed->home = store_slot(store);
    claim->homes = homed->homes;
    claim->session = homed->session;
    return put_homed(store, SQL_MOVE_SESSION, homed);
}

static enum found claim_by_token(struct store *store, struct claim *claim) {
    struct homed homed;
    enum found found = find_id(store, claim->session.id, &homed);
    if (found != FOUND) {
        return found;
    }
    if (sodium_memcmp(homed.session.token_hash, claim->session.token_hash,
                      TOKEN_HASH_BYTES) != 0) {
        return NOT_FOUND;
    }
    return move_home(store, claim, &homed, false);
}

/* Whether another account than the session's has the name. */
static enum found find_other_account(struct store *store,
                                     const struct stored_session *session) {
    struct stored_account account;
    enum found found = store_find_account(store, session->name, &account);
    if (found == NOT_READ) {
        store_fail(store, store->fault);
    }
    return found == FOUND && account.id == session->account ? NOT_FOUND : found;
}

/* Whether the same claim was made before, and its maker did not hear of it. */
static bool is_again(const struct store *store, const struct claim *claim,
                     const struct homed *homed) {
    return claim->homes == 0 && homed->home == store_slot(store) &&
           memcmp(homed->session.token_hash, claim->session.token_hash,
                  TOKEN_HASH_BYTES) == 0;
}

/* Gives the name to the session that has the id, or to a new one. */
static enum found give_name(struct store *store, struct claim *claim) {
    struct homed homed = {.session.id = 0};
    enum found found = find_id(store, claim->session.id, &homed);
    if (found == NOT_READ) {
        return NOT_READ;
    }
    if (found == NOT_FOUND && claim->homes == 0) {
        homed = (struct homed){claim->session, store_slot(store), 1};
        claim->is_new = true;
        claim->homes = 1;
        return put_homed(store, SQL_ADD_SESSION, &homed);
    }
    claim->is_new = found == FOUND && is_again(store, claim, &homed);
    if (found == NOT_FOUND || (claim->homes != homed.homes && !claim->is_new)) {
        claim->homes = homed.homes;
        return NOT_FOUND;
    }
    homed.session = claim->session;
    return move_home(store, claim, &homed, homed.home == store_slot(store));
}

static enum found claim_by_name(struct store *store, struct claim *claim) {
    struct stored_session *session = &claim->session;
    struct homed holder;
    enum found found = find_name(store, session->name, &holder);
    if (found == NOT_READ) {
        return NOT_READ;
    }
    if (found == FOUND && holder.session.id != session->id) {
        if (claim->by == CLAIM_ACCOUNT && session->account != 0 &&
            holder.session.account == session->account) {
            return move_home(store, claim, &holder, false);
        }
        *session = holder.session;
        claim->former = holder.home;
        return NOT_FOUND;
    }
    found = find_other_account(store, session);
    return found == NOT_FOUND ? give_name(store, claim)
           : found == FOUND   ? NOT_FOUND
                              : NOT_READ;
}

enum found store_claim_session(struct store *store, struct claim *claim) {
    assert(!store->dirty);
    struct claim now = *claim;
    now.former = NODE_NOBODY;
    now.is_new = false;
    enum found found = !store_write(store)        ? NOT_READ
                       : claim->by == CLAIM_TOKEN ? claim_by_token(store, &now)
                                                  : claim_by_name(store, &now);
    if (!store_end_transaction(store) || found == NOT_READ) {
        return NOT_READ;
    }
    *claim = now;
    return found;
}

/* Runs a statement about a session, if it has had this many homes. */
static bool run_for_homes(struct store *store, enum statement sql, uint64_t id,
                          uint64_t homes) {
    stmt_bind_int(store_bind(store, sql, store_key(id)), 2, (int64_t)homes);
    return store_run(store, sql);
}

bool store_release_session(struct store *store, uint64_t id, uint64_t homes) {
    assert(!store->dirty);
    bool ok = store_write(store) && run_for_homes(store, SQL_END_SESSION, id, homes) &&
              run_for_homes(store, SQL_END_HOME, id, homes) &&
              run_for(store, SQL_FORGET_DONE, id);
    return store_end_transaction(store) && ok;
}

enum found store_next_homed(struct store *store, int slot, uint64_t after, uint64_t *id,
                            uint64_t *homes) {
    struct stmt *stmt = store_bind(store, SQL_NEXT_HOMED, store_key(after));
    stmt_bind_int(stmt, 2, slot);
    enum found found = store_step_beyond(store, stmt, store_key(after));
    if (found == FOUND) {
        *id = (uint64_t)stmt_int(stmt, 0);
        *homes = (uint64_t)stmt_int(stmt, 1);
    }
    store_done(stmt);
    return found;
}

/* --- requests that were done --- */

void store_put_done(struct store *store, uint64_t session, uint64_t op,
                    const void *answer, size_t n) {
    assert(n <= NODE_ANSWER_MAX && op <= INT64_MAX);
    if (store_write(store)) {
        struct stmt *stmt = store_bind(store, SQL_PUT_DONE, store_key(session));
        stmt_bind_int(stmt, 2, store_key(op));
        stmt_bind_blob(stmt, 3, answer, (int)n);
        (void)store_run(store, SQL_PUT_DONE);
    }
}

enum found store_find_done(struct store *store, uint64_t session, uint64_t op,
                           void *answer, size_t cap, size_t *n) {
    struct stmt *stmt = store_bind(store, SQL_FIND_DONE, store_key(session));
    stmt_bind_int(stmt, 2, store_key(op));
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        const struct value *value = &stmt->column[0];
        *n = value->type == VALUE_BLOB ? (size_t)value->len : 0;
        if (*n > 0) {
            memcpy(answer, value->bytes, *n < cap ? *n : cap);
        }
    }
    store_done(stmt);
    return found;
}
