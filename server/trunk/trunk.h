/* A trunk: one connection between a front and the hub, whose frames (wire.h) go in
 * encrypted packets (cipher.h).  gate.h is the hub's end, server/front the other one. */
#ifndef ALEA_SERVER_TRUNK_TRUNK_H
#define ALEA_SERVER_TRUNK_TRUNK_H

#include <uv.h>

#include "server/trunk/cipher.h"
#include "server/trunk/wire.h"

/* How often trunk_tick is called, in ms. */
#define TRUNK_TICK_MS 1000
/* Ticks without a byte after which a trunk is cut: the other end hangs, or the network is
 * gone.  A standstill of our own process counts as one tick. */
#define TRUNK_SILENT_TICKS 10
#define TRUNK_SILENT_TEXT  "it is silent"
/* The same until the other end has proven its key and said hello. */
#define TRUNK_MEET_TICKS 5
/* Unsent bytes that cut a trunk whose other end takes nothing for a tick: less than a
 * minute of what a busy hub sends.  Each client's own limit (queue_bytes) comes long
 * before. */
#define TRUNK_UNSENT_BYTES ((size_t)64 * 1024 * 1024)

struct trunk;

struct trunk_ops {
    /* The other end has proven its key, and said hello. */
    void (*met)(struct trunk *trunk);
    /* Another frame.  False: it is wrong, which cuts the trunk. */
    bool (*frame)(struct trunk *trunk, const struct trunk_frame *frame);
    /* Everything read at once was handled. */
    void (*heard)(struct trunk *trunk);
    /* It is cut, or the other end said goodbye: why.  It frees itself later; the last
     * call. */
    void (*closed)(struct trunk *trunk, const char *why);
};

/* Bytes read at once. */
#define TRUNK_READ_BYTES 65536

/* One end of a trunk.  Others read the first part. */
struct trunk {
    uv_tcp_t stream; /* must be first, to cast to the trunk; may be a Unix socket */
    void *owner;
    bool has_met;                    /* ops->met was called */
    char name[TRUNK_NAME_BYTES + 1]; /* of the other end; "": it has not met us */
    struct front_ways ways;          /* that we announce; then, of the other end */
    char peer[ADDRESS_BYTES];        /* its address without the port; "here": a socket */
    uint64_t turn; /* which read this is, from 1: the same for all that came at once */
    /* Private. */
    const struct trunk_ops *ops;
    struct cipher cipher;
    char own_name[TRUNK_NAME_BYTES + 1];
    char why[TRUNK_REASON_BYTES + 1]; /* it said goodbye; "": it did not */
    bool has_begun;                   /* the greeting came: packets may be sent */
    bool is_ending;                   /* the last packet is sent */
    unsigned silent;                  /* ticks since the last byte, or since the end */
    unsigned n_written, n_written_before; /* packets that had to wait; at the last tick */
    size_t n_text;
    uint8_t text[CIPHER_TEXT_BYTES]; /* frames, not yet in a packet */
    char read_buf[TRUNK_READ_BYTES];
};

struct trunk_config {
    const struct trunk_ops *ops;
    void *owner;
    enum cipher_role role;         /* our own */
    const uint8_t *key;            /* TRUNK_KEY_BYTES; NULL: none; copied */
    const char *name;              /* what the other end calls us; copied */
    const struct front_ways *ways; /* what a front announces; NULL: nothing; copied */
};

/* A trunk over this socket, which may still be connecting; takes fd.  NULL: that
 * failed. */
struct trunk *trunk_open(uv_loop_t *loop, int fd, const struct trunk_config *config);
/* Adds a frame whose rest has n bytes (at most 65,535), and returns where to write it at
 * once.  Call trunk_flush later.  After the end, what is written goes nowhere. */
uint8_t *trunk_put(struct trunk *trunk, uint64_t channel, enum trunk_kind kind, size_t n);
/* Sends all frames. */
void trunk_flush(struct trunk *trunk);
/* Call it every TRUNK_TICK_MS.  players goes to the other end. */
void trunk_tick(struct trunk *trunk, uint32_t players);
/* Says goodbye, and closes it when that is sent, or at the next tick but one. */
void trunk_end(struct trunk *trunk, const char *why);
/* Closes it now. */
void trunk_cut(struct trunk *trunk, const char *why);

#endif
