#define _GNU_SOURCE /* accept4, SO_REUSEPORT */
#include "server/conn/socket.h"

#include <errno.h>
#include <netinet/in.h>
#include <unistd.h>

static int close_failed(int fd) {
    int error = errno;
    if (fd >= 0) {
        close(fd);
    }
    errno = error;
    return -1;
}

int socket_listen(const struct sockaddr *at, socklen_t len, int backlog, unsigned how) {
    const int on = 1, only = (how & SOCKET_V6_ONLY) != 0;
    int fd = socket(at->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        setsockopt(fd, SOL_SOCKET, SO_OOBINLINE, &on, sizeof on) == 0 &&
        (at->sa_family != AF_INET6 ||
         setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof only) == 0) &&
        ((how & SOCKET_SHARED) == 0 ||
         setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0) &&
        bind(fd, at, len) == 0 && listen(fd, backlog) == 0) {
        return fd;
    }
    return close_failed(fd);
}

bool socket_address(int fd, struct sockaddr_storage *own) {
    socklen_t len = sizeof *own;
    return getsockname(fd, (struct sockaddr *)own, &len) == 0;
}

int socket_accept(int fd) {
    return accept4(fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int socket_connect(const struct sockaddr *at, socklen_t len) {
    int fd = socket(at->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && (connect(fd, at, len) == 0 || errno == EINPROGRESS)) {
        return fd;
    }
    return close_failed(fd);
}

void socket_drop(int fd) {
    close(fd);
}
