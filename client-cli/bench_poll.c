#include "client-cli/bench_poll.h"

#include <stdlib.h>
#include <unistd.h>

#include "mem/mem.h"

#define NS_PER_MS UINT64_C(1000000)

static int round_up_ms(uint64_t ns) {
    return (int)((ns + NS_PER_MS - 1) / NS_PER_MS);
}

#ifdef __linux__

#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

struct bench_poll {
    int fd;
};

struct bench_poll *bench_poll_new(size_t n) {
    (void)n;
    struct bench_poll *poll = mem_new(1, sizeof *poll);
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

/* epoll_wait knows milliseconds only; whether one may wait for epoll with pselect depends
 * on how many files are open already. */
static bool wait_finely(const struct bench_poll *poll, uint64_t timeout_ns) {
    const struct timespec timeout = {.tv_nsec = (long)timeout_ns};
    fd_set fds;
    if (poll->fd >= FD_SETSIZE) {
        return false;
    }
    FD_ZERO(&fds);
    FD_SET(poll->fd, &fds);
    pselect(poll->fd + 1, &fds, NULL, NULL, &timeout, NULL);
    return true;
}

size_t bench_poll_wait(struct bench_poll *poll, uint64_t timeout_ns,
                       size_t ready[static BENCH_POLL_MAX]) {
    struct epoll_event events[BENCH_POLL_MAX];
    bool is_fine = timeout_ns > 0 && timeout_ns < BENCH_POLL_FINE_NS;
    int n = epoll_wait(poll->fd, events, BENCH_POLL_MAX,
                       is_fine ? 0 : round_up_ms(timeout_ns));
    if (n == 0 && is_fine) {
        bool has_waited = wait_finely(poll, timeout_ns);
        n = epoll_wait(poll->fd, events, BENCH_POLL_MAX,
                       has_waited ? 0 : round_up_ms(timeout_ns));
    }
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
    struct bench_poll *poll = mem_new(1, sizeof *poll + n * sizeof poll->fds[0]);
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

size_t bench_poll_wait(struct bench_poll *wait, uint64_t timeout_ns,
                       size_t ready[static BENCH_POLL_MAX]) {
    int n_ready = poll(wait->fds, (nfds_t)wait->n, round_up_ms(timeout_ns));
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
