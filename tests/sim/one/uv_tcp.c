/* libuv's TCP connections, on the network of the simulation. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>

#include "tests/sim/one/uv_inside.h"

/* What u.reserved[0] of a uv_tcp_t points to. */
struct stream {
    struct wire *wire; /* NULL: not opened yet, or closed */
    bool calls;        /* it has the calling end */
    uv_alloc_cb alloc;
    uv_read_cb read;
    struct output *first, **last;           /* output not completely written */
    struct output *written, **last_written; /* completely written, callback not called
                                             * yet */
};

struct output {
    uv_write_t *req;
    uv_write_cb done;
    struct output *next;
    int status;
    size_t at; /* bytes written of `first` */
    size_t begin, n;
    uv_buf_t buf[];
};

static struct stream *stream_of(const void *handle) {
    return ((const uv_handle_t *)handle)->u.reserved[0];
}

static void tell_written(struct stream *stream) {
    for (struct output *output; (output = stream->written) != NULL;) {
        stream->written = output->next;
        if (stream->written == NULL) {
            stream->last_written = &stream->written;
        }
        fake_loop->n_reqs--;
        output->done(output->req, output->status);
        free(output);
    }
}

/* Fails all output that is not written yet. */
static void fail_outputs(struct stream *stream, int status) {
    for (struct output *output; (output = stream->first) != NULL;) {
        stream->first = output->next;
        output->status = status;
        output->next = NULL;
        *stream->last_written = output;
        stream->last_written = &output->next;
    }
    stream->last = &stream->first;
}

/* --- accepting: server/conn/socket.h --- */

/* The connection of the last accepted descriptor, until it is opened or dropped. */
static struct wire *accepted, *dialed;
#define ACCEPTED_FD (1 << 20)
#define DIALED_FD   (ACCEPTED_FD + 1)

/* The linker replaces the real functions by these (--wrap). */
int __wrap_socket_listen(const struct sockaddr *at, socklen_t len, int backlog,
                         unsigned how);
bool __wrap_socket_address(int fd, struct sockaddr_storage *own);
int __wrap_socket_accept(int fd);
int __wrap_socket_connect(const struct sockaddr *at, socklen_t len);
void __wrap_socket_drop(int fd);

int __wrap_socket_listen(const struct sockaddr *at, socklen_t len, int backlog,
                         unsigned how) {
    (void)at, (void)len, (void)backlog, (void)how;
    accepted = NULL;
    net_listen(fake_loop->host, true);
    return open("/dev/null", O_RDONLY | O_CLOEXEC); /* a descriptor that can be closed */
}

bool __wrap_socket_address(int fd, struct sockaddr_storage *own) {
    (void)fd;
    own->ss_family = AF_INET;
    return true;
}

int __wrap_socket_accept(int fd) {
    static const int errors[] = {EMFILE, ENFILE, ENOBUFS, EINTR};
    struct wire *wire = net_waiting(fake_loop->host);
    (void)fd;
    SIM_CHECK(accepted == NULL, "who was accepted is forgotten");
    if (sim_strikes(FAULT_ACCEPT, RANDOM_NET, 4)) {
        errno = errors[sim_below(RANDOM_NET, sizeof errors / sizeof errors[0])];
        return -1;
    }
    if (wire == NULL) {
        errno = EAGAIN;
        return -1;
    }
    net_accept(wire);
    accepted = wire;
    return ACCEPTED_FD;
}

/* The last letter of the path of the other process is its host. */
int __wrap_socket_connect(const struct sockaddr *at, socklen_t len) {
    const char *path = ((const struct sockaddr_un *)at)->sun_path;
    (void)len;
    SIM_CHECK(dialed == NULL, "who was dialed is forgotten");
    dialed = net_dial(fake_loop->host, (unsigned)(path[strlen(path) - 1] - 'a'));
    return DIALED_FD;
}

static struct wire *take_wire(int fd) {
    struct wire **last = fd == DIALED_FD ? &dialed : &accepted, *wire = *last;
    SIM_CHECK(fd >= ACCEPTED_FD && wire != NULL, "nobody has this descriptor");
    *last = NULL;
    return wire;
}

void __wrap_socket_drop(int fd) {
    struct wire *wire = take_wire(fd);
    wire->was_unfair = true; /* the client is not notified */
    net_close(wire, fd == DIALED_FD);
}

/* --- connections --- */

int uv_tcp_init(uv_loop_t *uv, uv_tcp_t *tcp) {
    uv_inside_init(uv, (uv_handle_t *)tcp, UV_TCP);
    struct stream *stream = calloc(1, sizeof *stream);
    SIM_CHECK(stream != NULL, "out of memory");
    stream->last = &stream->first;
    stream->last_written = &stream->written;
    tcp->u.reserved[0] = stream;
    tcp->write_queue_size = 0;
    return 0;
}

int uv_tcp_open(uv_tcp_t *tcp, uv_os_sock_t fd) {
    struct wire *wire = take_wire(fd);
    stream_of(tcp)->wire = wire;
    stream_of(tcp)->calls = fd == DIALED_FD;
    if (fd == ACCEPTED_FD) {
        wire->stream = tcp;
    }
    return 0;
}

int uv_tcp_nodelay(uv_tcp_t *tcp, int enable) {
    (void)tcp, (void)enable;
    return 0;
}

int uv_tcp_keepalive(uv_tcp_t *tcp, int enable, unsigned delay) {
    (void)tcp, (void)enable, (void)delay;
    return 0;
}

int uv_send_buffer_size(uv_handle_t *handle, int *value) {
    (void)handle, (void)value;
    return 0;
}

int uv_fileno(const uv_handle_t *handle, uv_os_fd_t *fd) {
    (void)handle, (void)fd;
    return UV_EBADF; /* there is no kernel whose options could be set */
}

int uv_tcp_getpeername(const uv_tcp_t *tcp, struct sockaddr *name, int *namelen) {
    const struct wire *wire = stream_of(tcp)->wire;
    struct sockaddr_in six4 = {.sin_family = AF_INET};
    struct sockaddr_in6 six6 = {.sin6_family = AF_INET6};
    (void)namelen;
    if (inet_pton(AF_INET, wire->address, &six4.sin_addr) == 1) {
        memcpy(name, &six4, sizeof six4);
    } else {
        inet_pton(AF_INET6, wire->address, &six6.sin6_addr);
        memcpy(name, &six6, sizeof six6);
    }
    return 0;
}

int uv_read_start(uv_stream_t *tcp, uv_alloc_cb alloc, uv_read_cb read) {
    stream_of(tcp)->alloc = alloc;
    stream_of(tcp)->read = read;
    tcp->flags |= IS_ACTIVE | IS_READING;
    net_tell(fake_loop->host);
    return 0;
}

int uv_read_stop(uv_stream_t *tcp) {
    tcp->flags &= ~(unsigned)(IS_ACTIVE | IS_READING);
    return 0;
}

size_t uv_stream_get_write_queue_size(const uv_stream_t *tcp) {
    return tcp->write_queue_size;
}

/* Gives the kernel as much as it takes. */
static void write_on(uv_stream_t *tcp) {
    struct stream *stream = stream_of(tcp);
    struct output *output = stream->first;
    while (output != NULL && output->begin < output->n) {
        const uv_buf_t *buf = &output->buf[output->begin];
        size_t rest = buf->len - output->at;
        size_t n = fake_loop->is_dead ? rest
                                      : net_write(stream->wire, stream->calls,
                                                  buf->base + output->at, rest);
        tcp->write_queue_size -= n;
        output->at += n;
        if (n < rest) {
            return;
        }
        output->at = 0;
        output->begin++;
        if (output->begin < output->n) {
            continue;
        }
        stream->first = output->next;
        stream->last = stream->first == NULL ? &stream->first : stream->last;
        output->next = NULL;
        *stream->last_written = output;
        stream->last_written = &output->next;
        net_tell(fake_loop->host);
        output = stream->first;
    }
}

int uv_write(uv_write_t *req, uv_stream_t *tcp, const uv_buf_t bufs[], unsigned n,
             uv_write_cb done) {
    struct stream *stream = stream_of(tcp);
    struct output *output = calloc(1, sizeof *output + n * sizeof(uv_buf_t));
    SIM_CHECK(output != NULL && n > 0, "a write of nothing");
    req->handle = tcp;
    output->req = req;
    output->done = done;
    output->n = n;
    for (unsigned i = 0; i < n; i++) {
        output->buf[i] = bufs[i];
        tcp->write_queue_size += bufs[i].len;
    }
    bool is_first = stream->first == NULL;
    *stream->last = output;
    stream->last = &output->next;
    fake_loop->n_reqs++;
    if (is_first) {
        write_on(tcp);
    }
    return 0;
}

int uv_try_write(uv_stream_t *tcp, const uv_buf_t bufs[], unsigned n) {
    struct stream *stream = stream_of(tcp);
    int written = 0;
    if (stream->first != NULL) {
        return UV_EAGAIN;
    }
    if (stream->wire->knows_broken) {
        return UV_EPIPE;
    }
    for (unsigned i = 0; i < n; i++) {
        size_t some = fake_loop->is_dead ? bufs[i].len
                                         : net_write(stream->wire, stream->calls,
                                                     bufs[i].base, bufs[i].len);
        written += (int)some;
        if (some < bufs[i].len) {
            break;
        }
    }
    return written > 0 ? written : UV_EAGAIN;
}

/* --- closing a handle --- */

void uv_inside_close(uv_handle_t *tcp) {
    struct stream *stream = stream_of(tcp);
    if (stream->wire != NULL) {
        net_close(stream->wire, stream->calls);
        stream->wire = NULL;
    }
}

void uv_inside_finish(uv_handle_t *tcp) {
    struct stream *stream = stream_of(tcp);
    fail_outputs(stream, UV_ECANCELED);
    tell_written(stream);
    free(stream);
}

/* --- reading --- */

static void stop_reading(uv_stream_t *tcp, int why) {
    uv_buf_t buf = {.base = NULL};
    uv_read_stop(tcp);
    stream_of(tcp)->read(tcp, why, &buf);
}

static void read_some(uv_stream_t *tcp) {
    struct stream *stream = stream_of(tcp);
    struct wire *wire = stream->wire;
    const struct flow *flow = net_arrived(wire, stream->calls);
    if (wire->knows_broken) {
        stop_reading(tcp, UV_ECONNRESET);
        return;
    }
    if (flow->n_there == 0) {
        if (flow->ended) {
            stop_reading(tcp, UV_EOF);
        }
        return;
    }
    uv_buf_t buf = {.base = NULL};
    stream->alloc((uv_handle_t *)tcp, 65536, &buf);
    size_t cap = flow->n_there < buf.len ? flow->n_there : buf.len;
    if (sim.has[FAULT_CUT] && !sim_one_in(RANDOM_NET, 3)) {
        cap = 1 + sim_below(RANDOM_NET, (unsigned)cap);
    }
    size_t n = net_read(wire, stream->calls, buf.base, cap);
    net_tell(fake_loop->host); /* there may be more */
    stream->read(tcp, (ssize_t)n, &buf);
}

bool uv_inside_has_unread(const uv_handle_t *tcp) {
    struct wire *wire = stream_of(tcp)->wire;
    return (tcp->flags & (IS_READING | IS_CLOSING)) == IS_READING && wire != NULL &&
           !wire->knows_broken && net_arrived(wire, stream_of(tcp)->calls)->n_there > 0;
}

void uv_inside_serve(uv_handle_t *handle) {
    uv_stream_t *tcp = (uv_stream_t *)handle;
    struct stream *stream = stream_of(tcp);
    if (stream->wire == NULL) {
        return;
    }
    if (stream->wire->knows_broken) {
        fail_outputs(stream, UV_EPIPE);
    } else {
        write_on(tcp);
    }
    tell_written(stream);
    if (!uv_is_closing(handle) && (handle->flags & IS_READING)) {
        read_some(tcp);
    }
}
