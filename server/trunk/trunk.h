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
void *trunk_owner(const struct trunk *trunk);
bool trunk_has_met(const struct trunk *trunk);
/* What the other end calls itself, cleaned for the log; "" until it has met us. */
const char *trunk_name(const struct trunk *trunk);
/* What it announces; borrowed. */
const struct front_ways *trunk_ways(const struct trunk *trunk);
/* Its address without the port; "here": a Unix socket. */
const char *trunk_peer(const struct trunk *trunk);
/* Which read this is, from 1: the same for all frames that came at once. */
uint64_t trunk_turn(const struct trunk *trunk);
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
