#define _GNU_SOURCE /* NOLINT: fopencookie, which glibc and musl have */
#include "mem/lossy.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "mem/mem.h"
#include "mem/thread.h"

/* How often lossy_wait looks, in ms. */
#define LOOK_MS 2

struct lossy {
    int fd; /* borrowed */
    lossy_gap *gap;
    FILE *stream; /* owned */
    pthread_t thread;
    pthread_mutex_t lock;  /* guards all below */
    pthread_cond_t wakes;  /* wakes the thread */
    pthread_cond_t ended;  /* the thread has ended */
    char *waiting, *taken; /* owned; LOSSY_BYTES each; taken: the thread writes it */
    size_t n_waiting;      /* bytes */
    size_t n_dropped;      /* lines, after those that wait */
    bool is_ending, has_ended;
    bool is_left;        /* lossy_close has given up: the thread frees it */
    atomic_bool is_busy; /* something is not written yet */
};

/* --- the caller's side --- */

/* Drops everything until the thread has said so: the gap is one. */
static ssize_t on_write(void *cookie, const char *bytes, size_t n) {
    struct lossy *lossy = cookie;
    pthread_mutex_lock(&lossy->lock);
    atomic_store(&lossy->is_busy, true);
    if (lossy->n_dropped > 0 || n > LOSSY_BYTES - lossy->n_waiting) {
        lossy->n_dropped++;
    } else {
        memcpy(lossy->waiting + lossy->n_waiting, bytes, n);
        lossy->n_waiting += n;
    }
    pthread_cond_signal(&lossy->wakes);
    pthread_mutex_unlock(&lossy->lock);
    return (ssize_t)n;
}

FILE *lossy_stream(const struct lossy *lossy) {
    return lossy->stream;
}

/* --- the thread --- */

static void free_lossy(struct lossy *lossy) {
    fclose(lossy->stream);
    pthread_cond_destroy(&lossy->ended);
    pthread_cond_destroy(&lossy->wakes);
    pthread_mutex_destroy(&lossy->lock);
    free(lossy->waiting);
    free(lossy->taken);
    free(lossy);
}

/* Writes as a stream does: after an error the rest is lost. */
static void write_all(int fd, const char *bytes, size_t n) {
    while (n > 0) {
        ssize_t written = write(fd, bytes, n);
        if (written > 0) {
            bytes += written;
            n -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) { /* others have set O_NONBLOCK */
            struct pollfd polled = {.fd = fd, .events = POLLOUT};
            (void)poll(&polled, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            return;
        }
    }
}

/* Takes what waits and writes it, without the lock. */
static void write_waiting(struct lossy *lossy) {
    char *bytes = lossy->waiting;
    size_t n = lossy->n_waiting, n_dropped = lossy->n_dropped;
    lossy->waiting = lossy->taken;
    lossy->taken = bytes;
    lossy->n_waiting = lossy->n_dropped = 0;
    pthread_mutex_unlock(&lossy->lock);
    write_all(lossy->fd, bytes, n);
    if (n_dropped > 0) {
        char text[LOSSY_GAP_BYTES];
        write_all(lossy->fd, text, lossy->gap(text, n_dropped));
    }
    pthread_mutex_lock(&lossy->lock);
}

static void *run(void *arg) {
    struct lossy *lossy = arg;
    pthread_mutex_lock(&lossy->lock);
    for (;;) {
        if (lossy->n_waiting > 0 || lossy->n_dropped > 0) {
            write_waiting(lossy);
            continue;
        }
        atomic_store(&lossy->is_busy, false);
        if (lossy->is_ending) {
            break;
        }
        pthread_cond_wait(&lossy->wakes, &lossy->lock);
    }
    lossy->has_ended = true;
    bool is_left = lossy->is_left;
    pthread_cond_signal(&lossy->ended);
    pthread_mutex_unlock(&lossy->lock);
    if (is_left) {
        free_lossy(lossy);
    }
    return NULL;
}

/* --- start and end --- */

/* A terminal that stops background programs that write (stty tostop) does not stop this
 * one: the thread gets no signals. */
static bool start(struct lossy *lossy) {
    return thread_start(&lossy->thread, run, lossy) == 0;
}

struct lossy *lossy_open(int fd, lossy_gap *gap) {
    static const cookie_io_functions_t functions = {.write = on_write};
    struct lossy *lossy = mem_new(1, sizeof *lossy);
    lossy->fd = fd;
    lossy->gap = gap;
    lossy->waiting = mem_new(1, LOSSY_BYTES);
    lossy->taken = mem_new(1, LOSSY_BYTES);
    lossy->stream = mem_checked(fopencookie(lossy, "w", functions));
    setvbuf(lossy->stream, NULL, _IOLBF, BUFSIZ);
    pthread_mutex_init(&lossy->lock, NULL);
    pthread_cond_init(&lossy->wakes, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&lossy->ended, &steady);
    pthread_condattr_destroy(&steady);
    if (!start(lossy)) {
        free_lossy(lossy);
        return NULL;
    }
    return lossy;
}

void lossy_wait(const struct lossy *lossy, unsigned most_ms) {
    const struct timespec look = {0, LOOK_MS * 1000000L};
    for (unsigned ms = 0; ms < most_ms && atomic_load(&lossy->is_busy); ms += LOOK_MS) {
        (void)nanosleep(&look, NULL);
    }
}

/* Waits for the end of the thread.  False: it still writes after most_ms. */
static bool await_end(struct lossy *lossy, unsigned most_ms) {
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += most_ms / 1000;
    until.tv_nsec += (long)(most_ms % 1000) * 1000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000;
    }
    int error = 0;
    while (!lossy->has_ended && error == 0) {
        error = pthread_cond_timedwait(&lossy->ended, &lossy->lock, &until);
    }
    return lossy->has_ended;
}

void lossy_close(struct lossy *lossy, unsigned most_ms) {
    if (lossy == NULL) {
        return;
    }
    fflush(lossy->stream);
    pthread_mutex_lock(&lossy->lock);
    lossy->is_ending = true;
    pthread_cond_signal(&lossy->wakes);
    bool has_ended = await_end(lossy, most_ms);
    if (!has_ended) {
        lossy->is_left = true;
        pthread_detach(lossy->thread);
    }
    pthread_mutex_unlock(&lossy->lock);
    if (has_ended) {
        pthread_join(lossy->thread, NULL);
        free_lossy(lossy);
    }
}
