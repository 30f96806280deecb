#include "tests/fuzz/disk.h"

static char disk_name[128];

/* Removes everything in a directory, and closes it. */
static void disk_clear_dir(int fd) {
    DIR *dir = fdopendir(fd);
    assert(dir != NULL);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        const char *name = entry->d_name;
        bool is_dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!is_dots && unlinkat(fd, name, 0) != 0) {
            disk_clear_dir(openat(fd, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
            unlinkat(fd, name, AT_REMOVEDIR);
        }
    }
    closedir(dir);
}

void disk_clear(void) {
    disk_clear_dir(open(disk_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static void disk_remove(void) {
    disk_clear();
    rmdir(disk_name);
}

const char *disk_dir(void) {
    if (disk_name[0] == '\0') {
        const char *parent = getenv("TMPDIR");
        if (parent == NULL) {
            parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        }
        snprintf(disk_name, sizeof disk_name, "%s/alea-fuzz-XXXXXX", parent);
        bool is_made = mkdtemp(disk_name) != NULL;
        assert(is_made);
        atexit(disk_remove);
    }
    return disk_name;
}

void disk_path(const char *name, char path[static DISK_PATH_BYTES]) {
    snprintf(path, DISK_PATH_BYTES, "%s/%s", disk_dir(), name);
}

void disk_write(const char *path, const void *bytes, size_t n) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert(fd >= 0);
    for (const char *at = bytes; n > 0;) {
        ssize_t written = write(fd, at, n);
        assert(written > 0);
        at += written;
        n -= (size_t)written;
    }
    close(fd);
}

char *disk_read(const char *path, size_t *len) {
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        return NULL;
    }
    char *bytes = NULL;
    size_t n;
    *len = 0;
    do {
        bytes = realloc(bytes, *len + 65536 + 1);
        assert(bytes != NULL);
        n = fread(bytes + *len, 1, 65536, in);
        *len += n;
    } while (n > 0);
    bytes[*len] = '\0';
    fclose(in);
    return bytes;
}
