#include "tests/support/fault_vfs.h"

struct fault_vfs fault_vfs;

struct fault_file {
    sqlite3_file base;
    sqlite3_file *real; /* follows this struct in memory */
    const char *name;   /* borrowed from SQLite; NULL: a temporary file */
    bool is_log;
};

static sqlite3_file *fault_real(sqlite3_file *file) {
    return ((struct fault_file *)file)->real;
}

/* Whether number n of a kind of call must fail; at: which one must. */
static bool fault_hits(int n, int at) {
    bool hit = (at != 0 && n == at) || (fault_vfs.for_good && fault_vfs.has_failed);
    fault_vfs.has_failed = fault_vfs.has_failed || hit;
    return hit;
}

static const struct fault_file *fault_own(const sqlite3_file *file) {
    return (const struct fault_file *)file;
}

/* Whether a file is the one that the log belongs to. */
static bool fault_has_log(const sqlite3_file *file) {
    const char *name = fault_own(file)->name;
    size_t len = name != NULL ? strlen(name) : 0;
    return len > 0 && fault_vfs.log != NULL &&
           strncmp(fault_own(fault_vfs.log)->name, name, len) == 0 &&
           strcmp(fault_own(fault_vfs.log)->name + len, "-wal") == 0;
}

static void fault_note_write(const sqlite3_file *file, int n, sqlite3_int64 at) {
    if (file == fault_vfs.log && at <= fault_vfs.log_again) {
        sqlite3_int64 end = at + n;
        fault_vfs.log_again = end > fault_vfs.log_again ? end : fault_vfs.log_again;
    }
    fault_vfs.copied_lost = fault_vfs.copied_lost || fault_has_log(file);
}

static void fault_note_sync(sqlite3_file *file, bool failed) {
    if (failed && fault_own(file)->is_log) {
        fault_vfs.log = file;
        fault_vfs.log_again = 0;
        (void)fault_real(file)->pMethods->xFileSize(fault_real(file),
                                                    &fault_vfs.log_lost);
    } else if (file == fault_vfs.log && fault_vfs.log_again >= fault_vfs.log_lost) {
        fault_vfs.log = NULL;
    }
}

static int fault_close(sqlite3_file *file) {
    fault_vfs.log = file == fault_vfs.log ? NULL : fault_vfs.log;
    return fault_real(file)->pMethods->xClose(fault_real(file));
}

static int fault_read(sqlite3_file *file, void *to, int n, sqlite3_int64 at) {
    fault_vfs.reads++;
    if (fault_vfs.read_from != 0 && fault_vfs.reads >= fault_vfs.read_from) {
        return SQLITE_IOERR_READ;
    }
    if (fault_vfs.reads == fault_vfs.read_once) {
        return SQLITE_IOERR_CORRUPTFS;
    }
    return fault_real(file)->pMethods->xRead(fault_real(file), to, n, at);
}

static int fault_write(sqlite3_file *file, const void *from, int n, sqlite3_int64 at) {
    const sqlite3_io_methods *real = fault_real(file)->pMethods;
    fault_note_write(file, n, at);
    if (fault_hits(++fault_vfs.writes, fault_vfs.write_at)) {
        (void)real->xWrite(fault_real(file), from, n / 2, at);
        return fault_vfs.code;
    }
    return real->xWrite(fault_real(file), from, n, at);
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
    return fault_hits(++fault_vfs.writes, fault_vfs.write_at)
               ? SQLITE_IOERR_TRUNCATE
               : fault_real(file)->pMethods->xTruncate(fault_real(file), size);
}

static int fault_sync(sqlite3_file *file, int flags) {
    (void)flags;
    bool failed = fault_hits(++fault_vfs.syncs, fault_vfs.sync_at) ||
                  (fault_vfs.has_failed && fault_vfs.syncs <= fault_vfs.sync_to);
    fault_note_sync(file, failed);
    return failed ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size) {
    return fault_real(file)->pMethods->xFileSize(fault_real(file), size);
}

static int fault_lock(sqlite3_file *file, int kind) {
    return fault_real(file)->pMethods->xLock(fault_real(file), kind);
}

static int fault_unlock(sqlite3_file *file, int kind) {
    return fault_real(file)->pMethods->xUnlock(fault_real(file), kind);
}

static int fault_is_reserved(sqlite3_file *file, int *is) {
    return fault_real(file)->pMethods->xCheckReservedLock(fault_real(file), is);
}

static int fault_control(sqlite3_file *file, int op, void *arg) {
    return fault_real(file)->pMethods->xFileControl(fault_real(file), op, arg);
}

static int fault_sector(sqlite3_file *file) {
    return fault_real(file)->pMethods->xSectorSize(fault_real(file));
}

static int fault_device(sqlite3_file *file) {
    return fault_real(file)->pMethods->xDeviceCharacteristics(fault_real(file));
}

static int fault_shm_map(sqlite3_file *file, int page, int size, int extend,
                         void volatile **at) {
    return fault_real(file)->pMethods->xShmMap(fault_real(file), page, size, extend, at);
}

static int fault_shm_lock(sqlite3_file *file, int at, int n, int flags) {
    return fault_real(file)->pMethods->xShmLock(fault_real(file), at, n, flags);
}

static void fault_shm_barrier(sqlite3_file *file) {
    fault_real(file)->pMethods->xShmBarrier(fault_real(file));
}

static int fault_shm_unmap(sqlite3_file *file, int also_delete) {
    return fault_real(file)->pMethods->xShmUnmap(fault_real(file), also_delete);
}

static int fault_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                      int *out_flags) {
    static const sqlite3_io_methods methods = {
        .iVersion = 2, /* version 2 has no memory-mapped pages: every access goes through
                        * this file */
        .xClose = fault_close,
        .xRead = fault_read,
        .xWrite = fault_write,
        .xTruncate = fault_truncate,
        .xSync = fault_sync,
        .xFileSize = fault_size,
        .xLock = fault_lock,
        .xUnlock = fault_unlock,
        .xCheckReservedLock = fault_is_reserved,
        .xFileControl = fault_control,
        .xSectorSize = fault_sector,
        .xDeviceCharacteristics = fault_device,
        .xShmMap = fault_shm_map,
        .xShmLock = fault_shm_lock,
        .xShmBarrier = fault_shm_barrier,
        .xShmUnmap = fault_shm_unmap,
    };
    static sqlite3_io_methods without_wal;
    (void)vfs;
    without_wal = methods;
    without_wal.iVersion = 1;
    struct fault_file *own = (struct fault_file *)file;
    own->real = (sqlite3_file *)(own + 1);
    own->name = name;
    own->is_log = (flags & SQLITE_OPEN_WAL) != 0;
    if (fault_vfs.read_only) {
        flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) |
                SQLITE_OPEN_READONLY;
    }
    int rc = fault_vfs.real->xOpen(fault_vfs.real, name, own->real, flags, out_flags);
    own->base.pMethods = own->real->pMethods == NULL ? NULL
                         : fault_vfs.no_wal          ? &without_wal
                                                     : &methods;
    return rc;
}

void fault_vfs_register(void) {
    sqlite3_vfs *real = sqlite3_vfs_find(NULL);
    if (fault_vfs.real == NULL) {
        fault_vfs.real = real;
        fault_vfs.vfs = *real;
        fault_vfs.vfs.pNext = NULL;
        fault_vfs.vfs.zName = FAULT_VFS;
        fault_vfs.vfs.szOsFile = (int)sizeof(struct fault_file) + real->szOsFile;
        fault_vfs.vfs.xOpen = fault_open;
        sqlite3_vfs_register(&fault_vfs.vfs, 0);
    }
}

void fault_vfs_set(int write_at, int sync_at, int code, bool for_good) {
    fault_vfs.write_at = write_at;
    fault_vfs.sync_at = sync_at;
    fault_vfs.sync_to = 0;
    fault_vfs.code = code;
    fault_vfs.for_good = for_good;
    fault_vfs.writes = 0;
    fault_vfs.syncs = 0;
    fault_vfs.reads = 0;
    fault_vfs.has_failed = false;
}
