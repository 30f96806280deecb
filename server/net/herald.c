#include "server/net/herald.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

static const struct rate_rule of_source = {HERALD_SOURCE_BURST, HERALD_SOURCE_PER_S,
                                           1000};

void herald_init(struct herald *herald, int64_t burst, int64_t per_s) {
    /* What can be answered while a spent bucket fills again, and the one that is. */
    int64_t most = burst + per_s * HERALD_SOURCE_BURST / HERALD_SOURCE_PER_S + 1;
    *herald = (struct herald){
        .of_all = {burst, per_s, 1000},
        .source = mem_new((size_t)most, sizeof *herald->source),
        .n_sources = (size_t)most,
    };
}

void herald_fini(struct herald *herald) {
    free(herald->source);
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

bool herald_is_near(const struct herald *herald, const struct ip *from,
                    const struct ip *own) {
    if (from->is_v6 != own->is_v6) {
        return false;
    }
    if (ip_is_loopback(from) || ip_is_loopback(own)) {
        return ip_is_loopback(from) && (ip_is_any(own) || ip_is_loopback(own));
    }
    for (size_t i = 0; i < herald->n_networks; i++) {
        const struct network *network = &herald->network[i];
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
           now_ms - rate->at_ms >= (uint64_t)rate->spent / HERALD_SOURCE_PER_S + 1;
}

/* The bucket of an address, a new one if it has none; NULL: there is no room. */
static struct rate *find_source(struct herald *herald, const struct ip *ip,
                                uint64_t now_ms) {
    struct herald_source *room = NULL;
    for (size_t i = 0; i < herald->n_sources; i++) {
        struct herald_source *source = &herald->source[i];
        if (is_full(&source->rate, now_ms)) {
            room = source;
        } else if (ip_equal(&source->ip, ip)) {
            return &source->rate;
        }
    }
    if (room == NULL) {
        return NULL;
    }
    *room = (struct herald_source){.ip = *ip};
    return &room->rate;
}

static bool may_answer(struct herald *herald, const struct ip *to, uint64_t now_ms) {
    struct rate *rate = find_source(herald, to, now_ms);
    if (rate == NULL || rate_take(rate, &of_source, 1, now_ms) > 0) {
        return false;
    }
    if (rate_take(&herald->in_all, &herald->of_all, 1, now_ms) > 0) {
        rate_give_back(rate, &of_source, 1);
        return false;
    }
    return true;
}

enum herald_verdict herald_hear(struct herald *herald, const struct herald_packet *packet,
                                uint64_t now_ms,
                                char nonce[static DISCOVERY_ID_BYTES + 1],
                                size_t *own_index) {
    if (!discovery_read_query(packet->bytes, packet->len, nonce)) {
        return HERALD_NO_QUERY;
    }
    size_t i = 0;
    while (i < packet->n_own && !herald_is_near(herald, packet->from, &packet->own[i])) {
        i++;
    }
    if (i == packet->n_own) {
        return HERALD_FAR;
    }
    *own_index = i;
    return may_answer(herald, packet->from, now_ms) ? HERALD_ANSWER : HERALD_TOO_OFTEN;
}
