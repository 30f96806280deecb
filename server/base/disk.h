/* How full the disk with the store is. */
#ifndef ALEA_SERVER_BASE_DISK_H
#define ALEA_SERVER_BASE_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* In bytes; -1: not known, for instance of a store in memory. */
struct disk_use {
    int64_t free_bytes, total_bytes; /* of the file system; free: to us, without root */
    int64_t wal_bytes;               /* of the write-ahead log of the file */
};

void disk_measure(const char *path, struct disk_use *use);
/* Whether space is low: less than a tenth is free, or less than 1 GiB.  If was_low, the
 * limits are a fifth higher, so that a disk at the limit is logged only once.  Unknown
 * space is not low. */
bool disk_is_low(const struct disk_use *use, bool was_low);

#endif
