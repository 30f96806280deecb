#include "tests/support/tls_peer.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/support/process.h"
#include "tests/support/tls_end.h"

/* Bytes carried at once: few, so that a peer that does not read is soon noticed. */
#define CARRIED_BYTES 4096

/* Plaintext on one side, TLS on the other. */
struct bridge {
    struct end end;
    int plain, wire;
    bool plain_ended, wire_ended; /* no more bytes come from there */
    bool plain_shut, wire_shut;   /* no more bytes can be sent there */
};

/* Writes as many bytes as the socket takes.  False: the other side has closed it. */
static bool pour(struct bytes *bytes, int fd) {
    ssize_t n = send(fd, bytes->at, bytes->n, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
        bytes->n -= (size_t)n;
        memmove(bytes->at, bytes->at + n, bytes->n);
    }
    return n >= 0 || errno == EAGAIN;
}

static void take_plain(struct bridge *bridge) {
    char bytes[CARRIED_BYTES];
    ssize_t n = read(bridge->plain, bytes, sizeof bytes);
    if (n > 0) {
        tls_write(bridge->end.tls, bytes, (size_t)n);
    } else {
        bridge->plain_ended = true;
        tls_end(bridge->end.tls);
    }
}

static void take_wire(struct bridge *bridge) {
    char bytes[CARRIED_BYTES];
    ssize_t n = read(bridge->wire, bytes, sizeof bytes);
    if (n <= 0 && tls_get_state(bridge->end.tls) == TLS_UP) {
        bytes_add(&bridge->end.heard, TLS_PEER_CUT "\n", strlen(TLS_PEER_CUT "\n"));
    }
    bridge->wire_ended =
        n <= 0 || tls_feed(bridge->end.tls, bytes, (size_t)n) >= TLS_ENDED;
}

/* Carries bytes once.  False: everything is sent, or nobody is left to send it to. */
static bool carry(struct bridge *bridge) {
    struct bytes *heard = &bridge->end.heard, *out = &bridge->end.out;
    bool takes_plain = !bridge->plain_ended && out->n == 0 &&
                       tls_get_state(bridge->end.tls) != TLS_HANDSHAKE;
    bool takes_wire = !bridge->wire_ended && heard->n == 0;
    struct pollfd fds[] = {{bridge->plain, 0, 0}, {bridge->wire, 0, 0}};
    fds[0].events = (short)((takes_plain ? POLLIN : 0) | (heard->n > 0 ? POLLOUT : 0));
    fds[1].events = (short)((takes_wire ? POLLIN : 0) | (out->n > 0 ? POLLOUT : 0));
    fds[0].fd = fds[0].events != 0 ? bridge->plain : -1;
    fds[1].fd = fds[1].events != 0 ? bridge->wire : -1;
    if (poll(fds, 2, -1) < 0) {
        return false;
    }
    if ((heard->n > 0 && fds[0].revents != 0 && !pour(heard, bridge->plain)) ||
        (out->n > 0 && fds[1].revents != 0 && !pour(out, bridge->wire))) {
        return false;
    }
    if (takes_plain && (fds[0].revents & (POLLIN | POLLHUP)) != 0) {
        take_plain(bridge);
    }
    if (takes_wire && (fds[1].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
        take_wire(bridge);
    }
    if (bridge->plain_ended && out->n == 0 && !bridge->wire_shut) {
        bridge->wire_shut = true;
        shutdown(bridge->wire, SHUT_WR);
    }
    return !(bridge->wire_ended && heard->n == 0);
}

void peer_begin_tls(struct peer *peer, int version) {
    struct peer wire = *peer;
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair), 0);
    pid_t pid = process_fork();
    if (pid == 0) {
        struct bridge bridge = {.plain = pair[1], .wire = wire.fd};
        close(pair[0]);
        end_open_client(&bridge.end, version, version);
        tls_start(bridge.end.tls);
        while (carry(&bridge)) {
        }
        _exit(0);
    }
    close(pair[1]);
    peer_fini(&wire);
    peer_init(peer, pair[0]);
}

void peer_connect_tls(struct peer *peer, const char *host, uint16_t port, int version) {
    peer_connect(peer, host, port);
    peer_begin_tls(peer, version);
}
