#include "server/crash_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/timestamp.h"
#include "rules/text.h"

#define PREFIX "alead-crash-"
#define SUFFIX ".txt"

void crash_file_name(int64_t unix_s, int64_t pid, char name[static CRASH_NAME_BYTES]) {
    struct text_out out;
    char stamp[TIMESTAMP_BYTES];
    timestamp_write(unix_s, stamp);
    text_out_init(&out, name, CRASH_NAME_BYTES);
    text_put(&out, PREFIX);
    for (const char *at = stamp; *at != '\0'; at++) {
        if (*at != '-' && *at != ':') {
            text_put_char(&out, *at);
        }
    }
    text_put_char(&out, '-');
    text_put_number(&out, (uint64_t)pid);
    text_put(&out, SUFFIX);
}

int crash_file_dir(const char *db) {
    if (strcmp(db, ":memory:") == 0) {
        return -1;
    }
    const char *slash = strrchr(db, '/');
    size_t len = slash == NULL ? 0 : slash == db ? 1 : (size_t)(slash - db);
    char *dir = slash == NULL ? strdup(".") : strndup(db, len);
    int fd = dir != NULL ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(dir);
    return fd;
}

static bool is_evidence(const char *name) {
    size_t len = strlen(name), suffix = strlen(SUFFIX);
    return len < CRASH_NAME_BYTES && len > strlen(PREFIX) + suffix &&
           strncmp(name, PREFIX, strlen(PREFIX)) == 0 &&
           strcmp(name + len - suffix, SUFFIX) == 0;
}

/* The newest that were found, the oldest of them first: by name, which begins with the
 * time. */
struct found {
    char name[CRASH_FILES_MAX + 1][CRASH_NAME_BYTES];
    size_t n;
};

/* Puts a name to its place; the oldest is removed from the disk if it is one too many. */
static void add(struct found *found, const char *name, int dir) {
    size_t at = found->n++;
    while (at > 0 && strcmp(found->name[at - 1], name) > 0) {
        memcpy(found->name[at], found->name[at - 1], CRASH_NAME_BYTES);
        at--;
    }
    memcpy(found->name[at], name, strlen(name) + 1); /* is_evidence: it fits */
    if (found->n > CRASH_FILES_MAX) {
        (void)unlinkat(dir, found->name[0], 0);
        memmove(found->name[0], found->name[1], --found->n * CRASH_NAME_BYTES);
    }
}

void crash_file_look_back(const struct log *log, const char *db) {
    struct found found = {.n = 0};
    int fd = crash_file_dir(db);
    if (fd < 0) {
        return;
    }
    DIR *dir = fdopendir(fd);
    if (dir == NULL) {
        close(fd);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (is_evidence(entry->d_name)) {
            add(&found, entry->d_name, fd);
        }
    }
    closedir(dir);
    if (found.n > 0) {
        log_line(log, LOG_WARN, "crash_found files=%zu newest=%s", found.n,
                 LOG_QUOTED(found.name[found.n - 1]));
    }
}
