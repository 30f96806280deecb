#include "client-cli/save.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

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
