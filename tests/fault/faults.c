/* A library to be loaded before all others (LD_PRELOAD): counts system calls and
 * allocations, and makes those fail that the driver selects (faults.h).  Without the
 * variable FAULT_FILE it does nothing. */
#define _GNU_SOURCE /* RTLD_NEXT, accept4 */
#include "tests/fault/faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static struct fault_block *block; /* NULL: nothing fails */

/* Libraries that do not check whether an allocation succeeded, and have no setting for
 * another allocator: their allocations never fail (docs/operating.md).  Below: the range
 * of their code. */
static const char *const careless_names[] = {"/libedit.so", "/libtinfo.so",
                                             "/libncurses"};
static struct { uintptr_t from, to; } careless[4];
static size_t n_careless;

static int note_library(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size;
    (void)unused;
    for (size_t i = 0; i < sizeof careless_names / sizeof careless_names[0]; i++) {
        for (int k = 0;
             strstr(info->dlpi_name, careless_names[i]) && k < info->dlpi_phnum; k++) {
            const ElfW(Phdr) *part = &info->dlpi_phdr[k];
            if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0 &&
                n_careless < 4) {
                careless[n_careless].from = info->dlpi_addr + part->p_vaddr;
                careless[n_careless].to = careless[n_careless].from + part->p_memsz;
                n_careless++;
            }
        }
    }
    return 0;
}

static bool is_careless(const void *caller) {
    for (size_t i = 0; i < n_careless; i++) {
        if ((uintptr_t)caller >= careless[i].from && (uintptr_t)caller < careless[i].to) {
            return true;
        }
    }
    return false;
}

/* Maps the file before main, with system calls that are not intercepted. */
__attribute__((constructor)) static void map_block(void) {
    const char *path = getenv(FAULT_FILE);
    if (path == NULL) {
        return;
    }
    long fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        return;
    }
    long at = syscall(SYS_mmap, NULL, sizeof *block, PROT_READ | PROT_WRITE, MAP_SHARED,
                      (int)fd, 0);
    syscall(SYS_close, (int)fd);
    dl_iterate_phdr(note_library, NULL);
    block = at > 0 || at < -4095 ? (struct fault_block *)(uintptr_t)at : NULL;
}

void faults_end(void) {
    block = NULL;
}

/* Whether this call fails.  Sets errno, unless a short read or write is wanted
 * instead. */
static bool fails(enum fault_kind kind) {
    if (block == NULL || !atomic_load(&block->armed)) {
        return false;
    }
    unsigned n = atomic_fetch_add(&block->calls[kind], 1) + 1;
    unsigned at = atomic_load(&block->at);
    if (atomic_load(&block->kind) != (unsigned)kind ||
        (n != at && !(n > at && atomic_load(&block->for_good)))) {
        return false;
    }
    atomic_fetch_add(&block->failed, 1);
    errno = (int)atomic_load(&block->error);
    return true;
}

/* The real function that ours replaces.  Addresses of sockets have a type of the C
 * library, a union that takes any of them. */
#define REAL(name)                                                                       \
    static __typeof__(name) *real;                                                       \
    if (real == NULL) {                                                                  \
        void *found = dlsym(RTLD_NEXT, #name);                                           \
        memcpy(&real, &found, sizeof real);                                              \
    }

/* --- memory --- */

/* Whether this allocation fails for its caller. */
#define MEMORY_FAILS() (!is_careless(__builtin_return_address(0)) && fails(FAULT_MALLOC))

/* dlsym itself may allocate memory: it gets some of this, which is never freed. */
static max_align_t first_bytes[4096];
static size_t n_first;
static bool is_looking; /* dlsym is running */

static void *take_first(size_t n) {
    size_t units = (n + sizeof first_bytes[0] - 1) / sizeof first_bytes[0];
    if (n_first + units > sizeof first_bytes / sizeof first_bytes[0]) {
        _exit(99);
    }
    void *p = &first_bytes[n_first];
    n_first += units;
    return p;
}

static bool is_first(const void *p) {
    return (const char *)p >= (const char *)first_bytes &&
           (const char *)p < (const char *)(first_bytes + 4096);
}

#define REAL_ALLOCATOR(name)                                                             \
    static __typeof__(name) *real;                                                       \
    if (real == NULL) {                                                                  \
        is_looking = true;                                                               \
        void *found = dlsym(RTLD_NEXT, #name);                                           \
        memcpy(&real, &found, sizeof real);                                              \
        is_looking = false;                                                              \
    }

void *malloc(size_t n) {
    if (is_looking) {
        return take_first(n);
    }
    REAL_ALLOCATOR(malloc)
    return MEMORY_FAILS() ? NULL : real(n);
}

void *calloc(size_t n, size_t size) {
    if (is_looking) {
        return take_first(n * size); /* already zeroed */
    }
    REAL_ALLOCATOR(calloc)
    return MEMORY_FAILS() ? NULL : real(n, size);
}

void free(void *p) {
    REAL_ALLOCATOR(free)
    if (!is_first(p)) {
        real(p);
    }
}

void *realloc(void *p, size_t n) {
    REAL_ALLOCATOR(realloc)
    if (is_first(p)) {
        void *moved = malloc(n);
        size_t rest = (size_t)((const char *)(first_bytes + 4096) - (const char *)p);
        return moved != NULL ? memcpy(moved, p, n < rest ? n : rest) : NULL;
    }
    return n > 0 && MEMORY_FAILS() ? NULL : real(p, n);
}

int posix_memalign(void **p, size_t alignment, size_t n) {
    REAL_ALLOCATOR(posix_memalign)
    return MEMORY_FAILS() ? ENOMEM : real(p, alignment, n);
}

void *aligned_alloc(size_t alignment, size_t n) {
    REAL_ALLOCATOR(aligned_alloc)
    return MEMORY_FAILS() ? NULL : real(alignment, n);
}

void *mmap(void *at, size_t n, int prot, int flags, int fd, off_t offset) {
    REAL(mmap)
    return fails(FAULT_MMAP) ? MAP_FAILED : real(at, n, prot, flags, fd, offset);
}

void *mmap64(void *at, size_t n, int prot, int flags, int fd, off64_t offset) {
    REAL(mmap64)
    return fails(FAULT_MMAP) ? MAP_FAILED : real(at, n, prot, flags, fd, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                   void *arg) {
    REAL(pthread_create)
    return fails(FAULT_THREAD) ? errno : real(thread, attr, run, arg);
}

/* --- calls that are passed on unchanged --- */

#define HAND_ON(kind, failed, result, name, params, args)                                \
    result name params {                                                                 \
        REAL(name)                                                                       \
        return fails(kind) ? (failed) : real args;                                       \
    }
#define HAND_ON_INT(kind, name, params, args) HAND_ON(kind, -1, int, name, params, args)

HAND_ON_INT(FAULT_SYNC, fsync, (int fd), (fd))
HAND_ON_INT(FAULT_SYNC, fdatasync, (int fd), (fd))
HAND_ON_INT(FAULT_TRUNCATE, ftruncate, (int fd, off_t n), (fd, n))
HAND_ON_INT(FAULT_TRUNCATE, ftruncate64, (int fd, off64_t n), (fd, n))
HAND_ON(FAULT_TRUNCATE, errno, int, posix_fallocate, (int fd, off_t at, off_t n),
        (fd, at, n))
HAND_ON(FAULT_TRUNCATE, errno, int, posix_fallocate64, (int fd, off64_t at, off64_t n),
        (fd, at, n))
HAND_ON_INT(FAULT_LOCK, flock, (int fd, int what), (fd, what))
HAND_ON_INT(FAULT_NAME, rename, (const char *from, const char *to), (from, to))
HAND_ON_INT(FAULT_NAME, link, (const char *from, const char *to), (from, to))
HAND_ON_INT(FAULT_NAME, unlink, (const char *path), (path))
HAND_ON_INT(FAULT_NAME, mkdir, (const char *path, mode_t mode), (path, mode))
HAND_ON_INT(FAULT_STAT, stat, (const char *path, struct stat *info), (path, info))
HAND_ON_INT(FAULT_STAT, stat64, (const char *path, struct stat64 *info), (path, info))
HAND_ON_INT(FAULT_STAT, lstat, (const char *path, struct stat *info), (path, info))
HAND_ON_INT(FAULT_STAT, lstat64, (const char *path, struct stat64 *info), (path, info))
HAND_ON_INT(FAULT_STAT, fstat, (int fd, struct stat *info), (fd, info))
HAND_ON_INT(FAULT_STAT, fstat64, (int fd, struct stat64 *info), (fd, info))
HAND_ON_INT(FAULT_STAT, access, (const char *path, int mode), (path, mode))
HAND_ON_INT(FAULT_ACCEPT, accept4,
            (int fd, __SOCKADDR_ARG from, socklen_t *restrict len, int flags),
            (fd, from, len, flags))
HAND_ON_INT(FAULT_ACCEPT, accept, (int fd, __SOCKADDR_ARG from, socklen_t *restrict len),
            (fd, from, len))
HAND_ON_INT(FAULT_SOCKET, socket, (int domain, int type, int protocol),
            (domain, type, protocol))
HAND_ON_INT(FAULT_SOCKET, socketpair, (int domain, int type, int protocol, int fd[2]),
            (domain, type, protocol, fd))
HAND_ON_INT(FAULT_SOCKET, pipe, (int fd[2]), (fd))
HAND_ON_INT(FAULT_SOCKET, pipe2, (int fd[2], int flags), (fd, flags))
HAND_ON_INT(FAULT_SOCKET, eventfd, (unsigned n, int flags), (n, flags))
HAND_ON_INT(FAULT_SETUP, bind, (int fd, __CONST_SOCKADDR_ARG at, socklen_t len),
            (fd, at, len))
HAND_ON_INT(FAULT_SETUP, listen, (int fd, int n), (fd, n))
HAND_ON_INT(FAULT_SETUP, connect, (int fd, __CONST_SOCKADDR_ARG to, socklen_t len),
            (fd, to, len))
HAND_ON_INT(FAULT_SETUP, getsockname,
            (int fd, __SOCKADDR_ARG own, socklen_t *restrict len), (fd, own, len))
HAND_ON_INT(FAULT_SETUP, getpeername,
            (int fd, __SOCKADDR_ARG peer, socklen_t *restrict len), (fd, peer, len))
HAND_ON_INT(FAULT_SETUP, setsockopt,
            (int fd, int level, int name, const void *value, socklen_t len),
            (fd, level, name, value, len))
HAND_ON_INT(FAULT_SETUP, getsockopt,
            (int fd, int level, int name, void *restrict value, socklen_t *restrict len),
            (fd, level, name, value, len))
HAND_ON_INT(FAULT_EPOLL, epoll_create1, (int flags), (flags))
HAND_ON_INT(FAULT_EPOLL, epoll_ctl, (int fd, int op, int what, struct epoll_event *event),
            (fd, op, what, event))
HAND_ON_INT(FAULT_WAIT, epoll_wait, (int fd, struct epoll_event *events, int n, int ms),
            (fd, events, n, ms))
HAND_ON_INT(FAULT_WAIT, epoll_pwait,
            (int fd, struct epoll_event *events, int n, int ms, const sigset_t *mask),
            (fd, events, n, ms, mask))
HAND_ON_INT(FAULT_WAIT, poll, (struct pollfd * fds, nfds_t n, int ms), (fds, n, ms))
HAND_ON(FAULT_RANDOM, -1, ssize_t, getrandom, (void *to, size_t n, unsigned flags),
        (to, n, flags))
HAND_ON_INT(FAULT_RANDOM, getentropy, (void *to, size_t n), (to, n))

/* --- opening files: the mode argument exists only with O_CREAT --- */

#define OPEN_LIKE(name, params, before)                                                  \
    int name params {                                                                    \
        REAL(name)                                                                       \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0;   \
        va_end(rest);                                                                    \
        return fails(FAULT_OPEN) ? -1 : real(before, flags, mode);                       \
    }
#define COMMA ,

OPEN_LIKE(open, (const char *path, int flags, ...), path)
OPEN_LIKE(open64, (const char *path, int flags, ...), path)
OPEN_LIKE(openat, (int dir, const char *path, int flags, ...), dir COMMA path)
OPEN_LIKE(openat64, (int dir, const char *path, int flags, ...), dir COMMA path)

/* stdio opens files without calling open. */
#define FOPEN_LIKE(name)                                                                 \
    FILE *name(const char *restrict path, const char *restrict mode) {                   \
        REAL(name)                                                                       \
        return fails(FAULT_OPEN) ? NULL : real(path, mode);                              \
    }
FOPEN_LIKE(fopen)
FOPEN_LIKE(fopen64)

/* Whether this call takes a lock.  Releasing one fails only on network file systems,
 * where a store is not allowed (docs/operating.md). */
static bool takes_lock(int what, const void *arg) {
    bool is_lock = what == F_SETLK || what == F_SETLKW || what == F_OFD_SETLK;
    return is_lock && ((const struct flock *)arg)->l_type != F_UNLCK;
}

#define FCNTL_LIKE(name)                                                                 \
    int name(int fd, int what, ...) {                                                    \
        REAL(name)                                                                       \
        va_list rest;                                                                    \
        va_start(rest, what);                                                            \
        void *arg = va_arg(rest, void *);                                                \
        va_end(rest);                                                                    \
        return takes_lock(what, arg) && fails(FAULT_LOCK) ? -1 : real(fd, what, arg);    \
    }
FCNTL_LIKE(fcntl)
FCNTL_LIKE(fcntl64)

/* --- reading and writing: the kind depends on the descriptor --- */

static mode_t type_of(int fd) {
    struct stat info;
    return syscall(SYS_fstat, fd, &info) == 0 ? info.st_mode & S_IFMT : 0;
}

static enum fault_kind kind_of_read(int fd) {
    mode_t type = type_of(fd);
    return type == S_IFREG    ? FAULT_FILE_READ
           : type == S_IFSOCK ? FAULT_SOCKET_READ
                              : FAULT_PIPE_READ;
}

static enum fault_kind kind_of_write(int fd) {
    if (fd == STDOUT_FILENO || fd == STDERR_FILENO) {
        return FAULT_LOG;
    }
    mode_t type = type_of(fd);
    return type == S_IFREG    ? FAULT_FILE_WRITE
           : type == S_IFSOCK ? FAULT_SOCKET_WRITE
                              : FAULT_PIPE_WRITE;
}

/* How many bytes the call may handle: n: it does not fail; half of n: a short call; 0: it
 * fails. */
static size_t allowed(enum fault_kind kind, size_t n) {
    if (!fails(kind)) {
        return n;
    }
    return errno == 0 && n > 1 ? n / 2 : errno == 0 ? n : 0;
}

#define TRANSFER(kind, name, params, n, args)                                            \
    ssize_t name params {                                                                \
        REAL(name)                                                                       \
        size_t want = (n);                                                               \
        size_t may = allowed(kind(fd), want);                                            \
        return may == 0 && want > 0 ? -1 : real args;                                    \
    }

TRANSFER(kind_of_read, read, (int fd, void *to, size_t n), n, (fd, to, may))
TRANSFER(kind_of_write, write, (int fd, const void *from, size_t n), n, (fd, from, may))
TRANSFER(kind_of_read, pread, (int fd, void *to, size_t n, off_t at), n,
         (fd, to, may, at))
TRANSFER(kind_of_read, pread64, (int fd, void *to, size_t n, off64_t at), n,
         (fd, to, may, at))
TRANSFER(kind_of_write, pwrite, (int fd, const void *from, size_t n, off_t at), n,
         (fd, from, may, at))
TRANSFER(kind_of_write, pwrite64, (int fd, const void *from, size_t n, off64_t at), n,
         (fd, from, may, at))
TRANSFER(kind_of_read, recv, (int fd, void *to, size_t n, int flags), n,
         (fd, to, may, flags))
TRANSFER(kind_of_write, send, (int fd, const void *from, size_t n, int flags), n,
         (fd, from, may, flags))

/* A short call with vectors takes only the first half of the first one. */
#define VECTOR(kind, name, params, vector, n, whole, part)                               \
    ssize_t name params {                                                                \
        REAL(name)                                                                       \
        if (!fails(kind(fd))) {                                                          \
            return real whole;                                                           \
        }                                                                                \
        if (errno != 0 || (n) == 0) {                                                    \
            return -1;                                                                   \
        }                                                                                \
        struct iovec half = (vector)[0];                                                 \
        half.iov_len -= half.iov_len / 2;                                                \
        return real part;                                                                \
    }

VECTOR(kind_of_read, readv, (int fd, const struct iovec *v, int n), v, n, (fd, v, n),
       (fd, &half, 1))
VECTOR(kind_of_write, writev, (int fd, const struct iovec *v, int n), v, n, (fd, v, n),
       (fd, &half, 1))

HAND_ON(kind_of_write(fd), -1, ssize_t, sendmsg,
        (int fd, const struct msghdr *message, int flags), (fd, message, flags))
HAND_ON(kind_of_read(fd), -1, ssize_t, recvmsg,
        (int fd, struct msghdr *message, int flags), (fd, message, flags))
HAND_ON(kind_of_write(fd), -1, ssize_t, sendto,
        (int fd, const void *from, size_t n, int flags, __CONST_SOCKADDR_ARG to,
         socklen_t len),
        (fd, from, n, flags, to, len))
HAND_ON(kind_of_read(fd), -1, ssize_t, recvfrom,
        (int fd, void *restrict to, size_t n, int flags, __SOCKADDR_ARG from,
         socklen_t *restrict len),
        (fd, to, n, flags, from, len))
