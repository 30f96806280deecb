#include "client-cli/player/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mem/mem.h"

bool save_check_dir(const char *dir, char fault[static FAULT_BYTES]) {
    struct stat info;
    int error = stat(dir, &info) != 0           ? errno
                : !S_ISDIR(info.st_mode)        ? ENOTDIR
                : access(dir, W_OK | X_OK) != 0 ? errno
                                                : 0;
    if (error != 0) {
        snprintf(fault, FAULT_BYTES, "%.80s: %s", dir, strerror(error));
    }
    return error == 0;
}

static bool write_whole(int fd, const char *text, size_t len) {
    while (len > 0) {
        ssize_t n = write(fd, text, len);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        text += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static bool write_part(const char *part, const char *record) {
    int fd = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        return false;
    }
    /* EINVAL: a file system without fsync. */
    bool is_good = write_whole(fd, record, strlen(record)) && write_whole(fd, "\n", 1) &&
                   (fsync(fd) == 0 || errno == EINVAL);
    int error = errno;
    if (close(fd) != 0 && is_good) {
        return false;
    }
    errno = error;
    return is_good;
}

/* Renames the part, but never replaces a file.  Takes two steps if the file system has no
 * hard links. */
static bool give_name(const char *part, const char *path) {
    if (link(part, path) == 0) {
        (void)unlink(part);
        return true;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) {
        return false;
    }
    if (access(path, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(part, path) == 0;
}

bool save_record(const char *path, const char *record, char fault[static FAULT_BYTES]) {
    size_t cap = strlen(path) + sizeof ".part-" + 3 * sizeof(long);
    char *part = mem_new(cap, 1);
    snprintf(part, cap, "%s.part-%ld", path, (long)getpid());
    bool is_good = access(path, F_OK) != 0;
    if (!is_good) {
        errno = EEXIST;
    } else if (!write_part(part, record) || !give_name(part, path)) {
        int error = errno;
        (void)unlink(part);
        errno = error;
        is_good = false;
    }
    if (!is_good) {
        snprintf(fault, FAULT_BYTES, "%.80s: %s", path, strerror(errno));
    }
    free(part);
    return is_good;
}
