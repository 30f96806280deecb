#include "client-cli/net/nodes.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void nodes_fini(struct nodes *nodes) {
    free(nodes->at);
    *nodes = (struct nodes){.n = 0};
}

/* Whether an address speaks TLS.  Its port tells; another port than the default ones is
 * taken to be like that of the present connection. */
static bool speaks_tls(const struct net_address *address, const struct net_address *now) {
    if (strcmp(address->port, DEFAULT_PORT) == 0) {
        return false;
    }
    return strcmp(address->port, DEFAULT_TLS_PORT) == 0 || now->trust != NULL;
}

void nodes_hear(struct nodes *nodes, const struct hello *hello) {
    nodes->n = 0;
    for (size_t i = 0; i < hello->n_nodes && nodes->n < NODES_MAX; i++) {
        char fault[FAULT_BYTES];
        struct net_address address;
        const char *text = hello->nodes[i].address;
        if (text[0] == '\0' || !net_address_read(text, NULL, &address, fault) ||
            speaks_tls(&address, &nodes->now) != (nodes->now.trust != NULL)) {
            continue;
        }
        address.trust = nodes->now.trust;
        nodes->at = mem_grow(nodes->at, nodes->n + 1, sizeof *nodes->at);
        nodes->at[nodes->n++] = address;
    }
}

static bool is_same(const struct net_address *a, const struct net_address *b) {
    return strcmp(a->host, b->host) == 0 && strcmp(a->port, b->port) == 0;
}

const struct net_address *nodes_next(const struct nodes *nodes, size_t i) {
    size_t last = 0;
    while (last < nodes->n && !is_same(&nodes->at[last], &nodes->now)) {
        last++;
    }
    bool is_known = last < nodes->n;
    return i < nodes->n ? &nodes->at[(is_known ? last + 1 + i : i) % nodes->n] : NULL;
}

void nodes_use(struct nodes *nodes, const struct net_address *address) {
    nodes->now = *address;
}
