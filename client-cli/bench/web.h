/* The client's end of a WebSocket, kept cheap for a load generator: lines to frames,
 * frames to lines.  No sockets. */
#ifndef ALEA_CLIENT_BENCH_WEB_H
#define ALEA_CLIENT_BENCH_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "client-cli/net/lines.h"

/* How much longer a masked frame can be than its line with the LF. */
#define BENCH_WEB_MORE_BYTES 7
/* The request that opens a WebSocket; %s: the address. */
#define BENCH_WEB_REQUEST                                                                \
    "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"      \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"       \
    "Sec-WebSocket-Protocol: alea.1.json\r\n\r\n"
/* A pong without payload: a frame with a mask of zeros. */
#define BENCH_WEB_PONG       "\x8A\x80\0\0\0"
#define BENCH_WEB_PONG_BYTES 6

/* The state of reading frames.  Starts zeroed. */
struct bench_web {
    size_t left;       /* bytes of the current text still to come */
    uint8_t header[4]; /* of the next frame, so far */
    uint8_t n_header;
    bool in_text; /* reading a text: `left` is valid */
};

enum bench_web_result {
    BENCH_WEB_GOOD,
    BENCH_WEB_CLOSED, /* the server has sent a close frame; the rest was not read */
    BENCH_WEB_WRONG,  /* a frame that alead does not send, or a line that is too long */
};

/* Writes each line as a masked text message without its LF.  len: at most 65535, LFs
 * included.  `to` has room for len bytes and BENCH_WEB_MORE_BYTES for each line.  Returns
 * the bytes written. */
size_t bench_web_write(uint8_t *to, const char *lines, size_t len, uint32_t *mask);
/* Reads n bytes of frames.  Appends their texts, each with an LF, to lines (borrowed;
 * NULL: dropped), and counts pings. */
enum bench_web_result bench_web_take(struct bench_web *web, const char *bytes, size_t n,
                                     struct lines *lines, unsigned *n_pings);

#endif
