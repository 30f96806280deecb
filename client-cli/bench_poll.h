/* Waiting for any of thousands of connections: epoll where there is one, else poll. */
#ifndef ALEA_CLIENT_BENCH_POLL_H
#define ALEA_CLIENT_BENCH_POLL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most connections that one call of bench_poll_wait tells. */
#define BENCH_POLL_MAX 256
/* Shorter waits end when they are to: somebody has a move to make then. */
#define BENCH_POLL_FINE_NS 10000000

struct bench_poll;

/* For up to n connections, numbered from 0.  NULL when the system has no more of these.
 */
struct bench_poll *bench_poll_new(size_t n);
void bench_poll_free(struct bench_poll *poll);
/* Waits for fd, under this number, until bench_poll_remove.  False when it cannot. */
bool bench_poll_add(struct bench_poll *poll, size_t number, int fd);
void bench_poll_remove(struct bench_poll *poll, size_t number, int fd);
/* The numbers of those that have bytes, or their end; at most BENCH_POLL_MAX, the others
 * next time.  Waits no longer than timeout_ns, to the millisecond, rounded up; with
 * epoll, less than BENCH_POLL_FINE_NS to some microseconds.  Returns how many: 0 when the
 * time is over, or a signal came. */
size_t bench_poll_wait(struct bench_poll *poll, uint64_t timeout_ns,
                       size_t ready[static BENCH_POLL_MAX]);

#endif
