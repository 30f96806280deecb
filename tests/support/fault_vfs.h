/* A disk that fails when it is told to: a file system for SQLite (struct store_config has
 * its name) which hands everything on to the usual one.
 *
 * Syncs are not handed on but counted only: what they are for, a loss of power, a test
 * does not do, and they take most of its time.
 *
 * There is one for the whole program, as SQLite has one list of them. */
#ifndef ALEA_TESTS_FAULT_VFS_H
#define ALEA_TESTS_FAULT_VFS_H

#include <stdbool.h>
#include <string.h>

#include <sqlite3.h>

#define FAULT_VFS "fault"

struct fault_vfs {
    /* What is to fail; counted from the last fault_vfs_set. */
    int write_at;   /* this write (or truncation), half done; 0: none */
    int sync_at;    /* this sync; 0: none */
    int code;       /* SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, ... */
    bool for_good;  /* and all writes and syncs after it */
    int read_from;  /* this read and all after it, of reads below; 0: none */
    bool read_only; /* files are opened so, as when there is no descriptor for writing */
    bool no_wal;    /* and share no memory, as on a file system of a network */
    /* What has been done. */
    int writes, syncs, reads;
    bool has_failed;
    sqlite3_vfs vfs, *real;
};

extern struct fault_vfs fault_vfs;

/* Makes the file system known, and healthy. */
void fault_vfs_register(void);
/* What is to fail from now on; all 0: the disk works again.  Counts anew. */
void fault_vfs_set(int write_at, int sync_at, int code, bool for_good);

#endif
