/* How full the disk with the store is. */
#ifndef ALEA_SERVER_BASE_DISK_H
#define ALEA_SERVER_BASE_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* In bytes; -1: unknown, as of a store in memory. */
struct disk_use {
    int64_t free_bytes, total_bytes; /* of the file system, as far as we may use it */
    int64_t wal_bytes;               /* of the write-ahead log beside the file */
};

void disk_measure(const char *path, struct disk_use *use);
/* Whether space is low: less than a tenth, or less than 1 GiB.  If it was low before, it
 * needs a fifth more to be enough again, so that a disk at the edge is logged once.
 * Unknown is enough. */
bool disk_is_low(const struct disk_use *use, bool was_low);

#endif
