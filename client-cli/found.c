#include "client-cli/found.h"

#include <stdlib.h>
#include <string.h>

static enum found_reach reach_of(const char *host) {
    bool is_v6 = strchr(host, ':') != NULL;
    if (strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0) {
        return FOUND_LOOPBACK;
    }
    return strchr(host, '%') != NULL ? FOUND_LINK_LOCAL : is_v6 ? FOUND_IPV6 : FOUND_IPV4;
}

static int compare_addresses(const void *a, const void *b) {
    const struct found_address *x = a, *y = b;
    return x->reach != y->reach ? (x->reach > y->reach) - (x->reach < y->reach)
                                : strcmp(x->text, y->text);
}

static int compare_servers(const void *a, const void *b) {
    const struct found_server *x = a, *y = b;
    int by_title = strcmp(x->told.title, y->told.title);
    return by_title != 0 ? by_title : compare_addresses(&x->address[0], &y->address[0]);
}

/* False: it does not fit. */
static bool make_address(struct found_address *address, const char *host, unsigned port) {
    struct net_address parts = {.host = ""};
    struct text_out out;
    if (strlen(host) >= sizeof parts.host) {
        return false;
    }
    memcpy(parts.host, host, strlen(host) + 1);
    snprintf(parts.port, sizeof parts.port, "%u", port);
    text_out_init(&out, address->text, sizeof address->text);
    net_address_write(&parts, &out);
    address->reach = reach_of(host);
    return out.len < out.cap;
}

/* The server that this is; all that it says of itself must be the same, so that none can
 * hide another by its boot id alone.  NULL: there is no room. */
static struct found_server *find_server(struct found *found,
                                        const struct discovery_answer *told) {
    size_t i = 0;
    while (i < found->n && (strcmp(found->server[i].told.boot, told->boot) != 0 ||
                            found->server[i].told.port != told->port ||
                            strcmp(found->server[i].told.title, told->title) != 0)) {
        i++;
    }
    if (i == FOUND_MAX) {
        return NULL;
    }
    if (i == found->n) {
        found->server[found->n++] = (struct found_server){.told = *told};
    }
    return &found->server[i];
}

void found_add(struct found *found, const struct discovery_answer *told,
               const char *host) {
    struct found_address address;
    struct found_server *server =
        make_address(&address, host, told->port) ? find_server(found, told) : NULL;
    if (server == NULL) {
        return;
    }
    for (size_t i = 0; i < server->n_addresses; i++) {
        if (strcmp(server->address[i].text, address.text) == 0) {
            return;
        }
    }
    if (server->n_addresses < FOUND_ADDRESSES_MAX) {
        server->address[server->n_addresses++] = address;
        qsort(server->address, server->n_addresses, sizeof address, compare_addresses);
    }
}

void found_sort(struct found *found) {
    qsort(found->server, found->n, sizeof found->server[0], compare_servers);
}

void found_print(const struct found *found, FILE *out) {
    int width = 0;
    for (size_t i = 0; i < found->n; i++) {
        int len = (int)strlen(found->server[i].address[0].text);
        width = len > width ? len : width;
    }
    for (size_t i = 0; i < found->n; i++) {
        const struct found_server *server = &found->server[i];
        unsigned players = server->told.players;
        fprintf(out, "alea play %-*s  %3u player%s  %s  %s\n", width,
                server->address[0].text, players, players == 1 ? " " : "s",
                server->told.server, server->told.title);
    }
}

void found_print_json(const struct found *found, FILE *out) {
    for (size_t i = 0; i < found->n; i++) {
        const struct found_server *server = &found->server[i];
        const char *address[FOUND_ADDRESSES_MAX];
        for (size_t j = 0; j < server->n_addresses; j++) {
            address[j] = server->address[j].text;
        }
        char *line = discovery_to_json(&server->told, address, server->n_addresses);
        fprintf(out, "%s\n", line);
        free(line);
    }
}
