/* The lease on a database that several alead share (--node).  Only its holder may write:
 * taking the lease counts up the epoch, and each transaction ends by checking, without
 * another round trip, that the epoch is still its own.
 *
 * A store has a lease if its struct store_config names a node; opening the store takes
 * it, and waits while another node holds it.  Times are the database's, never the
 * server's.  Call the functions in the store's thread, outside transactions. */
#ifndef ALEA_SERVER_STORE_LEASE_H
#define ALEA_SERVER_STORE_LEASE_H

#include "server/store/store.h"

/* How long a lease is valid after it was renewed, in ms. */
#define STORE_LEASE_MS 6000
/* The key of trunks as hex digits, with its NUL. */
#define STORE_TRUNK_KEY_BYTES 65
/* Longest name of a node, with its NUL. */
#define NODE_NAME_BYTES 17

/* Whether this can be the name of a node: a-z, 0-9 and - between them. */
bool store_is_node_name(const char *name);
/* Whether the store has a lease. */
bool store_has_lease(const struct store *store);
/* Renews it.  False with store_fault: if store_is_lost, another server has the database;
 * otherwise the database does not answer. */
ALEA_MUST_USE bool store_renew_lease(struct store *store);
/* Lets other nodes find this one's trunk, and gets its key, as hex digits.  False with
 * store_fault. */
ALEA_MUST_USE bool store_tell_trunk(struct store *store, const char *trunk,
                                    char key[static STORE_TRUNK_KEY_BYTES]);
/* Ends it: another node takes it at once.  The last call before store_close in an
 * orderly stop. */
void store_end_lease(struct store *store);

#endif
