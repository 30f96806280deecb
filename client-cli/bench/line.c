#include "client-cli/bench/line.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* Bytes read at once while waiting for one line. */
#define READ_BYTES 4096
/* The request that opens a WebSocket; %s: the address. */
#define WEB_REQUEST                                                                      \
    "GET /ws HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"      \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"       \
    "Sec-WebSocket-Protocol: alea.1.json\r\n\r\n"
/* First bytes of frames: FIN and the opcode. */
enum { TEXT = 0x81, CLOSE = 0x88, PING = 0x89 };
#define MASKED 0x80
/* The mask of our frames, which changes nothing: it need not be unpredictable. */
#define MASK_BYTES 4
/* Header byte for a 16-bit length that follows; LENGTH_64: a 64-bit one. */
#define LENGTH_16 126
#define LENGTH_64 127
/* How much longer a frame can be than its line with the LF. */
#define MORE_BYTES (4 + MASK_BYTES - 1)
/* A pong without payload. */
#define PONG "\x8A\x80\0\0\0\0"

static bool fail(char *fault, const char *what, const char *why) {
    snprintf(fault, BENCH_FAULT_BYTES, "%s: %s", what, why);
    return false;
}

/* The server sends no frames until asked, so none can follow its answer. */
bool bench_line_open_web(struct bench_line *line, const struct net_address *address,
                         char fault[static BENCH_FAULT_BYTES]) {
    char host[NET_HOST_BYTES + 32], request[sizeof host + sizeof WEB_REQUEST];
    struct net *net = &line->net;
    struct text_out out = text_out_of(host, sizeof host);
    net_address_write(address, &out);
    int n = snprintf(request, sizeof request, WEB_REQUEST, host);
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

/* Writes each line as a masked text message without its LF.  Returns the bytes. */
static size_t write_frames(uint8_t *to, const char *lines, size_t len) {
    uint8_t *at = to;
    for (const char *end; (end = memchr(lines, '\n', len)) != NULL; lines = end + 1) {
        size_t n = (size_t)(end - lines);
        bool is_short = n < LENGTH_16;
        const uint8_t header[] = {TEXT, (uint8_t)(MASKED | (is_short ? n : LENGTH_16)),
                                  (uint8_t)(n >> 8), (uint8_t)n};
        memcpy(at, header, sizeof header);
        at += is_short ? 2 : sizeof header;
        memset(at, 0, MASK_BYTES);
        memcpy(at + MASK_BYTES, lines, n);
        at += MASK_BYTES + n;
        len -= n + 1;
    }
    return (size_t)(at - to);
}

size_t bench_line_send(struct bench_line *line, const char *text, size_t n) {
    uint8_t frames[BENCH_OUT_BYTES + BENCH_ASKED_MAX * MORE_BYTES];
    const void *bytes = text;
    if (line->is_web) {
        n = write_frames(frames, text, n);
        bytes = frames;
    }
    return send(line->net.fd, bytes, n, MSG_NOSIGNAL) == (ssize_t)n ? n : 0;
}

/* Handles a complete header.  False: no frame of alead. */
static bool begin_frame(struct bench_line *line) {
    const uint8_t *header = line->header;
    line->n_header = 0;
    line->is_closed = header[0] == CLOSE;
    line->in_text = header[0] == TEXT;
    line->left =
        header[1] == LENGTH_16 ? (size_t)(header[2] << 8 | header[3]) : (size_t)header[1];
    if (header[0] == PING && header[1] == 0) {
        (void)send(line->net.fd, PONG, sizeof PONG - 1, MSG_NOSIGNAL);
        return true;
    }
    return line->in_text || line->is_closed;
}

/* Takes a byte of a header, which has 2 or 4.  False: as above. */
static bool take_header(struct bench_line *line, char byte) {
    line->header[line->n_header++] = (uint8_t)byte;
    if (line->n_header < 2) {
        return true;
    }
    bool is_whole = line->n_header == (line->header[1] == LENGTH_16 ? 4 : 2);
    bool is_known = line->header[1] < LENGTH_64; /* else a 64-bit length, or masked */
    return is_known && (!is_whole || begin_frame(line));
}

static bool take_frames(struct bench_line *line, const char *bytes, size_t n,
                        struct lines *lines) {
    const char *end = bytes + n;
    while (!line->is_closed && (bytes < end || (line->in_text && line->left == 0))) {
        if (!line->in_text) {
            if (!take_header(line, *bytes++)) {
                return false;
            }
            continue;
        }
        size_t part = (size_t)(end - bytes);
        part = part < line->left ? part : line->left;
        line->left -= part;
        line->in_text = line->left > 0;
        if (lines != NULL && (!lines_add(lines, bytes, part) ||
                              (!line->in_text && !lines_add(lines, "\n", 1)))) {
            return false;
        }
        bytes += part;
    }
    return true;
}

bool bench_line_take(struct bench_line *line, const char *bytes, size_t n, bool is_read) {
    struct lines *lines = is_read ? &line->net.in : NULL;
    return line->is_web ? take_frames(line, bytes, n, lines)
                        : lines == NULL || lines_add(lines, bytes, n);
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
