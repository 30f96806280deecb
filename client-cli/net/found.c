#include "client-cli/net/found.h"

#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"

/* Longest "--tls HOST:PORT", with its NUL. */
#define TARGET_BYTES (sizeof "--tls " - 1 + FOUND_ADDRESS_BYTES)

static enum found_reach reach_of(const char *host) {
    bool is_v6 = strchr(host, ':') != NULL;
    if (strncmp(host, "127.", 4) == 0 || strcmp(host, "::1") == 0) {
        return FOUND_LOOPBACK;
    }
    return strchr(host, '%') != NULL ? FOUND_LINK_LOCAL : is_v6 ? FOUND_IPV6 : FOUND_IPV4;
}

static int compare_addresses(const void *a, const void *b) {
    const struct found_address *x = a, *y = b;
    return x->reach != y->reach     ? (x->reach > y->reach) - (x->reach < y->reach)
           : x->is_tls != y->is_tls ? x->is_tls - y->is_tls
                                    : strcmp(x->text, y->text);
}

static int compare_servers(const void *a, const void *b) {
    const struct found_server *x = a, *y = b;
    int by_title = strcmp(x->told.title, y->told.title);
    return by_title != 0 ? by_title : compare_addresses(&x->address[0], &y->address[0]);
}

/* False: the text is too long. */
static bool make_address(struct found_address *address, const char *host, uint16_t port) {
    struct net_address parts = {.host = ""};
    if (strlen(host) >= sizeof parts.host) {
        return false;
    }
    memcpy(parts.host, host, strlen(host) + 1);
    snprintf(parts.port, sizeof parts.port, "%u", port);
    struct text_out out = text_out_of(address->text, sizeof address->text);
    net_address_write(&parts, &out);
    address->reach = reach_of(host);
    return out.len < out.cap;
}

/* Finds or adds the server of an answer.  The title must match too: otherwise a server
 * could hide another one by copying its boot id.  NULL: the list is full. */
static struct found_server *find_server(struct found *found,
                                        const struct discovery_answer *told) {
    size_t i = 0;
    while (i < found->n && (strcmp(found->server[i].told.boot, told->boot) != 0 ||
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

static void add_address(struct found *found, const struct discovery_answer *told,
                        const char *host, bool is_tls) {
    struct found_address address = {.is_tls = is_tls};
    uint16_t port = (uint16_t)(is_tls ? told->tls_port : told->port);
    struct found_server *server =
        port > 0 && make_address(&address, host, port) ? find_server(found, told) : NULL;
    if (server == NULL) {
        return;
    }
    for (size_t i = 0; i < server->n_addresses; i++) {
        if (compare_addresses(&server->address[i], &address) == 0) {
            return;
        }
    }
    if (server->n_addresses < FOUND_ADDRESSES_MAX) {
        server->address[server->n_addresses++] = address;
        qsort(server->address, server->n_addresses, sizeof address, compare_addresses);
    }
}

void found_add(struct found *found, const struct discovery_answer *told,
               const char *host) {
    add_address(found, told, host, false);
    add_address(found, told, host, true);
}

void found_sort(struct found *found) {
    qsort(found->server, found->n, sizeof found->server[0], compare_servers);
}

/* What to type after "alea play". */
static int write_target(const struct found_server *server,
                        char target[static TARGET_BYTES]) {
    const struct found_address *best = &server->address[0];
    return snprintf(target, TARGET_BYTES, "%s%s", best->is_tls ? "--tls " : "",
                    best->text);
}

/* Whether the server takes plain connections, TLS or both. */
static const char *kind_of(const struct found_server *server) {
    bool has[2] = {false, false};
    for (size_t i = 0; i < server->n_addresses; i++) {
        has[server->address[i].is_tls] = true;
    }
    return has[0] && has[1] ? "both" : has[1] ? "TLS" : "plain";
}

void found_print(const struct found *found, FILE *out) {
    enum lang lang = lang_of_environment();
    int width = 0;
    char target[TARGET_BYTES];
    for (size_t i = 0; i < found->n; i++) {
        int len = write_target(&found->server[i], target);
        width = len > width ? len : width;
    }
    for (size_t i = 0; i < found->n; i++) {
        const struct found_server *server = &found->server[i];
        unsigned players = server->told.players;
        write_target(server, target);
        fprintf(out, "alea play %-*s  %-5s  ", width, target, kind_of(server));
        fprintf(out, tr_n(lang, players, "%3u player ", "%3u players"), players);
        fprintf(out, "  %s  %s\n", server->told.server, server->told.title);
    }
}

static size_t list_addresses(const struct found_server *server, bool is_tls,
                             const char *address[static FOUND_ADDRESSES_MAX]) {
    size_t n = 0;
    for (size_t i = 0; i < server->n_addresses; i++) {
        if (server->address[i].is_tls == is_tls) {
            address[n++] = server->address[i].text;
        }
    }
    return n;
}

void found_print_json(const struct found *found, FILE *out) {
    for (size_t i = 0; i < found->n; i++) {
        const struct found_server *server = &found->server[i];
        const char *plain[FOUND_ADDRESSES_MAX], *tls[FOUND_ADDRESSES_MAX];
        char *line = discovery_to_json(
            &server->told,
            (struct discovery_places){plain, list_addresses(server, false, plain)},
            (struct discovery_places){tls, list_addresses(server, true, tls)});
        fprintf(out, "%s\n", line);
        free(line);
    }
}
