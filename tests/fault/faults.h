/* What the program under test (faults.c) and the driver (faults.py) share: one file,
 * mapped by both.  Layout: 32-bit words, native order.
 *
 *   armed     calls are counted, and fail
 *   kind      of the calls that fail, index of FAULT_KINDS; >= FAULT_KINDS: none
 *   at        number of the first that fails, from the arming; 1: the next
 *   for_good  all later calls of the kind fail as well
 *   error     errno; 0: a short read or write instead
 *   failed    how many have failed
 *   calls[]   of each kind, since the arming */
#ifndef ALEA_TESTS_FAULT_FAULTS_H
#define ALEA_TESTS_FAULT_FAULTS_H

#include <stdatomic.h>

/* id, name.  The driver reads the names from here. */
#define FAULT_KINDS(X)                                                                   \
    X(FAULT_MALLOC, "malloc")       /* malloc, calloc, realloc, posix_memalign */        \
    X(FAULT_MMAP, "mmap")           /* mmap, mremap */                                   \
    X(FAULT_THREAD, "thread")       /* pthread_create */                                 \
    X(FAULT_OPEN, "open")           /* open, openat, creat */                            \
    X(FAULT_FILE_READ, "file-read") /* read, pread, readv of files */                    \
    X(FAULT_FILE_WRITE, "file-write")                                                    \
    X(FAULT_SYNC, "sync")                 /* fsync, fdatasync */                         \
    X(FAULT_TRUNCATE, "truncate")         /* ftruncate, posix_fallocate */               \
    X(FAULT_LOCK, "lock")                 /* fcntl with F_SETLK, flock */                \
    X(FAULT_NAME, "name")                 /* rename, link, unlink, mkdir */              \
    X(FAULT_STAT, "stat")                 /* stat, fstat, lstat, access */               \
    X(FAULT_SOCKET_READ, "socket-read")   /* and recv, recvfrom, recvmsg */              \
    X(FAULT_SOCKET_WRITE, "socket-write") /* and send, sendto, sendmsg */                \
    X(FAULT_PIPE_READ, "pipe-read")       /* eventfd, pipe, terminal */                  \
    X(FAULT_PIPE_WRITE, "pipe-write")     /* eventfd, pipe, terminal */                  \
    X(FAULT_LOG, "log")                   /* writes to descriptors 1 and 2 */            \
    X(FAULT_ACCEPT, "accept")             /* accept, accept4 */                          \
    X(FAULT_SOCKET, "socket")             /* socket, socketpair, pipe, eventfd */        \
    X(FAULT_SETUP, "setup")   /* bind, listen, connect, getsockname, setsockopt ... */   \
    X(FAULT_EPOLL, "epoll")   /* epoll_create1, epoll_ctl */                             \
    X(FAULT_WAIT, "wait")     /* epoll_wait, epoll_pwait, poll */                        \
    X(FAULT_RANDOM, "random") /* getrandom, getentropy */

enum fault_kind {
#define X(id, name) id,
    FAULT_KINDS(X)
#undef X
        FAULT_KIND_COUNT
};

struct fault_block {
    atomic_uint armed, kind, at, for_good, error, failed;
    atomic_uint calls[FAULT_KIND_COUNT];
};

/* From now on nothing is counted and nothing fails: the program has ended, and the calls
 * that follow are not its own (tests/cov/ends.c). */
void faults_end(void);

/* The environment variable with the path of the shared file. */
#define FAULT_FILE "ALEA_FAULTS"

#endif
