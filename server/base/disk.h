/* How much room the disk has, where the games are. */
#ifndef ALEA_SERVER_BASE_DISK_H
#define ALEA_SERVER_BASE_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* In bytes; -1: not known, as of a store in memory. */
struct disk_use {
    int64_t free_bytes, total_bytes; /* of the file system, for us */
    int64_t wal_bytes;               /* of the write-ahead log beside the file */
};

void disk_measure(const char *path, struct disk_use *use);
/* Whether there is little room: less than a tenth, or than 1 GiB.  When there was little
 * before, there must be a fifth more than that for it to be enough again, so that a disk
 * at the edge is told of once.  Unknown is enough. */
bool disk_is_low(const struct disk_use *use, bool was_low);

#endif
