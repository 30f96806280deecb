#include "server/store/lease.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/store/db.h"

bool store_is_node_name(const char *name) {
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return len > 0 && len < NODE_NAME_BYTES && name[len] == '\0' && name[0] != '-' &&
           name[len - 1] != '-';
}

void db_write_holder(char holder[static HOLDER_BYTES], const char *node) {
    char host[HOLDER_BYTES / 4] = "", id[2 * HOLDER_ID_BYTES + 1];
    uint8_t random[HOLDER_ID_BYTES];
    (void)gethostname(host, sizeof host - 1);
    randombytes_buf(random, sizeof random);
    sodium_bin2hex(id, sizeof id, random, sizeof random);
    snprintf(holder, HOLDER_BYTES, "%s%s%sprocess %ld on %s, id %s",
             node != NULL ? "node " : "", node != NULL ? node : "",
             node != NULL ? ", " : "", (long)getpid(), host, id);
}

bool store_has_lease(const struct store *store) {
    return store->db->has_lease;
}

/* Runs a statement about this holder as a transaction.  trunk, key: see
 * store_tell_trunk; NULL: it has neither.  FOUND: it changed the row. */
static enum found change(struct store *store, enum statement id, const char *trunk,
                         char *key) {
    struct stmt *stmt = store_stmt(store, id);
    stmt_bind_text(stmt, 1, store->db->holder);
    if (trunk != NULL) {
        stmt_bind_text(stmt, 2, trunk);
    }
    enum found found = store_step(store, stmt);
    if (found == FOUND && key != NULL) {
        snprintf(key, STORE_TRUNK_KEY_BYTES, "%s", stmt_text(stmt, 0));
    }
    if (found == FOUND) {
        (void)store_step(store, stmt); /* to its end */
    }
    store_done(stmt);
    return found;
}

bool store_renew_lease(struct store *store) {
    enum found found = change(store, SQL_RENEW, NULL, NULL);
    if (found == NOT_FOUND) {
        store->db->is_lost = true;
        snprintf(store->fault, sizeof store->fault, STORE_FENCED);
    }
    return found == FOUND;
}

bool store_tell_trunk(struct store *store, const char *trunk,
                      char key[static STORE_TRUNK_KEY_BYTES]) {
    return change(store, SQL_TELL_TRUNK, trunk, key) == FOUND;
}

void store_end_lease(struct store *store) {
    (void)change(store, SQL_END_LEASE, NULL, NULL);
}
