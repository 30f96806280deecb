#include "tests/unit/server/cluster_shelf.h"

#include "server/store/db.h"

static uint64_t clock_ms(void *arg) {
    return ((const struct cluster *)arg)->now_ms;
}

void make_cluster(struct cluster *cluster) {
    *cluster = (struct cluster){.now_ms = 1700000000000};
    make_shelf(&cluster->shelf);
    if (SHELF_POSTGRES == NULL) {
        cluster->shared = store_share_memory(clock_ms, cluster);
        cluster->shelf.config.path = STORE_MEMORY;
        cluster->shelf.config.shared = cluster->shared;
    }
}

struct store *try_node(struct cluster *cluster, const char *name,
                       char fault[static FAULT_BYTES]) {
    struct store_config config = cluster->shelf.config;
    config.node = name;
    config.node_address = "host:1";
    return store_open(&config, fault);
}

struct store *open_node(struct cluster *cluster, const char *name) {
    char fault[FAULT_BYTES] = "";
    struct store *store = try_node(cluster, name, fault);
    assert_string_equal(fault, "");
    assert_non_null(store);
    return store;
}

void open_cluster(struct cluster *cluster) {
    make_cluster(cluster);
    cluster->a = open_node(cluster, "a");
    cluster->b = open_node(cluster, "b");
}

void close_cluster(struct cluster *cluster) {
    store_close(cluster->a);
    store_close(cluster->b);
    if (cluster->shared != NULL) {
        store_unshare(cluster->shared);
    }
    close_shelf(&cluster->shelf);
}

int64_t ask_store(struct store *store, const char *sql) {
    const struct db_kind *kind = store->db->kind;
    struct stmt stmt = {.own = NULL};
    int64_t number = 0;
    if (!kind->prepare(store->db, &stmt, sql)) {
        fail_msg("%s: %s", sql, store->db->fault);
    }
    enum found found = kind->step(&stmt);
    if (found == FOUND) {
        number = stmt_int(&stmt, 0);
        (void)kind->step(&stmt);
    } else if (found == NOT_READ) {
        fail_msg("%s: %s", sql, store->db->fault);
    }
    kind->finalize(&stmt);
    return number;
}

void expire(struct cluster *cluster) {
    uint64_t now_ms;
    cluster->now_ms += NODE_LEASE_MS;
    assert_true(store_renew_lease(cluster->b, &now_ms));
    if (cluster->shared == NULL) {
        (void)ask_store(cluster->b,
                        "UPDATE nodes SET until_ms = now_ms() WHERE name = 'a'");
    }
}

struct node_row node_of(struct store *store, const char *name) {
    struct node_row row[NODE_SLOT_MAX + 1];
    size_t n = store_list_nodes(store, row);
    for (size_t i = 0; i < n; i++) {
        if (strcmp(row[i].name, name) == 0) {
            return row[i];
        }
    }
    return (struct node_row){.slot = -1};
}

void fence_a(struct cluster *cluster) {
    struct node_row a = node_of(cluster->b, "a");
    assert_true(store_fence(cluster->b, a.slot, a.epoch));
}
