/* The layers of a connection between its socket and its lines: PROXY header, TLS, HTTP
 * and WebSocket.  A connection has a stack of those that its port needs.  Received bytes
 * go up, and each layer decodes them; messages go down, and each layer wraps them.  A
 * connection without layers is plain text.  Only the files of server/conn include
 * this. */
#ifndef ALEA_SERVER_CONN_CODEC_H
#define ALEA_SERVER_CONN_CODEC_H

#include "server/conn/conn.h"

/* The output of one flush. */
struct output {
    struct buf_queue *queue; /* borrowed; holds the bytes */
    uv_buf_t *bytes;         /* one for each buffer of queue; `few`, or owned */
    uv_buf_t few[8];         /* a reply and an event or two need no allocation */
};

/* Passes what is queued through the layers, and writes it.  What libuv has to write later
 * calls moved then.  False: it cannot be written, or the peer reads too slowly. */
bool conn_write(struct conn *conn, void (*moved)(struct conn *conn, bool fails));
/* Fills it with the buffers of a queue, unchanged. */
void output_take(struct output *output, struct buf_queue *queue);

/* The functions of a layer.  NULL: does nothing. */
struct codec_ops {
    bool is_top; /* it delivers messages itself, and has no layer above */
    /* Handles bytes from below.  n is 0 after the connection was held: the layer may then
     * continue with bytes that it kept. */
    void (*feed)(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n);
    /* Called when the layers below are ready, before the first bytes. */
    void (*begin)(struct conn *conn, struct codec *codec);
    /* Encodes output for the layer below.  The layers above have already encoded it. */
    void (*wrap)(struct conn *conn, struct codec *codec, struct output *output);
    /* Queues a goodbye when we end the connection, see conn_end. */
    void (*end)(struct conn *conn, struct codec *codec, unsigned code,
                const char *reason);
    /* Handles the connection's deadline.  Called for the lowest layer during a handshake
     * (n_shaking), else for the top one. */
    void (*due)(struct conn *conn, struct codec *codec);
    /* Frees it. */
    void (*free)(struct codec *codec);
};

/* --- for the layers --- */

/* The layer for browsers has become the lowest, as the peer speaks no TLS: tells it so.
 */
void conn_web_not_tls(struct conn *conn);

/* Puts a layer below all others. */
void conn_push(struct conn *conn, struct codec *codec);
/* Removes and frees the lowest layer, which is done; bytes then go to the next one. */
void conn_pop(struct conn *conn);
/* Tells this layer (NULL: lines) that the layers below it are ready. */
void conn_begin_layer(struct conn *conn, struct codec *codec);
/* Passes bytes to a layer; NULL: they are lines. */
void conn_feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n);
/* Whether bytes may be delivered now.  If not, because the connection is held, keeps them
 * until it is released. */
bool conn_takes(struct conn *conn, const uint8_t *bytes, size_t n);
/* Everything read at once was handled: sends what is queued, and tells the owner. */
void conn_heard(struct conn *conn);
/* Whether n bytes are whole records of a link. */
bool conn_link_is_valid(const uint8_t *records, size_t n);
/* Counts a line, or something that costs as much. */
void conn_count_line(struct conn *conn);
/* Counts bytes without the end of a line. */
void conn_count_garbage(struct conn *conn, size_t n);
/* The peer has ended its output, but may still read answers. */
void conn_peer_ended(struct conn *conn);
void conn_set_deadline(struct conn *conn, uint64_t in_ms);
void conn_clear_deadline(struct conn *conn);
/* Queues a buffer.  Takes it; NULL: does nothing. */
void conn_send_owned(struct conn *conn, struct buf *buf);

#endif
