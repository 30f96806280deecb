#include "client-cli/bench/line.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes read at once while waiting for one line. */
#define READ_BYTES 4096

static bool fail(char *fault, const char *what, const char *why) {
    snprintf(fault, BENCH_FAULT_BYTES, "%s: %s", what, why);
    return false;
}

/* The server sends no frames until asked, so none can follow its answer. */
bool bench_line_open_web(struct bench_line *line, const struct net_address *address,
                         char fault[static BENCH_FAULT_BYTES]) {
    char host[NET_HOST_BYTES + 32], request[sizeof host + sizeof BENCH_WEB_REQUEST];
    struct net *net = &line->net;
    struct text_out out = text_out_of(host, sizeof host);
    net_address_write(address, &out);
    int n = snprintf(request, sizeof request, BENCH_WEB_REQUEST, host);
    line->is_web = true;
    if (send(net->fd, request, (size_t)n, MSG_NOSIGNAL) != n) {
        return fail(fault, "no WebSocket", strerror(errno));
    }
    for (bool is_open = false;;) {
        size_t len;
        const char *said = lines_next(&net->in, &len);
        if (said == NULL) {
            if (!net_wait(net, false) || !net_receive(net)) {
                return fail(fault, "no WebSocket", net->fault);
            }
        } else if (strncmp(said, "HTTP/1.1 101 ", 13) == 0) {
            is_open = true;
        } else if (!is_open) {
            return fail(fault, "no WebSocket", said);
        } else if (len == 0) {
            return true;
        }
    }
}

size_t bench_line_send(struct bench_line *line, const char *text, size_t n,
                       uint32_t *mask) {
    uint8_t frames[BENCH_OUT_BYTES + BENCH_ASKED_MAX * BENCH_WEB_MORE_BYTES];
    const void *bytes = text;
    if (line->is_web) {
        n = bench_web_write(frames, text, n, mask);
        bytes = frames;
    }
    return send(line->net.fd, bytes, n, MSG_NOSIGNAL) == (ssize_t)n ? n : 0;
}

bool bench_line_take(struct bench_line *line, const char *bytes, size_t n, bool is_read) {
    struct lines *lines = is_read ? &line->net.in : NULL;
    unsigned n_pings = 0;
    if (!line->is_web) {
        return lines == NULL || lines_add(lines, bytes, n);
    }
    enum bench_web_result result = bench_web_take(&line->web, bytes, n, lines, &n_pings);
    line->is_closed = result == BENCH_WEB_CLOSED;
    for (; n_pings > 0; n_pings--) {
        (void)send(line->net.fd, BENCH_WEB_PONG, BENCH_WEB_PONG_BYTES, MSG_NOSIGNAL);
    }
    return result != BENCH_WEB_WRONG;
}

char *bench_line_await(struct bench_line *line) {
    struct net *net = &line->net;
    char *found, bytes[READ_BYTES];
    size_t len;
    while ((found = lines_next(&net->in, &len)) == NULL) {
        if (line->is_closed) {
            net_lose(net, "the server has closed the connection");
            return NULL;
        }
        if (!net_wait(net, false)) {
            return NULL;
        }
        ssize_t n = recv(net->fd, bytes, sizeof bytes, 0);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) {
            continue;
        }
        if (n <= 0) {
            net_lose(net,
                     n < 0 ? strerror(errno) : "the server has closed the connection");
            return NULL;
        }
        if (!bench_line_take(line, bytes, (size_t)n, true)) {
            net_lose(net, "a wrong frame, or a line without an end");
            return NULL;
        }
    }
    return found;
}
