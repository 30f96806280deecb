#include "client-cli/net/wait.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The signal handler writes the number of the signal here.  wait_for does not read it, so
 * it returns at once from then on. */
static int stop_pipe[2] = {-1, -1};

static void ask_to_stop(int signo) {
    int error = errno;
    char byte = (char)signo;
    ssize_t n = write(stop_pipe[1], &byte, 1);
    (void)n; /* if the pipe is full, its bytes suffice */
    errno = error;
}

void wait_stop(void) {
    ask_to_stop(SIGTERM);
}

bool wait_forget_interrupt(void) {
    char bytes[16];
    bool is_only = true;
    for (ssize_t n; (n = read(stop_pipe[0], bytes, sizeof bytes)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            is_only = is_only && bytes[i] == SIGINT;
        }
    }
    if (!is_only) {
        wait_stop();
    }
    return is_only;
}

/* The same for a program that continues after Ctrl-Z. */
static int resume_pipe[2] = {-1, -1};

static void tell_resume(int signo) {
    (void)signo;
    int error = errno;
    ssize_t n = write(resume_pipe[1], "", 1);
    (void)n;
    errno = error;
}

static void make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        fprintf(stderr, "alea: no descriptors: %s\n", strerror(errno));
        exit(1);
    }
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
}

static void catch_resume(int signo) {
    struct sigaction action = {.sa_handler = tell_resume, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signo, &action, NULL);
}

void wait_catch_resume(void) {
    make_pipe(resume_pipe);
    catch_resume(SIGCONT);
}

void wait_catch_resize(void) {
    catch_resume(SIGWINCH);
}

int wait_resume_fd(void) {
    return resume_pipe[0];
}

bool wait_has_resumed(void) {
    char bytes[16];
    bool has = false;
    while (read(resume_pipe[0], bytes, sizeof bytes) > 0) {
        has = true;
    }
    return has;
}

void wait_catch_signals(void) {
    make_pipe(stop_pipe);
    struct sigaction action = {.sa_handler = ask_to_stop};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* As poll, but signals do not interrupt it.  One that stops the program shows in
 * stop_pipe; after one that suspends it, the wait goes on. */
static int poll_until(struct pollfd *polled, nfds_t n, int64_t timeout_ms) {
    uint64_t began_ms = wait_now_ms();
    for (;;) {
        int64_t gone_ms = (int64_t)(wait_now_ms() - began_ms);
        int64_t left_ms = timeout_ms > gone_ms ? timeout_ms - gone_ms : 0;
        int ms = timeout_ms < 0 ? -1 : left_ms > INT_MAX ? INT_MAX : (int)left_ms;
        int n_ready = poll(polled, n, ms);
        if (n_ready >= 0 || errno != EINTR) {
            return n_ready;
        }
    }
}

enum wait_end wait_for(struct wait_fd *fds, unsigned n, int64_t timeout_ms) {
    struct pollfd polled[WAIT_FDS_MAX + 1];
    assert(n <= WAIT_FDS_MAX);
    for (unsigned i = 0; i < n; i++) {
        polled[i] = (struct pollfd){fds[i].fd, fds[i].to_write ? POLLOUT : POLLIN, 0};
    }
    polled[n] = (struct pollfd){stop_pipe[0], POLLIN, 0};
    int n_ready = poll_until(polled, n + 1, timeout_ms);
    for (unsigned i = 0; i < n; i++) {
        fds[i].is_ready = n_ready > 0 && polled[i].revents != 0;
    }
    if (n_ready > 0 && polled[n].revents != 0) {
        return WAIT_STOPPED;
    }
    return n_ready > 0 ? WAIT_READY : WAIT_TIMEOUT;
}

uint64_t wait_now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* --- reconnecting --- */

uint32_t reconnect_delay_ms(unsigned n, uint32_t random) {
    uint32_t most_ms = RECONNECT_FIRST_MS;
    for (; n > 0 && most_ms < RECONNECT_MOST_MS; n--) {
        most_ms = most_ms > RECONNECT_MOST_MS / 2 ? RECONNECT_MOST_MS : 2 * most_ms;
    }
    return most_ms - random % (most_ms / 2 + 1);
}

void reconnect_init(struct reconnect *reconnect) {
    *reconnect = (struct reconnect){.back_ms = UINT64_MAX};
}

void reconnect_is_back(struct reconnect *reconnect, uint64_t now_ms) {
    reconnect->back_ms = now_ms;
}

uint32_t reconnect_plan(struct reconnect *reconnect, uint64_t now_ms, uint32_t random) {
    if (reconnect->back_ms != UINT64_MAX) {
        bool was_good = now_ms - reconnect->back_ms >= RECONNECT_STEADY_MS;
        unsigned most = was_good ? 0 : RECONNECT_SHAKY_TRY;
        reconnect->n_tries = reconnect->n_tries < most ? reconnect->n_tries : most;
    }
    uint32_t delay_ms = reconnect_delay_ms(reconnect->n_tries++, random);
    reconnect->back_ms = UINT64_MAX;
    reconnect->due_ms = now_ms + delay_ms;
    return delay_ms;
}

void reconnect_write(uint32_t delay_ms, struct text_out *out) {
    if (delay_ms < 1000) {
        text_put(out, "trying again at once");
        return;
    }
    text_put(out, "trying again in ");
    text_put_number(out, (delay_ms + 500) / 1000);
    text_put(out, " s");
}
