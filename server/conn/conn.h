/* A connection: turns received bytes into lines, and sends shared buffers.  In between is
 * a stack of layers, depending on the port: codec.h.  Knows nothing of games.  conn.c
 * reads, conn_write.c writes; codec_*.c are the layers. */
#ifndef ALEA_SERVER_CONN_CONN_H
#define ALEA_SERVER_CONN_CONN_H

#include <stdbool.h>
#include <uv.h>

#include "proto/frame.h"
#include "server/base/address.h"
#include "server/base/buf.h"
#include "server/base/deadline_heap.h"
#include "server/base/metrics.h"
#include "server/conn/tls.h"
#include "server/web/web.h"

/* Linger timeout, in ms: how long a peer has to read our goodbye. */
#define CONN_LINGER_MS 2000
/* Idle time, in s, after which TCP sends keepalive probes. */
#define CONN_IDLE_S 20
/* A connection is closed if sent data is not acknowledged for this long, in ms.  Its
 * player is then away, with the clock paused. */
#define CONN_DEAD_MS 30000
/* Telnet commands that are answered on one connection; more are ignored, as a flood. */
#define CONN_ANSWERS_MAX 64
/* How often per stall_ms to check for stalled output. */
#define CONN_STALL_LOOKS 4
/* The kernel's send buffer, in bytes (Linux doubles it for its overhead).  Without this
 * it grows to megabytes for each slow reader, who then sees outdated events. */
#define CONN_SEND_BYTES 65536
/* Most bytes read at once; all connections of a loop share one buffer. */
#define CONN_READ_BYTES 65536

/* Lines taken from one connection before others get their turn: if a client sends a page
 * of commands, the others wait only for this many. */
#define CONN_LINES_AT_ONCE 16
/* Bytes without the end of a line (a long line that is skipped, telnet commands,
 * backspaces) after which a connection is closed: some 10 ms of work. */
#define CONN_GARBAGE_BYTES (2 * 1024 * 1024)

struct conn;

/* The owner's callbacks.  They may queue and close, but not free. */
struct conn_ops {
    void (*line)(struct conn *conn, const char *line, size_t len);
    void (*line_too_long)(struct conn *conn);
    /* Over a link: a line that a hub before this one has not answered.  All have come:
     * the peer is back. */
    void (*interrupted)(struct conn *conn, const char *line, size_t len);
    void (*back)(struct conn *conn);
    /* Everything read at once was handled.  NULL: does nothing. */
    void (*heard)(struct conn *conn);
    /* Received CONN_GARBAGE_BYTES without a line.  It is held: say goodbye and end it. */
    void (*garbage)(struct conn *conn);
    /* It is held so that others get their turn: call conn_release in a later turn of the
     * loop, but not while it is paused. */
    void (*yields)(struct conn *conn);
    /* On a TLS port the peer sent something else, or nothing.  The connection is now
     * plain text, so that you can tell the peer; queued output was dropped. */
    void (*not_tls)(struct conn *conn);
    /* The PROXY header gave the client's address, in canonical form (address.h); "": the
     * proxy itself is the client.  You may close the connection. */
    void (*proxied)(struct conn *conn, const char *address);
    /* The PROXY header was invalid; the connection is about to be closed. */
    void (*not_proxied)(struct conn *conn, const char *why);
    void (*opened)(struct conn *conn);  /* it has become a WebSocket: lines may come */
    void (*ended)(struct conn *conn);   /* the peer ended its output, but may read */
    void (*drained)(struct conn *conn); /* all is written, after conn_lags was true */
    void (*closed)(struct conn *conn);  /* the last call: forget conn */
};

/* Shared by the connections of one loop.  Outlives them. */
struct conn_shared {
    const struct conn_ops *ops;
    void *owner;
    size_t queue_bytes;             /* queued output that closes a connection */
    size_t pause_bytes;             /* queued output at which it is not read */
    size_t skip_bytes;              /* queued output at which conn_lags is true */
    uint64_t tls_handshake_ms;      /* timeout of a TLS handshake, and of the PROXY header
                                       before it */
    uint64_t web_request_ms;        /* timeout of an HTTP request, and before the next */
    uint64_t web_ping_ms;           /* time between two pings of a WebSocket */
    struct metrics *metrics;        /* borrowed */
    uint64_t now_ms;                /* server time; updated by the owner */
    struct deadline_heap deadlines; /* of handshakes and goodbyes */
    char read_buf[CONN_READ_BYTES];
};

struct address_counts;

struct conn_rest {
    size_t n;
    uint8_t bytes[];
};

/* What carries a connection instead of a socket of its own: a channel of a trunk.  The
 * first member of its owner's struct. */
struct conn_link {
    const struct conn_link_ops *ops;
    struct conn *conn; /* set by conn_open_link */
    uint64_t turn;     /* of the last conn_link_feed */
    size_t unwritten;  /* bytes that the peer has not taken yet */
    uint16_t answered; /* see conn_answered */
    bool has_answer;   /* answered is to be passed on with the last message */
};

struct conn_link_ops {
    /* Sends n messages, the last one with has_answer.  Counts them in unwritten; the
     * owner subtracts what the peer has taken, and then calls conn_link_moved. */
    void (*write)(struct conn_link *link, const uv_buf_t *message, size_t n);
    /* Whether more may come; what is on its way comes anyhow. */
    void (*read)(struct conn_link *link, bool reads);
    /* So many bytes of records have been handled. */
    void (*taken)(struct conn_link *link, size_t n);
    /* No more output comes: the other end is to say goodbye (see conn_end). */
    void (*end)(struct conn_link *link, unsigned code, const char *reason);
    /* The connection is closed: forget it. */
    void (*close)(struct conn_link *link);
    void (*free)(struct conn_link *link); /* the last call */
};

/* What comes over a link, as records: a kind, the length of the rest (two bytes, the
 * higher one first), the rest. */
enum link_record {
    LINK_LINE,     /* a line */
    LINK_TOO_LONG, /* of a line; the rest is empty here and below */
    LINK_NOISE,
    LINK_NOT_TLS,
    LINK_ENDED, /* the peer ended its output, but may read */
    LINK_BACK,
    LINK_INTERRUPTED, /* as LINK_LINE, or empty for one that was too long */
    LINK_RECORDS_N
};
/* Bytes of a record before the rest, and of the longest one. */
#define LINK_HEAD_BYTES   3
#define LINK_RECORD_BYTES (LINK_HEAD_BYTES + LINE_BYTES_MAX)

/* A layer, see codec.h: the first member of its own struct. */
struct codec_ops;
struct codec {
    const struct codec_ops *ops;
    struct codec *above; /* owned; NULL: yields lines, or delivers messages itself */
};

/* Keep it small: most connections are idle.  State for TLS, browsers or proxies is in
 * their layers; state for a turn is allocated for the turn. */
struct conn {
    uv_tcp_t tcp; /* must be first, to cast to conn; its data is the link, owned */
    struct conn_shared *shared;
    uint64_t id;                    /* set by the owner */
    uint64_t client;                /* set by the owner; 0: none */
    struct address_counts *visitor; /* set by the owner */
    struct codec *bottom;           /* owned; its layers; NULL: none, plain lines */
    struct frame frame;             /* of lines */
    struct buf_queue queue;         /* messages, not yet wrapped */
    struct deadline deadline; /* in shared->deadlines: of a layer, or of the goodbye */
    struct conn_rest *rest;   /* owned; bytes read but not delivered, as it was held */
    uint64_t moved_ms;        /* server time when output last made progress */
    uint32_t handed_bytes;    /* given to libuv so far, modulo 2^32 */
    uint32_t written_bytes;   /* of those, written at the last conn_stalled_ms */
    uint32_t garbage_bytes;   /* since the last line */
    uint8_t answers;          /* telnet commands answered */
    uint8_t n_lines;          /* delivered in this turn */
    uint8_t n_shaking;        /* layers that are not ready and cannot send yet */
    uint8_t kind;             /* set by the owner */
    bool is_pending;          /* set by the owner */
    bool is_proxied;          /* set by the owner */
    bool has_tls;
    bool paused;         /* not reading: too much output is unsent */
    bool ending;         /* close once all is written */
    bool held;           /* see conn_hold */
    bool ends_later : 1; /* the peer ended its output while it was held */
    bool lagging : 1;    /* conn_lags was true, and some output is still unsent */
    uint8_t n_drained;   /* calls of ops->drained so far, modulo 256 */
};
_Static_assert(sizeof(struct conn) <= 416, "10,000 idle connections need 2 KiB each");

/* What carries the connection; borrowed; NULL: its own socket. */
static inline struct conn_link *conn_link(const struct conn *conn) {
    return conn->tcp.data;
}

/* Opens a connection on this socket and starts reading; takes fd.  It owns itself, and
 * frees itself after ops->closed.  NULL: that failed, and fd is closed. */
struct conn *conn_open(uv_loop_t *loop, int fd, struct conn_shared *shared);
/* Opens a connection that this link carries; takes link.  It is freed as above. */
struct conn *conn_open_link(uv_loop_t *loop, struct conn_link *link,
                            struct conn_shared *shared);
/* Handles whole records, of n bytes, that have come over its link in this turn of the
 * link's owner.  False: they are wrong; nothing else may be fed. */
bool conn_link_feed(struct conn *conn, uint64_t turn, const uint8_t *records, size_t n);
/* Call it after the peer has taken output. */
void conn_link_moved(struct conn *conn);
/* Add the layers of a new connection: call those that it needs, in this order, then
 * conn_begin.
 *
 * HTTP, and then possibly a WebSocket, instead of lines.  Borrows site, which must
 * outlive the connection. */
void conn_add_web(struct conn *conn, const struct web_site *site, bool is_tls);
/* TLS.  context outlives the call. */
void conn_add_tls(struct conn *conn, const struct tls_context *context);
/* A PROXY header (proxy.h), which comes first: only for trusted peers.  ops->proxied gets
 * the client's address. */
void conn_add_proxy(struct conn *conn);
void conn_begin(struct conn *conn);
/* Writes the peer's numeric address without the port, for IPv6 the /64; "?" if the peer
 * is gone. */
void conn_address(const struct conn *conn, char *text, size_t cap);
/* Whether the peer's address is in one of n networks. */
bool conn_is_in(const struct conn *conn, const struct network *network, size_t n);
/* Stops reading, and hands out no line until conn_release; what has been read, one read
 * at most, is kept.  May be called from ops->line. */
void conn_hold(struct conn *conn);
/* Delivers the kept bytes, and resumes reading. */
void conn_release(struct conn *conn);
/* Queues buf, adding a reference; conn_flush sends it. */
void conn_send(struct conn *conn, struct buf *buf);
/* The message that was queued last answers the peer's lines up to this number, modulo
 * 65536: flushes it, and tells its link. */
void conn_answered(struct conn *conn, uint16_t line);
/* Writes everything queued with one vectored write; with TLS only after the handshake.
 * Closes the connection if too much output is unsent. */
void conn_flush(struct conn *conn);
/* Whether so much output is unsent that optional messages must be skipped.  Stays true
 * until everything is written. */
bool conn_lags(struct conn *conn);
/* How long unsent output has made no progress, in ms, as seen by regular calls; 0: there
 * is none, or it makes progress. */
uint64_t conn_stalled_ms(struct conn *conn);
/* Unsent output, in bytes. */
size_t conn_waiting_bytes(const struct conn *conn);
/* Closes it once all is written, or after CONN_LINGER_MS; at once during a handshake.  A
 * WebSocket gets this code (RFC 6455, 7.4.1) and reason, of at most WEB_REASON_BYTES_MAX
 * bytes. */
void conn_end(struct conn *conn, unsigned code, const char *reason);
/* Closes it now. */
void conn_close(struct conn *conn);
bool conn_is_closing(const struct conn *conn);
/* Whether a layer cannot send yet, such as TLS before its handshake. */
bool conn_in_handshake(const struct conn *conn);
/* Starts reading.  Returns 0 or a libuv error. */
int conn_read(struct conn *conn);
/* Ends connections whose handshake, request or goodbye has timed out, and sends due
 * pings. */
void conn_do_due(struct conn_shared *shared);

#endif
