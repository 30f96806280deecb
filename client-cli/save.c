#include "client-cli/save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool save_record(const char *path, const char *record, char fault[static FAULT_BYTES]) {
    FILE *file = fopen(path, "wx"); /* x: never over a file that is there */
    bool is_good = file != NULL && fprintf(file, "%s\n", record) > 0;
    if (file != NULL && fclose(file) != 0) {
        is_good = false;
    }
    if (!is_good) {
        snprintf(fault, FAULT_BYTES, "%.80s: %s", path, strerror(errno));
    }
    return is_good;
}
