#include "server/net/responder.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static const struct rate_rule of_source = {RESPONDER_SOURCE_BURST, RESPONDER_SOURCE_PER_S,
                                           1000};

void responder_init(struct responder *responder, int64_t burst, int64_t per_s) {
    /* What can be answered while a spent bucket fills again, and the one that is. */
    int64_t most = burst + per_s * RESPONDER_SOURCE_BURST / RESPONDER_SOURCE_PER_S + 1;
    *responder = (struct responder){
        .of_all = {burst, per_s, 1000},
        .source = mem_new((size_t)most, sizeof *responder->source),
        .n_sources = (size_t)most,
    };
}

void responder_fini(struct responder *responder) {
    free(responder->source);
}

/* --- addresses --- */

bool ip_is_any(const struct ip *ip) {
    static const uint8_t zero[sizeof ip->bytes];
    return memcmp(ip->bytes, zero, sizeof zero) == 0;
}

bool ip_is_loopback(const struct ip *ip) {
    static const uint8_t one[sizeof ip->bytes] = {[15] = 1};
    return ip->is_v6 ? memcmp(ip->bytes, one, sizeof one) == 0 : ip->bytes[0] == 127;
}

static bool is_link_local_v6(const struct ip *ip) {
    return ip->is_v6 && ip->bytes[0] == 0xfe && (ip->bytes[1] & 0xc0) == 0x80;
}

bool ip_equal(const struct ip *a, const struct ip *b) {
    return a->is_v6 == b->is_v6 && a->interface == b->interface &&
           memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

static bool have_prefix(const struct ip *a, const struct ip *b, unsigned bits) {
    unsigned whole = bits / 8;
    unsigned rest = bits % 8;
    return memcmp(a->bytes, b->bytes, whole) == 0 &&
           (rest == 0 || (a->bytes[whole] ^ b->bytes[whole]) >> (8 - rest) == 0);
}

static bool network_has(const struct network *network, const struct ip *ip) {
    if (network->address.is_v6 != ip->is_v6) {
        return false;
    }
    /* fe80::/10 is the same on every link: the interface tells them apart. */
    return is_link_local_v6(ip)
               ? network->interface == ip->interface
               : have_prefix(&network->address, ip, network->prefix_bits);
}

bool responder_is_near(const struct responder *responder, const struct ip *from,
                       const struct ip *own) {
    if (from->is_v6 != own->is_v6) {
        return false;
    }
    if (ip_is_loopback(from) || ip_is_loopback(own)) {
        return ip_is_loopback(from) && (ip_is_any(own) || ip_is_loopback(own));
    }
    for (size_t i = 0; i < responder->n_networks; i++) {
        const struct network *network = &responder->network[i];
        if ((ip_is_any(own) || ip_equal(&network->address, own)) &&
            network_has(network, from)) {
            return true;
        }
    }
    return false;
}

/* --- how often --- */

/* Whether the bucket has filled again, so that it says no more than a new one. */
static bool is_full(const struct rate *rate, uint64_t now_ms) {
    return rate->spent == 0 ||
           now_ms - rate->at_ms >= (uint64_t)rate->spent / RESPONDER_SOURCE_PER_S + 1;
}

/* The bucket of an address, a new one if it has none; NULL: there is no room. */
static struct rate *find_source(struct responder *responder, const struct ip *ip,
                                uint64_t now_ms) {
    struct responder_source *room = NULL;
    for (size_t i = 0; i < responder->n_sources; i++) {
        struct responder_source *source = &responder->source[i];
        if (is_full(&source->rate, now_ms)) {
            room = source;
        } else if (ip_equal(&source->ip, ip)) {
            return &source->rate;
        }
    }
    if (room == NULL) {
        return NULL;
    }
    *room = (struct responder_source){.ip = *ip};
    return &room->rate;
}

static bool may_answer(struct responder *responder, const struct ip *to,
                       uint64_t now_ms) {
    struct rate *rate = find_source(responder, to, now_ms);
    if (rate == NULL || rate_take(rate, &of_source, 1, now_ms) > 0) {
        return false;
    }
    if (rate_take(&responder->in_all, &responder->of_all, 1, now_ms) > 0) {
        rate_give_back(rate, &of_source, 1);
        return false;
    }
    return true;
}

enum responder_verdict responder_hear(struct responder *responder,
                                      const struct responder_packet *packet,
                                      uint64_t now_ms,
                                      char nonce[static DISCOVERY_ID_BYTES + 1],
                                      size_t *own_index) {
    if (!discovery_read_query(packet->bytes, packet->len, nonce)) {
        return RESPONDER_NO_QUERY;
    }
    size_t i = 0;
    while (i < packet->n_own &&
           !responder_is_near(responder, packet->from, &packet->own[i])) {
        i++;
    }
    if (i == packet->n_own) {
        return RESPONDER_FAR;
    }
    *own_index = i;
    return may_answer(responder, packet->from, now_ms) ? RESPONDER_ANSWER
                                                       : RESPONDER_TOO_OFTEN;
}
