/* The hub's end of its trunks: their channels are connections that a link carries, so
 * that nothing behind server/conn can tell them from others. */
#ifndef ALEA_SERVER_TRUNK_GATE_H
#define ALEA_SERVER_TRUNK_GATE_H

#include "server/base/log.h"
#include "server/conn/conn.h"
#include "server/trunk/trunk.h"

/* Most fronts at once, with connections that may become one.  When a newcomer finds no
 * place, the oldest that has not proven the key goes. */
#define GATE_TRUNKS_MAX FRONTS_MAX

struct gate;

struct gate_config {
    const struct log *log;      /* borrowed */
    const uint8_t *key;         /* TRUNK_KEY_BYTES; NULL: none; borrowed */
    const char *name;           /* what fronts call us; borrowed */
    struct conn_shared *shared; /* of the connections; borrowed */
    struct front_ways *ways;    /* FRONTS_MAX, kept as fronts announce them; borrowed */
    /* A front has a new client. */
    void (*open)(void *owner, struct conn *conn, const struct trunk_open *open,
                 const char *front);
    /* Bytes have come, perhaps not yet a whole packet. */
    void (*heard)(void *owner);
    size_t (*n_players)(void *owner);
    void *owner;
};

/* Copies config.  Returns owned. */
struct gate *gate_new(uv_loop_t *loop, const struct gate_config *config);
/* A connection from a front, perhaps; takes fd.  False: it cannot be served. */
bool gate_accept(struct gate *gate, int fd);
/* The index of its front in the ways of the gate. */
size_t gate_front_of(const struct conn *conn);
/* Lets its front remember n bytes, at most TRUNK_MEMORY_BYTES, for the time when the
 * front opens this channel again at another hub.  Does nothing if no link carries it. */
void gate_remember(struct conn *conn, const void *memory, size_t n);
/* Sends what has been queued.  Call it at the end of each turn. */
void gate_flush(struct gate *gate);
/* From now on, nothing that fronts send is handled. */
void gate_stop(struct gate *gate);
/* Says goodbye to all fronts, which keep their clients for the next hub. */
void gate_end(struct gate *gate);
/* Closes everything; the loop must run again before gate_free. */
void gate_close(struct gate *gate);
void gate_free(struct gate *gate);

#endif
