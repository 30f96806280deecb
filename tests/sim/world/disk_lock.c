/* File locks, and the memory shared by connections to the same file. */
#include <stdlib.h>
#include <string.h>

#include "tests/sim/world/disk_inside.h"

/* The strongest lock that another connection holds. */
static int others_lock(const struct disk_open *own) {
    int most = SQLITE_LOCK_NONE;
    for (const struct disk_open *o = own->file->opens; o != NULL; o = o->next) {
        most = o != own && o->lock > most ? o->lock : most;
    }
    return most;
}

int disk_lock(sqlite3_file *base, int level) {
    struct disk_open *own = (struct disk_open *)base;
    int others = others_lock(own);
    if (own->lock >= level) {
        return SQLITE_OK;
    }
    if ((level == SQLITE_LOCK_SHARED && others >= SQLITE_LOCK_PENDING) ||
        (level > SQLITE_LOCK_SHARED && others >= SQLITE_LOCK_RESERVED)) {
        return SQLITE_BUSY;
    }
    if (level == SQLITE_LOCK_EXCLUSIVE && others >= SQLITE_LOCK_SHARED) {
        own->lock = SQLITE_LOCK_PENDING;
        return SQLITE_BUSY;
    }
    own->lock = level;
    return SQLITE_OK;
}

int disk_unlock(sqlite3_file *base, int level) {
    struct disk_open *own = (struct disk_open *)base;
    own->lock = level < own->lock ? level : own->lock;
    return SQLITE_OK;
}

int disk_is_reserved(sqlite3_file *base, int *is) {
    struct disk_open *own = (struct disk_open *)base;
    *is = own->lock >= SQLITE_LOCK_RESERVED || others_lock(own) >= SQLITE_LOCK_RESERVED;
    return SQLITE_OK;
}

int disk_shm_map(sqlite3_file *base, int region, int size, int extend,
                 void volatile **at) {
    struct disk_file *file = disk_file_of(base);
    SIM_CHECK(region < SHM_REGIONS_MAX, "more than %d regions", SHM_REGIONS_MAX);
    if (file->shm[region] == NULL && extend) {
        file->shm[region] = calloc(1, (size_t)size);
    }
    *at = file->shm[region];
    return SQLITE_OK;
}

static bool may_lock(const struct disk_open *own, int slot, bool exclusive) {
    unsigned bit = 1U << slot;
    const struct disk_file *file = own->file;
    unsigned shared = file->shm_shared[slot] - ((own->shm_shared & bit) != 0);
    bool taken = file->shm_exclusive[slot] && (own->shm_exclusive & bit) == 0;
    return !taken && (!exclusive || shared == 0);
}

static void lock_slot(struct disk_open *own, int slot, bool exclusive) {
    unsigned bit = 1U << slot;
    if (exclusive) {
        own->shm_exclusive |= bit;
        own->file->shm_exclusive[slot] = true;
    } else if ((own->shm_shared & bit) == 0) {
        own->shm_shared |= bit;
        own->file->shm_shared[slot]++;
    }
}

static void unlock_slot(struct disk_open *own, int slot) {
    unsigned bit = 1U << slot;
    own->file->shm_shared[slot] -= (own->shm_shared & bit) != 0;
    own->file->shm_exclusive[slot] &= (own->shm_exclusive & bit) == 0;
    own->shm_shared &= ~bit;
    own->shm_exclusive &= ~bit;
}

int disk_shm_lock(sqlite3_file *base, int at, int n, int flags) {
    disk_note_use();
    struct disk_open *own = (struct disk_open *)base;
    bool exclusive = (flags & SQLITE_SHM_EXCLUSIVE) != 0;
    for (int i = at; (flags & SQLITE_SHM_LOCK) != 0 && i < at + n; i++) {
        if (!may_lock(own, i, exclusive)) {
            return SQLITE_BUSY;
        }
    }
    for (int i = at; i < at + n; i++) {
        if ((flags & SQLITE_SHM_LOCK) != 0) {
            lock_slot(own, i, exclusive);
        } else {
            unlock_slot(own, i);
        }
    }
    return SQLITE_OK;
}

void disk_shm_barrier(sqlite3_file *base) {
    (void)base;
}

void disk_forget_shm(struct disk_file *file) {
    for (int i = 0; i < SHM_REGIONS_MAX; i++) {
        free(file->shm[i]);
        file->shm[i] = NULL;
    }
    memset(file->shm_shared, 0, sizeof file->shm_shared);
    memset(file->shm_exclusive, 0, sizeof file->shm_exclusive);
}

int disk_shm_unmap(sqlite3_file *base, int also_delete) {
    struct disk_open *own = (struct disk_open *)base;
    for (int i = 0; i < SQLITE_SHM_NLOCK; i++) {
        unlock_slot(own, i);
    }
    if (also_delete) {
        disk_forget_shm(own->file);
    }
    return SQLITE_OK;
}
