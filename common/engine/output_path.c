#include "engine/output_path.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool refuse(char fault[static FAULT_BYTES], const char *why) {
    snprintf(fault, FAULT_BYTES, "%s", why);
    return false;
}

/* Without a file: one can be created if its directory exists. */
static bool check_directory(const char *path, char fault[static FAULT_BYTES]) {
    char copy[PATH_MAX];
    struct stat st;
    if (path[strlen(path) - 1] == '/') {
        return refuse(fault, "this names a directory: give the name of a file");
    }
    int len = snprintf(copy, sizeof copy, "%s", path);
    if (len >= (int)sizeof copy) {
        return refuse(fault, strerror(ENAMETOOLONG));
    }
    return stat(dirname(copy), &st) == 0 ||
           refuse(fault, "No such file or directory: create the directory first");
}

bool output_path_check(const char *path, bool *is_there, char fault[static FAULT_BYTES]) {
    struct stat st;
    *is_there = false;
    if (path[0] == '\0') {
        return refuse(fault, "the name is empty: give the name of a file");
    }
    if (lstat(path, &st) != 0) {
        return errno == ENOENT ? check_directory(path, fault)
                               : refuse(fault, strerror(errno));
    }
    if (S_ISDIR(st.st_mode)) {
        return refuse(fault, "this is a directory: give the name of a file");
    }
    if (S_ISLNK(st.st_mode)) {
        return refuse(fault, "this is a symbolic link: give the file it points to");
    }
    *is_there = true;
    return S_ISREG(st.st_mode) ||
           refuse(fault, "this is not a regular file: give the name of a new file");
}
