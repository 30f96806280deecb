#include "server/base/text_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mem/mem.h"
#include "proto/utf8.h"

bool text_file_is_regular(const char *path) {
    struct stat file;
    return stat(path, &file) != 0 || S_ISREG(file.st_mode);
}

char *text_file_read(const char *path, size_t max, char fault[static FAULT_BYTES]) {
    FILE *in = fopen(path, "r");
    if (in == NULL) {
        snprintf(fault, FAULT_BYTES, "cannot be read: %s", strerror(errno));
        return NULL;
    }
    char *text = mem_new(1, max + 2);
    size_t n = fread(text, 1, max + 1, in);
    bool failed = ferror(in) != 0;
    int error = errno;
    fclose(in);
    if (failed) {
        snprintf(fault, FAULT_BYTES, "cannot be read: %s", strerror(error));
    } else if (n > max) {
        snprintf(fault, FAULT_BYTES, "has more than %zu bytes", max);
    } else if (memchr(text, '\0', n) != NULL) {
        snprintf(fault, FAULT_BYTES, "has a NUL, so it is not text");
    } else {
        size_t mark = utf8_mark_len(text, n);
        memmove(text, text + mark, n - mark + 1);
        return text;
    }
    free(text);
    return NULL;
}
