#define _DEFAULT_SOURCE /* getifaddrs and the flags of interfaces are not in POSIX */
#include "client-cli/net/find.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client-cli/net/wait.h"
#include "lang/lang.h"

/* Packets get lost, so the query is sent twice.  The second follows after this part of
 * the waiting time, which leaves most of it for the answers. */
#define SECOND_AFTER(wait_ms) ((wait_ms) / 4)

/* A search.  If a family has no socket, its fd is -1, and its servers are not found. */
struct search {
    const struct find *find;
    struct found *found;
    uint16_t port[2];
    int fd4, fd6;
    char nonce[DISCOVERY_ID_BYTES + 1];
    char query[DISCOVERY_BYTES];
    size_t n_sent;
};

/* --- sending the query --- */

static int open_socket(int family) {
    const int on = 1;
    int fd = socket(family, SOCK_DGRAM, 0);
    if (fd < 0) {
        return -1;
    }
    int flags = fcntl(fd, F_GETFL);
    if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(fd, F_SETFD, FD_CLOEXEC) != 0 ||
        (family == AF_INET &&
         setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof on) != 0)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void ask4(struct search *search, struct in_addr to) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = to};
    for (size_t i = 0; i < 2 && search->port[i] > 0; i++) {
        address.sin_port = htons(search->port[i]);
        search->n_sent += sendto(search->fd4, search->query, sizeof search->query, 0,
                                 (struct sockaddr *)&address, sizeof address) >= 0;
    }
}

static void ask6(struct search *search, const char *to, uint32_t interface) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_scope_id = interface};
    inet_pton(AF_INET6, to, &address.sin6_addr);
    for (size_t i = 0; i < 2 && search->port[i] > 0; i++) {
        address.sin6_port = htons(search->port[i]);
        search->n_sent += sendto(search->fd6, search->query, sizeof search->query, 0,
                                 (struct sockaddr *)&address, sizeof address) >= 0;
    }
}

/* Sends the query to all machines on the network of one address of an interface. */
static void ask_interface(struct search *search, const struct ifaddrs *at) {
    if (at->ifa_addr == NULL || (at->ifa_flags & IFF_UP) == 0 ||
        (at->ifa_flags & IFF_LOOPBACK) != 0) {
        return;
    }
    if (at->ifa_addr->sa_family == AF_INET && (at->ifa_flags & IFF_BROADCAST) != 0 &&
        at->ifa_broadaddr != NULL) {
        const struct sockaddr_in *to =
            (const struct sockaddr_in *)(const void *)at->ifa_broadaddr;
        ask4(search, to->sin_addr);
    }
    if (at->ifa_addr->sa_family == AF_INET6 && (at->ifa_flags & IFF_MULTICAST) != 0) {
        const struct sockaddr_in6 *own =
            (const struct sockaddr_in6 *)(const void *)at->ifa_addr;
        if (IN6_IS_ADDR_LINKLOCAL(&own->sin6_addr)) { /* one for each interface */
            ask6(search, "ff02::1", own->sin6_scope_id);
        }
    }
}

static void ask(struct search *search) {
    const struct in_addr loopback4 = {.s_addr = htonl(INADDR_LOOPBACK)};
    struct ifaddrs *all = NULL;
    if (getifaddrs(&all) == 0) {
        for (const struct ifaddrs *at = all; at != NULL; at = at->ifa_next) {
            ask_interface(search, at);
        }
        freeifaddrs(all);
    }
    ask6(search, "::1", 0);
    ask4(search, loopback4);
}

/* --- answers --- */

/* Reads a packet, if there is one; ignores it unless it answers our query. */
static void take_packet(struct search *search, int fd) {
    char packet[DISCOVERY_BYTES + 1]; /* one byte more, to notice longer packets */
    char host[NI_MAXHOST];
    char fault[FAULT_BYTES];
    struct discovery_answer told;
    struct sockaddr_storage from;
    socklen_t from_len = sizeof from;
    ssize_t len =
        recvfrom(fd, packet, sizeof packet, 0, (struct sockaddr *)&from, &from_len);
    if (len >= 0 && discovery_read_answer(packet, (size_t)len, &told, fault) &&
        strcmp(told.nonce, search->nonce) == 0 &&
        getnameinfo((struct sockaddr *)&from, from_len, host, sizeof host, NULL, 0,
                    NI_NUMERICHOST) == 0) {
        found_add(search->found, &told, host);
    }
}

/* Collects answers until the given time.  False: enough servers are found, or the user
 * stops the program. */
static bool gather(struct search *search, uint64_t until_ms) {
    for (uint64_t now_ms; (now_ms = wait_now_ms()) < until_ms;) {
        struct wait_fd fds[] = {{.fd = search->fd4}, {.fd = search->fd6}};
        if (wait_for(fds, 2, (int64_t)(until_ms - now_ms)) == WAIT_STOPPED) {
            return false;
        }
        /* One packet from each socket at a time: a flood must not delay the end. */
        for (size_t i = 0; i < 2; i++) {
            if (fds[i].is_ready) {
                take_packet(search, fds[i].fd);
            }
        }
        if (search->find->enough > 0 && search->found->n >= search->find->enough) {
            return false;
        }
    }
    return true;
}

static void draw_nonce(char nonce[static DISCOVERY_ID_BYTES + 1]) {
    for (size_t i = 0; i < DISCOVERY_ID_BYTES; i++) {
        nonce[i] = BASE32[randombytes_uniform(32)];
    }
    nonce[DISCOVERY_ID_BYTES] = '\0';
}

static void close_socket(int fd) {
    if (fd >= 0) {
        close(fd);
    }
}

bool find_servers(const struct find *find, struct found *found,
                  char fault[static FAULT_BYTES]) {
    struct search search = {.find = find,
                            .found = found,
                            .port = {(uint16_t)find->port},
                            .fd4 = open_socket(AF_INET),
                            .fd6 = open_socket(AF_INET6)};
    uint64_t begin_ms = wait_now_ms();
    if (find->port == 0) {
        search.port[0] = (uint16_t)strtoul(DEFAULT_PORT, NULL, 10);
        search.port[1] = (uint16_t)strtoul(DEFAULT_TLS_PORT, NULL, 10);
    }
    draw_nonce(search.nonce);
    discovery_write_query(search.nonce, search.query);
    ask(&search);
    if (search.n_sent == 0) {
        snprintf(fault, FAULT_BYTES, "cannot ask the network: %s", strerror(errno));
    } else if (gather(&search, begin_ms + SECOND_AFTER(find->wait_ms))) {
        ask(&search);
        gather(&search, begin_ms + find->wait_ms);
    }
    close_socket(search.fd4);
    close_socket(search.fd6);
    return search.n_sent > 0;
}

/* --- the servers found --- */

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
