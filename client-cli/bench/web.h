/* The client's end of a WebSocket, as cheap as a load generator needs it: lines to
 * frames, frames to lines.  No sockets. */
#ifndef ALEA_CLIENT_BENCH_WEB_H
#define ALEA_CLIENT_BENCH_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/net/lines.h"

/* A frame with a mask is this much longer than its line with its LF, at most. */
#define BENCH_WEB_MORE_BYTES 7
/* What opens a WebSocket; %s: the address. */
#define BENCH_WEB_REQUEST                                                                \
    "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"      \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"       \
    "Sec-WebSocket-Protocol: alea.1.json\r\n\r\n"
/* An answer to a ping without payload: a frame with a mask of zeros. */
#define BENCH_WEB_PONG       "\x8A\x80\0\0\0"
#define BENCH_WEB_PONG_BYTES 6

/* What has come of frames.  A zeroed one is ready. */
struct bench_web {
    size_t left;       /* bytes of the current text that are still to come */
    uint8_t header[4]; /* of the next frame, so far */
    uint8_t n_header;
    bool in_text; /* left counts */
};

enum bench_web_result {
    BENCH_WEB_GOOD,
    BENCH_WEB_CLOSED, /* the server has sent a close frame; the rest was not read */
    BENCH_WEB_WRONG,  /* a frame that alead does not send, or a line too long */
};

/* Writes each line, with its LF, as a masked text message without it.  len: at most
 * 65535. to has room for len bytes and BENCH_WEB_MORE_BYTES for each line.  Returns the
 * bytes written. */
size_t bench_web_write(uint8_t *to, const char *lines, size_t len, uint32_t *mask);
/* Takes n bytes of frames.  Adds their texts, each with an LF, to lines (borrowed; NULL:
 * drops them), and counts pings. */
enum bench_web_result bench_web_take(struct bench_web *web, const char *bytes, size_t n,
                                     struct lines *lines, unsigned *n_pings);

#endif
