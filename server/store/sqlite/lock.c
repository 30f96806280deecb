/* Locks the file of a store: two servers must not write to it. */
#define _XOPEN_SOURCE 700 /* realpath */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/store/sql.h"

/* Opens a file, and creates it for its owner only.  -1 with a fault. */
static int open_file(const char *path, char fault[static FAULT_BYTES]) {
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd >= 0) {
        return fd;
    }
    if (errno == ENOENT) {
        const char *slash = strrchr(path, '/');
        int len = slash != NULL ? (int)(slash - path) : 0;
        snprintf(fault, FAULT_BYTES, "there is no directory %.*s", len, path);
    } else {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
    }
    return -1;
}

/* Locks the whole file.  False with a fault. */
static bool lock(int fd, char fault[static FAULT_BYTES]) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &whole) == 0) {
        return true;
    }
    if (errno != EACCES && errno != EAGAIN) {
        snprintf(fault, FAULT_BYTES, "cannot be locked: %s", strerror(errno));
    } else if (fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK) {
        snprintf(fault, FAULT_BYTES, "in use by another alead, process %ld",
                 (long)whole.l_pid);
    } else {
        snprintf(fault, FAULT_BYTES, "in use by another alead");
    }
    return false;
}

int store_take_file(const char *path, char fault[static FAULT_BYTES]) {
    /* A file has one lock, whatever path leads to it; a new file has only one path. */
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        mem_exit(); /* GCOVR_EXCL_LINE: out of memory */
    }
    const char *name = real != NULL ? real : path;
    size_t cap = strlen(name) + sizeof "-lock";
    char *lock_path = mem_new(cap, 1);
    snprintf(lock_path, cap, "%s-lock", name);
    int lock_fd = open_file(lock_path, fault);
    free(lock_path);
    free(real);
    if (lock_fd < 0) {
        return -1;
    }
    /* SQLite would create the file readable by all users, and the secrets of running
     * games are in it.  Only under the lock, as closing the file releases all locks on it
     * that this process has. */
    int fd = lock(lock_fd, fault) ? open_file(path, fault) : -1;
    if (fd < 0) {
        close(lock_fd);
        return -1;
    }
    close(fd);
    return lock_fd;
}
