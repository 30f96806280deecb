#include "server/net/responder.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(RESPONDER_KEY_BYTES == crypto_shorthash_KEYBYTES, "size of the hash key");
_Static_assert(sizeof(struct ip) == 20, "no padding: an address is hashed as bytes");

const struct ip ip_any_v4 = {.bytes = {[10] = 0xff, [11] = 0xff}}, ip_any_v6;

void responder_init(struct responder *responder, int64_t burst, int64_t per_s,
                    const uint8_t key[static RESPONDER_KEY_BYTES]) {
    *responder = (struct responder){.all_rule = {burst, per_s, 1000}};
    memcpy(responder->key, key, sizeof responder->key);
}

void responder_add(struct responder *responder, struct place place) {
    assert(responder->n_places < PLACES_MAX);
    responder->place[responder->n_places++] = place;
}

/* --- addresses --- */

static bool is_same(const struct ip *a, const struct ip *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

bool ip_is_v6(const struct ip *ip) {
    return memcmp(ip->bytes, ip_any_v4.bytes, 12) != 0;
}

bool ip_is_any(const struct ip *ip) {
    return is_same(ip, &ip_any_v4) || is_same(ip, &ip_any_v6);
}

bool ip_is_loopback(const struct ip *ip) {
    static const struct ip one = {.bytes[15] = 1};
    return ip_is_v6(ip) ? is_same(ip, &one) : ip->bytes[12] == 127;
}

static bool network_has(const struct network *network, const struct ip *ip) {
    /* fe80::/10 is the same on every link: the interface tells them apart. */
    if (ip->bytes[0] == 0xfe && (ip->bytes[1] & 0xc0) == 0x80) {
        return ip_is_v6(&network->address) && network->interface == ip->interface;
    }
    bool has = ip_is_v6(&network->address) == ip_is_v6(ip);
    for (size_t i = 0; i < sizeof ip->bytes; i++) {
        has = has && ((network->address.bytes[i] ^ ip->bytes[i]) & network->mask[i]) == 0;
    }
    return has;
}

bool responder_is_near(const struct responder *responder, const struct ip *from,
                       const struct ip *own) {
    if (ip_is_v6(from) != ip_is_v6(own)) {
        return false;
    }
    if (ip_is_loopback(from) || ip_is_loopback(own)) {
        return ip_is_loopback(from) && (ip_is_any(own) || ip_is_loopback(own));
    }
    for (size_t i = 0; i < responder->n_networks; i++) {
        const struct network *network = &responder->network[i];
        if ((ip_is_any(own) || is_same(&network->address, own)) &&
            network_has(network, from)) {
            return true;
        }
    }
    return false;
}

/* --- rates --- */

static bool may_answer(struct responder *responder, const struct ip *to,
                       uint64_t now_ms) {
    static const struct rate_rule rule = {RESPONDER_SOURCE_BURST, RESPONDER_SOURCE_PER_S,
                                          1000};
    uint64_t hash;
    crypto_shorthash((unsigned char *)&hash, (const unsigned char *)to, sizeof *to,
                     responder->key);
    struct rate *rate = &responder->source[hash % RESPONDER_SOURCES];
    if (rate_take(rate, &rule, 1, now_ms) > 0) {
        return false;
    }
    if (rate_take(&responder->all, &responder->all_rule, 1, now_ms) > 0) {
        rate_give_back(rate, &rule, 1);
        return false;
    }
    return true;
}

/* --- answers --- */

const struct place *responder_choose(struct responder *responder, const struct ip *from,
                                     uint16_t port, uint64_t now_ms) {
    for (size_t i = 0; i < responder->n_places; i++) {
        const struct place *place = &responder->place[i];
        if (place->port == port && responder_is_near(responder, from, &place->ip)) {
            return may_answer(responder, from, now_ms) ? place : NULL;
        }
    }
    return NULL;
}

uint16_t responder_port(const struct responder *responder, const struct place *at,
                        bool is_tls) {
    if (at->is_tls == is_tls) {
        return at->port;
    }
    for (size_t i = 0; i < responder->n_places; i++) {
        const struct place *place = &responder->place[i];
        if (place->is_tls == is_tls && ip_is_v6(&place->ip) == ip_is_v6(&at->ip) &&
            (ip_is_any(&place->ip) || is_same(&place->ip, &at->ip))) {
            return place->port;
        }
    }
    return 0;
}
