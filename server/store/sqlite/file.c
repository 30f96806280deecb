/* Locks the file of a store: two servers must not write to it, whatever they call it. */
#define _GNU_SOURCE /* F_OFD_SETLK, which glibc and musl have */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem/mem.h"
#include "server/store/sqlite/sqlite.h"

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

/* Writes why a lock was refused.  False if nobody else has it. */
static bool is_locked(char fault[static FAULT_BYTES]) {
    if (errno == EACCES || errno == EAGAIN) {
        return true;
    }
    snprintf(fault, FAULT_BYTES, "cannot be locked: %s", strerror(errno));
    return false;
}

/* Locks the whole of PATH-lock.  False with a fault. */
static bool lock(int fd, char fault[static FAULT_BYTES]) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &whole) == 0) {
        return true;
    }
    if (!is_locked(fault)) {
        return false;
    }
    if (fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK) {
        snprintf(fault, FAULT_BYTES, "in use by another alead, process %ld",
                 (long)whole.l_pid);
    } else {
        snprintf(fault, FAULT_BYTES, "in use by another alead");
    }
    return false;
}

/* Locks the first byte of the file itself, which SQLite never locks.  This lock belongs
 * to the descriptor, so it neither touches SQLite's locks nor ends with them.  False with
 * a fault. */
static bool lock_itself(int fd, char fault[static FAULT_BYTES]) {
#ifdef F_OFD_SETLK
    struct flock first = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    if (fcntl(fd, F_OFD_SETLK, &first) != 0) {
        if (is_locked(fault)) {
            snprintf(fault, FAULT_BYTES, "in use by another alead, under another name");
        }
        return false;
    }
#endif
    return true;
}

/* Checks that the file has no second name: SQLite keeps a log for each, and would not
 * read the other one.  False with a fault. */
static bool has_one_name(int fd, char fault[static FAULT_BYTES]) {
    struct stat info;
    if (fstat(fd, &info) != 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    if (info.st_nlink > 1) {
        snprintf(fault, FAULT_BYTES,
                 "the file has another name, a hard link: remove that name");
        return false;
    }
    return true;
}

char *sqlite_real_path(const char *path, const char *end) {
    char *real = realpath(path, NULL);
    if (real == NULL && errno == ENOMEM) {
        mem_exit(); /* GCOVR_EXCL_LINE: out of memory */
    }
    const char *name = real != NULL ? real : path;
    size_t cap = strlen(name) + strlen(end) + 1;
    char *whole = mem_new(cap, 1);
    snprintf(whole, cap, "%s%s", name, end);
    free(real);
    return whole;
}

bool sqlite_take_file(const char *path, struct taken_file *file,
                      char fault[static FAULT_BYTES]) {
    /* SQLite would create the file readable by all users, and the secrets of running
     * games are in it.  It exists before its path is resolved, so a link to it leads to
     * the same PATH-lock.  It stays open: closing it releases all of SQLite's locks. */
    file->fd = open_file(path, fault);
    if (file->fd < 0) {
        return false;
    }
    char *lock_path = sqlite_real_path(path, "-lock");
    file->lock_fd = open_file(lock_path, fault);
    free(lock_path);
    return file->lock_fd >= 0 && lock(file->lock_fd, fault) &&
           lock_itself(file->fd, fault) && has_one_name(file->fd, fault);
}

void sqlite_release_file(struct taken_file *file) {
    if (file->fd >= 0) {
        close(file->fd);
    }
    if (file->lock_fd >= 0) {
        close(file->lock_fd);
    }
    free(file->at.path);
    free(file->log_at.path);
}

/* --- where it is --- */

/* Notices that the file, or its log, is no longer where it was opened.  Whatever is
 * written then would be missing at the next start. */

static const char gone[] =
    "the file or its log was moved, deleted or replaced: stop alead, put it back, start "
    "alead (docs/operating.md, When the file is gone)";

enum place {
    PLACE_SAME,
    PLACE_OTHER,  /* the path leads nowhere, or to another file */
    PLACE_UNKNOWN /* see errno */
};

static enum place look_at(const struct placed *placed) {
    struct stat info;
    if (stat(placed->path, &info) == 0) {
        return info.st_dev == placed->device && info.st_ino == placed->inode
                   ? PLACE_SAME
                   : PLACE_OTHER;
    }
    return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? PLACE_OTHER
                                                                 : PLACE_UNKNOWN;
}

bool sqlite_watch_file(struct sqlite_db *db, const char *path,
                       char fault[static FAULT_BYTES]) {
    struct taken_file *file = &db->file;
    struct stat at, log_at;
    file->at.path = mem_copy(path, strlen(path));
    file->log_at.path = sqlite_real_path(path, "-wal");
    if (fstat(file->fd, &at) != 0 || stat(file->log_at.path, &log_at) != 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    file->at.device = at.st_dev;
    file->at.inode = at.st_ino;
    file->log_at.device = log_at.st_dev;
    file->log_at.inode = log_at.st_ino;
    db->db.is_watched = true;
    return true;
}

bool sqlite_is_in_place(struct sqlite_db *db) {
    struct taken_file *file = &db->file;
    if (!db->db.is_watched) {
        return true;
    }
    if (!file->is_gone) {
        enum place at = look_at(&file->at);
        at = at == PLACE_SAME ? look_at(&file->log_at) : at;
        if (at == PLACE_UNKNOWN) {
            snprintf(db->db.fault, FAULT_BYTES, "cannot look for the file: %s",
                     strerror(errno));
        }
        file->is_gone = at == PLACE_OTHER;
        if (at != PLACE_OTHER) {
            return at == PLACE_SAME;
        }
    }
    text_copy(db->db.fault, FAULT_BYTES, gone);
    return false;
}

bool sqlite_look(struct db *db) {
    struct sqlite_db *own = (struct sqlite_db *)db;
    bool was_gone = own->file.is_gone;
    if (sqlite_is_in_place(own) || !own->file.is_gone) {
        return true;
    }
    if (!was_gone) {
        (void)sqlite_empty_log(own);
        (void)sqlite_is_in_place(own); /* its fault is the one to tell */
    }
    return false;
}
