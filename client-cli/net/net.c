#include "client-cli/net/net.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client-cli/net/tls.h"
#include "client-cli/net/wait.h"
#include "mem/mem.h"
#include "proto/command/command.h"

/* --- addresses --- */

/* Copies len bytes of text.  False if len is 0, they do not fit, or a bracket is
 * misplaced. */
static bool copy_part(const char *text, size_t len, char *to, size_t cap) {
    if (len == 0 || len >= cap) {
        return false;
    }
    memcpy(to, text, len);
    to[len] = '\0';
    return strpbrk(to, "[]") == NULL;
}

/* Reads HOST, HOST:PORT, [IPV6]:PORT or an IPv6 address; `address` holds the defaults. */
static bool read_host(const char *text, struct net_address *address) {
    const char *end = text + strlen(text);
    const char *host_end = end;
    const char *colon = strrchr(text, ':');
    if (text[0] == '[') {
        text++;
        host_end = strchr(text, ']');
        if (host_end == NULL || (host_end[1] != '\0' && host_end + 1 != colon)) {
            return false;
        }
        colon = host_end[1] != '\0' ? colon : NULL;
    } else if (colon != NULL && strchr(text, ':') != colon) {
        colon = NULL; /* several colons: an IPv6 address without a port */
    } else if (colon != NULL) {
        host_end = colon;
    }
    if (colon != NULL && !copy_part(colon + 1, (size_t)(end - colon - 1), address->port,
                                    sizeof address->port)) {
        return false;
    }
    size_t digits = strspn(address->port, "0123456789");
    if (address->port[digits] != '\0' || digits == 0 || digits > 5 ||
        strtoul(address->port, NULL, 10) > UINT16_MAX) {
        return false;
    }
    return host_end == text || copy_part(text, (size_t)(host_end - text), address->host,
                                         sizeof address->host);
}

/* The schemes: what can come before "://". */
static const struct {
    const char *name;
    bool tls;
} schemes[] = {{"alea", false}, {"aleas", true}, {"http", false}};
#define N_SCHEMES (sizeof schemes / sizeof schemes[0])

/* Removes "SCHEME://" and the "/" that browsers append.  Returns the rest, perhaps in
 * host (NET_HOST_BYTES + 16 bytes); NULL with a fault. */
static const char *take_scheme(const char *text, char *host, bool *tls, char *fault) {
    const char *colon = strstr(text, "://");
    if (colon == NULL) {
        return text;
    }
    size_t i = 0, len = (size_t)(colon - text);
    while (i < N_SCHEMES && (strlen(schemes[i].name) != len ||
                             strncasecmp(schemes[i].name, text, len) != 0)) {
        i++;
    }
    if (i == N_SCHEMES) {
        snprintf(fault, FAULT_BYTES,
                 "only alea://, aleas:// (with TLS) and http:// work, or HOST or "
                 "HOST:PORT alone");
        return NULL;
    }
    *tls = *tls || schemes[i].tls;
    snprintf(host, NET_HOST_BYTES + 16, "%s", colon + strlen("://"));
    size_t end = strlen(host);
    if (end > 1 && host[end - 1] == '/') {
        host[end - 1] = '\0';
    }
    return host[0] != '\0' ? host : colon; /* "alea://" alone is wrong */
}

bool net_address_read(const char *text, struct trust *trust, struct net_address *address,
                      char fault[static FAULT_BYTES]) {
    char host[NET_HOST_BYTES + 16];
    bool tls = trust != NULL && trust->is_wanted;
    *address = (struct net_address){.host = NET_DEFAULT_HOST};
    text = take_scheme(text, host, &tls, fault);
    if (text == NULL) {
        return false;
    }
    if (tls && trust == NULL) {
        snprintf(fault, FAULT_BYTES, "this command speaks no TLS");
        return false;
    }
    if (strpbrk(text, "/@ ") != NULL) {
        snprintf(fault, FAULT_BYTES,
                 "a server is HOST or HOST:PORT, without a path, a name or blanks");
        return false;
    }
    address->trust = tls ? trust : NULL;
    snprintf(address->port, sizeof address->port, "%s",
             tls ? DEFAULT_TLS_PORT : DEFAULT_PORT);
    if (!read_host(text, address)) {
        snprintf(fault, FAULT_BYTES,
                 "not an address: HOST, HOST:PORT or [IPV6]:PORT, a port up to 65535");
        return false;
    }
    return true;
}

void net_address_write(const struct net_address *address, struct text_out *out) {
    bool is_v6 = strchr(address->host, ':') != NULL;
    text_put(out, is_v6 ? "[" : "");
    text_put(out, address->host);
    text_put(out, is_v6 ? "]:" : ":");
    text_put(out, address->port);
}

/* --- connecting --- */

static void close_socket(struct net *net) {
    if (net->fd >= 0) {
        close(net->fd);
        net->fd = -1;
    }
}

/* Closes the socket.  Keeps received lines: the server's goodbye may be among them. */
static bool lose(struct net *net, const char *why) {
    close_socket(net);
    utf8_clean(why, strlen(why), net->fault, sizeof net->fault);
    return false;
}

void net_lose(struct net *net, const char *why) {
    lose(net, why);
}

bool net_wait(struct net *net, bool to_write) {
    struct wait_fd wait = {.fd = net->fd, .to_write = to_write};
    switch (wait_for(&wait, 1, NET_TIMEOUT_MS)) {
    case WAIT_READY: return true;
    case WAIT_TIMEOUT: return lose(net, "the server does not answer");
    case WAIT_STOPPED: return lose(net, "stopped");
    }
    return false;
}

/* Waits until net->fd is connected. */
static bool finish_connect(struct net *net) {
    if (!net_wait(net, true)) {
        return false;
    }
    int error = 0;
    socklen_t len = sizeof error;
    if (getsockopt(net->fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0) {
        error = errno;
    }
    return error == 0 || lose(net, strerror(error));
}

/* Turns on TCP keepalive.  Without it, a program that only waits would never notice that
 * the other end is gone.  Does nothing where the system lacks it. */
static void set_keepalive(int fd) {
    const int on = 1;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#if defined TCP_KEEPIDLE && defined TCP_KEEPINTVL && defined TCP_KEEPCNT
    const int idle_s = NET_IDLE_S, interval_s = NET_PROBE_S, count = NET_PROBES;
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle_s, sizeof idle_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval_s, sizeof interval_s);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
#endif
#ifdef TCP_USER_TIMEOUT
    /* This timeout also covers the probes, and counts from the last byte received.  If it
     * were shorter, one lost probe would end the connection. */
    const unsigned unacknowledged_ms = (NET_IDLE_S + NET_PROBE_S * NET_PROBES) * 1000;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &unacknowledged_ms,
               sizeof unacknowledged_ms);
#endif
}

static bool try_address(struct net *net, const struct addrinfo *info) {
    net->fd = socket(info->ai_family, info->ai_socktype, info->ai_protocol);
    if (net->fd < 0) {
        return lose(net, strerror(errno));
    }
    int flags = fcntl(net->fd, F_GETFL);
    if (flags < 0 || fcntl(net->fd, F_SETFL, flags | O_NONBLOCK) != 0 ||
        fcntl(net->fd, F_SETFD, FD_CLOEXEC) != 0) {
        return lose(net, strerror(errno));
    }
    set_keepalive(net->fd);
    if (connect(net->fd, info->ai_addr, info->ai_addrlen) == 0) {
        return true;
    }
    return errno == EINPROGRESS ? finish_connect(net) : lose(net, strerror(errno));
}

/* Tries every address of the host. */
static bool reach(struct net *net, const struct net_address *address) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *all = NULL;
    int error = getaddrinfo(address->host, address->port, &hints, &all);
    if (error != 0) {
        return lose(net, gai_strerror(error));
    }
    bool is_there = false;
    for (struct addrinfo *info = all; info != NULL && !is_there; info = info->ai_next) {
        is_there = try_address(net, info);
    }
    freeaddrinfo(all);
    return is_there;
}

static void send_bytes(struct net *net, const char *bytes, size_t n) {
    while (n > 0 && net->fd >= 0) {
        ssize_t sent = send(net->fd, bytes, n, MSG_NOSIGNAL);
        bool is_full = sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
        if (sent >= 0) {
            bytes += sent;
            n -= (size_t)sent;
        } else if (is_full && !net->is_leaving) {
            net_wait(net, true);
        } else if (errno != EINTR) {
            /* Part of the line may be missing, so stop sending.  The server's goodbye may
             * still arrive. */
            shutdown(net->fd, SHUT_WR);
            return;
        }
    }
}

/* --- TLS --- */

static void on_plain(void *owner, const void *bytes, size_t n) {
    struct net *net = owner;
    net->is_too_long = net->is_too_long || !lines_add(&net->in, bytes, n);
}

static void on_cipher(void *owner, const void *bytes, size_t n) {
    send_bytes(owner, bytes, n);
}

/* Does the handshake.  False: it failed, or the server is not trusted. */
static bool begin_tls(struct net *net, const struct net_address *address) {
    uint64_t until_ms = wait_now_ms() + NET_TIMEOUT_MS;
    tls_start(net->tls);
    while (tls_get_state(net->tls) == TLS_HANDSHAKE) {
        if (wait_now_ms() >= until_ms) {
            return lose(net, "the server does not finish the TLS handshake");
        }
        if (net->fd < 0 || !net_wait(net, false) || !net_receive(net)) {
            return false;
        }
    }
    char server[NET_HOST_BYTES + 16];
    struct text_out out = text_out_of(server, sizeof server);
    net_address_write(address, &out);
    struct tls_identity identity = tls_client_identity(net->tls);
    net->is_refused = !trust_judge(address->trust, server, &identity, net->fault);
    return !net->is_refused;
}

bool net_connect(struct net *net, const struct net_address *address) {
    static const struct tls_ops ops = {on_plain, on_cipher};
    const struct trust *trust = address->trust;
    *net = (struct net){.fd = -1};
    lines_init(&net->in, LINE_OUT_BYTES_MAX);
    if (trust != NULL) { /* now: later, the server's handshake timeout would be running */
        net->tls = tls_client_open(trust, address->host, &ops, net, net->fault);
        net->is_refused = net->tls == NULL;
    }
    if (net->is_refused || !reach(net, address)) {
        net_close(net);
        return false;
    }
    net->fault[0] = '\0';
    if (trust != NULL && !begin_tls(net, address)) {
        net_close(net); /* ignore what the untrusted server has sent */
        return false;
    }
    return true;
}

void net_open_inside(struct net *net, net_taker *take, void *owner) {
    *net = (struct net){.fd = -1, .take = take, .owner = owner};
    lines_init(&net->in, LINE_OUT_BYTES_MAX);
}

void net_close(struct net *net) {
    if (net->tls != NULL && net->fd >= 0) {
        net->is_leaving = true;
        tls_end(net->tls);
    }
    close_socket(net);
    tls_free(net->tls);
    net->tls = NULL;
    lines_fini(&net->in);
    lines_init(&net->in, 0);
}

/* --- lines --- */

void net_add_line(struct net *net, const char *line, size_t len) {
    if (!lines_add(&net->in, line, len) || !lines_add(&net->in, "\n", 1)) {
        lose(net, "too many lines wait");
    }
}

void net_send_line(struct net *net, const char *line) {
    if (net->take != NULL) {
        net->take(net->owner, line);
        return;
    }
    /* One packet: a separate line end would wait until the first one is acknowledged. */
    size_t len = strlen(line);
    char *bytes = mem_alloc(len + 1);
    memcpy(bytes, line, len + 1);
    bytes[len] = '\n';
    if (net->tls == NULL) {
        send_bytes(net, bytes, len + 1);
    } else if (net->fd >= 0) {
        tls_write(net->tls, bytes, len + 1); /* a failure is handled as above */
    }
    free(bytes);
}

/* Receives ciphertext.  False: nothing more will come. */
static bool receive_tls(struct net *net, const char *bytes, size_t n) {
    bool is_first = !net->has_heard;
    net->has_heard = true;
    if (is_first && !tls_is_record((uint8_t)bytes[0])) {
        return lose(net, "it does not speak TLS there: leave out --tls, or use the port "
                         "that does");
    }
    bool was_up = tls_get_state(net->tls) == TLS_UP;
    switch (tls_feed(net->tls, bytes, n)) {
    case TLS_HANDSHAKE: return true;
    case TLS_UP:
        return !net->is_too_long || lose(net, "the server sends a line without an end");
    case TLS_ENDED: return lose(net, "the server has closed the connection");
    case TLS_BROKEN: break;
    }
    char why[FAULT_BYTES];
    snprintf(why, sizeof why, "%s: %s",
             was_up ? "the data was changed on the way" : "no TLS with this server",
             tls_fault(net->tls));
    return lose(net, why);
}

/* Why the connection has ended. */
static const char *why_ended(const struct net *net) {
    if (net->tls == NULL) {
        return "the server has closed the connection";
    }
    return tls_get_state(net->tls) == TLS_HANDSHAKE
               ? "the server has closed the connection before TLS was agreed on"
               : "the connection was cut";
}

bool net_receive(struct net *net) {
    char bytes[65536];
    if (net->fd < 0) {
        return false;
    }
    ssize_t n = recv(net->fd, bytes, sizeof bytes, 0);
    if (n > 0 && net->tls != NULL) {
        return receive_tls(net, bytes, (size_t)n);
    }
    if (n > 0) {
        return lines_add(&net->in, bytes, (size_t)n) ||
               lose(net, "the server sends a line without an end");
    }
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
        return true;
    }
    return lose(net, n == 0 ? why_ended(net) : strerror(errno));
}

/* --- lines --- */

void lines_init(struct lines *lines, size_t max) {
    *lines = (struct lines){.max = max + strlen("\r\n")};
}

void lines_fini(struct lines *lines) {
    free(lines->bytes);
}

/* Makes room for n more bytes and a NUL. */
static void make_room(struct lines *lines, size_t n) {
    if (lines->start > 0) {
        lines->len -= lines->start;
        memmove(lines->bytes, lines->bytes + lines->start, lines->len);
        lines->start = 0;
    }
    if (lines->len + n < lines->cap) {
        return;
    }
    lines->cap = 2 * (lines->len + n + 1);
    lines->bytes = mem_grow(lines->bytes, lines->cap, 1);
}

bool lines_add(struct lines *lines, const char *bytes, size_t n) {
    if (lines->len - lines->start + n > lines->max) {
        return false;
    }
    make_room(lines, n);
    memcpy(lines->bytes + lines->len, bytes, n);
    lines->len += n;
    return true;
}

/* Returns the bytes up to `end` as a line, and drops `used` bytes. */
static char *hand_out(struct lines *lines, char *end, size_t used, size_t *len) {
    char *line = lines->bytes + lines->start;
    lines->start += used;
    if (end > line && end[-1] == '\r') {
        end--;
    }
    *end = '\0';
    *len = (size_t)(end - line);
    return line;
}

char *lines_next(struct lines *lines, size_t *len) {
    if (lines->start == lines->len) {
        return NULL; /* bytes may still be NULL */
    }
    char *line = lines->bytes + lines->start;
    char *end = memchr(line, '\n', lines->len - lines->start);
    return end != NULL ? hand_out(lines, end, (size_t)(end - line) + 1, len) : NULL;
}

char *lines_rest(struct lines *lines, size_t *len) {
    size_t n = lines->len - lines->start;
    return n > 0 ? hand_out(lines, lines->bytes + lines->len, n, len) : NULL;
}
