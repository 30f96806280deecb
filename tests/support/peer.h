/* A client of the server under test: sends and receives lines over a socket (or a pty).
 * Nothing here sleeps: reads wait for bytes, and fail the test when none arrive. */
#ifndef ALEA_TESTS_SUPPORT_PEER_H
#define ALEA_TESTS_SUPPORT_PEER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How long to wait for a line.  Generous, for busy machines. */
#define PEER_LIMIT_MS 60000

struct peer {
    int fd;            /* owned while is_open */
    bool is_open;      /* a zeroed struct peer is closed */
    char *buf;         /* owned; received bytes */
    size_t begin, end; /* the part of buf that has not been used yet */
    size_t cap;
    json_t *message; /* owned; the last JSON message, or NULL */
    json_t *state;   /* owned; the last state event, or NULL */
};

/* Talks through fd, and takes ownership of it. */
void peer_init(struct peer *peer, int fd);
void peer_fini(struct peer *peer);
void peer_connect(struct peer *peer, const char *host, uint16_t port);

/* --- bytes and lines --- */

/* False: the other side has closed the connection. */
bool peer_send_bytes(struct peer *peer, const void *bytes, size_t n);
/* Sends one line, and adds its end. */
void peer_send(struct peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Closes the sending direction only; can still read. */
void peer_hang_up(struct peer *peer);
/* Waits for bytes until deadline_ms (peer_now_ms).  False: the end of the stream.  Fails
 * the test at the deadline. */
bool peer_fill(struct peer *peer, int64_t deadline_ms);
/* The next line without its end, valid until the next call; NULL at the end of the
 * stream. */
const char *peer_line(struct peer *peer);
/* Reads lines until one begins with prefix, and returns it.  Fails the test at the end of
 * the stream. */
const char *peer_await_line(struct peer *peer, const char *prefix);
/* Requests `help` n times (at most 100) in one packet, and reads all the answers.  In
 * text mode. */
void peer_ask_for_help(struct peer *peer, int n);
/* Reads a line that must begin with prefix. */
const char *peer_expect_line(struct peer *peer, const char *prefix);
/* Reads until the other side closes the connection. */
void peer_expect_end(struct peer *peer);

/* --- JSON mode; messages are borrowed, valid until the next call --- */

/* Sends one line of JSON, written with ' instead of ". */
void peer_ask(struct peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The next message. */
json_t *peer_message(struct peer *peer);
/* The next reply or error; skips events before it, but keeps the last state. */
json_t *peer_answer(struct peer *peer);
/* The next answer, which must be a reply. */
json_t *peer_reply(struct peer *peer);
/* The next reply to this command; skips other replies. */
json_t *peer_reply_to(struct peer *peer, const char *command);
/* The next answer, which must be this error. */
json_t *peer_error(struct peer *peer, const char *code);
/* Reads until a state event has this stage, and returns it. */
json_t *peer_await_stage(struct peer *peer, const char *stage);
/* A member of a message; it must exist and be a string. */
const char *peer_text(const json_t *message, const char *key);

/* Monotonic time. */
int64_t peer_now_ms(void);

#endif
