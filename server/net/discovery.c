#include "server/net/discovery.h"

#include <assert.h>
#include <net/if.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/message/discovery.h"
#include "server/net/responder.h"

/* Most age of the list of our own networks, in ms: a laptop may move to another one. */
#define NETWORKS_MS 5000

/* A socket for queries to one port in one address family. */
struct query_socket {
    uv_udp_t udp; /* must be first, to cast to the query socket */
    struct discovery *discovery;
    const struct place *place; /* the first place that it serves */
};

struct discovery {
    struct discovery_config config;
    uv_loop_t *loop;
    struct responder responder;
    struct network *networks; /* owned; NULL: not read yet */
    uint64_t networks_ms;     /* when they were last read, or a read failed; 0: never */
    struct query_socket query[PLACES_MAX];
    size_t n_queries;
    uv_udp_t answer[PLACES_MAX]; /* answer sockets, each bound to one of our addresses */
    size_t n_answers;
    char packet[DISCOVERY_BYTES + 1]; /* the extra byte detects longer packets */
};

/* --- addresses --- */

static struct ip ip_of(const struct sockaddr *address) {
    struct ip ip = ip_any_v4;
    if (address->sa_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const void *)address;
        memcpy(ip.bytes, &in6->sin6_addr, 16);
        ip.interface = in6->sin6_scope_id;
    } else {
        memcpy(ip.bytes + 12,
               &((const struct sockaddr_in *)(const void *)address)->sin_addr, 4);
    }
    return ip;
}

/* The port of an address, in network byte order. */
static in_port_t *port_of(struct sockaddr_storage *address) {
    return address->ss_family == AF_INET6 ? &((struct sockaddr_in6 *)address)->sin6_port
                                          : &((struct sockaddr_in *)address)->sin_port;
}

static struct network network_of(const uv_interface_address_t *found) {
    struct network network = {
        .address = ip_of((const struct sockaddr *)&found->address),
        .interface = if_nametoindex(found->name),
    };
    if (ip_is_v6(&network.address)) {
        memcpy(network.mask, &found->netmask.netmask6.sin6_addr, 16);
    } else {
        memset(network.mask, 0xff, 12);
        memcpy(network.mask + 12, &found->netmask.netmask4.sin_addr, 4);
    }
    return network;
}

/* Rereads our networks if the list is old.  On failure the old list stays. */
static void update_networks(struct discovery *discovery, uint64_t now_ms) {
    uv_interface_address_t *found;
    int n;
    if (discovery->networks_ms != 0 && now_ms - discovery->networks_ms < NETWORKS_MS) {
        return;
    }
    discovery->networks_ms = now_ms;
    if (uv_interface_addresses(&found, &n) != 0) {
        return;
    }
    free(discovery->networks);
    discovery->networks = mem_new((size_t)n + 1, sizeof *discovery->networks);
    for (int i = 0; i < n; i++) {
        discovery->networks[i] = network_of(&found[i]);
    }
    uv_free_interface_addresses(found, n);
    discovery->responder.network = discovery->networks;
    discovery->responder.n_networks = (size_t)n;
}

/* --- queries and answers --- */

static void answer(struct discovery *discovery, const struct place *place,
                   const char *nonce, const struct sockaddr *to) {
    const struct discovery_config *config = &discovery->config;
    size_t n_players = config->n_players(config->owner);
    struct discovery_answer told = {
        .port = responder_port(&discovery->responder, place, false),
        .tls_port = responder_port(&discovery->responder, place, true),
        .protocol = PROTOCOL_VERSION,
        .server = "alead/" ALEA_VERSION,
        .players = (unsigned)(n_players < DISCOVERY_PLAYERS_MAX ? n_players
                                                                : DISCOVERY_PLAYERS_MAX),
    };
    char packet[DISCOVERY_BYTES];
    memcpy(told.nonce, nonce, sizeof told.nonce);
    snprintf(told.boot, sizeof told.boot, "%s", config->boot);
    snprintf(told.title, sizeof told.title, "%s", config->title);
    uv_buf_t buf = uv_buf_init(packet, (unsigned)discovery_write_answer(&told, packet));
    int sent = uv_udp_try_send(place->socket, &buf, 1, to);
    if (sent < 0) {
        log_line(config->log, LOG_DEBUG, "discovery_not_sent error=%s",
                 uv_err_name(sent));
    }
}

/* libuv reads at most 32 packets before it looks at other sockets. */
static void on_packet(uv_udp_t *udp, ssize_t len, const uv_buf_t *buf,
                      const struct sockaddr *from, unsigned flags) {
    const struct query_socket *query = (const struct query_socket *)udp;
    struct discovery *discovery = query->discovery;
    char nonce[DISCOVERY_ID_BYTES + 1];
    if (len < 0 || from == NULL || (flags & UV_UDP_PARTIAL) != 0 ||
        !discovery_read_query(buf->base, (size_t)len, nonce)) {
        return;
    }
    uint64_t now_ms = uv_now(discovery->loop);
    struct ip source = ip_of(from);
    update_networks(discovery, now_ms);
    const struct place *place =
        responder_choose(&discovery->responder, &source, query->place->port, now_ms);
    if (place != NULL) {
        answer(discovery, place, nonce, from);
    }
}

static void on_alloc(uv_handle_t *udp, size_t suggested, uv_buf_t *buf) {
    struct discovery *discovery = ((struct query_socket *)udp)->discovery;
    (void)suggested;
    *buf = uv_buf_init(discovery->packet, sizeof discovery->packet);
}

/* --- opening --- */

static void add_listener(struct discovery *discovery, const struct listener *listener) {
    struct sockaddr_storage address = listener->own;
    struct place place = {.ip = ip_of((struct sockaddr *)&address),
                          .port = ntohs(*port_of(&address)),
                          .is_tls = listener->kind == LISTENER_TLS};
    responder_add(&discovery->responder, place);
    if (ip_is_v6(&place.ip) && ip_is_any(&place.ip) &&
        !listener->v6_only) { /* also accepts IPv4 */
        place.ip = ip_any_v4;
        responder_add(&discovery->responder, place);
    }
}

/* Binds a socket to one of our addresses, or to all: "::", "0.0.0.0".  Returns 0 or a
 * libuv error. */
static int bind_udp(struct discovery *discovery, uv_udp_t *udp, const struct ip *ip,
                    uint16_t port) {
    struct sockaddr_storage address = {.ss_family = ip_is_v6(ip) ? AF_INET6 : AF_INET};
    *port_of(&address) = htons(port);
    if (ip_is_v6(ip)) {
        struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&address;
        in6->sin6_scope_id = ip->interface;
        memcpy(&in6->sin6_addr, ip->bytes, 16);
    } else {
        memcpy(&((struct sockaddr_in *)&address)->sin_addr, ip->bytes + 12, 4);
    }
    int error = uv_udp_init(discovery->loop, udp);
    assert(error == 0); /* no socket is created yet */
    return uv_udp_bind(udp, (struct sockaddr *)&address,
                       ip_is_v6(ip) ? UV_UDP_IPV6ONLY : 0);
}

/* Whether two places have the same family and port, and so the same query socket. */
static bool share_socket(const struct place *a, const struct place *b) {
    return a->port == b->port && ip_is_v6(&a->ip) == ip_is_v6(&b->ip);
}

/* Whether a place is for this machine only, and shares its query socket with no other
 * place.  Then the socket is bound to that address, so that it is not visible from
 * outside. */
static bool is_inside(const struct responder *responder, const struct place *at) {
    size_t n = 0;
    for (size_t i = 0; i < responder->n_places; i++) {
        n += share_socket(&responder->place[i], at);
    }
    return n == 1 && ip_is_loopback(&at->ip);
}

/* The query socket for a place; opens it for the first place of its family and port. */
static struct query_socket *open_query(struct discovery *discovery,
                                       const struct place *place) {
    for (size_t i = 0; i < discovery->n_queries; i++) {
        if (share_socket(discovery->query[i].place, place)) {
            return &discovery->query[i];
        }
    }
    struct query_socket *query = &discovery->query[discovery->n_queries++];
    query->discovery = discovery;
    query->place = place;
    bool is_v6 = ip_is_v6(&place->ip);
    const struct ip *at = is_inside(&discovery->responder, place) ? &place->ip
                          : is_v6                                 ? &ip_any_v6
                                                                  : &ip_any_v4;
    int error = bind_udp(discovery, &query->udp, at, place->port);
    if (error == 0) {
        error = uv_udp_recv_start(&query->udp, on_alloc, on_packet);
    }
    if (error != 0) {
        log_line(discovery->config.log, LOG_WARN,
                 "discovery_off port=%u family=%s error=%s", place->port,
                 is_v6 ? "IPv6" : "IPv4", uv_err_name(error));
    }
    return query;
}

/* The socket that sends the answers of a place.  A query socket must not be bound to one
 * address, or it gets no broadcasts.  But with a socket for all addresses, the system may
 * choose a source address that no listener uses.  So a place with a single address has an
 * answer socket bound to it. */
static uv_udp_t *open_answer(struct discovery *discovery, const struct place *place,
                             struct query_socket *query) {
    if (ip_is_any(&place->ip) || is_inside(&discovery->responder, place) ||
        !uv_is_active((uv_handle_t *)&query->udp)) {
        return &query->udp;
    }
    uv_udp_t *udp = &discovery->answer[discovery->n_answers++];
    int error = bind_udp(discovery, udp, &place->ip, 0);
    if (error == 0) {
        return udp;
    }
    log_line(discovery->config.log, LOG_WARN,
             "discovery_from_any_address port=%u error=%s", place->port,
             uv_err_name(error));
    return &query->udp;
}

struct discovery *discovery_new(uv_loop_t *loop, const struct discovery_config *config,
                                const struct listeners *listeners) {
    struct discovery *discovery = mem_new(1, sizeof *discovery);
    uint8_t key[RESPONDER_KEY_BYTES];
    discovery->config = *config;
    discovery->loop = loop;
    randombytes_buf(key, sizeof key);
    responder_init(&discovery->responder, config->finds_burst, config->finds_per_s, key);
    const struct listener *at;
    for (size_t i = 0; (at = listeners_get(listeners, i)) != NULL; i++) {
        if ((at->kind & ~(unsigned)LISTENER_TLS) == 0) {
            add_listener(discovery, at);
        }
    }
    for (size_t i = 0; i < discovery->responder.n_places; i++) {
        struct place *place = &discovery->responder.place[i];
        place->socket = open_answer(discovery, place, open_query(discovery, place));
    }
    return discovery;
}

void discovery_close(struct discovery *discovery) {
    for (size_t i = 0; i < discovery->n_queries; i++) {
        uv_close((uv_handle_t *)&discovery->query[i].udp, NULL);
    }
    for (size_t i = 0; i < discovery->n_answers; i++) {
        uv_close((uv_handle_t *)&discovery->answer[i], NULL);
    }
    discovery->n_queries = discovery->n_answers = 0;
}

void discovery_free(struct discovery *discovery) {
    if (discovery != NULL) {
        free(discovery->networks);
        free(discovery);
    }
}
