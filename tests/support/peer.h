/* Somebody who speaks in lines over a socket (or a pty): a client of the server under
 * test.  Nothing here sleeps: reads wait for bytes, and fail the test when none come. */
#ifndef ALEA_TESTS_SUPPORT_PEER_H
#define ALEA_TESTS_SUPPORT_PEER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line that does not come in this time will never come.  Much, for busy machines. */
#define PEER_LIMIT_MS 30000

struct peer {
    int fd;            /* owned while is_open */
    bool is_open;      /* a zeroed struct peer is closed */
    char *buf;         /* owned; what has come */
    size_t begin, end; /* the part of buf that is not used yet */
    size_t cap;
    json_t *message; /* owned; the last JSON message, or NULL */
    json_t *state;   /* owned; the last state event, or NULL */
};

/* Speaks through fd, which it takes. */
void peer_init(struct peer *peer, int fd);
void peer_fini(struct peer *peer);
void peer_connect(struct peer *peer, const char *host, uint16_t port);

/* --- bytes and lines --- */

/* False: the other side has gone. */
bool peer_send_bytes(struct peer *peer, const void *bytes, size_t n);
/* Sends one line; its end is added. */
void peer_send(struct peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Says that nothing more will be sent; still reads. */
void peer_hang_up(struct peer *peer);
/* Waits for bytes until deadline_ms (peer_now_ms).  False: the end of the stream.  Fails
 * the test when the time is over. */
bool peer_fill(struct peer *peer, int64_t deadline_ms);
/* The next line without its end, valid until the next call; NULL at the end of the
 * stream. */
const char *peer_line(struct peer *peer);
/* Reads lines until one begins with prefix, and returns it.  Fails at the end. */
const char *peer_await_line(struct peer *peer, const char *prefix);
/* Reads a line that must begin with prefix. */
const char *peer_expect_line(struct peer *peer, const char *prefix);
/* Reads until the other side closes. */
void peer_expect_end(struct peer *peer);

/* --- JSON mode; messages are borrowed, valid until the next call --- */

/* Sends one line of JSON, in which ' stands for ". */
void peer_ask(struct peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The next message. */
json_t *peer_message(struct peer *peer);
/* The next reply or error; events before it are skipped (the last state is kept). */
json_t *peer_answer(struct peer *peer);
/* The answer, which must be a reply. */
json_t *peer_reply(struct peer *peer);
/* The next reply to this command; those to others are skipped. */
json_t *peer_reply_to(struct peer *peer, const char *command);
/* The answer, which must be this error. */
json_t *peer_error(struct peer *peer, const char *code);
/* Reads until a state event, which it returns, has this stage. */
json_t *peer_await_stage(struct peer *peer, const char *stage);
/* A member of a message that must be there and be a string. */
const char *peer_text(const json_t *message, const char *key);

/* Monotonic. */
int64_t peer_now_ms(void);

#endif
