#include "server/net/bound.h"

#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/conn/socket.h"
#include "server/net/endpoint.h"

/* Most free ports to try until one is free at all addresses. */
#define PORTS_TRIED 16

void bound_close(struct bound *bound) {
    for (size_t i = 0; i < bound->n; i++) {
        close(bound->fd[i]);
    }
    bound->n = 0;
}

/* Whether this machine lacks the address, or its address family. */
static bool is_missing(int error) {
    return error == EADDRNOTAVAIL || error == EAFNOSUPPORT || error == EPROTONOSUPPORT;
}

/* The port of an address, in network byte order. */
static in_port_t *port_of(struct sockaddr_storage *address) {
    return address->ss_family == AF_INET6 ? &((struct sockaddr_in6 *)address)->sin6_port
                                          : &((struct sockaddr_in *)address)->sin_port;
}

/* Whether the same address occurs earlier in the list. */
static bool is_again(const struct addrinfo *found, const struct addrinfo *at) {
    while (found != at && (found->ai_addrlen != at->ai_addrlen ||
                           memcmp(found->ai_addr, at->ai_addr, at->ai_addrlen) != 0)) {
        found = found->ai_next;
    }
    return found != at;
}

/* Shared by the functions below. */
struct task {
    struct bound *bound;
    const struct bound_how *how;
    char *why; /* FAULT_BYTES */
};

/* Opens one more socket.  *port 0: any; *port is set to the port it got.  Returns 0 or an
 * errno. */
static int open_one(const struct task *task, const struct addrinfo *at, in_port_t *port) {
    struct bound *bound = task->bound;
    struct sockaddr_storage address = {0};
    memcpy(&address, at->ai_addr, at->ai_addrlen);
    if (*port != 0) {
        *port_of(&address) = *port;
    }
    if (bound->n == BOUND_MOST) {
        return E2BIG;
    }
    int fd = socket_listen((struct sockaddr *)&address, at->ai_addrlen,
                           task->how->backlog, task->how->how);
    if (fd < 0) {
        return errno;
    }
    bound->fd[bound->n++] = fd;
    if (!socket_address(fd, &address)) {
        return errno;
    }
    *port = *port_of(&address);
    return 0;
}

/* Opens all addresses; logs missing ones if `tells`.  Returns 0, or an errno of the
 * address *bad. */
static int open_all(const struct task *task, const struct addrinfo *found, bool tells,
                    const struct addrinfo **bad) {
    in_port_t port = 0;
    int missing = 0;
    char name[ENDPOINT_BYTES];
    for (const struct addrinfo *at = found; at != NULL; at = at->ai_next) {
        int error = is_again(found, at) ? 0 : open_one(task, at, &port);
        if (error == 0) {
            continue;
        }
        *bad = at;
        if (!is_missing(error)) {
            return error;
        }
        missing = error;
        if (tells && found->ai_next != NULL) {
            endpoint_write(at->ai_addr, name);
            log_line(task->how->log, LOG_WARN, "listen_skipped address=%s why=%s", name,
                     LOG_QUOTED(strerror(error)));
        }
    }
    return task->bound->n > 0 ? 0 : missing;
}

static void explain(const struct task *task, int error, const struct addrinfo *found,
                    const struct addrinfo *bad) {
    char name[ENDPOINT_BYTES];
    if (error == E2BIG) {
        snprintf(task->why, FAULT_BYTES, "it stands for more than %d addresses",
                 BOUND_MOST);
    } else if (found->ai_next != NULL) {
        endpoint_write(bad->ai_addr, name);
        snprintf(task->why, FAULT_BYTES, "%s: %s", name, strerror(error));
    } else {
        snprintf(task->why, FAULT_BYTES, "%s", strerror(error));
    }
}

/* Opens all addresses at the same port.  Returns 0, or an errno with why. */
static int open_found(const struct task *task, const struct addrinfo *found) {
    const struct addrinfo *bad = found;
    struct sockaddr_storage first = {0};
    memcpy(&first, found->ai_addr, found->ai_addrlen);
    bool is_any = *port_of(&first) == 0;
    task->bound->n = 0;
    int error = open_all(task, found, true, &bad);
    for (int i = 1; error == EADDRINUSE && is_any && i < PORTS_TRIED; i++) {
        bound_close(task->bound);
        error = open_all(task, found, false, &bad);
    }
    if (error != 0) {
        bound_close(task->bound);
        explain(task, error, found, bad);
    }
    return error;
}

bool bound_open_found(struct bound *bound, const struct addrinfo *found,
                      const struct bound_how *how, char why[static FAULT_BYTES]) {
    const struct task task = {bound, how, why};
    why[0] = '\0';
    return open_found(&task, found) == 0;
}

/* Resolves a host (NULL: all addresses of the family), and opens its sockets.  Returns 0;
 * an errno or -1 (no such host), with why. */
static int open_host(const struct task *task, const char *host, const char *port,
                     int family) {
    struct addrinfo hints = {
        .ai_family = family, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    int unknown = getaddrinfo(host, port, &hints, &found);
    if (unknown != 0) {
        snprintf(task->why, FAULT_BYTES, "%s", gai_strerror(unknown));
        return -1;
    }
    int error = open_found(task, found);
    freeaddrinfo(found);
    return error;
}

/* Removes the socket of a server that has ended.  Returns 0, or EADDRINUSE. */
static int remove_stale(const struct sockaddr_un *at) {
    struct stat file;
    if (lstat(at->sun_path, &file) != 0) {
        return 0;
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool is_stale = S_ISSOCK(file.st_mode) && fd >= 0 &&
                    connect(fd, (const struct sockaddr *)at, sizeof *at) != 0 &&
                    errno == ECONNREFUSED;
    if (fd >= 0) {
        close(fd);
    }
    return is_stale && unlink(at->sun_path) == 0 ? 0 : EADDRINUSE;
}

static bool open_path(const struct task *task, const char *path) {
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    text_copy(at.sun_path, sizeof at.sun_path, path);
    int error = strlen(path) < ENDPOINT_BYTES ? remove_stale(&at) : ENAMETOOLONG;
    mode_t was = umask(S_IRWXG | S_IRWXO | S_IXUSR);
    int fd = error == 0
                 ? socket_listen((struct sockaddr *)&at, sizeof at, task->how->backlog, 0)
                 : -1;
    error = error == 0 && fd < 0 ? errno : error;
    umask(was);
    if (fd >= 0) {
        task->bound->fd[task->bound->n++] = fd;
    }
    text_copy(task->why, FAULT_BYTES, error != 0 ? strerror(error) : "");
    return error == 0;
}

bool bound_open(struct bound *bound, const char *endpoint, const struct bound_how *how,
                char why[static FAULT_BYTES]) {
    const struct task task = {bound, how, why};
    struct endpoint at;
    if (endpoint_is_path(endpoint)) {
        bound->n = 0;
        return open_path(&task, endpoint);
    }
    if (!endpoint_read(&at, endpoint)) {
        snprintf(why, FAULT_BYTES, ENDPOINT_FORM);
        return false;
    }
    if (at.host[0] != '\0') {
        return open_host(&task, at.host, at.port, AF_UNSPEC) == 0;
    }
    int error = open_host(&task, NULL, at.port, AF_INET6);
    if (error == -1 || is_missing(error)) { /* else it accepts IPv4, too */
        error = open_host(&task, NULL, at.port, AF_INET);
    }
    return error == 0;
}
