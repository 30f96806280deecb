#include "server/net/discovery.h"

#include <assert.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/net/loop.h"
#include "server/net/responder.h"

/* How old our knowledge of our own networks may be: a laptop may have come to another. */
#define NETWORKS_MS 5000
/* With TLS and without. */
#define LISTENERS_MAX ((size_t)2 * LISTEN_MAX)
/* A listener for all addresses is one place in IPv4 and one in IPv6. */
#define PLACES_MAX (2 * LISTENERS_MAX)

/* Where a listener can be reached. */
struct place {
    struct ip ip;
    uint16_t port;
    bool is_tls;
};

/* A socket that hears queries, and the listeners that can be reached over it. */
struct ear {
    uv_udp_t udp;
    struct discovery *discovery;
    bool is_v6;
    uint16_t port;
    struct ip own[LISTENERS_MAX];
    struct voice {
        uv_udp_t *mouth;         /* what answers from there: udp, or one of mouths */
        uint16_t port, tls_port; /* what can be reached there; 0: nothing */
    } voice[LISTENERS_MAX];
    size_t n_own;
};

struct discovery {
    struct discovery_config config;
    uv_loop_t *loop;
    struct responder responder;
    struct network *networks; /* owned; what responder has */
    bool knows_networks;
    uint64_t networks_ms; /* when they were read */
    struct place place[PLACES_MAX];
    size_t n_places;
    struct ear ear[PLACES_MAX];
    size_t n_ears;
    uv_udp_t mouth[PLACES_MAX];
    size_t n_mouths;
    char packet[DISCOVERY_BYTES + 1]; /* what came; a byte more, so that too long is */
};

/* --- addresses --- */

static struct ip ip_of(const struct sockaddr *address) {
    struct ip ip = {.is_v6 = address->sa_family == AF_INET6};
    if (ip.is_v6) {
        const struct sockaddr_in6 *in6 =
            (const struct sockaddr_in6 *)(const void *)address;
        memcpy(ip.bytes, &in6->sin6_addr, 16);
        ip.interface = in6->sin6_scope_id;
    } else {
        const struct sockaddr_in *in4 = (const struct sockaddr_in *)(const void *)address;
        memcpy(ip.bytes, &in4->sin_addr, 4);
    }
    return ip;
}

static void to_sockaddr(const struct ip *ip, uint16_t port,
                        struct sockaddr_storage *address) {
    *address = (struct sockaddr_storage){0};
    if (ip->is_v6) {
        struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)address;
        in6->sin6_family = AF_INET6;
        in6->sin6_port = htons(port);
        in6->sin6_scope_id = ip->interface;
        memcpy(&in6->sin6_addr, ip->bytes, 16);
    } else {
        struct sockaddr_in *in4 = (struct sockaddr_in *)address;
        in4->sin_family = AF_INET;
        in4->sin_port = htons(port);
        memcpy(&in4->sin_addr, ip->bytes, 4);
    }
}

/* How many bits of a mask are set, from the first one on. */
static unsigned prefix_bits(const struct ip *mask) {
    unsigned bits = 0;
    while (bits < (mask->is_v6 ? 128U : 32U) &&
           (mask->bytes[bits / 8] >> (7 - bits % 8) & 1) != 0) {
        bits++;
    }
    return bits;
}

/* Learns on which networks we are.  When that fails, what was known stays. */
static void read_networks(struct discovery *discovery) {
    uv_interface_address_t *found;
    int n;
    discovery->networks_ms = uv_now(discovery->loop);
    discovery->knows_networks = true;
    if (uv_interface_addresses(&found, &n) != 0) {
        return;
    }
    free(discovery->networks);
    discovery->networks = mem_new((size_t)n + 1, sizeof *discovery->networks);
    for (int i = 0; i < n; i++) {
        struct ip mask = ip_of((const struct sockaddr *)&found[i].netmask);
        discovery->networks[i] = (struct network){
            .address = ip_of((const struct sockaddr *)&found[i].address),
            .prefix_bits = prefix_bits(&mask),
            .interface = if_nametoindex(found[i].name),
        };
    }
    uv_free_interface_addresses(found, n);
    discovery->responder.network = discovery->networks;
    discovery->responder.n_networks = (size_t)n;
}

/* --- hearing and answering --- */

static void answer(const struct discovery *discovery, const struct voice *voice,
                   const char *nonce, const struct sockaddr *to) {
    const struct discovery_config *config = &discovery->config;
    size_t n_players = config->n_players(config->owner);
    struct discovery_answer told = {
        .port = voice->port,
        .tls_port = voice->tls_port,
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
    int sent = uv_udp_try_send(voice->mouth, &buf, 1, to);
    if (sent < 0) {
        log_line(config->log, LOG_DEBUG, "discovery_not_sent error=%s",
                 uv_err_name(sent));
    }
}

/* libuv reads at most 32 packets before it looks at other sockets. */
static void on_packet(uv_udp_t *udp, ssize_t len, const uv_buf_t *buf,
                      const struct sockaddr *from, unsigned flags) {
    const struct ear *ear = udp->data;
    struct discovery *discovery = ear->discovery;
    if (len < 0 || from == NULL || (flags & UV_UDP_PARTIAL) != 0) {
        return;
    }
    uint64_t now_ms = uv_now(discovery->loop);
    if (!discovery->knows_networks || now_ms - discovery->networks_ms >= NETWORKS_MS) {
        read_networks(discovery);
    }
    struct ip source = ip_of(from);
    struct responder_packet packet = {buf->base, (size_t)len, &source, ear->own,
                                      ear->n_own};
    char nonce[DISCOVERY_ID_BYTES + 1];
    size_t own;
    if (responder_hear(&discovery->responder, &packet, now_ms, nonce, &own) ==
        RESPONDER_ANSWER) {
        answer(discovery, &ear->voice[own], nonce, from);
    }
}

static void on_room(uv_handle_t *udp, size_t suggested, uv_buf_t *buf) {
    const struct ear *ear = udp->data;
    (void)suggested;
    *buf = uv_buf_init(ear->discovery->packet, sizeof ear->discovery->packet);
}

/* --- opening --- */

static void add_place(struct discovery *discovery, struct place place) {
    assert(discovery->n_places < PLACES_MAX);
    discovery->place[discovery->n_places++] = place;
}

static void add_listener(struct discovery *discovery, const struct listeners *listeners,
                         size_t i) {
    const struct sockaddr *address = listeners_address(listeners, i);
    bool is_tls = listeners_is_tls(listeners, i);
    struct ip own = ip_of(address);
    uint16_t port = ntohs(own.is_v6 ? ((const struct sockaddr_in6 *)address)->sin6_port
                                    : ((const struct sockaddr_in *)address)->sin_port);
    add_place(discovery, (struct place){own, port, is_tls});
    if (own.is_v6 && ip_is_any(&own)) { /* it hears IPv4, too */
        add_place(discovery, (struct place){{.is_v6 = false}, port, is_tls});
    }
}

/* The port of this kind that can be reached wherever that place can; 0: none. */
static uint16_t port_at(const struct discovery *discovery, const struct place *at,
                        bool is_tls) {
    if (at->is_tls == is_tls) {
        return at->port;
    }
    for (size_t i = 0; i < discovery->n_places; i++) {
        const struct place *place = &discovery->place[i];
        if (place->is_tls == is_tls && place->ip.is_v6 == at->ip.is_v6 &&
            (ip_is_any(&place->ip) || ip_equal(&place->ip, &at->ip))) {
            return place->port;
        }
    }
    return 0;
}

/* The place can be reached over the ear of its family and port. */
static void add_to_ear(struct discovery *discovery, const struct place *place) {
    struct ear *ear = discovery->ear;
    struct ear *end = ear + discovery->n_ears;
    while (ear < end && (ear->is_v6 != place->ip.is_v6 || ear->port != place->port)) {
        ear++;
    }
    if (ear == end) {
        discovery->n_ears++;
        *ear = (struct ear){
            .discovery = discovery, .is_v6 = place->ip.is_v6, .port = place->port};
    }
    assert(ear->n_own < LISTENERS_MAX);
    ear->own[ear->n_own] = place->ip;
    ear->voice[ear->n_own++] = (struct voice){
        .port = port_at(discovery, place, false),
        .tls_port = port_at(discovery, place, true),
    };
}

static int bind_udp(struct discovery *discovery, uv_udp_t *udp, const struct ip *ip,
                    uint16_t port) {
    struct sockaddr_storage address;
    to_sockaddr(ip, port, &address);
    int error = uv_udp_init(discovery->loop, udp);
    assert(error == 0); /* makes no socket yet */
    return uv_udp_bind(udp, (struct sockaddr *)&address, ip->is_v6 ? UV_UDP_IPV6ONLY : 0);
}

/* What answers from this address.  Who hears broadcasts is bound to no address; an answer
 * from it would have one that the system chooses, where we may not listen. */
static uv_udp_t *open_mouth(struct ear *ear, const struct ip *own) {
    struct discovery *discovery = ear->discovery;
    if (ip_is_any(own) || discovery->n_mouths == PLACES_MAX) {
        return &ear->udp;
    }
    uv_udp_t *mouth = &discovery->mouth[discovery->n_mouths++];
    int error = bind_udp(discovery, mouth, own, 0);
    mouth->data = ear;
    if (error == 0) {
        return mouth;
    }
    log_line(discovery->config.log, LOG_WARN,
             "discovery_from_any_address port=%u error=%s", ear->port,
             uv_err_name(error));
    return &ear->udp;
}

static void open_ear(struct ear *ear) {
    const struct discovery *discovery = ear->discovery;
    const struct ip any = {.is_v6 = ear->is_v6};
    /* Nobody outside is to see a server that only this machine can reach. */
    bool is_inside = ear->n_own == 1 && ip_is_loopback(&ear->own[0]);
    const struct ip *at = is_inside ? &ear->own[0] : &any;
    int error = bind_udp(ear->discovery, &ear->udp, at, ear->port);
    ear->udp.data = ear;
    if (error == 0) {
        error = uv_udp_recv_start(&ear->udp, on_room, on_packet);
    }
    if (error != 0) {
        log_line(discovery->config.log, LOG_WARN,
                 "discovery_off port=%u family=%s error=%s", ear->port,
                 ear->is_v6 ? "IPv6" : "IPv4", uv_err_name(error));
        return;
    }
    for (size_t i = 0; i < ear->n_own; i++) {
        ear->voice[i].mouth = is_inside ? &ear->udp : open_mouth(ear, &ear->own[i]);
    }
}

struct discovery *discovery_new(uv_loop_t *loop, const struct discovery_config *config,
                                const struct listeners *listeners) {
    struct discovery *discovery = mem_new(1, sizeof *discovery);
    discovery->config = *config;
    discovery->loop = loop;
    responder_init(&discovery->responder, config->finds_burst, config->finds_per_s);
    for (size_t i = 0; i < listeners_n(listeners); i++) {
        add_listener(discovery, listeners, i);
    }
    for (size_t i = 0; i < discovery->n_places; i++) {
        add_to_ear(discovery, &discovery->place[i]);
    }
    for (size_t i = 0; i < discovery->n_ears; i++) {
        open_ear(&discovery->ear[i]);
    }
    return discovery;
}

void discovery_close(struct discovery *discovery) {
    for (size_t i = 0; i < discovery->n_ears; i++) {
        uv_close((uv_handle_t *)&discovery->ear[i].udp, NULL);
    }
    for (size_t i = 0; i < discovery->n_mouths; i++) {
        uv_close((uv_handle_t *)&discovery->mouth[i], NULL);
    }
    discovery->n_ears = discovery->n_mouths = 0;
}

void discovery_free(struct discovery *discovery) {
    if (discovery != NULL) {
        responder_fini(&discovery->responder);
        free(discovery->networks);
        free(discovery);
    }
}
