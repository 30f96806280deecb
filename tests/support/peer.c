#include "tests/support/peer.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"
#include "tests/support/json.h"

/* Longest line that peer_send makes, in bytes. */
#define SEND_BYTES 8192

int64_t peer_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void peer_init(struct peer *peer, int fd) {
    *peer = (struct peer){.fd = fd, .is_open = true};
}

void peer_fini(struct peer *peer) {
    if (peer->is_open) {
        close(peer->fd);
    }
    free(peer->buf);
    json_decref(peer->message);
    json_decref(peer->state);
    *peer = (struct peer){0};
}

void peer_connect(struct peer *peer, const char *host, uint16_t port) {
    char service[8];
    snprintf(service, sizeof service, "%u", port);
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    assert_int_equal(getaddrinfo(host, service, &hints, &found), 0);
    int fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int result = connect(fd, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    if (result != 0) {
        fail_msg("cannot connect to %s port %s: %s", host, service, strerror(errno));
    }
    int yes = 1; /* send at once, without Nagle's delay */
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    peer_init(peer, fd);
}

/* --- bytes and lines --- */

bool peer_send_bytes(struct peer *peer, const void *bytes, size_t n) {
    const char *at = bytes;
    while (n > 0) {
        struct pollfd poller = {.fd = peer->fd, .events = POLLOUT};
        if (poll(&poller, 1, PEER_LIMIT_MS) <= 0) {
            fail_msg("the other side does not read");
        }
        ssize_t sent = write(peer->fd, at, n);
        if (sent < 0) {
            return false;
        }
        at += sent;
        n -= (size_t)sent;
    }
    return true;
}

void peer_send(struct peer *peer, const char *format, ...) {
    char line[SEND_BYTES];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    assert_in_range(len, 0, sizeof line - 2);
    line[len++] = '\n';
    peer_send_bytes(peer, line, (size_t)len);
}

void peer_hang_up(struct peer *peer) {
    shutdown(peer->fd, SHUT_WR);
}

/* Makes room for more bytes after the unused ones, and for a NUL. */
static void make_room(struct peer *peer) {
    if (peer->begin > 0) {
        memmove(peer->buf, peer->buf + peer->begin, peer->end - peer->begin);
        peer->end -= peer->begin;
        peer->begin = 0;
    }
    if (peer->cap - peer->end < 2) {
        peer->cap = peer->cap == 0 ? 4096 : 2 * peer->cap;
        peer->buf = realloc(peer->buf, peer->cap);
        assert_non_null(peer->buf);
    }
    peer->buf[peer->end] = '\0';
}

bool peer_fill(struct peer *peer, int64_t deadline_ms) {
    make_room(peer);
    int64_t wait_ms = deadline_ms - peer_now_ms();
    struct pollfd poller = {.fd = peer->fd, .events = POLLIN};
    if (poll(&poller, 1, wait_ms > 0 ? (int)wait_ms : 0) <= 0) {
        fail_msg("nothing has come in time; unused is \"%.*s\"",
                 (int)(peer->end - peer->begin), peer->buf);
    }
    ssize_t n = read(peer->fd, peer->buf + peer->end, peer->cap - peer->end - 1);
    if (n <= 0) {
        return false; /* a pty ends with EIO, a connection possibly with a reset */
    }
    peer->end += (size_t)n;
    peer->buf[peer->end] = '\0';
    return true;
}

const char *peer_line(struct peer *peer) {
    int64_t deadline_ms = peer_now_ms() + PEER_LIMIT_MS;
    for (;;) {
        size_t n = peer->end - peer->begin;
        char *line = peer->buf + peer->begin;
        char *end = n > 0 ? memchr(line, '\n', n) : NULL;
        if (end != NULL) {
            peer->begin += (size_t)(end - line) + 1;
            *end = '\0';
            line[strcspn(line, "\r")] = '\0';
            return line;
        }
        if (!peer_fill(peer, deadline_ms)) {
            return NULL;
        }
    }
}

const char *peer_await_line(struct peer *peer, const char *prefix) {
    for (;;) {
        const char *line = peer_line(peer);
        if (line == NULL) {
            fail_msg("the end instead of \"%s\"", prefix);
        }
        if (strncmp(line, prefix, strlen(prefix)) == 0) {
            return line;
        }
    }
}

void peer_ask_for_help(struct peer *peer, int n) {
    char lines[16 * 100];
    size_t len = 0;
    assert_in_range(n, 1, 100);
    for (int i = 0; i < n; i++) {
        len += (size_t)snprintf(lines + len, sizeof lines - len, "#%d help\n", i);
    }
    assert_true(peer_send_bytes(peer, lines, len));
    for (int i = 0; i < n; i++) {
        char expected[16];
        snprintf(expected, sizeof expected, "+ #%d ", i);
        peer_await_line(peer, expected);
    }
}

const char *peer_expect_line(struct peer *peer, const char *prefix) {
    const char *line = peer_line(peer);
    if (line == NULL || strncmp(line, prefix, strlen(prefix)) != 0) {
        fail_msg("\"%s\" instead of \"%s\"", line != NULL ? line : "(the end)", prefix);
    }
    return line;
}

void peer_expect_end(struct peer *peer) {
    while (peer_line(peer) != NULL) {
    }
}

/* --- JSON mode --- */

void peer_ask(struct peer *peer, const char *format, ...) {
    char line[SEND_BYTES];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    assert_in_range(len, 0, sizeof line - 1);
    peer_send(peer, "%s", json(line));
}

json_t *peer_message(struct peer *peer) {
    const char *line = peer_line(peer);
    if (line == NULL) {
        fail_msg("the end instead of a message");
    }
    json_error_t error;
    json_decref(peer->message);
    peer->message = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(peer->message)) {
        fail_msg("%s in: %s", error.text, line);
    }
    const char *event = json_string_value(json_object_get(peer->message, "event"));
    if (event != NULL && strcmp(event, "state") == 0) {
        json_decref(peer->state);
        peer->state = json_incref(peer->message);
    }
    return peer->message;
}

json_t *peer_answer(struct peer *peer) {
    for (;;) {
        json_t *message = peer_message(peer);
        if (json_object_get(message, "reply") != NULL ||
            json_object_get(message, "error") != NULL) {
            return message;
        }
    }
}

json_t *peer_reply(struct peer *peer) {
    json_t *message = peer_answer(peer);
    if (json_object_get(message, "reply") == NULL) {
        fail_msg("error %s: %s", peer_text(message, "error"), peer_text(message, "text"));
    }
    return message;
}

json_t *peer_reply_to(struct peer *peer, const char *command) {
    json_t *message = peer_reply(peer);
    while (strcmp(peer_text(message, "reply"), command) != 0) {
        message = peer_reply(peer);
    }
    return message;
}

json_t *peer_error(struct peer *peer, const char *code) {
    json_t *message = peer_answer(peer);
    if (json_object_get(message, "error") == NULL) {
        fail_msg("reply %s instead of error %s", peer_text(message, "reply"), code);
    }
    assert_string_equal(peer_text(message, "error"), code);
    return message;
}

json_t *peer_await_stage(struct peer *peer, const char *stage) {
    for (;;) {
        json_t *message = peer_message(peer);
        if (message == peer->state && strcmp(peer_text(message, "stage"), stage) == 0) {
            return message;
        }
    }
}

const char *peer_text(const json_t *message, const char *key) {
    const char *text = json_string_value(json_object_get(message, key));
    if (text == NULL) {
        fail_msg("no text \"%s\" in the message", key);
    }
    return text;
}
