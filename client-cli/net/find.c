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
