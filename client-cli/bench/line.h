/* A connection of the load generator: plain lines, or lines by WebSocket (web.h). */
#ifndef ALEA_CLIENT_BENCH_LINE_H
#define ALEA_CLIENT_BENCH_LINE_H

#include "client-cli/bench/room.h"
#include "client-cli/bench/web.h"
#include "client-cli/net/net.h"

struct bench_line {
    struct net net; /* holds the received lines */
    struct bench_web web;
    bool is_web;
    bool is_closed; /* the server has sent a close frame */
};

/* Opens a WebSocket on a connected line.  False with a fault. */
bool bench_line_open_web(struct bench_line *line, const struct net_address *address,
                         char fault[static BENCH_FAULT_BYTES]);
/* Sends lines, each with its LF, at most BENCH_OUT_BYTES, which always fit the send
 * buffer.  mask: of the last frame.  Returns the bytes sent; 0: the connection is lost or
 * full. */
size_t bench_line_send(struct bench_line *line, const char *text, size_t n,
                       uint32_t *mask);
/* Takes received bytes.  With is_read, adds their lines to net.in.  False: malformed. */
bool bench_line_take(struct bench_line *line, const char *bytes, size_t n, bool is_read);
/* Waits for the next line from the server; NULL with net.fault. */
char *bench_line_await(struct bench_line *line);

#endif
