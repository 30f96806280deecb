/* Shared by the files of the disk. */
#ifndef ALEA_TESTS_SIM_DISK_INSIDE_H
#define ALEA_TESTS_SIM_DISK_INSIDE_H

#include <sqlite3.h>

#include "tests/sim/world/disk.h"

/* A sector is written completely or not at all; in bytes. */
#define SECTOR_BYTES    512
#define FILE_NAME_BYTES 256
#define SHM_REGIONS_MAX 64

/* Bytes in memory. */
struct image {
    unsigned char *byte; /* owned */
    size_t len, cap;
};

struct disk_file {
    char name[FILE_NAME_BYTES]; /* "": a temporary file */
    bool is_deleted;            /* may come back after a loss of power */
    unsigned n_open;
    struct image now, safe;      /* as a process sees it; after a loss of power */
    size_t dirty_from, dirty_to; /* range in which they may differ until a sync */
    void *shm[SHM_REGIONS_MAX];  /* owned */
    unsigned shm_shared[SQLITE_SHM_NLOCK];
    bool shm_exclusive[SQLITE_SHM_NLOCK];
    struct disk_open *opens; /* a linked list */
    struct disk_file *next;
};

/* A file as opened by a connection. */
struct disk_open {
    sqlite3_file base;
    struct disk_file *file;
    int lock;                           /* SQLITE_LOCK_... */
    unsigned shm_shared, shm_exclusive; /* bits: the shared-memory locks that it holds */
    struct disk_open *next;
};

static inline struct disk_file *disk_file_of(sqlite3_file *file) {
    return ((struct disk_open *)file)->file;
}

/* Notes that the disk is used. */
void disk_note_use(void);

/* --- disk_lock.c --- */

int disk_lock(sqlite3_file *base, int level);
int disk_unlock(sqlite3_file *base, int level);
int disk_is_reserved(sqlite3_file *base, int *is);
int disk_shm_map(sqlite3_file *base, int region, int size, int extend,
                 void volatile **at);
int disk_shm_lock(sqlite3_file *base, int at, int n, int flags);
void disk_shm_barrier(sqlite3_file *base);
int disk_shm_unmap(sqlite3_file *base, int also_delete);
void disk_forget_shm(struct disk_file *file);

#endif
