/* Nodes on one database: in memory, or with ALEA_STORE in PostgreSQL. */
#ifndef ALEA_TESTS_UNIT_CLUSTER_SHELF_H
#define ALEA_TESTS_UNIT_CLUSTER_SHELF_H

#include "server/store/nodes.h"
#include "tests/unit/server/shelf.h"

struct cluster {
    struct shelf shelf;
    struct shared_db *shared; /* NULL: PostgreSQL */
    uint64_t now_ms;          /* of shared */
    struct store *a, *b;      /* two nodes, "a" and "b"; a NULL one is not closed */
};

/* Makes a database, without nodes. */
void make_cluster(struct cluster *cluster);
/* Makes one with the nodes a and b. */
void open_cluster(struct cluster *cluster);
void close_cluster(struct cluster *cluster);
/* Opens the store of a node.  NULL with a fault. */
struct store *try_node(struct cluster *cluster, const char *name,
                       char fault[static FAULT_BYTES]);
struct store *open_node(struct cluster *cluster, const char *name);
/* Runs SQL with the connection of a store that is in no transaction.  Returns the first
 * number of the first row; 0: there is none. */
int64_t ask_store(struct store *store, const char *sql);
/* Lets the lease of node a end. */
void expire(struct cluster *cluster);
/* The row of a node in the list of all. */
struct node_row node_of(struct store *store, const char *name);
/* Lets b take the place of a. */
void fence_a(struct cluster *cluster);

#endif
