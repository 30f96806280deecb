#include "server/web/web.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/command.h"
#include "server/web/card.h"
#include "server/web/http.h"
#include "server/web/pages.h"
#include "server/web/websocket.h"
#include "tls/tls.h"

/* A policy that allows only what the page itself does.  'wasm-unsafe-eval' lets it
 * compile its engine, and no text. */
#define SECURITY_FIELDS                                                                  \
    "Content-Security-Policy: default-src 'self'; script-src 'self' "                    \
    "'wasm-unsafe-eval'; "                                                               \
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"                    \
    "X-Content-Type-Options: nosniff\r\n"                                                \
    "Referrer-Policy: no-referrer\r\n"                                                   \
    "Cross-Origin-Opener-Policy: same-origin\r\n"                                        \
    "Cross-Origin-Resource-Policy: same-origin\r\n"
/* Longest head of an answer. */
#define ANSWER_HEAD_BYTES 1024

/* First bytes of the control frames that we send: FIN and the opcode. */
enum { FRAME_CLOSE = 0x88, FRAME_PING = 0x89, FRAME_PONG = 0x8A };

/* A request whose answer the server must be asked for. */
struct asked {
    struct card_ask ask;
    char line[CARD_LINE_BYTES];
    size_t n_line;
    bool is_head;
    bool is_told; /* the line was delivered */
};

struct web {
    const struct web_site *site; /* borrowed */
    char *head;                  /* owned; a request so far; NULL: none */
    size_t n_head;
    size_t line_at;      /* where its last line begins in head */
    size_t n_request;    /* its bytes, with cookies */
    bool is_cookie;      /* its last line is dropped */
    struct buf *answer;  /* owned; NULL: none */
    struct asked *asked; /* owned; a request that waits for a message; NULL: none */
    struct websocket ws;
    bool is_tls;
    bool is_open; /* it is a WebSocket */
    bool ends;    /* nothing more is read */
};

struct web *web_new(const struct web_site *site, bool is_tls) {
    struct web *web = mem_new(1, sizeof *web);
    web->site = site;
    web->is_tls = is_tls;
    return web;
}

static void drop_head(struct web *web) {
    if (web->head != NULL) {
        sodium_memzero(web->head, HTTP_HEAD_BYTES_MAX); /* a password may be in it */
        free(web->head);
    }
    web->head = NULL;
    web->n_head = web->line_at = web->n_request = 0;
    web->is_cookie = false;
}

void web_free(struct web *web) {
    if (web != NULL) {
        drop_head(web);
        buf_unref(web->answer);
        free(web->asked);
        websocket_fini(&web->ws);
        free(web);
    }
}

struct buf *web_take_answer(struct web *web) {
    struct buf *answer = web->answer;
    web->answer = NULL;
    return answer;
}

bool web_is_open(const struct web *web) {
    return web->is_open;
}

const char *web_line(const struct web *web, size_t *len) {
    if (web->asked != NULL) {
        *len = web->asked->n_line;
        return web->asked->line;
    }
    *len = web->ws.len;
    return websocket_line(&web->ws);
}

/* --- answers over HTTP --- */

/* Answers with a body. */
static void answer(struct web *web, const char *head, size_t n_head,
                   const unsigned char *body, size_t n_body) {
    buf_unref(web->answer);
    web->answer = buf_new_bare(head, n_head, (const char *)body, n_body);
}

/* Answers with an error and why, and ends the connection. */
static enum web_result answer_why(struct web *web, enum http_status status,
                                  const char *why) {
    char body[200], head[ANSWER_HEAD_BYTES];
    int n_body = snprintf(body, sizeof body, "%d %s%s\n", (int)status,
                          http_status_text(status), why);
    const char *more = status == HTTP_METHOD_NOT_ALLOWED ? "Allow: GET, HEAD\r\n"
                       : status == HTTP_UPGRADE_REQUIRED ? "Upgrade: websocket\r\n"
                                                           "Sec-WebSocket-Version: 13\r\n"
                                                         : "";
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %d %s\r\n"
                     "Content-Type: text/plain; charset=utf-8\r\n"
                     "Content-Length: %d\r\n"
                     "Connection: close\r\n"
                     "%s" SECURITY_FIELDS "\r\n",
                     (int)status, http_status_text(status), n_body, more);
    answer(web, head, (size_t)n, (const unsigned char *)body, (size_t)n_body);
    web->ends = true;
    return WEB_END;
}

static enum web_result answer_status(struct web *web, enum http_status status) {
    return answer_why(web, status, "");
}

/* Browsers keep what never changes without asking again. */
static enum web_result answer_page(struct web *web, const struct page *page,
                                   bool is_fixed, const struct http_request *request) {
    char head[ANSWER_HEAD_BYTES];
    bool is_known = strcmp(request->etag, page->etag) == 0;
    enum http_status status = is_known ? HTTP_NOT_MODIFIED : HTTP_OK;
    const unsigned char *body = request->takes_gzip ? page->zipped : page->bytes;
    const unsigned char *end = request->takes_gzip ? page->zipped_end : page->bytes_end;
    size_t n_body = (size_t)(end - body);
    char length[64] = "";
    if (!is_known) {
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", n_body);
    }
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %d %s\r\n"
                     "Content-Type: %s\r\n"
                     "%s%s"
                     "ETag: %s\r\n"
                     "Cache-Control: %s\r\n"
                     "Vary: Accept-Encoding\r\n"
                     "%s" SECURITY_FIELDS "\r\n",
                     (int)status, http_status_text(status), page->type, length,
                     request->takes_gzip && !is_known ? "Content-Encoding: gzip\r\n" : "",
                     page->etag,
                     is_fixed ? "public, max-age=31536000, immutable" : "no-cache",
                     request->keeps_open ? "" : "Connection: close\r\n");
    answer(web, head, (size_t)n, body, is_known || request->is_head ? 0 : n_body);
    web->ends = !request->keeps_open;
    return web->ends ? WEB_END : WEB_SEND;
}

/* Our own origin, as the request names it.  False: no browser sends such a host. */
static bool own_origin(const struct web *web, const struct http_request *request,
                       char origin[static ORIGIN_BYTES]) {
    char host[HTTP_HOST_BYTES + 8];
    snprintf(host, sizeof host, "%s://%s", web->is_tls ? "https" : "http", request->host);
    return origin_read(host, origin);
}

/* --- answers that the server must be asked for --- */

/* Behind a proxy that ends TLS we only see HTTP: if the host has listed the same name
 * with https, the page is there. */
static void find_origin(const struct web *web, const struct http_request *request,
                        char origin[static ORIGIN_BYTES]) {
    if (!own_origin(web, request, origin)) {
        origin[0] = '\0';
        return;
    }
    const char *name = strstr(origin, "://");
    for (size_t i = 0; i < web->site->n_origins; i++) {
        const char *listed = web->site->origins[i];
        if (strncmp(listed, "https", 5) == 0 && strcmp(listed + 5, name) == 0) {
            text_copy(origin, ORIGIN_BYTES, listed);
            return;
        }
    }
}

static enum web_result ask(struct web *web, const struct card_ask *what,
                           const struct http_request *request) {
    web->asked = mem_new(1, sizeof *web->asked);
    web->asked->ask = *what;
    web->asked->is_head = request->is_head;
    web->asked->n_line = card_line(what, web->asked->line);
    find_origin(web, request, web->asked->ask.origin);
    return WEB_ASK;
}

bool web_is_asking(const struct web *web) {
    return web->asked != NULL && !web->ends;
}

bool web_was_asked(const struct web *web) {
    return web->asked != NULL;
}

struct buf *web_answer_asked(struct web *web, const char *message, size_t len) {
    if (!web_is_asking(web)) {
        return NULL;
    }
    char head[ANSWER_HEAD_BYTES];
    struct card card = card_make(&web->asked->ask, message, len);
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %d %s\r\n"
                     "Content-Type: %s\r\n"
                     "Content-Length: %zu\r\n"
                     "Cache-Control: %s\r\n"
                     "Connection: close\r\n" SECURITY_FIELDS "\r\n",
                     (int)card.status, http_status_text(card.status), card.type,
                     card.n_body, card.may_keep ? "public, max-age=86400" : "no-cache");
    answer(web, head, (size_t)n, (const unsigned char *)card.body,
           web->asked->is_head ? 0 : card.n_body);
    free(card.body);
    web->ends = true;
    return web_take_answer(web);
}

static enum web_result answer_metrics(struct web *web,
                                      const struct http_request *request) {
    if (strcmp(request->path, "/metrics") != 0) {
        return answer_why(web, HTTP_NOT_FOUND, ": there is only /metrics");
    }
    char head[ANSWER_HEAD_BYTES];
    size_t n_body;
    char *body = web->site->metrics(web->site->owner, &n_body);
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 200 OK\r\n"
                     "Content-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
                     "Content-Length: %zu\r\n"
                     "Connection: close\r\n"
                     "\r\n",
                     n_body);
    answer(web, head, (size_t)n, (const unsigned char *)body,
           request->is_head ? 0 : n_body);
    free(body);
    web->ends = true;
    return WEB_END;
}

void web_not_tls(struct web *web) {
    (void)answer_why(web, HTTP_BAD_REQUEST,
                     ": this port speaks HTTPS: open https:// instead of http://");
}

/* --- the handshake of a WebSocket --- */

/* Whether pages of this origin may connect: our own, or one that the host has listed.
 * Programs send no origin. */
static bool is_welcome(const struct web *web, const struct http_request *request) {
    char own[ORIGIN_BYTES], origin[ORIGIN_BYTES];
    if (request->origin[0] == '\0') {
        return true;
    }
    if (!origin_read(request->origin, origin)) {
        return false;
    }
    if (own_origin(web, request, own) && strcmp(origin, own) == 0) {
        return true;
    }
    for (size_t i = 0; i < web->site->n_origins; i++) {
        if (strcmp(origin, web->site->origins[i]) == 0) {
            return true;
        }
    }
    return false;
}

static enum web_result open_websocket(struct web *web,
                                      const struct http_request *request) {
    if (!request->upgrades || !request->is_version_13) {
        return answer_status(web, HTTP_UPGRADE_REQUIRED);
    }
    if (request->key[0] == '\0' || request->is_head) {
        return answer_status(web, HTTP_BAD_REQUEST);
    }
    if (!is_welcome(web, request)) {
        return answer_status(web, HTTP_FORBIDDEN);
    }
    char accept[WEBSOCKET_ACCEPT_BYTES], head[ANSWER_HEAD_BYTES];
    websocket_accept(request->key, accept);
    int n = snprintf(
        head, sizeof head,
        "HTTP/1.1 101 Switching Protocols\r\n"
        "Upgrade: websocket\r\n"
        "Connection: Upgrade\r\n"
        "Sec-WebSocket-Accept: %s\r\n"
        "%s\r\n",
        accept,
        request->names_protocol ? "Sec-WebSocket-Protocol: " WEB_PROTOCOL "\r\n" : "");
    answer(web, head, (size_t)n, NULL, 0);
    web->is_open = true;
    return WEB_OPEN;
}

/* --- requests --- */

static enum web_result handle_request(struct web *web, size_t n_head) {
    struct http_request request;
    enum http_status status = http_read(web->head, n_head, &request);
    drop_head(web);
    if (status != HTTP_OK) {
        return answer_status(web, status);
    }
    if (web->site->metrics != NULL) {
        return answer_metrics(web, &request);
    }
    if (strcmp(request.path, "/ws") == 0) {
        return open_websocket(web, &request);
    }
    struct card_ask what;
    if (card_find(request.path, &what)) {
        return ask(web, &what, &request);
    }
    bool is_fixed;
    const struct page *page = page_find(request.path, &is_fixed);
    return page != NULL ? answer_page(web, page, is_fixed, &request)
                        : answer_status(web, HTTP_NOT_FOUND);
}

/* Adds a byte to the head of a request, and drops cookies. */
static void add_byte(struct web *web, char byte) {
    web->n_request++;
    if (web->is_cookie) {
        web->is_cookie = byte != '\n';
        return;
    }
    web->head[web->n_head++] = byte;
    size_t n_line = web->n_head - web->line_at;
    if (byte == '\n') {
        web->line_at = web->n_head;
    } else if (byte == ':' && web->line_at > 0 &&
               http_begins_cookies(web->head + web->line_at, n_line)) {
        web->is_cookie = true;
        web->n_head = web->line_at;
    }
}

/* What to tell a peer that wants another port, once the last byte has shown that; NULL:
 * nothing. */
static const char *wrong_port(const struct web *web, uint8_t last) {
    if (web->n_request == 1 && !web->is_tls && tls_is_record(last)) {
        return ": this port speaks HTTP without TLS: open http:// instead of https://";
    }
    if (web->line_at == 0 || web->line_at != web->n_request ||
        http_is_request(web->head, web->line_at)) {
        return NULL;
    }
    return web->site->metrics != NULL
               ? ": this port is for metrics over HTTP"
               : ": this port is for browsers: alea play, telnet and nc need another "
                 "one, usually " DEFAULT_PORT;
}

/* Collects the head of a request. */
static enum web_result feed_http(struct web *web, const uint8_t *bytes, size_t n,
                                 size_t *used) {
    if (web->head == NULL) {
        web->head = mem_new(1, HTTP_HEAD_BYTES_MAX);
    }
    for (*used = 0; *used < n;) {
        size_t before = web->n_head;
        add_byte(web, (char)bytes[(*used)++]);
        const char *wrong = wrong_port(web, bytes[*used - 1]);
        if (wrong != NULL) {
            drop_head(web);
            return answer_why(web, HTTP_BAD_REQUEST, wrong);
        }
        if (http_head_bytes(web->head, web->n_head, before) > 0) {
            return handle_request(web, web->n_head);
        }
        if (web->n_head == HTTP_HEAD_BYTES_MAX ||
            web->n_request == HTTP_REQUEST_BYTES_MAX) {
            drop_head(web);
            return answer_status(web, HTTP_HEAD_TOO_LARGE);
        }
    }
    return WEB_MORE;
}

/* --- the WebSocket --- */

static struct buf *control_frame(unsigned first, const uint8_t *payload, size_t n) {
    char frame[2 + WEBSOCKET_CONTROL_BYTES_MAX];
    frame[0] = (char)first;
    frame[1] = (char)n;
    if (n > 0) {
        memcpy(frame + 2, payload, n);
    }
    return buf_new_bare(frame, 2 + n, NULL, 0);
}

static struct buf *close_frame(unsigned code, const char *reason) {
    uint8_t payload[WEBSOCKET_CONTROL_BYTES_MAX] = {(uint8_t)(code >> 8), (uint8_t)code};
    size_t n = strnlen(reason, WEB_REASON_BYTES_MAX);
    memcpy(payload + 2, reason, n);
    return control_frame(FRAME_CLOSE, payload, 2 + n);
}

struct buf *web_ping(void) {
    return control_frame(FRAME_PING, NULL, 0);
}

struct buf *web_close(struct web *web, unsigned code, const char *reason) {
    bool needs_one = web->is_open && !web->ends;
    web->ends = true;
    return needs_one ? close_frame(code, reason) : NULL;
}

static enum web_result feed_websocket(struct web *web, const uint8_t *bytes, size_t n,
                                      size_t *used) {
    struct websocket *ws = &web->ws;
    switch (websocket_feed(ws, bytes, n, used)) {
    case WEBSOCKET_MORE: return WEB_MORE;
    case WEBSOCKET_LINE: return WEB_LINE;
    case WEBSOCKET_TOO_LONG: return WEB_TOO_LONG;
    case WEBSOCKET_PING:
        buf_unref(web->answer);
        web->answer = control_frame(FRAME_PONG, ws->control, ws->n_control);
        return WEB_SEND;
    case WEBSOCKET_CLOSE:
        buf_unref(web->answer);
        web->answer = close_frame(ws->code, "");
        web->ends = true;
        return WEB_END;
    }
    return WEB_MORE;
}

enum web_result web_feed(struct web *web, const uint8_t *bytes, size_t n, size_t *used) {
    *used = n;
    if (web->ends) {
        return WEB_MORE;
    }
    if (web->is_open) {
        return feed_websocket(web, bytes, n, used);
    }
    if (web->asked != NULL) { /* and nothing else that the peer sends */
        bool is_told = web->asked->is_told;
        web->asked->is_told = true;
        return is_told ? WEB_MORE : WEB_LINE;
    }
    return n > 0 ? feed_http(web, bytes, n, used) : WEB_MORE;
}
