/* Forgets an account: in every stored game a placeholder replaces the name, and its chat
 * is removed.  The sums of the game are computed again; sums that were wrong before stay
 * wrong, so that damage is still found. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "server/store/sql.h"

/* Replaces a line of chat. */
#define SAID "(forgotten)"

/* Columns of EVENT_COLUMNS. */
enum { COLUMN_SEQ = 1, COLUMN_KIND = 4, COLUMN_SIDE = 5, COLUMN_NAME = 7 };

enum found store_next_forgotten(struct store *store, int64_t after,
                                struct stored_account *account) {
    struct stmt *stmt = store_bind(store, SQL_NEXT_FORGOTTEN, after);
    enum found found = store_step_beyond(store, stmt, after);
    if (found == FOUND && !store_read_account(stmt, account)) {
        *account = (struct stored_account){.id = stmt_int(stmt, 0)};
    }
    stmt_reset(stmt);
    return found;
}

/* --- one game --- */

/* A game that is being rewritten. */
struct rewriting {
    struct store *store;
    int64_t game;
    const char *key, *placeholder; /* of the name; its replacement */
    bool has_seat[SIDE_COUNT];     /* the account sits there, at the event being read */
    uint64_t wrong_seq;            /* the first event with a wrong sum; 0: none */
    bool wrong_start, wrong_end;
    int64_t start_sum; /* after the rewriting */
    int n_rows;
};

static bool has_key(const char *name, const char *key) {
    char own[NAME_KEY_BYTES];
    name_fold(name, own, sizeof own);
    return strcmp(own, key) == 0;
}

/* Runs a statement: ?1 the game, ?2 the key of the name, ?3 the placeholder. */
static bool rename_in(const struct rewriting *r, enum statement id) {
    return STORE_RUN(r->store, id, value_int(r->game), value_text(r->key),
                     value_text(r->placeholder));
}

/* Computes the sum of the start from its rows; *stored is the one in the file.  Notes
 * which seats the account has.  False: it cannot be read. */
static bool sum_start(struct rewriting *r, int64_t *sum, int64_t *stored) {
    struct stmt *stmt = store_bind(r->store, SQL_START, r->game);
    bool ok = store_step(r->store, stmt) == FOUND;
    if (ok) {
        *sum = store_sum_start(stmt);
        *stored = stmt_int(stmt, N_START_COLUMNS + N_TERM_COLUMNS);
    }
    stmt_reset(stmt);
    stmt = store_bind(r->store, SQL_SEATS, r->game);
    enum found found = FOUND;
    for (int i = 0; ok && i < SIDE_COUNT && (found = store_step(r->store, stmt)) == FOUND;
         i++) {
        const char *name = stmt_text(stmt, 3);
        r->has_seat[i] = name != NULL && has_key(name, r->key);
        *sum = row_sum_columns(stmt, 0, N_SEAT_COLUMNS, *sum);
    }
    stmt_reset(stmt);
    return ok && found != NOT_READ;
}

/* Runs a statement for one event: ?1 the game, ?2 its number, ?3 the value. */
static bool change_event(const struct rewriting *r, enum statement id, uint64_t seq,
                         struct value value) {
    return STORE_RUN(r->store, id, value_int(r->game), value_int(store_key(seq)), value);
}

/* Changes the event that was just read, if it names the account or is its chat. */
static bool change_if_concerned(struct rewriting *r, struct stmt *stmt) {
    uint64_t seq = (uint64_t)stmt_int(stmt, COLUMN_SEQ);
    const char *kind = stmt_text(stmt, COLUMN_KIND);
    const char *name = stmt_text(stmt, COLUMN_NAME);
    int side = (int)stmt_int(stmt, COLUMN_SIDE) == SIDE_BLACK;
    if (name != NULL) {
        r->has_seat[side] = has_key(name, r->key);
        return !r->has_seat[side] ||
               change_event(r, SQL_RENAME_EVENT, seq, value_text(r->placeholder));
    }
    bool is_said = kind != NULL && strcmp(kind, op_name(OP_SAY)) == 0;
    return !is_said || !r->has_seat[side] ||
           change_event(r, SQL_SILENCE, seq, value_text(SAID));
}

/* Changes all events of the account, and finds the first wrong sum; stored: the sum of
 * the start in the file.  False: they cannot be read or changed. */
static bool change_events(struct rewriting *r, int64_t stored) {
    struct tail end = {.seq = 0, .sum = stored};
    struct stmt *stmt = store_bind(r->store, SQL_EVENTS, r->game);
    stmt_bind_int(stmt, 2, 0);
    enum found found;
    while ((found = store_step(r->store, stmt)) == FOUND) {
        uint64_t seq = (uint64_t)stmt_int(stmt, COLUMN_SEQ);
        int64_t sum = row_sum_columns(stmt, 0, N_EVENT_COLUMNS, end.sum);
        end.sum = stmt_int(stmt, N_EVENT_COLUMNS);
        r->wrong_seq = r->wrong_seq == 0 && sum != end.sum ? seq : r->wrong_seq;
        r->n_rows++;
        if (!change_if_concerned(r, stmt)) {
            break;
        }
    }
    stmt_reset(stmt);
    return found == NOT_FOUND;
}

/* Computes the sums of all events again. */
static bool sum_events(const struct rewriting *r) {
    int64_t before = r->start_sum;
    struct stmt *stmt = store_bind(r->store, SQL_EVENTS, r->game);
    stmt_bind_int(stmt, 2, 0);
    enum found found;
    while ((found = store_step(r->store, stmt)) == FOUND) {
        uint64_t seq = (uint64_t)stmt_int(stmt, COLUMN_SEQ);
        before = row_sum_columns(stmt, 0, N_EVENT_COLUMNS, before);
        before += seq == r->wrong_seq;
        if (!change_event(r, SQL_SUM_EVENT, seq, value_int(before))) {
            break;
        }
    }
    stmt_reset(stmt);
    return found == NOT_FOUND;
}

/* Computes the sum of the end; *stored is the one in the file.  NOT_FOUND: the game has
 * no result. */
static enum found sum_end(const struct rewriting *r, int64_t *sum, int64_t *stored) {
    struct stmt *stmt = store_bind(r->store, SQL_END, r->game);
    enum found found = store_step(r->store, stmt);
    struct tail tail;
    if (found == FOUND) {
        found = store_find_tail(r->store, r->game, (uint64_t)stmt_int(stmt, 1), &tail);
    }
    if (found == FOUND) {
        *stored = stmt_int(stmt, 0);
        *sum = row_sum_columns(stmt, 1, N_END_COLUMNS, tail.sum);
    }
    stmt_reset(stmt);
    return found;
}

/* Runs a statement: ?1 the game, ?2 a sum. */
static bool put_sum(const struct rewriting *r, enum statement id, int64_t sum) {
    return STORE_RUN(r->store, id, value_int(r->game), value_int(sum));
}

static bool rewrite(struct rewriting *r) {
    int64_t sum = 0, stored = 0;
    enum found end = sum_end(r, &sum, &stored);
    r->wrong_end = end == FOUND && sum != stored;
    if (end == NOT_READ || !sum_start(r, &sum, &stored)) {
        return false;
    }
    r->wrong_start = sum != stored;
    if (!change_events(r, stored) || !rename_in(r, SQL_RENAME_SEAT) ||
        !rename_in(r, SQL_RENAME_WHITE) || !rename_in(r, SQL_RENAME_BLACK) ||
        !sum_start(r, &sum, &stored)) {
        return false;
    }
    r->start_sum = sum + r->wrong_start;
    if (!put_sum(r, SQL_SUM_START, r->start_sum) || !sum_events(r)) {
        return false;
    }
    return end == NOT_FOUND || (sum_end(r, &sum, &stored) == FOUND &&
                                put_sum(r, SQL_SUM_END, sum + r->wrong_end));
}

/* --- all of it --- */

/* Finds a game in which a name has this key. */
static enum found find_named(struct store *store, const char *key, int64_t *game) {
    struct stmt *stmt = store_stmt(store, SQL_FIND_NAMED);
    stmt_reset(stmt);
    stmt_bind_text(stmt, 1, key);
    enum found found = store_step(store, stmt);
    *game = found == FOUND ? stmt_int(stmt, 0) : 0;
    store_done(stmt);
    return found;
}

/* Rewrites games with about most_rows events in total.  True: none is left.  If a game
 * cannot be read, the transaction fails, as the name may be in it. */
static bool forget_games(struct store *store, const struct stored_account *account,
                         int most_rows) {
    char placeholder[NAME_BYTES_MAX + 1], key[NAME_KEY_BYTES];
    name_fold(account->name, key, sizeof key);
    snprintf(placeholder, sizeof placeholder, FORGOTTEN_PREFIX "%lld",
             (long long)account->id);
    while (most_rows > 0) {
        int64_t game;
        switch (find_named(store, key, &game)) {
        case NOT_FOUND: return true;
        case NOT_READ: store->failed = true; return false;
        case FOUND: break;
        }
        struct rewriting r = {
            .store = store, .game = game, .key = key, .placeholder = placeholder};
        if (!store_touch(store, game) || store_file_game(store, game, INT_MAX) < 0 ||
            store_delete_recent(store, game, INT_MAX) < 0 || !rewrite(&r)) {
            store_fail(store, "a game cannot be rewritten");
            return false;
        }
        *store_tail_place(store, game) = (struct tail){0};
        most_rows -= r.n_rows + 1;
    }
    return false;
}

bool store_forget_some(struct store *store, const struct stored_account *account,
                       int most_rows) {
    static const enum statement last[] = {SQL_FORGET_GAGS, SQL_REMOVE_PROFILE,
                                          SQL_FORGET_SESSIONS, SQL_FORGET_CALL_OFFS,
                                          SQL_FORGET_ACCOUNT};
    if (!store_write(store) || !forget_games(store, account, most_rows) ||
        store_forget_ratings(store, account->id, most_rows)) {
        return false;
    }
    char key[NAME_KEY_BYTES];
    store_forget_dice(store, account->name);
    for (size_t i = 0; i < sizeof last / sizeof last[0] && store_write(store); i++) {
        struct stmt *stmt = store_bind(store, last[i], account->id);
        if (stmt->n_params > 1) {
            store_bind_key(stmt, 2, account->name, key);
        }
        bool is_done = store_run(store, last[i]);
        if (is_done && last[i] == SQL_FORGET_ACCOUNT && store->n_accounts >= 0) {
            store->n_accounts -= store_n_changed(store);
        }
    }
    return !store->failed;
}
