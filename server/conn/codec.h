/* The layers of a connection between its socket and its lines: the header of a proxy,
 * TLS, HTTP and WebSocket.  A connection has those that its port needs, as a stack: bytes
 * that come go up, and each layer hands on what it makes of them; messages go down, and
 * each layer wraps them.  A connection without any is plain text.  Only the files of
 * server/conn include this. */
#ifndef ALEA_SERVER_CONN_CODEC_H
#define ALEA_SERVER_CONN_CODEC_H

#include "server/conn/conn.h"

/* What a flush sends. */
struct output {
    struct buf_queue *queue; /* borrowed; holds the bytes */
    uv_buf_t *bytes;         /* of each buffer of queue; `few`, or owned */
    uv_buf_t few[8];         /* a reply and an event or two need no allocation */
};

/* Makes it the buffers of a queue, as they are. */
void output_take(struct output *output, struct buf_queue *queue);

/* What a layer does.  NULL: nothing. */
struct codec_ops {
    bool is_top; /* it hands out messages itself, and nothing is above it */
    /* Bytes have come from below.  n is 0 after a connection was held: what the layer
     * itself has kept may go on. */
    void (*feed)(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n);
    /* The layers below are ready: bytes may come. */
    void (*begin)(struct conn *conn, struct codec *codec);
    /* Changes output into what the layer below gets.  It comes after the layers above. */
    void (*wrap)(struct conn *conn, struct codec *codec, struct output *output);
    /* We end the connection, see conn_end: queues a goodbye. */
    void (*end)(struct conn *conn, struct codec *codec, unsigned code,
                const char *reason);
    /* The deadline of the connection has passed.  The lowest layer hears it during a
     * handshake (n_shaking), else the top one. */
    void (*due)(struct conn *conn, struct codec *codec);
    /* Frees it. */
    void (*free)(struct codec *codec);
};

/* --- for the layers --- */

/* Puts a layer below all others. */
void conn_push(struct conn *conn, struct codec *codec);
/* The lowest layer is done, and goes.  It is freed; bytes go to the next one. */
void conn_pop(struct conn *conn);
/* The layers below this one (NULL: lines) are ready. */
void conn_begin_layer(struct conn *conn, struct codec *codec);
/* Hands bytes to a layer; NULL: they are lines. */
void conn_feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n);
/* Before something is handed out: whether it may be.  While the connection is held the
 * bytes are kept until then. */
bool conn_takes(struct conn *conn, const uint8_t *bytes, size_t n);
/* Counts a line, or something else that is worth one. */
void conn_count_line(struct conn *conn);
/* Counts bytes without the end of a line. */
void conn_count_noise(struct conn *conn, size_t n);
/* The peer sends no more, but may still read what it has asked for. */
void conn_peer_ended(struct conn *conn);
void conn_set_deadline(struct conn *conn, uint64_t in_ms);
void conn_clear_deadline(struct conn *conn);
/* Queues a buffer, which it takes; NULL: nothing. */
void conn_send_owned(struct conn *conn, struct buf *buf);

#endif
