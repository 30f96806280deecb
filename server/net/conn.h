/* One socket: bytes in become lines, shared buffers go out; with TLS between, if it was
 * accepted so.  Knows nothing of games. */
#ifndef ALEA_SERVER_NET_CONN_H
#define ALEA_SERVER_NET_CONN_H

#include <stdbool.h>
#include <uv.h>

#include "proto/frame.h"
#include "server/base/buf.h"
#include "server/base/deadline_heap.h"
#include "server/base/metrics.h"
#include "server/net/tls.h"

/* A peer that does not take our goodbye has so long, in ms. */
#define CONN_LINGER_MS 2000
/* A peer from whom nothing has come for so long, in s, is asked by TCP whether he is
 * still there. */
#define CONN_IDLE_S 20
/* What is sent and not acknowledged for so long, in ms, ends the connection: his player
 * is away then, and his clock stands still. */
#define CONN_DEAD_MS 30000
/* Telnet options refused on one connection; more of them are a flood. */
#define CONN_ANSWERS_MAX 64
/* How often in each stall_ms connections whose output waits are looked at. */
#define CONN_STALL_LOOKS 4
/* What the kernel keeps for a peer, in bytes (Linux: twice as much, with its own): else
 * it grows to megabytes for each who does not read, and what he reads at last is old. */
#define CONN_SEND_BYTES 65536
/* Bytes read at once; one buffer for all connections of a loop. */
#define CONN_READ_BYTES 65536

/* Lines handed out of one connection before others have their turn: who sends a page of
 * them keeps nobody waiting for more than these. */
#define CONN_LINES_AT_ONCE 16
/* Bytes without the end of a line (a line that is too long is skipped, telnet commands,
 * backspaces) before goodbye: some 10 ms of work. */
#define CONN_NOISE_BYTES (2 * 1024 * 1024)

struct conn;

/* What a connection tells its owner, who may queue and close, but not free. */
struct conn_ops {
    void (*line)(struct conn *conn, const char *line, size_t len);
    void (*line_too_long)(struct conn *conn);
    void (*heard)(struct conn *conn); /* what came in one piece is dealt with */
    /* More than CONN_NOISE_BYTES without a line.  It is held: say goodbye and end it. */
    void (*noise)(struct conn *conn);
    /* It is held, for others to have their turn: conn_release, in a later turn of the
     * loop, and not while it is paused. */
    void (*yields)(struct conn *conn);
    /* The peer of a connection with TLS has not begun it, or speaks something else; from
     * now on it is plain text, so that he can be told; what was queued is dropped. */
    void (*not_tls)(struct conn *conn);
    void (*ended)(struct conn *conn);   /* the peer sends no more, but may still read */
    void (*drained)(struct conn *conn); /* all is written, after conn_lags was true */
    void (*closed)(struct conn *conn);  /* the last call: forget it */
};

/* What the connections of one loop share.  Outlives them. */
struct conn_shared {
    const struct conn_ops *ops;
    void *owner;
    size_t queue_bytes;        /* output queued at which a connection is closed */
    size_t pause_bytes;        /* output queued at which nothing more is read */
    size_t skip_bytes;         /* output queued at which conn_lags */
    uint64_t tls_handshake_ms; /* time for a handshake */
    struct metrics *metrics;   /* borrowed: what is counted here */
    uint64_t now_ms;           /* server time; the owner keeps it right */
    struct deadline_heap
        deadlines; /* connections whose handshake, or goodbye, must end */
    char read_buf[CONN_READ_BYTES];
};

/* References of a queue that need no memory of their own: an answer and an event. */
#define CONN_QUEUE_FEW 2

/* Output that libuv has not got yet. */
struct conn_queue {
    struct buf *few[CONN_QUEUE_FEW]; /* references: the first ones, and */
    struct buf **more;               /* the others; owned array */
    uint32_t n, cap;                 /* of both together; of more alone */
    size_t bytes;                    /* of all of them */
};

struct conn_rest {
    size_t n;
    uint8_t bytes[];
};

struct conn {
    uv_tcp_t tcp; /* first: conn is its container */
    struct conn_shared *shared;
    uint64_t id;             /* of the owner */
    uint64_t client;         /* of the owner; 0 none */
    struct conn_queue queue; /* as the owner gave it */
    struct tls *tls;         /* owned; NULL: plain text */
    struct conn_queue *wire; /* owned; as it goes over the wire, once there was TLS */
    struct deadline
        deadline; /* in shared->deadlines: the handshake, or our goodbye, ends */
    struct conn_rest *rest; /* owned; what had been read when it was held */
    uint64_t moved_ms;      /* server time when something was written, or could be */
    uint32_t handed_bytes;  /* to libuv, ever, modulo 2^32 */
    uint32_t written_bytes; /* of them, when conn_stalled_ms looked last */
    struct frame frame;
    uint32_t noise_bytes; /* since the last line */
    uint8_t answers;      /* telnet options refused so far */
    uint8_t n_lines;      /* handed out since others had their turn */
    bool has_spoken;      /* the first byte has come */
    bool paused;          /* not reading: too much output is waiting */
    bool ending;          /* close once all is written */
    bool held;            /* no line is handed out, and nothing read: conn_hold */
    bool ends_later;      /* the peer's end has come while it was held */
    bool lagging;         /* conn_lags was true, and not all is written yet */
};

/* A connection over this socket, reading; takes fd.  NULL: that cannot be, and fd is
 * closed.  It frees itself after ops->closed. */
struct conn *conn_open(uv_loop_t *loop, int fd, struct conn_shared *shared);
/* Puts TLS on a connection that was just accepted; context outlives the call. */
void conn_begin_tls(struct conn *conn, const struct tls_context *context);
/* The peer's numeric address without the port, of an IPv6 address its /64; "?" when it
 * is gone already. */
void conn_address(const struct conn *conn, char *text, size_t cap);
/* Until conn_release no line is handed out: what has been read of them, one read at most,
 * is kept, and nothing more is read.  May be called while a line is handed out. */
void conn_hold(struct conn *conn);
/* Hands out what was kept, and reads on. */
void conn_release(struct conn *conn);
/* Queues buf, adding a reference; conn_flush sends it. */
void conn_send(struct conn *conn, struct buf *buf);
/* Hands all that is queued to the socket in one vectored write; with TLS not before the
 * handshake is done.  Closes the connection when the peer lets too much pile up. */
void conn_flush(struct conn *conn);
/* Whether the peer has let so much wait that what he can do without is not to be queued
 * for him; once it is so, until all is written. */
bool conn_lags(struct conn *conn);
/* For how long output waits and nothing of it could be written, as far as this was asked
 * often enough; 0: nothing waits, or it goes forward. */
uint64_t conn_stalled_ms(struct conn *conn);
/* Closes once all is written, or after CONN_LINGER_MS; at once before the handshake is
 * done, when nothing can be said. */
void conn_end(struct conn *conn);
/* Ends the handshakes and goodbyes of these connections whose time is over. */
void conn_do_due(struct conn_shared *shared);
/* Output that waits, in bytes. */
size_t conn_waiting_bytes(const struct conn *conn);
/* Closes now. */
void conn_close(struct conn *conn);

#endif
