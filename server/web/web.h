/* A browser's connection: requests for the page over HTTP, then possibly a WebSocket,
 * whose messages are lines of JSON mode.  A codec without a socket: bytes in, lines and
 * bytes to send out. */
#ifndef ALEA_SERVER_WEB_WEB_H
#define ALEA_SERVER_WEB_WEB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/base/buf.h"
#include "server/web/origin.h"

/* Most values of --web-origin. */
#define WEB_ORIGINS_MAX 8

/* Codes with which we close a WebSocket, besides those for invalid frames. */
enum {
    WEB_CLOSE_NORMAL = 1000,
    WEB_CLOSE_GOING_AWAY = 1001,
    WEB_CLOSE_POLICY = 1008,
    WEB_CLOSE_TOO_BIG = 1009,
};
/* A control frame has 125 bytes, of which the code takes two. */
#define WEB_REASON_BYTES_MAX 123

/* Shared by all connections of a server. */
struct web_site {
    const char *const *origins; /* other origins whose pages may open a WebSocket, from
                                   origin_read */
    size_t n_origins;
    /* A site that gives only these, at /metrics: returns owned.  NULL: the page. */
    char *(*metrics)(void *owner, size_t *len);
    void *owner;
};

enum web_result {
    WEB_MORE,     /* all bytes are used */
    WEB_LINE,     /* a message: see web_line */
    WEB_TOO_LONG, /* a message is longer than LINE_BYTES_MAX */
    WEB_SEND,     /* send web->answer */
    WEB_OPEN,     /* send it; from now on this is a WebSocket */
    WEB_ASK,      /* from now on this is a client: a line follows, see web_answer_asked */
    WEB_END,      /* send it, and end the connection */
};

struct web;

/* Borrows site.  Returns owned. */
struct web *web_new(const struct web_site *site, bool is_tls);
void web_free(struct web *web);
/* Reads n bytes; *used says how many.  Call it again with the rest, even if that is
 * empty, until it returns WEB_MORE.  A line is valid until the next call. */
enum web_result web_feed(struct web *web, const uint8_t *bytes, size_t n, size_t *used);
/* After WEB_LINE: the message. */
const char *web_line(const struct web *web, size_t *len);
/* After WEB_SEND, WEB_OPEN and WEB_END: what to send, with its frame if it needs one.
 * Returns owned; NULL: nothing. */
struct buf *web_take_answer(struct web *web);
/* After WEB_ASK: makes the answer to the request out of the first message that came for
 * its line; NULL: none has come.  Then the connection ends.  Returns owned; NULL: it was
 * answered, or this was no WEB_ASK. */
struct buf *web_answer_asked(struct web *web, const char *message, size_t len);
/* Whether it waits for such a message; whether it ever did. */
bool web_is_asking(const struct web *web);
bool web_was_asked(const struct web *web);
/* The peer speaks no TLS on a port for HTTPS: makes an answer, after which the connection
 * ends. */
void web_not_tls(struct web *web);
/* Whether it is a WebSocket, so that output needs frames. */
bool web_is_open(const struct web *web);
/* A close frame that ends a WebSocket from our side, with a code of RFC 6455, 7.4.1, and
 * a reason of at most WEB_REASON_BYTES_MAX bytes.  Returns owned; NULL: none is
 * needed. */
struct buf *web_close(struct web *web, unsigned code, const char *reason);
/* A ping for the peer.  Returns owned. */
struct buf *web_ping(void);

#endif
