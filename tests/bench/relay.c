/* A bare relay on libuv, as the upper limit for a server of this kind.  It pairs
 * connections in the order in which they arrive.  For each line from one of a pair,
 * whatever it says, it sends the same buffer to both: no rules, no JSON, no store.  The
 * time that the relay needs is spent in system calls and in the loop, which no server on
 * libuv can avoid if it answers both players.  The time that alead needs in addition is
 * its own work.
 *
 *   relay BYTES
 *
 * BYTES is the length of the buffer, including its line end.  The relay listens on a free
 * port of 127.0.0.1 and prints "ready 127.0.0.1:PORT".  Each connection is sent the
 * number of its pair: "* relay, pair N".  An empty line ends a connection, SIGTERM the
 * program.  Use it with alea bench --relay BYTES, which plays 2R players just as with
 * alead. */
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "server/conn/conn.h"

/* Longest buffer: what the kernel takes from a sender at once. */
#define BYTES_MOST 16384
#define GREETING   64
#define BACKLOG    511

struct relay {
    uv_tcp_t listener;
    struct member *waiting; /* the last connection, if it has no partner yet; NULL:
                             * none */
    unsigned n_pairs;
    uv_buf_t answer;
    char read_buf[CONN_READ_BYTES];
};

/* One connection of a pair. */
struct member {
    uv_tcp_t tcp; /* first: the member is its container */
    struct relay *relay;
    struct member *other; /* the partner; NULL: not connected yet, or gone */
    bool is_in_line;      /* in the middle of a line */
};

static void die(const char *what, int error) {
    fprintf(stderr, "relay: %s: %s\n", what, uv_strerror(error));
    exit(1);
}

static void on_closed(uv_handle_t *handle) {
    free(handle);
}

static void leave(struct member *member) {
    struct relay *relay = member->relay;
    if (uv_is_closing((uv_handle_t *)&member->tcp)) {
        return;
    }
    if (member->other != NULL) {
        member->other->other = NULL;
    }
    relay->waiting = relay->waiting == member ? NULL : relay->waiting;
    uv_close((uv_handle_t *)&member->tcp, on_closed);
}

/* Each member has at most one answer waiting, so the kernel always takes it whole. */
static void say(struct member *member, const uv_buf_t *buf) {
    int n = uv_try_write((uv_stream_t *)&member->tcp, buf, 1);
    if (n != (int)buf->len) {
        fprintf(stderr, "relay: a connection does not take %zu bytes\n", buf->len);
        leave(member);
    }
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
    struct relay *relay = ((struct member *)handle)->relay;
    (void)suggested;
    *buf = uv_buf_init(relay->read_buf, sizeof relay->read_buf);
}

static void on_read(uv_stream_t *stream, ssize_t n, const uv_buf_t *buf) {
    struct member *member = (struct member *)stream;
    if (n < 0) {
        leave(member);
        return;
    }
    const char *at = buf->base, *end = buf->base + n;
    for (const char *line; (line = memchr(at, '\n', (size_t)(end - at))) != NULL;) {
        if (line == at && !member->is_in_line) {
            leave(member);
            return;
        }
        say(member, &member->relay->answer);
        if (member->other != NULL) {
            say(member->other, &member->relay->answer);
        }
        member->is_in_line = false;
        at = line + 1;
    }
    member->is_in_line = member->is_in_line || at < end;
}

/* As in alead: see set_options in server/conn/conn.c. */
static void set_options(struct member *member) {
    int send_bytes = CONN_SEND_BYTES;
    (void)uv_tcp_nodelay(&member->tcp, 1);
    (void)uv_tcp_keepalive(&member->tcp, 1, CONN_IDLE_S);
    (void)uv_send_buffer_size((uv_handle_t *)&member->tcp, &send_bytes);
#ifdef TCP_USER_TIMEOUT
    uv_os_fd_t fd;
    const unsigned unacknowledged_ms = CONN_DEAD_MS;
    if (uv_fileno((const uv_handle_t *)&member->tcp, &fd) == 0) {
        setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
                   sizeof unacknowledged_ms);
    }
#endif
}

static void on_connection(uv_stream_t *listener, int status) {
    struct relay *relay = (struct relay *)listener;
    struct member *member = calloc(1, sizeof *member);
    if (member == NULL) {
        abort();
    }
    member->relay = relay;
    uv_tcp_init(listener->loop, &member->tcp);
    int error = status != 0 ? status : uv_accept(listener, (uv_stream_t *)&member->tcp);
    if (error != 0) {
        die("cannot accept a connection (ulimit -n?)", error);
    }
    set_options(member);
    if (relay->waiting != NULL) {
        member->other = relay->waiting;
        relay->waiting->other = member;
        relay->waiting = NULL;
    } else {
        relay->waiting = member;
        relay->n_pairs++;
    }
    char greeting[GREETING];
    int n = snprintf(greeting, sizeof greeting, "* relay, pair %u\n", relay->n_pairs);
    const uv_buf_t buf = uv_buf_init(greeting, (unsigned)n);
    say(member, &buf);
    uv_read_start((uv_stream_t *)&member->tcp, on_alloc, on_read);
}

static void listen_somewhere(struct relay *relay, uv_loop_t *loop) {
    struct sockaddr_in address;
    int len = sizeof address;
    uv_ip4_addr("127.0.0.1", 0, &address);
    uv_tcp_init(loop, &relay->listener);
    int error = uv_tcp_bind(&relay->listener, (const struct sockaddr *)&address, 0);
    if (error == 0) {
        error = uv_listen((uv_stream_t *)&relay->listener, BACKLOG, on_connection);
    }
    if (error == 0) {
        error = uv_tcp_getsockname(&relay->listener, (struct sockaddr *)&address, &len);
    }
    if (error != 0) {
        die("cannot listen", error);
    }
    printf("ready 127.0.0.1:%u\n", ntohs(address.sin_port));
    fflush(stdout);
}

static void raise_descriptors(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

int main(int argc, char **argv) {
    static struct relay relay;
    char *end = NULL;
    unsigned long bytes = argc == 2 ? strtoul(argv[1], &end, 10) : 0;
    if (bytes < 1 || bytes > BYTES_MOST || *end != '\0') {
        fprintf(stderr, "usage: relay BYTES, from 1 to %d\n", BYTES_MOST);
        return 2;
    }
    static char answer[BYTES_MOST];
    memset(answer, 'x', bytes);
    answer[bytes - 1] = '\n';
    relay.answer = uv_buf_init(answer, (unsigned)bytes);
    raise_descriptors();
    listen_somewhere(&relay, uv_default_loop());
    return uv_run(uv_default_loop(), UV_RUN_DEFAULT);
}
