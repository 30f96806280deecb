/* A connection: opening, its layers, reading, when to write, closing. */
#include "server/conn/codec.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/conn/socket.h"

/* --- deadlines --- */

void conn_set_deadline(struct conn *conn, uint64_t in_ms) {
    deadline_heap_set(&conn->shared->deadlines, &conn->deadline,
                      conn->shared->now_ms + in_ms);
}

void conn_clear_deadline(struct conn *conn) {
    deadline_heap_set(&conn->shared->deadlines, &conn->deadline, DEADLINE_NEVER);
}

bool conn_is_closing(const struct conn *conn) {
    return uv_is_closing((const uv_handle_t *)&conn->tcp);
}

bool conn_in_handshake(const struct conn *conn) {
    return conn->n_shaking > 0;
}

/* --- shared by the layers --- */

static void free_rest(struct conn_rest *rest) {
    if (rest != NULL) {
        sodium_memzero(rest->bytes, rest->n); /* it may contain a password */
        free(rest);
    }
}

/* Keeps bytes until conn_release.  Does not use realloc, which frees a block without
 * clearing it. */
static void keep_rest(struct conn *conn, const uint8_t *bytes, size_t n) {
    if (n == 0) {
        return;
    }
    struct conn_rest *was = conn->rest;
    size_t before = was != NULL ? was->n : 0;
    conn->rest = mem_new(1, sizeof *conn->rest + before + n);
    if (was != NULL) {
        memcpy(conn->rest->bytes, was->bytes, before);
    }
    memcpy(conn->rest->bytes + before, bytes, n);
    conn->rest->n = before + n;
    free_rest(was);
}

bool conn_takes(struct conn *conn, const uint8_t *bytes, size_t n) {
    if (conn_is_closing(conn) || conn->ending) {
        return false;
    }
    if (conn->held) {
        keep_rest(conn, bytes, n);
    }
    return !conn->held;
}

/* Lets others have their turn. */
static void yield_turn(struct conn *conn) {
    if (!conn->held && !conn->ending && !conn_is_closing(conn)) {
        conn_hold(conn);
        conn->shared->ops->yields(conn);
    }
}

void conn_count_line(struct conn *conn) {
    if (++conn->n_lines >= CONN_LINES_AT_ONCE) {
        yield_turn(conn);
    }
}

void conn_count_garbage(struct conn *conn, size_t n) {
    conn->garbage_bytes += (uint32_t)n;
    if (conn->garbage_bytes > CONN_GARBAGE_BYTES && !conn->held) {
        conn_hold(conn);
        conn->shared->ops->garbage(conn);
    }
}

void conn_peer_ended(struct conn *conn) {
    if (conn->held) {
        conn->ends_later = true;
    } else {
        conn->shared->ops->ended(conn);
    }
}

/* --- lines --- */

/* Answers a telnet command; a flood of them is ignored. */
static void answer_telnet(struct conn *conn, const void *answer, size_t len) {
    if (conn->answers < CONN_ANSWERS_MAX) {
        conn->answers++;
        conn_send_owned(conn, buf_new(answer, len));
    }
}

/* Telnet's "are you there".  Whoever asks is a person: in text mode this is an event. */
static const char here[] = "* The server is here.\r\n";

static void feed_lines(struct conn *conn, const uint8_t *bytes, size_t n) {
    while (n > 0 && conn_takes(conn, bytes, n)) {
        size_t used = 0;
        enum frame_result result = frame_feed(&conn->frame, bytes, n, &used);
        bytes += used;
        n -= used;
        switch (result) {
        case FRAME_MORE: conn_count_garbage(conn, used); break;
        case FRAME_LINE:
            conn->shared->ops->line(conn, conn->frame.line, conn->frame.len);
            frame_drop_line(&conn->frame);
            conn->garbage_bytes = 0;
            conn_count_line(conn);
            break;
        case FRAME_TOO_LONG:
            conn->shared->ops->line_too_long(conn);
            conn->garbage_bytes = 0; /* this line was reported */
            conn_count_line(conn);
            break;
        case FRAME_ANSWER:
            answer_telnet(conn, conn->frame.answer, sizeof conn->frame.answer);
            conn_count_garbage(conn, used);
            break;
        case FRAME_ASKED:
            answer_telnet(conn, here, sizeof here - 1);
            conn_count_garbage(conn, used);
            break;
        }
    }
}

/* --- layers --- */

/* The layer that delivers messages; NULL: the output of the layers is lines. */
static struct codec *top_of(const struct conn *conn) {
    struct codec *codec = conn->bottom;
    while (codec != NULL && !codec->ops->is_top) {
        codec = codec->above;
    }
    return codec;
}

void conn_push(struct conn *conn, struct codec *codec) {
    codec->above = conn->bottom;
    conn->bottom = codec;
}

void conn_pop(struct conn *conn) {
    struct codec *gone = conn->bottom;
    conn->bottom = gone->above;
    gone->ops->free(gone);
}

void conn_begin_layer(struct conn *conn, struct codec *codec) {
    if (codec != NULL) {
        codec->ops->begin(conn, codec);
    } else {
        conn_clear_deadline(conn);
    }
}

void conn_begin(struct conn *conn) {
    conn_begin_layer(conn, conn->bottom);
}

void conn_feed(struct conn *conn, struct codec *codec, const uint8_t *bytes, size_t n) {
    if (codec != NULL) {
        codec->ops->feed(conn, codec, bytes, n);
    } else {
        feed_lines(conn, bytes, n);
    }
}

/* --- reading --- */

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    (void)suggested;
    struct conn *conn = (struct conn *)handle;
    *buf = uv_buf_init(conn->shared->read_buf, CONN_READ_BYTES);
}

void conn_heard(struct conn *conn) {
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if (conn->shared->ops->heard != NULL) {
        conn->shared->ops->heard(conn);
    }
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct conn *conn = (struct conn *)stream;
    if (n == UV_EOF && conn_in_handshake(conn)) {
        conn_close(conn);
        return;
    }
    if (n == UV_EOF) {
        conn_peer_ended(conn);
    } else if (n < 0) {
        conn_close(conn);
    }
    if (n <= 0) {
        return;
    }
    conn->shared->metrics->bytes_in += n;
    conn->n_lines = 0;
    conn_feed(conn, conn->bottom, (const uint8_t *)buf->base, (size_t)n);
    memset(buf->base, 0, (size_t)n); /* it may contain a password */
    if ((size_t)n == CONN_READ_BYTES) {
        yield_turn(conn); /* more has arrived, and libuv would read it at once */
    }
    conn_heard(conn);
}

int conn_read(struct conn *conn) {
    if (conn_link(conn) != NULL) {
        conn_link(conn)->ops->read(conn_link(conn), true);
        return 0;
    }
    return uv_read_start((uv_stream_t *)&conn->tcp, on_alloc, on_read);
}

static void stop_reading(struct conn *conn) {
    if (conn_link(conn) != NULL) {
        conn_link(conn)->ops->read(conn_link(conn), false);
    } else {
        uv_read_stop((uv_stream_t *)&conn->tcp);
    }
}

void conn_hold(struct conn *conn) {
    conn->held = true;
    stop_reading(conn);
}

void conn_release(struct conn *conn) {
    if (!conn->held || conn_is_closing(conn)) {
        return;
    }
    struct conn_rest *rest = conn->rest;
    conn->held = false;
    conn->n_lines = 0;
    conn->rest = NULL;
    static const uint8_t none[1];
    conn_feed(conn, top_of(conn), rest != NULL ? rest->bytes : none,
              rest != NULL ? rest->n : 0);
    free_rest(rest); /* conn may be held again, with a new rest */
    if (conn->queue.n > 0) {
        conn_flush(conn);
    }
    if (conn->held || conn_is_closing(conn)) {
        return;
    }
    if (conn->ends_later) {
        conn->ends_later = false;
        conn->shared->ops->ended(conn);
    } else if (!conn->paused && !conn->ending) {
        conn_read(conn);
    }
}

/* --- writing --- */

/* Stops reading from a peer that does not read. */
static void pause_or_resume(struct conn *conn) {
    bool pause = conn_waiting_bytes(conn) > conn->shared->pause_bytes;
    if (pause && !conn->paused) {
        stop_reading(conn);
    } else if (!pause && conn->paused && !conn->ending && !conn->held) {
        conn_read(conn);
    }
    conn->paused = pause;
}

/* Some output is gone, or cannot go. */
static void moved(struct conn *conn, bool fails) {
    if (conn_is_closing(conn)) {
        return;
    }
    if (fails || (conn->ending && conn_waiting_bytes(conn) == 0)) {
        conn_close(conn);
        return;
    }
    pause_or_resume(conn);
    if (conn->lagging && conn_waiting_bytes(conn) == 0) {
        conn->lagging = false;
        conn->n_drained++;
        conn->shared->ops->drained(conn);
    }
}

void conn_link_moved(struct conn *conn) {
    moved(conn, false);
}

void conn_flush(struct conn *conn) {
    if (conn_is_closing(conn)) {
        return;
    }
    bool fails = !conn_write(conn, moved);
    if (fails || (conn->ending && conn_waiting_bytes(conn) == 0)) {
        conn_close(conn);
        return;
    }
    pause_or_resume(conn);
}

void conn_answered(struct conn *conn, uint16_t line) {
    if (conn_link(conn) != NULL) {
        conn_link(conn)->has_answer = true;
        conn_link(conn)->answered = line;
        conn_flush(conn);
    }
}

/* --- opening and closing --- */

static void on_closed(uv_handle_t *handle) {
    struct conn *conn = (struct conn *)handle;
    while (conn->bottom != NULL) {
        conn_pop(conn);
    }
    buf_queue_clear(&conn->queue);
    free_rest(conn->rest);
    if (conn_link(conn) != NULL) {
        conn_link(conn)->ops->free(conn_link(conn));
    }
    frame_fini(&conn->frame);
    free(conn);
}

/* Makes TCP detect dead connections, idle or with unacknowledged data.  Best effort: the
 * connection works without these options. */
static void set_options(struct conn *conn) {
    (void)uv_tcp_nodelay(&conn->tcp, 1);
    (void)uv_tcp_keepalive(&conn->tcp, 1, CONN_IDLE_S);
    int send_bytes = CONN_SEND_BYTES;
    (void)uv_send_buffer_size((uv_handle_t *)&conn->tcp, &send_bytes);
#ifdef TCP_USER_TIMEOUT
    uv_os_fd_t fd;
    const unsigned unacknowledged_ms = CONN_DEAD_MS;
    if (uv_fileno((const uv_handle_t *)&conn->tcp, &fd) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
                   sizeof unacknowledged_ms);
    }
#endif
}

struct conn *conn_open(uv_loop_t *loop, int fd, struct conn_shared *shared) {
    struct conn *conn = mem_new(1, sizeof *conn);
    conn->shared = shared;
    uv_tcp_init(loop, &conn->tcp);
    int error = uv_tcp_open(&conn->tcp, fd);
    if (error != 0) {
        socket_drop(fd);
    }
    if (error != 0 || conn_read(conn) != 0) {
        uv_close((uv_handle_t *)&conn->tcp, on_closed);
        return NULL;
    }
    set_options(conn);
    return conn;
}

void conn_address(const struct conn *conn, char *text, size_t cap) {
    struct sockaddr_storage peer;
    int len = sizeof peer;
    snprintf(text, cap, "?");
    if (uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&peer, &len) != 0) {
        return;
    }
    if (peer.ss_family != AF_INET6) {
        uv_ip4_name((const struct sockaddr_in *)&peer, text, cap);
        return;
    }
    struct sockaddr_in6 *peer6 = (struct sockaddr_in6 *)&peer;
    if (IN6_IS_ADDR_V4MAPPED(&peer6->sin6_addr)) { /* from a socket for IPv6 and IPv4 */
        uv_inet_ntop(AF_INET, &peer6->sin6_addr.s6_addr[12], text, cap);
        return;
    }
    if (!IN6_IS_ADDR_LOOPBACK(&peer6->sin6_addr)) {
        memset(&peer6->sin6_addr.s6_addr[8], 0, 8); /* one host has the whole /64 */
    }
    uv_ip6_name(peer6, text, cap);
}

bool conn_is_in(const struct conn *conn, const struct network *network, size_t n) {
    struct sockaddr_storage peer;
    int len = sizeof peer;
    uint8_t bytes[16] = {[10] = 0xFF, [11] = 0xFF}; /* IPv4 within IPv6 */
    if (n == 0 || uv_tcp_getpeername(&conn->tcp, (struct sockaddr *)&peer, &len) != 0) {
        return false;
    }
    if (peer.ss_family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&peer)->sin6_addr, sizeof bytes);
    } else {
        memcpy(bytes + 12, &((const struct sockaddr_in *)&peer)->sin_addr, 4);
    }
    size_t i = 0;
    while (i < n && !network_has(&network[i], bytes)) {
        i++;
    }
    return i < n;
}

void conn_close(struct conn *conn) {
    if (conn_is_closing(conn)) {
        return;
    }
    conn_clear_deadline(conn);
    uv_close((uv_handle_t *)&conn->tcp, on_closed);
    if (conn_link(conn) != NULL) {
        conn_link(conn)->ops->close(conn_link(conn));
    }
    conn->shared->ops->closed(conn);
}

void conn_end(struct conn *conn, unsigned code, const char *reason) {
    if (conn->ending || conn_is_closing(conn)) {
        return;
    }
    if (conn_in_handshake(conn)) {
        conn_close(conn);
        return;
    }
    struct codec *top = top_of(conn);
    if (top != NULL && top->ops->end != NULL) {
        top->ops->end(conn, top, code, reason);
    }
    if (conn_is_closing(conn)) { /* it reads too slowly */
        return;
    }
    conn->ending = true;
    stop_reading(conn);
    conn_set_deadline(conn, CONN_LINGER_MS);
}

void conn_do_due(struct conn_shared *shared) {
    for (struct deadline *deadline;
         (deadline = deadline_heap_first(&shared->deadlines, shared->now_ms)) != NULL;) {
        struct conn *conn = DEADLINE_OF(deadline, struct conn);
        struct codec *codec = conn_in_handshake(conn) ? conn->bottom : top_of(conn);
        conn_clear_deadline(conn);
        if (codec != NULL && codec->ops->due != NULL) {
            codec->ops->due(conn, codec);
        } else {
            conn_close(conn); /* linger timeout: it does not read our goodbye */
        }
    }
}
