#include "server/store/nodes.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "proto/shape.h"
#include "server/store/db.h"

/* --- who this is --- */

bool store_is_node_name(const char *name) {
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return len > 0 && len < NODE_NAME_BYTES && name[len] == '\0' && name[0] != '-' &&
           name[len - 1] != '-';
}

const struct node_self *store_self(const struct store *store) {
    const struct node_self *self = &store->db->self;
    return self->slot != NODE_NOBODY ? self : NULL;
}

int store_slot(const struct store *store) {
    return store->db->self.slot;
}

bool store_may_try_again(const struct store *store) {
    return store->db->may_try_again && !store->db->is_lost;
}

void db_write_holder(char holder[static HOLDER_BYTES]) {
    char host[HOLDER_BYTES / 2] = "", id[2 * HOLDER_ID_BYTES + 1];
    uint8_t random[HOLDER_ID_BYTES];
    (void)gethostname(host, sizeof host - 1);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    snprintf(holder, HOLDER_BYTES, "process %ld on %s, id %s", (long)getpid(), host, id);
}

void db_join(struct db *db, const struct value *column) {
    db->self.epoch = (uint64_t)column[0].number;
    db->self.slot = (int)column[2].number;
    db->self.now_ms = (uint64_t)column[3].number;
}

/* --- joining --- */

/* A server that was alone has left sessions without the keys of their names. */
static bool add_keys(struct store *store) {
    int64_t id = 0;
    enum found found;
    do {
        struct stmt *stmt = store_bind(store, SQL_NEXT_KEYLESS, id);
        char name[NAME_BYTES_MAX + 1] = "", key[NAME_KEY_BYTES];
        found = store_step_beyond(store, stmt, id);
        if (found == FOUND) {
            struct row_in row = {.stmt = stmt};
            id = row_take_int(&row, 1, INT64_MAX);
            row_take_text(&row, name, sizeof name);
        }
        store_done(stmt);
        if (found == FOUND && name[0] != '\0') {
            stmt = store_bind(store, SQL_PUT_KEY, id);
            store_bind_key(stmt, 2, name, key);
            (void)store_run(store, SQL_PUT_KEY);
        }
    } while (found == FOUND && !store->failed);
    return found == NOT_FOUND;
}

/* Makes the key of the bus if there is none. */
static bool put_bus_key(struct store *store) {
    uint8_t key[NODE_KEY_BYTES];
    randombytes_buf(key, sizeof key);
    stmt_bind_blob(store_stmt(store, SQL_PUT_BUS_KEY), 1, key, sizeof key);
    bool ok = store_run(store, SQL_PUT_BUS_KEY);
    sodium_memzero(key, sizeof key);
    return ok;
}

static bool read_bus_key(struct store *store) {
    struct stmt *stmt = store_stmt(store, SQL_BUS_KEY);
    struct row_in row = {.stmt = stmt};
    bool ok = store_step(store, stmt) == FOUND;
    if (ok) {
        row_take_blob(&row, store->db->self.bus_key, sizeof store->db->self.bus_key);
        ok = !row.wrong;
    }
    store_done(stmt);
    return ok;
}

bool store_settle_node(struct store *store) {
    bool ok = store_write(store) && store_lock_name(store, "") && put_bus_key(store) &&
              add_keys(store);
    ok = store_end_transaction(store) && ok && read_bus_key(store);
    if (!ok && store->fault[0] == '\0') {
        snprintf(store->fault, sizeof store->fault, "the key of the bus is damaged");
    }
    return ok;
}

/* --- the lease --- */

/* Binds who this is, as ?1 and ?2. */
static struct stmt *bind_self(struct store *store, enum statement id) {
    struct stmt *stmt = store_bind(store, id, store_slot(store));
    stmt_bind_text(stmt, 2, store->db->holder);
    return stmt;
}

/* Runs a statement that changes and returns at most one row, as a transaction.  Returns
 * whether it did; *number: the first column. */
static enum found change_one(struct store *store, struct stmt *stmt, int64_t *number) {
    assert(!store->dirty);
    enum found found = store_step(store, stmt);
    if (found == FOUND) {
        *number = stmt_int(stmt, 0);
        (void)store_step(store, stmt); /* to its end */
    }
    store_done(stmt);
    return found;
}

bool store_renew_lease(struct store *store, uint64_t *now_ms) {
    int64_t now = 0;
    enum found found = change_one(store, bind_self(store, SQL_RENEW), &now);
    if (found == NOT_FOUND) {
        store->db->is_lost = true;
        snprintf(store->fault, sizeof store->fault, NODE_FENCED);
    } else if (found == FOUND) {
        *now_ms = (uint64_t)now;
    }
    return found == FOUND;
}

void store_leave(struct store *store) {
    int64_t slot;
    (void)change_one(store, bind_self(store, SQL_LEAVE), &slot);
}

/* --- other nodes --- */

static bool read_node(struct stmt *stmt, struct node_row *node) {
    struct row_in row = {.stmt = stmt};
    node->slot = (int)row_take_int(&row, NODE_NOBODY, NODE_SLOT_MAX);
    row_take_text(&row, node->name, sizeof node->name);
    row_take_text(&row, node->address, sizeof node->address);
    node->epoch = (uint64_t)row_take_int(&row, 0, INT64_MAX);
    node->is_dead = row_take_int(&row, 0, 1) != 0;
    node->has_ended = row_take_int(&row, 0, 1) != 0;
    node->is_gone = row_take_int(&row, 0, 1) != 0;
    node->has_rooms = row_take_int(&row, 0, 1) != 0;
    return !row.wrong;
}

size_t store_list_nodes(struct store *store, struct node_row row[NODE_SLOT_MAX + 1]) {
    struct stmt *stmt = store_stmt(store, SQL_NODES);
    size_t n = 0;
    enum found found;
    while ((found = store_step(store, stmt)) == FOUND && n <= NODE_SLOT_MAX) {
        n += read_node(stmt, &row[n]);
    }
    store_done(stmt);
    return found == NOT_FOUND ? n : 0;
}

bool store_fence(struct store *store, int slot, uint64_t epoch) {
    if (slot == NODE_NOBODY) {
        return true;
    }
    int64_t n_cut;
    assert(!store->dirty);
    /* First, as an unfinished transaction of that node may have locked its row. */
    struct stmt *stmt = store_bind(store, SQL_CUT, slot);
    (void)change_one(store, stmt, &n_cut);
    if (!store_write(store)) {
        (void)store_end_transaction(store);
        return false;
    }
    stmt = store_bind(store, SQL_FENCE, slot);
    stmt_bind_int(stmt, 2, (int64_t)epoch);
    stmt_bind_int(stmt, 3, store_slot(store));
    bool is_fenced = store_run(store, SQL_FENCE) && store_n_changed(store) == 1;
    return store_end_transaction(store) && is_fenced;
}

/* --- rooms --- */

/* What is known of a game that this node did not have may be out of date. */
static void forget_tail(struct store *store, int64_t game) {
    *store_tail_place(store, game) = (struct tail){0};
}

/* Whether this node may take the rooms of a slot; until the commit it cannot join. */
static bool lock_fenced(struct store *store, int slot) {
    return slot == NODE_NOBODY ||
           store_query_number(store, store_bind(store, SQL_LOCK_FENCED, slot)) == slot;
}

static size_t take_rooms(struct store *store, int from_slot, int64_t *game, size_t cap) {
    size_t n = 0;
    struct stmt *stmt = store_bind(store, SQL_TAKE_ROOMS, from_slot);
    stmt_bind_int(stmt, 2, store_slot(store));
    stmt_bind_int(stmt, 3, store_key(cap));
    enum found found;
    while ((found = store_step(store, stmt)) == FOUND && n < cap) {
        game[n++] = stmt_int(stmt, 0);
    }
    store_done(stmt);
    if (found != NOT_FOUND) {
        store_fail(store, NULL);
    }
    for (size_t i = 0; i < n; i++) {
        forget_tail(store, game[i]);
    }
    return n;
}

size_t store_take_rooms(struct store *store, int from_slot, int64_t *game, size_t cap) {
    assert(!store->dirty && from_slot != store_slot(store));
    size_t n = store_write(store) && lock_fenced(store, from_slot)
                   ? take_rooms(store, from_slot, game, cap)
                   : 0;
    return store_end_transaction(store) ? n : 0;
}

void store_give_room(struct store *store, int64_t game, int to_slot) {
    if (store_touch(store, game)) {
        struct stmt *stmt = store_bind(store, SQL_GIVE_ROOM, game);
        stmt_bind_int(stmt, 2, to_slot);
        stmt_bind_int(stmt, 3, store_slot(store));
        (void)store_run(store, SQL_GIVE_ROOM);
        forget_tail(store, game);
    }
}

/* Reads a row of PLACE_COLUMNS.  False: damaged. */
static bool read_place(struct stmt *stmt, struct room_place *place) {
    struct row_in row = {.stmt = stmt};
    place->game = row_take_int(&row, 1, INT64_MAX);
    row_take_text(&row, place->code, sizeof place->code);
    place->slot = (int)row_take_int(&row, NODE_NOBODY, NODE_SLOT_MAX);
    row_require(&row, is_room_code(place->code));
    return !row.wrong;
}

/* Reads the rows of a statement, but for damaged ones. */
static size_t read_places(struct store *store, struct stmt *stmt,
                          struct room_place *place, size_t cap) {
    size_t n = 0;
    while (n < cap && store_step(store, stmt) == FOUND) {
        n += read_place(stmt, &place[n]);
    }
    store_done(stmt);
    return n;
}

enum found store_find_room(struct store *store, const char *code,
                           struct room_place *place) {
    struct stmt *stmt = store_stmt(store, SQL_FIND_ROOM);
    struct room_place read;
    stmt_bind_text(stmt, 1, code);
    enum found found = store_step(store, stmt);
    if (found == FOUND && !read_place(stmt, &read)) {
        snprintf(store->fault, sizeof store->fault, "a room is damaged");
        found = NOT_READ;
    }
    store_done(stmt);
    if (found == FOUND) {
        *place = read;
    }
    return found;
}

static size_t list_rooms(struct store *store, enum statement id, int64_t after,
                         struct room_place *place, size_t cap) {
    struct stmt *stmt = store_bind(store, id, after);
    stmt_bind_int(stmt, 2, store_slot(store));
    stmt_bind_int(stmt, 3, store_key(cap));
    return read_places(store, stmt, place, cap);
}

size_t store_list_rooms(struct store *store, int64_t after, struct room_place *place,
                        size_t cap) {
    return list_rooms(store, SQL_ROOMS_ELSEWHERE, after, place, cap);
}

size_t store_list_own_rooms(struct store *store, int64_t after, struct room_place *place,
                            size_t cap) {
    return list_rooms(store, SQL_ROOMS_HERE, after, place, cap);
}

size_t store_session_rooms(struct store *store, uint64_t session,
                           struct room_place *place, size_t cap) {
    struct stmt *stmt = store_bind(store, SQL_SESSION_ROOMS, store_key(session));
    stmt_bind_int(stmt, 2, store_key(cap));
    return read_places(store, stmt, place, cap);
}
