/* The frames of a WebSocket (RFC 6455), the server's end.  Reads frames with wslay: the
 * bytes of a connection become messages.  Frames that we send are headers in front of
 * shared buffers (base/buf.h). */
#ifndef ALEA_SERVER_WEB_WEBSOCKET_H
#define ALEA_SERVER_WEB_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest payload of a control frame. */
#define WEBSOCKET_CONTROL_BYTES_MAX 125
/* Bytes of the answer to a key: a SHA-1 in base64, with its NUL. */
#define WEBSOCKET_ACCEPT_BYTES 29

enum websocket_result {
    WEBSOCKET_MORE,     /* all bytes are used, and no message is complete */
    WEBSOCKET_LINE,     /* a message: see websocket_line */
    WEBSOCKET_TOO_LONG, /* a message is longer than LINE_BYTES_MAX; its rest is skipped */
    WEBSOCKET_PING,     /* answer it: control and n_control are its payload */
    WEBSOCKET_CLOSE, /* the peer closes, or broke the protocol: code is for the answer; no
                        more is read */
};

struct wslay_frame_context;

/* Ready when zeroed.  Allocates only while a frame or a message is incomplete. */
struct websocket {
    struct wslay_frame_context *frames; /* owned; NULL: between two frames */
    char *text;                         /* owned; a message so far; NULL: none */
    uint64_t left;       /* bytes of the current frame's payload still to be read */
    uint64_t fed, taken; /* by frames: bytes received, and bytes of whole frames */
    const uint8_t *in;   /* borrowed during a call: bytes not read yet */
    size_t n_in;
    uint16_t len;      /* of text */
    uint16_t code;     /* after WEBSOCKET_CLOSE */
    uint8_t opcode;    /* of the current frame */
    uint8_t n_control; /* bytes of control */
    bool is_last;      /* the current frame ends its message */
    bool in_message;   /* a message has begun and is not complete */
    bool skips;        /* its rest is skipped: it is too long */
    bool is_closed;
    uint8_t *control; /* owned; payload of a control frame; NULL: none */
};

/* Reads n bytes; *used says how many.  Call it again with the rest, even if that is
 * empty, until it returns WEBSOCKET_MORE.  A line is valid until the next call. */
enum websocket_result websocket_feed(struct websocket *ws, const uint8_t *bytes, size_t n,
                                     size_t *used);
/* The message after WEBSOCKET_LINE. */
static inline const char *websocket_line(const struct websocket *ws) {
    return ws->text != NULL ? ws->text : "";
}
/* Overwrites and frees everything. */
void websocket_fini(struct websocket *ws);
/* The value of Sec-WebSocket-Accept for a key. */
void websocket_accept(const char *key, char accept[static WEBSOCKET_ACCEPT_BYTES]);

#endif
