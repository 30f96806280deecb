/* What a node hears on the bus: records of a length, a time in 10 ms, and so many bytes,
 * which are sealed as if node 0 to 62 had sent them.  Whatever they are, a message comes
 * only from a node that is up, and node 63 can still be met. */
#include "tests/fuzz/fuzz.h"

#include <sodium.h>

#include "server/bus/link.h"

#define GOOD (BUS_SLOTS - 1)

struct node {
    struct links *links;
    uint64_t now_ms;
    bool is_up[BUS_SLOTS];
    uint8_t sent[LINK_PACKET_MAX]; /* to be delivered */
    size_t n;
    unsigned n_messages; /* of node GOOD */
};

static bool carry(void *owner, int to, const void *bytes, size_t n) {
    struct node *node = owner;
    assert(to >= BUS_ALL && to < BUS_SLOTS && n <= LINK_PACKET_MAX);
    memcpy(node->sent, bytes, n);
    node->n = n;
    return true;
}

static void on_received(void *owner, int from, const void *bytes, size_t n) {
    struct node *node = owner;
    assert(n > 0 && bytes != NULL && node->is_up[from]);
    node->n_messages += from == GOOD;
}

static void on_peer(void *owner, int slot, bool is_up) {
    struct node *node = owner;
    assert(node->is_up[slot] != is_up);
    node->is_up[slot] = is_up;
}

static const struct bus_ops ops = {on_received, on_peer};

static const uint8_t key[BUS_KEY_BYTES] = "of the bus";

static void start(struct node *node, int slot) {
    struct links_config config = {
        .slot = slot, .epoch = 1, .transport = {node, carry}, .ops = &ops, .owner = node};
    memcpy(config.key, key, sizeof key);
    config.nonce[0] = (uint8_t)slot;
    node->links = links_new(&config, node->now_ms);
}

/* Seals what a stranger says, and hands it to the node. */
static void hear(struct node *node, const uint8_t *clear, size_t n) {
    static const uint8_t nonce[crypto_secretbox_NONCEBYTES] = "any";
    uint8_t packet[sizeof nonce + crypto_secretbox_MACBYTES + UINT8_MAX];
    memcpy(packet, nonce, sizeof nonce);
    crypto_secretbox_easy(packet + sizeof nonce, clear, n, nonce, key);
    links_receive(node->links, packet, sizeof nonce + crypto_secretbox_MACBYTES + n,
                  node->now_ms);
}

/* Lets time pass, to what the node has to do. */
static void tick(struct node *node, uint64_t now_ms) {
    node->now_ms = now_ms;
    node->n = 0;
    if (links_deadline(node->links) <= now_ms) {
        links_tick(node->links, now_ms);
        assert(links_deadline(node->links) > now_ms);
    }
}

static void meet(struct node *node, struct node *good) {
    for (unsigned i = 0; i < 50; i++) {
        tick(node, node->now_ms + 20);
        tick(good, node->now_ms);
        links_receive(good->links, node->sent, node->n, node->now_ms);
        links_receive(node->links, good->sent, good->n, node->now_ms);
    }
    struct bus bus = links_bus(good->links);
    bus.publish(bus.owner, 5, "well?", 5);
    links_receive(node->links, good->sent, good->n, node->now_ms);
    assert(node->is_up[GOOD] && good->is_up[5] && node->n_messages == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct node node, good;
    node = good = (struct node){.now_ms = 1000};
    start(&node, 5);
    start(&good, GOOD);
    while (size >= 2) {
        size_t n = data[0] < size - 2 ? data[0] : size - 2;
        tick(&node, node.now_ms + (uint64_t)data[1] * 10);
        if (n < 2 || data[3] != GOOD) {
            hear(&node, data + 2, n);
        }
        links_receive(node.links, data, n, node.now_ms);
        data += n + 2;
        size -= n + 2;
    }
    meet(&node, &good);
    links_free(node.links);
    links_free(good.links);
    return 0;
}
