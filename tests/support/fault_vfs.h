/* A disk that fails on demand: an SQLite VFS (struct store_config has its name) that
 * passes everything on to the default one.
 *
 * Syncs are only counted, not passed on: no test cuts the power, and syncs take most of
 * the time of a test.
 *
 * There is one for the whole program, as SQLite has one list of VFSs. */
#ifndef ALEA_TESTS_FAULT_VFS_H
#define ALEA_TESTS_FAULT_VFS_H

#include <stdbool.h>
#include <string.h>

#include <sqlite3.h>

#define FAULT_VFS "fault"

struct fault_vfs {
    /* What fails, counted from the last fault_vfs_set. */
    int write_at;  /* this write (or truncation), after half of it; 0: none */
    int sync_at;   /* this sync; 0: none */
    int sync_to;   /* those after it, up to this one; 0: none.  fault_vfs_set resets it */
    int code;      /* SQLITE_FULL, SQLITE_IOERR_WRITE, SQLITE_IOERR_FSYNC, ... */
    bool for_good; /* all later writes and syncs fail as well */
    int read_from; /* this read and all later ones, counted in `reads`; 0: none */
    int read_once; /* this read fails as Linux's EIO, counted in `reads`; 0: none */
    bool read_only; /* files open read-only, as without permission to write */
    bool no_wal;    /* no shared memory, as on a network file system */
    /* Calls so far. */
    int writes, syncs, reads;
    bool has_failed;
    /* A write-ahead log whose sync has failed: how many of its bytes may not be on the
     * disk, and how many of these were written again, from the first on. */
    const sqlite3_file *log; /* NULL: none */
    sqlite3_int64 log_lost, log_again;
    bool copied_lost; /* the log was copied into the file before it was safe */
    sqlite3_vfs vfs, *real;
};

extern struct fault_vfs fault_vfs;

/* Registers the VFS; nothing fails yet. */
void fault_vfs_register(void);
/* Sets what fails from now on; all 0: nothing.  Counts from 0 again.  What is known of a
 * log whose sync has failed stays until its file is closed. */
void fault_vfs_set(int write_at, int sync_at, int code, bool for_good);

#endif
