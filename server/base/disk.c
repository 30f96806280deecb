#include "server/base/disk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include "mem/mem.h"

#define LOW_BYTES (INT64_C(1) << 30)

void disk_measure(const char *path, struct disk_use *use) {
    struct statvfs fs;
    struct stat wal;
    size_t cap = strlen(path) + sizeof "-wal";
    char *wal_path = mem_new(cap, 1);
    snprintf(wal_path, cap, "%s-wal", path);
    *use = (struct disk_use){-1, -1, -1};
    if (statvfs(path, &fs) == 0) {
        use->free_bytes = (int64_t)(fs.f_bavail * fs.f_frsize);
        use->total_bytes = (int64_t)(fs.f_blocks * fs.f_frsize);
        use->wal_bytes = stat(wal_path, &wal) == 0 ? (int64_t)wal.st_size : 0;
    }
    free(wal_path);
}

bool disk_is_low(const struct disk_use *use, bool was_low) {
    int64_t tenth = use->total_bytes / 10;
    int64_t enough = tenth > LOW_BYTES ? tenth : LOW_BYTES;
    enough += was_low ? enough / 5 : 0;
    return use->free_bytes >= 0 && use->free_bytes < enough;
}
