#include "client-cli/bench_poll.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__

#include <sys/epoll.h>

struct bench_poll {
    int fd;
};

struct bench_poll *bench_poll_new(size_t n) {
    (void)n;
    struct bench_poll *poll = calloc(1, sizeof *poll);
    if (poll == NULL) {
        abort();
    }
    poll->fd = epoll_create1(EPOLL_CLOEXEC);
    if (poll->fd < 0) {
        free(poll);
        return NULL;
    }
    return poll;
}

void bench_poll_free(struct bench_poll *poll) {
    if (poll != NULL) {
        close(poll->fd);
        free(poll);
    }
}

bool bench_poll_add(struct bench_poll *poll, size_t number, int fd) {
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
    return epoll_ctl(poll->fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

void bench_poll_remove(struct bench_poll *poll, size_t number, int fd) {
    (void)number;
    (void)epoll_ctl(poll->fd, EPOLL_CTL_DEL, fd, NULL);
}

size_t bench_poll_wait(struct bench_poll *poll, int timeout_ms,
                       size_t ready[static BENCH_POLL_MAX]) {
    struct epoll_event events[BENCH_POLL_MAX];
    int n = epoll_wait(poll->fd, events, BENCH_POLL_MAX, timeout_ms);
    for (int i = 0; i < n; i++) {
        ready[i] = (size_t)events[i].data.u64;
    }
    return n > 0 ? (size_t)n : 0;
}

#else

#include <poll.h>

struct bench_poll {
    size_t n;
    size_t next; /* where to go on, so that nobody is passed over for ever */
    struct pollfd fds[];
};

struct bench_poll *bench_poll_new(size_t n) {
    struct bench_poll *poll = calloc(1, sizeof *poll + n * sizeof poll->fds[0]);
    if (poll == NULL) {
        abort();
    }
    poll->n = n;
    for (size_t i = 0; i < n; i++) {
        poll->fds[i].fd = -1;
    }
    return poll;
}

void bench_poll_free(struct bench_poll *poll) {
    free(poll);
}

bool bench_poll_add(struct bench_poll *poll, size_t number, int fd) {
    poll->fds[number] = (struct pollfd){.fd = fd, .events = POLLIN};
    return true;
}

void bench_poll_remove(struct bench_poll *poll, size_t number, int fd) {
    (void)fd;
    poll->fds[number].fd = -1;
}

size_t bench_poll_wait(struct bench_poll *wait, int timeout_ms,
                       size_t ready[static BENCH_POLL_MAX]) {
    int n_ready = poll(wait->fds, (nfds_t)wait->n, timeout_ms);
    size_t n = 0;
    for (size_t i = 0; n_ready > 0 && i < wait->n && n < BENCH_POLL_MAX; i++) {
        size_t at = (wait->next + i) % wait->n;
        if (wait->fds[at].fd >= 0 && wait->fds[at].revents != 0) {
            ready[n++] = at;
        }
    }
    wait->next = n > 0 ? ready[n - 1] + 1 : wait->next;
    return n;
}

#endif
