#include "server/bus/link.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

_Static_assert(BUS_KEY_BYTES == crypto_secretbox_KEYBYTES, "the key is secretbox's");

/* The clear text of a packet starts with its kind, sender slot and receiver slot. */
enum { KIND_HELLO = 'H', KIND_PART = 'P', KIND_LAST = 'L' };
#define FOR_ALL 255
/* Hello: the sender's epoch and the number of the hello; then a row for each node: slot,
 * the sender's life for it, its own life, the number of parts sent to it. */
#define HELLO_BYTES (3 + 8 + 8)
#define ROW_BYTES   (1 + 8 + 8 + 8)
/* Part: the lives of sender and receiver, the number of the part; then its bytes.
 * KIND_LAST ends a message. */
#define PART_BYTES (3 + 8 + 8 + 8)
#define SEAL_BYTES (crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES)

_Static_assert(SEAL_BYTES + PART_BYTES <= LINK_OVERHEAD &&
                   SEAL_BYTES + HELLO_BYTES + BUS_SLOTS * ROW_BYTES <= LINK_PACKET_MAX,
               "every packet has room");

/* A hello may overtake parts sent before it.  They count as lost if they are still
 * missing this long after it, in ms. */
#define LATE_MS (LINK_HELLO_MS / 2)

/* Our end of a link.  The upper half of a life is an epoch. */
struct peer {
    uint64_t life;        /* ours; 0: we never heard from this node */
    uint64_t its;         /* the node's own, as it last said; 0: the node is silent */
    uint64_t dead;        /* packets of epochs up to this one are dropped */
    uint64_t n_hellos;    /* number of the last hello of that epoch */
    uint64_t heard_ms;    /* when the node was last heard */
    uint64_t sent, heard; /* numbers of the last parts in the current lives */
    uint64_t told;        /* how many parts it has sent, by its hello */
    uint64_t told_ms;     /* when that hello came */
    bool is_up;
    bool is_lost; /* a send failed: reset at the next tick */
    struct partial {
        uint8_t *bytes; /* owned; NULL: none */
        size_t n, cap;
    } partial; /* an incomplete message */
};

struct links {
    struct links_config config;
    bool is_carried;    /* the transport works */
    uint64_t n_packets; /* packets sealed so far; makes each nonce unique */
    uint64_t n_hellos;  /* hellos sent so far */
    uint64_t hello_ms;  /* when the last one was sent */
    uint64_t hello_at;  /* when the next one is due */
    struct peer peer[BUS_SLOTS];
    struct links_counts counts;
    uint8_t in[LINK_PACKET_MAX];     /* a received packet, opened */
    uint8_t out[LINK_PACKET_MAX];    /* a packet to send, not yet sealed */
    uint8_t sealed[LINK_PACKET_MAX]; /* the same packet, sealed */
};

/* --- bytes --- */

static uint8_t *put(uint8_t *to, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        to[i] = (uint8_t)(value >> (8 * i));
    }
    return to + 8;
}

static uint64_t get(const uint8_t *at) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--) {
        value = value << 8 | at[i];
    }
    return value;
}

void links_name(const uint8_t key[static BUS_KEY_BYTES],
                char name[static LINKS_NAME_BYTES]) {
    static const uint8_t what[] = "alea: name of the bus";
    uint8_t hash[crypto_generichash_BYTES_MIN];
    crypto_generichash(hash, sizeof hash, what, sizeof what, key, BUS_KEY_BYTES);
    sodium_bin2hex(name, LINKS_NAME_BYTES, hash, (LINKS_NAME_BYTES - 1) / 2);
}

/* --- sending --- */

/* Seals the first n bytes of links->out, and sends them. */
static bool send_out(struct links *links, int to, size_t n) {
    uint8_t *nonce = links->sealed;
    memcpy(nonce, links->config.nonce, sizeof links->config.nonce);
    put(nonce + sizeof links->config.nonce, links->n_packets++);
    crypto_secretbox_easy(links->sealed + crypto_secretbox_NONCEBYTES, links->out, n,
                          nonce, links->config.key);
    const struct transport *transport = &links->config.transport;
    links->counts.sent_bytes += (int64_t)(SEAL_BYTES + n);
    return transport->send(transport->owner, to, links->sealed, SEAL_BYTES + n);
}

static uint8_t *begin(struct links *links, int kind, int to) {
    links->out[0] = (uint8_t)kind;
    links->out[1] = (uint8_t)links->config.slot;
    links->out[2] = (uint8_t)to;
    return links->out + 3;
}

static void say_hello(struct links *links, uint64_t now_ms) {
    uint8_t *to = put(begin(links, KIND_HELLO, FOR_ALL), links->config.epoch);
    to = put(to, ++links->n_hellos);
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        const struct peer *peer = &links->peer[slot];
        if (peer->life != 0) {
            *to++ = (uint8_t)slot;
            to = put(put(put(to, peer->life), peer->its), peer->sent);
        }
    }
    (void)send_out(links, BUS_ALL, (size_t)(to - links->out)); /* hellos repeat */
    links->hello_ms = now_ms;
    links->hello_at = now_ms + LINK_HELLO_MS;
}

/* Schedules a hello as soon as LINK_ANSWER_MS allows. */
static void hurry(struct links *links, uint64_t now_ms) {
    uint64_t at = links->hello_ms + LINK_ANSWER_MS;
    at = at > now_ms ? at : now_ms;
    links->hello_at = at < links->hello_at ? at : links->hello_at;
}

static void send_message(struct links *links, int slot, const uint8_t *bytes, size_t n) {
    struct peer *peer = &links->peer[slot];
    if (!peer->is_up || peer->is_lost) {
        return;
    }
    peer->is_lost = n == 0 || n > LINK_MESSAGE_MAX;
    links->counts.sent++;
    for (size_t done = 0; done < n && !peer->is_lost;) {
        size_t some = n - done < LINK_PART_MAX ? n - done : LINK_PART_MAX;
        int kind = done + some == n ? KIND_LAST : KIND_PART;
        uint8_t *to = put(begin(links, kind, slot), peer->life);
        to = put(put(to, peer->its), ++peer->sent);
        memcpy(to, bytes + done, some);
        peer->is_lost = !send_out(links, slot, PART_BYTES + some);
        done += some;
    }
}

static void publish(void *owner, int to, const void *bytes, size_t n) {
    struct links *links = owner;
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        if (to == BUS_ALL || to == slot) {
            send_message(links, slot, bytes, n);
        }
    }
}

/* --- up and down --- */

static void drop_partial(struct peer *peer) {
    free(peer->partial.bytes);
    peer->partial = (struct partial){.n = 0};
}

static void set_up(struct links *links, struct peer *peer, bool is_up) {
    bool was_up = peer->is_up;
    peer->is_up = is_up;
    peer->is_lost = false;
    if (was_up != is_up) {
        links->counts.resets += was_up;
        links->config.ops->peer(links->config.owner, (int)(peer - links->peer), is_up);
    }
}

/* Forgets the state of both current lives. */
static void end_lives(struct links *links, struct peer *peer) {
    peer->sent = peer->heard = peer->told = 0;
    drop_partial(peer);
    set_up(links, peer, false);
}

static void reset(struct links *links, struct peer *peer, uint64_t now_ms) {
    peer->life++;
    end_lives(links, peer);
    hurry(links, now_ms);
}

/* Does not hurry the hello: only that node needs to know our new life. */
static void mute(void *owner, int slot, uint64_t epoch) {
    struct links *links = owner;
    struct peer *peer = &links->peer[slot];
    peer->dead = epoch > peer->dead ? epoch : peer->dead;
    if (peer->its != 0 && peer->its >> 32 <= epoch) {
        peer->life++;
        peer->its = peer->n_hellos = 0;
        end_lives(links, peer);
    }
}

/* Handles the lives in a packet: the node's own, and ours as it knows it.  False: the
 * packet is old. */
static bool meet(struct links *links, struct peer *peer, uint64_t its, uint64_t ours,
                 uint64_t now_ms) {
    if (its < peer->its || its >> 32 <= peer->dead) {
        return false;
    }
    if (peer->life == 0) {
        peer->life = links->config.epoch << 32 | 1;
    }
    if (its > peer->its) {
        bool is_new_epoch = its >> 32 > peer->its >> 32;
        peer->n_hellos = is_new_epoch ? 0 : peer->n_hellos;
        peer->its = its;
        end_lives(links, peer);
        hurry(links, now_ms);
    }
    peer->heard_ms = now_ms;
    if (ours == peer->life) {
        set_up(links, peer, true);
    }
    return true;
}

/* --- receiving --- */

/* The row about us in a hello of n bytes; NULL: there is none. */
static const uint8_t *own_row(const struct links *links, size_t n) {
    for (size_t at = HELLO_BYTES; at < n; at += ROW_BYTES) {
        if (links->in[at] == links->config.slot) {
            return links->in + at;
        }
    }
    return NULL;
}

/* Whether parts are missing.  sent: how many the node says that it has sent. */
static bool is_late(struct peer *peer, uint64_t sent, uint64_t now_ms) {
    if (peer->told > peer->heard) {
        return now_ms - peer->told_ms >= LATE_MS;
    }
    peer->told = sent;
    peer->told_ms = now_ms;
    return false;
}

/* False: the packet is invalid or old. */
static bool take_hello(struct links *links, struct peer *peer, size_t n,
                       uint64_t now_ms) {
    if (links->in[2] != FOR_ALL || n < HELLO_BYTES ||
        (n - HELLO_BYTES) % ROW_BYTES != 0) {
        return false;
    }
    uint64_t epoch = get(links->in + 3), number = get(links->in + 11);
    const uint8_t *row = own_row(links, n);
    uint64_t its = row != NULL ? get(row + 1) : epoch << 32;
    bool is_old = its >> 32 == peer->its >> 32 && number <= peer->n_hellos;
    if (epoch == 0 || its >> 32 != epoch || is_old ||
        !meet(links, peer, its, row != NULL ? get(row + 9) : 0, now_ms)) {
        return false;
    }
    peer->n_hellos = number;
    if (peer->is_up && row != NULL && is_late(peer, get(row + 17), now_ms)) {
        reset(links, peer, now_ms);
    }
    return true;
}

/* Appends a part to an incomplete message.  False: the message would be too long. */
static bool add_partial(struct partial *partial, const uint8_t *bytes, size_t n) {
    if (n > LINK_MESSAGE_MAX - partial->n) {
        return false;
    }
    while (partial->n + n > partial->cap) {
        partial->cap = partial->cap == 0 ? 2 * LINK_PART_MAX : 2 * partial->cap;
        partial->bytes = mem_grow(partial->bytes, partial->cap, 1);
    }
    memcpy(partial->bytes + partial->n, bytes, n);
    partial->n += n;
    return true;
}

/* Adds the next part of a message.  After the last part delivers the message. */
static void take_bytes(struct links *links, struct peer *peer, const uint8_t *bytes,
                       size_t n, uint64_t now_ms) {
    bool is_last = links->in[0] == KIND_LAST, is_whole = is_last && peer->partial.n == 0;
    if (!is_whole && !add_partial(&peer->partial, bytes, n)) {
        reset(links, peer, now_ms);
        return;
    }
    if (!is_last) {
        return;
    }
    struct partial all = peer->partial;
    peer->partial = (struct partial){.n = 0};
    links->counts.received++;
    links->config.ops->received(links->config.owner, (int)(peer - links->peer),
                                is_whole ? bytes : all.bytes, is_whole ? n : all.n);
    free(all.bytes);
}

/* False: the packet is invalid, old or a repeat. */
static bool take_part(struct links *links, struct peer *peer, size_t n, uint64_t now_ms) {
    if (links->in[2] != links->config.slot || n <= PART_BYTES) {
        return false;
    }
    uint64_t its = get(links->in + 3), ours = get(links->in + 11);
    uint64_t number = get(links->in + 19);
    bool is_ours = peer->life != 0 && ours == peer->life;
    if (!is_ours || !meet(links, peer, its, ours, now_ms) || number <= peer->heard) {
        return false;
    }
    if (number > peer->heard + 1) {
        reset(links, peer, now_ms);
        return true;
    }
    peer->heard = number;
    take_bytes(links, peer, links->in + PART_BYTES, n - PART_BYTES, now_ms);
    return true;
}

static bool take(struct links *links, const uint8_t *packet, size_t n, uint64_t now_ms) {
    if (n < SEAL_BYTES + 3 || n > LINK_PACKET_MAX ||
        crypto_secretbox_open_easy(links->in, packet + crypto_secretbox_NONCEBYTES,
                                   n - crypto_secretbox_NONCEBYTES, packet,
                                   links->config.key) != 0) {
        return false;
    }
    uint8_t kind = links->in[0], from = links->in[1];
    if (from >= BUS_SLOTS || from == links->config.slot) {
        return false;
    }
    n -= SEAL_BYTES;
    return kind == KIND_HELLO ? take_hello(links, &links->peer[from], n, now_ms)
           : kind == KIND_PART || kind == KIND_LAST
               ? take_part(links, &links->peer[from], n, now_ms)
               : false;
}

void links_receive(struct links *links, const void *packet, size_t n, uint64_t now_ms) {
    links->counts.received_bytes += (int64_t)n;
    links->counts.refused += !links->is_carried || !take(links, packet, n, now_ms);
}

/* --- time --- */

void links_bus_is(struct links *links, bool is_up, uint64_t now_ms) {
    links->is_carried = is_up;
    for (int slot = 0; slot < BUS_SLOTS && !is_up; slot++) {
        if (links->peer[slot].is_up) {
            reset(links, &links->peer[slot], now_ms);
        }
    }
    hurry(links, now_ms);
}

void links_tick(struct links *links, uint64_t now_ms) {
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        struct peer *peer = &links->peer[slot];
        bool is_silent = peer->its != 0 && now_ms - peer->heard_ms >= LINK_SILENT_MS;
        if (is_silent) {
            peer->its = peer->n_hellos = 0;
        }
        if (is_silent || peer->is_lost) {
            reset(links, peer, now_ms);
        }
    }
    if (links->is_carried && now_ms >= links->hello_at) {
        say_hello(links, now_ms);
    }
}

uint64_t links_deadline(const struct links *links) {
    uint64_t at = links->is_carried ? links->hello_at : UINT64_MAX;
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        const struct peer *peer = &links->peer[slot];
        uint64_t silent_at = peer->heard_ms + LINK_SILENT_MS;
        if (peer->is_lost) {
            return 0;
        }
        at = peer->its != 0 && silent_at < at ? silent_at : at;
    }
    return at;
}

/* --- the rest --- */

struct links *links_new(const struct links_config *config, uint64_t now_ms) {
    assert(config->slot >= 0 && config->slot < BUS_SLOTS);
    assert(config->epoch > 0 && config->epoch < UINT32_MAX);
    struct links *links = mem_new(1, sizeof *links);
    links->config = *config;
    links->is_carried = true;
    links->hello_at = now_ms;
    return links;
}

void links_free(struct links *links) {
    if (links == NULL) {
        return;
    }
    for (int slot = 0; slot < BUS_SLOTS; slot++) {
        drop_partial(&links->peer[slot]);
    }
    sodium_memzero(links->config.key, sizeof links->config.key);
    free(links);
}

struct bus links_bus(struct links *links) {
    return (struct bus){links, publish, mute};
}

bool links_is_up(const struct links *links, int slot) {
    return links->peer[slot].is_up;
}

const struct links_counts *links_counts(const struct links *links) {
    return &links->counts;
}
