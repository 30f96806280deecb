/* A connection: bytes in become lines, shared buffers go out.  In between is a stack of
 * layers, as the port wants it: codec.h.  Knows nothing of games.  conn.c reads,
 * conn_write.c writes; codec_*.c are the layers. */
#ifndef ALEA_SERVER_CONN_CONN_H
#define ALEA_SERVER_CONN_CONN_H

#include <stdbool.h>
#include <uv.h>

#include "proto/frame.h"
#include "server/base/address.h"
#include "server/base/buf.h"
#include "server/base/deadline_heap.h"
#include "server/base/metrics.h"
#include "server/conn/buf_queue.h"
#include "server/conn/tls.h"
#include "server/web/web.h"

/* Linger timeout, in ms: how long a peer has to read our goodbye. */
#define CONN_LINGER_MS 2000
/* Idle time, in s, after which TCP sends keepalive probes. */
#define CONN_IDLE_S 20
/* A connection is closed when sent data is not acknowledged for this long, in ms.  Its
 * player is away then, and their clock is paused. */
#define CONN_DEAD_MS 30000
/* Telnet options that are refused on one connection; more are ignored, as a flood. */
#define CONN_ANSWERS_MAX 64
/* How often in each stall_ms to look for connections whose output waits. */
#define CONN_STALL_LOOKS 4
/* The kernel's send buffer, in bytes (Linux doubles it for its overhead).  Without this
 * it grows to megabytes for each slow reader, who then reads old news. */
#define CONN_SEND_BYTES 65536
/* Most bytes read at once; all connections of a loop share one buffer. */
#define CONN_READ_BYTES 65536

/* Lines taken from one connection before others have their turn: if a client sends a page
 * of commands, the others wait only for this many. */
#define CONN_LINES_AT_ONCE 16
/* Bytes without the end of a line (a long line that is skipped, telnet commands,
 * backspaces) after which a connection is closed: some 10 ms of work. */
#define CONN_NOISE_BYTES (2 * 1024 * 1024)

struct conn;

/* The owner's callbacks.  They may queue and close, but not free. */
struct conn_ops {
    void (*line)(struct conn *conn, const char *line, size_t len);
    void (*line_too_long)(struct conn *conn);
    void (*heard)(struct conn *conn); /* everything read at once was handled */
    /* CONN_NOISE_BYTES without a line.  It is held: say goodbye and end it. */
    void (*noise)(struct conn *conn);
    /* It is held, to give others their turn: call conn_release in a later turn of the
     * loop, but not while it is paused. */
    void (*yields)(struct conn *conn);
    /* On a TLS port the peer sent something else, or nothing.  It is plain text from now
     * on, so that you can tell the peer; what was queued is dropped. */
    void (*not_tls)(struct conn *conn);
    /* The proxy has said who has connected: an address in canonical form (address.h), or
     * "" when it speaks for itself.  You may close the connection. */
    void (*proxied)(struct conn *conn, const char *address);
    /* It has not, and the connection is about to be closed. */
    void (*not_proxied)(struct conn *conn, const char *why);
    void (*opened)(struct conn *conn);  /* it has become a WebSocket: lines may come */
    void (*ended)(struct conn *conn);   /* the peer sends no more, but may still read */
    void (*drained)(struct conn *conn); /* all is written, after conn_lags was true */
    void (*closed)(struct conn *conn);  /* the last call: forget conn */
};

/* What the connections of one loop share.  Outlives them. */
struct conn_shared {
    const struct conn_ops *ops;
    void *owner;
    size_t queue_bytes;             /* queued output that closes a connection */
    size_t pause_bytes;             /* queued output at which it is not read */
    size_t skip_bytes;              /* queued output at which conn_lags is true */
    uint64_t tls_handshake_ms;      /* time for a TLS handshake, and for the header of a
                                       proxy before it */
    uint64_t web_request_ms;        /* time for a request over HTTP, and until the next */
    uint64_t web_ping_ms;           /* time between two pings of a WebSocket */
    struct metrics *metrics;        /* borrowed */
    uint64_t now_ms;                /* server time; the owner keeps it up to date */
    struct deadline_heap deadlines; /* of handshakes and goodbyes */
    char read_buf[CONN_READ_BYTES];
};

struct address_counts;

struct conn_rest {
    size_t n;
    uint8_t bytes[];
};

/* A layer, see codec.h: the first member of its own struct. */
struct codec_ops;
struct codec {
    const struct codec_ops *ops;
    struct codec *above; /* owned; NULL: what comes out of this one is lines, or it hands
                            out messages itself */
};

/* Keep it small, since there are many that are idle: what only TLS, a browser or a proxy
 * needs is in their layers, and what a turn needs is allocated for the turn. */
struct conn {
    uv_tcp_t tcp; /* first: conn is its container */
    struct conn_shared *shared;
    uint64_t id;                    /* set by the owner */
    uint64_t client;                /* set by the owner; 0: none */
    struct address_counts *visitor; /* set by the owner */
    struct codec *bottom;           /* owned; its layers; NULL: bytes are lines at once */
    struct frame frame;             /* of lines */
    struct buf_queue queue;         /* messages, not wrapped yet */
    struct deadline deadline; /* in shared->deadlines: of a layer, or of the goodbye */
    struct conn_rest *rest;   /* owned; read, but not handed out because it was held */
    uint64_t moved_ms;        /* server time when output last made progress */
    uint32_t handed_bytes;    /* given to libuv so far, modulo 2^32 */
    uint32_t written_bytes;   /* written of those when conn_stalled_ms looked last */
    uint32_t noise_bytes;     /* since the last line */
    uint8_t answers;          /* telnet options refused */
    uint8_t n_lines;          /* handed out in this turn */
    uint8_t n_shaking; /* layers that are not ready: nothing can be sent through them */
    uint8_t kind;      /* set by the owner */
    bool is_pending;   /* set by the owner */
    bool is_proxied;   /* set by the owner */
    bool has_tls;
    bool paused;         /* not reading: too much output waits */
    bool ending;         /* close once all is written */
    bool held;           /* see conn_hold */
    bool ends_later : 1; /* the peer's end came while it was held */
    bool lagging : 1;    /* conn_lags was true, and not all is written yet */
    uint8_t n_drained;   /* calls of ops->drained so far, modulo 256 */
};
_Static_assert(sizeof(struct conn) <= 416, "10,000 idle connections need 2 KiB each");

/* A connection over this socket, reading; takes fd.  Returns owned by itself: it frees
 * itself after ops->closed.  NULL: that failed, and fd is closed. */
struct conn *conn_open(uv_loop_t *loop, int fd, struct conn_shared *shared);
/* These give a connection that was just accepted its layers: call those that it needs, in
 * this order, and then conn_begin.
 *
 * HTTP, and then possibly a WebSocket, instead of lines.  Borrows site, which must
 * outlive the connection. */
void conn_add_web(struct conn *conn, const struct web_site *site, bool is_tls);
/* TLS.  context outlives the call. */
void conn_add_tls(struct conn *conn, const struct tls_context *context);
/* The header of a proxy (proxy.h), which comes first: only for the peers whose word
 * counts.  ops->proxied says who the client is. */
void conn_add_proxy(struct conn *conn);
void conn_begin(struct conn *conn);
/* Writes the peer's numeric address without the port, of IPv6 the /64; "?" if the peer is
 * gone. */
void conn_address(const struct conn *conn, char *text, size_t cap);
/* Whether the peer's address is in one of n networks. */
bool conn_is_in(const struct conn *conn, const struct network *network, size_t n);
/* Stops reading, and hands out no line until conn_release; what has been read, one read
 * at most, is kept.  May be called from ops->line. */
void conn_hold(struct conn *conn);
/* Hands out what was kept, and reads on. */
void conn_release(struct conn *conn);
/* Queues buf, adding a reference; conn_flush sends it. */
void conn_send(struct conn *conn, struct buf *buf);
/* Writes everything queued with one vectored write; with TLS only after the handshake.
 * Closes the connection if too much output waits. */
void conn_flush(struct conn *conn);
/* Whether so much output waits that the peer gets no optional messages.  Stays true until
 * everything is written. */
bool conn_lags(struct conn *conn);
/* How long output has waited without any progress, in ms, as seen by regular calls; 0:
 * none waits, or it makes progress. */
uint64_t conn_stalled_ms(struct conn *conn);
/* Output that waits, in bytes. */
size_t conn_waiting_bytes(const struct conn *conn);
/* Closes it once all is written, or after CONN_LINGER_MS; at once during a handshake.  A
 * WebSocket gets this code (RFC 6455, 7.4.1) and reason, of at most WEB_REASON_BYTES_MAX
 * bytes. */
void conn_end(struct conn *conn, unsigned code, const char *reason);
/* Closes it now. */
void conn_close(struct conn *conn);
bool conn_is_closing(const struct conn *conn);
/* Whether a layer is not ready, such as TLS before its handshake: nothing can be sent. */
bool conn_in_handshake(const struct conn *conn);
/* Starts reading.  0, or an error of libuv. */
int conn_read(struct conn *conn);
/* Ends the connections whose handshake, request or goodbye takes too long, and pings. */
void conn_do_due(struct conn_shared *shared);

#endif
