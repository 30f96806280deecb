/* A connection of the load generator: plain lines, or lines by WebSocket.  Kept cheap. */
#ifndef ALEA_CLIENT_BENCH_LINE_H
#define ALEA_CLIENT_BENCH_LINE_H

#include "client-cli/bench/room.h"
#include "client-cli/net/net.h"

struct bench_line {
    struct net net; /* holds the received lines */
    bool is_web;
    bool is_closed; /* the server has sent a close frame */
    /* Reading frames: */
    bool in_text;      /* reading a text: `left` is valid */
    size_t left;       /* bytes of the current text still to come */
    uint8_t header[4]; /* of the next frame, so far */
    uint8_t n_header;
};

/* Opens a WebSocket on a connected line.  False with a fault. */
bool bench_line_open_web(struct bench_line *line, const struct net_address *address,
                         char fault[static BENCH_FAULT_BYTES]);
/* Sends lines, each with its LF, at most BENCH_OUT_BYTES, which always fit the send
 * buffer.  Returns the bytes sent; 0: the connection is lost or full. */
size_t bench_line_send(struct bench_line *line, const char *text, size_t n);
/* Takes received bytes.  With is_read, adds their lines to net.in.  False: malformed, a
 * frame that alead does not send, or a line that is too long. */
bool bench_line_take(struct bench_line *line, const char *bytes, size_t n, bool is_read);
/* Waits for the next line from the server; NULL with net.fault. */
char *bench_line_await(struct bench_line *line);

#endif
