#include "tests/sim/world/disk_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    sqlite3_vfs vfs;
    struct disk_file *files; /* owned */
    bool is_dead, has_failed;
    uint64_t trouble_ms;      /* operations may fail until then */
    unsigned until_interrupt; /* 0: no interrupt */
    void (*interrupt)(void);
    bool on_thread;
    uint64_t thread_ms; /* spent by syncs in a thread */
    unsigned n_uses;
} disk;

/* --- images --- */

static void grow(struct image *image, size_t len) {
    if (len > image->cap) {
        image->cap = 2 * len;
        image->byte = realloc(image->byte, image->cap);
        SIM_CHECK(image->byte != NULL, "out of memory");
    }
    if (len > image->len) {
        memset(image->byte + image->len, 0, len - image->len);
        image->len = len;
    }
}

static void dirty(struct disk_file *file, size_t from, size_t to) {
    bool is_clean = file->dirty_from >= file->dirty_to;
    file->dirty_from = is_clean || from < file->dirty_from ? from : file->dirty_from;
    file->dirty_to = is_clean || to > file->dirty_to ? to : file->dirty_to;
}

/* One sector of the written data reaches the disk. */
static void save_sector(struct disk_file *file, size_t at) {
    size_t end = at + SECTOR_BYTES;
    end = end < file->now.len ? end : file->now.len;
    if (at < end) {
        grow(&file->safe, end);
        memcpy(file->safe.byte + at, file->now.byte + at, end - at);
    }
}

/* Each unsynced sector may or may not reach the disk. */
static void save_some(struct disk_file *file) {
    unsigned of_four = sim_below(RANDOM_DISK, 5);
    size_t from = file->dirty_from - file->dirty_from % SECTOR_BYTES;
    for (size_t at = from; at < file->dirty_to; at += SECTOR_BYTES) {
        if (sim_below(RANDOM_DISK, 4) < of_four) {
            save_sector(file, at);
        }
    }
    bool was_cut = file->now.len < file->safe.len;
    if (was_cut && sim_one_in(RANDOM_DISK, 2)) {
        file->safe.len = file->now.len;
    }
}

static void save(struct disk_file *file) {
    size_t from = file->dirty_from < file->now.len ? file->dirty_from : file->now.len;
    size_t to = file->dirty_to < file->now.len ? file->dirty_to : file->now.len;
    grow(&file->safe, file->now.len);
    file->safe.len = file->now.len;
    if (from < to) {
        memcpy(file->safe.byte + from, file->now.byte + from, to - from);
    }
    file->dirty_from = file->dirty_to = 0;
}

/* As in journaling file systems: a sync includes earlier changes of directories. */
static void save_deletions(void) {
    for (struct disk_file *file = disk.files; file != NULL; file = file->next) {
        if (file->is_deleted) {
            file->safe.len = 0;
        }
    }
}

/* The name of a file without its directory. */
static const char *base_name(const struct disk_file *file) {
    const char *slash = strrchr(file->name, '/');
    return slash != NULL ? slash + 1 : file->name;
}

/* --- faults --- */

void disk_trouble(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    disk.trouble_ms = until_ms > disk.trouble_ms ? until_ms : disk.trouble_ms;
}

void disk_interrupt(unsigned n, void (*run)(void)) {
    disk.until_interrupt = n;
    disk.interrupt = run;
}

bool disk_has_failed(void) {
    bool has = disk.has_failed;
    disk.has_failed = false;
    return has;
}

bool disk_may_fail(void) {
    return sim.has[FAULT_WRITE] || sim.has[FAULT_FULL] || sim.has[FAULT_SYNC];
}

static bool fails(enum trait trait, unsigned n) {
    bool now = sim.now_ms < disk.trouble_ms && sim_strikes(trait, RANDOM_DISK, n);
    disk.has_failed = disk.has_failed || now;
    return now;
}

uint64_t disk_on_thread(bool is_on) {
    uint64_t ms = disk.thread_ms;
    disk.on_thread = is_on;
    disk.thread_ms = 0;
    return ms;
}

unsigned disk_n_uses(void) {
    return disk.n_uses;
}

void disk_note_use(void) {
    disk.n_uses++;
}

/* Call before each change of the disk.  False: the process is dead, and the change does
 * not happen. */
static bool may_change(void) {
    disk_note_use();
    if (!disk.is_dead && disk.until_interrupt > 0 && --disk.until_interrupt == 0) {
        disk.interrupt();
    }
    return !disk.is_dead;
}

/* --- files --- */

static int close_file(sqlite3_file *base) {
    struct disk_open *own = (struct disk_open *)base;
    struct disk_open **at = &own->file->opens;
    disk_shm_unmap(base, 0);
    while (*at != own) {
        at = &(*at)->next;
    }
    *at = own->next;
    own->file->n_open--;
    if (own->file->name[0] == '\0') {
        own->file->is_deleted = true;
        own->file->now.len = 0;
    }
    return SQLITE_OK;
}

static int read_file(sqlite3_file *base, void *to, int n, sqlite3_int64 at) {
    const struct image *now = &disk_file_of(base)->now;
    size_t from = (size_t)at, len = (size_t)n;
    size_t there = from < now->len ? now->len - from : 0;
    there = there < len ? there : len;
    if (there > 0) {
        memcpy(to, now->byte + from, there);
    }
    memset((char *)to + there, 0, len - there);
    return there == len ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static void put(struct disk_file *file, const void *from, size_t n, size_t at) {
    grow(&file->now, at + n);
    memcpy(file->now.byte + at, from, n);
    dirty(file, at, at + n);
}

static int write_file(sqlite3_file *base, const void *from, int n, sqlite3_int64 at) {
    struct disk_file *file = disk_file_of(base);
    if (!may_change()) {
        return SQLITE_IOERR_WRITE;
    }
    if (fails(FAULT_WRITE, 6)) {
        put(file, from, sim_below(RANDOM_DISK, (unsigned)n), (size_t)at);
        trace_note("disk: a write of %s fails", base_name(file));
        return SQLITE_IOERR_WRITE;
    }
    if (fails(FAULT_FULL, 2)) {
        trace_note("disk: full");
        return SQLITE_FULL;
    }
    put(file, from, (size_t)n, (size_t)at);
    return SQLITE_OK;
}

static int truncate_file(sqlite3_file *base, sqlite3_int64 size) {
    struct disk_file *file = disk_file_of(base);
    if (!may_change() || fails(FAULT_WRITE, 6)) {
        return SQLITE_IOERR_TRUNCATE;
    }
    if ((size_t)size < file->now.len) {
        dirty(file, (size_t)size, file->now.len);
        file->now.len = (size_t)size;
    } else {
        grow(&file->now, (size_t)size);
    }
    return SQLITE_OK;
}

/* A sync that fails has saved some data.  The kernel may then think that it has saved
 * all: the next sync succeeds without saving the rest. */
static int sync_file(sqlite3_file *base, int flags) {
    struct disk_file *file = disk_file_of(base);
    (void)flags;
    if (!may_change()) {
        return SQLITE_IOERR_FSYNC;
    }
    if (sim_strikes(FAULT_SLOW_DISK, RANDOM_DISK, 4)) {
        uint64_t ms = sim_below(RANDOM_DISK, sim_one_in(RANDOM_DISK, 4) ? 700 : 300);
        if (disk.on_thread) {
            disk.thread_ms += ms;
        } else {
            sim_pass(ms);
        }
    }
    if (fails(FAULT_SYNC, 3)) {
        save_some(file);
        if (sim_one_in(RANDOM_DISK, 2)) {
            file->dirty_from = file->dirty_to = 0;
        }
        trace_note("disk: a sync of %s fails", base_name(file));
        return SQLITE_IOERR_FSYNC;
    }
    save(file);
    save_deletions();
    return SQLITE_OK;
}

static int size_of_file(sqlite3_file *base, sqlite3_int64 *size) {
    *size = (sqlite3_int64)disk_file_of(base)->now.len;
    return SQLITE_OK;
}

static int control_file(sqlite3_file *base, int op, void *arg) {
    (void)base, (void)op, (void)arg;
    return SQLITE_NOTFOUND;
}

static int sector_size(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int characteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

/* --- the file system --- */

static struct disk_file *find(const char *name) {
    struct disk_file *file = disk.files;
    while (file != NULL && (file->name[0] == '\0' || strcmp(file->name, name) != 0)) {
        file = file->next;
    }
    return file;
}

static struct disk_file *create(const char *name) {
    struct disk_file *file = find(name);
    if (file == NULL) {
        file = calloc(1, sizeof *file);
        SIM_CHECK(file != NULL && strlen(name) < sizeof file->name, "no file %s", name);
        strcpy(file->name, name);
        file->next = disk.files;
        disk.files = file;
    }
    file->is_deleted = false;
    file->now.len = file->safe.len = 0;
    file->dirty_from = file->dirty_to = 0;
    return file;
}

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags,
                     int *out_flags) {
    static const sqlite3_io_methods methods = {
        .iVersion = 2,
        .xClose = close_file,
        .xRead = read_file,
        .xWrite = write_file,
        .xTruncate = truncate_file,
        .xSync = sync_file,
        .xFileSize = size_of_file,
        .xLock = disk_lock,
        .xUnlock = disk_unlock,
        .xCheckReservedLock = disk_is_reserved,
        .xFileControl = control_file,
        .xSectorSize = sector_size,
        .xDeviceCharacteristics = characteristics,
        .xShmMap = disk_shm_map,
        .xShmLock = disk_shm_lock,
        .xShmBarrier = disk_shm_barrier,
        .xShmUnmap = disk_shm_unmap,
    };
    (void)vfs;
    struct disk_open *own = (struct disk_open *)base;
    struct disk_file *file = name != NULL ? find(name) : NULL;
    *own = (struct disk_open){.file = file};
    if (file == NULL || file->is_deleted) {
        if ((flags & SQLITE_OPEN_CREATE) == 0 || (disk.is_dead && name != NULL)) {
            return SQLITE_CANTOPEN;
        }
        own->file = create(name != NULL ? name : "");
    }
    own->base.pMethods = &methods;
    own->next = own->file->opens;
    own->file->opens = own;
    own->file->n_open++;
    if (out_flags != NULL) {
        *out_flags = flags;
    }
    return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync_directory) {
    (void)vfs;
    struct disk_file *file = find(name);
    if (file == NULL || file->is_deleted) {
        return SQLITE_IOERR_DELETE_NOENT;
    }
    if (!may_change()) {
        return SQLITE_IOERR_DELETE;
    }
    file->is_deleted = true;
    file->now.len = 0;
    if (sync_directory) {
        file->safe.len = 0;
    }
    return SQLITE_OK;
}

static int is_there(sqlite3_vfs *vfs, const char *name, int flags, int *is) {
    (void)vfs, (void)flags;
    const struct disk_file *file = find(name);
    *is = file != NULL && !file->is_deleted;
    return SQLITE_OK;
}

static int full_name(sqlite3_vfs *vfs, const char *name, int cap, char *full) {
    (void)vfs;
    snprintf(full, (size_t)cap, "%s", name);
    return SQLITE_OK;
}

static int random_bytes(sqlite3_vfs *vfs, int n, char *bytes) {
    (void)vfs;
    for (int i = 0; i < n; i++) {
        bytes[i] = (char)sim_below(RANDOM_DISK, 256);
    }
    return n;
}

static int wait_us(sqlite3_vfs *vfs, int us) {
    (void)vfs;
    sim_pass((uint64_t)us / 1000 + 1);
    return us;
}

static int now_julian(sqlite3_vfs *vfs, sqlite3_int64 *ms) {
    (void)vfs;
    *ms = sim_unix_ms() + INT64_C(210866760000000);
    return SQLITE_OK;
}

static int last_error(sqlite3_vfs *vfs, int n, char *text) {
    (void)vfs, (void)n, (void)text;
    return 0;
}

void disk_begin(void) {
    if (disk.vfs.zName == NULL) {
        disk.vfs = (sqlite3_vfs){.iVersion = 2,
                                 .szOsFile = (int)sizeof(struct disk_open),
                                 .mxPathname = FILE_NAME_BYTES - 1,
                                 .zName = DISK_VFS,
                                 .xOpen = open_file,
                                 .xDelete = delete_file,
                                 .xAccess = is_there,
                                 .xFullPathname = full_name,
                                 .xRandomness = random_bytes,
                                 .xSleep = wait_us,
                                 .xGetLastError = last_error,
                                 .xCurrentTimeInt64 = now_julian};
        sqlite3_vfs_register(&disk.vfs, 1);
        sqlite3_randomness(0, NULL); /* SQLite seeds its own from our random numbers */
    }
    disk.is_dead = disk.has_failed = false;
    disk.trouble_ms = 0;
    disk.until_interrupt = 0;
}

void disk_end(void) {
    while (disk.files != NULL) {
        struct disk_file *file = disk.files;
        disk.files = file->next;
        disk_forget_shm(file);
        free(file->now.byte);
        free(file->safe.byte);
        free(file);
    }
}

void disk_die(void) {
    disk.is_dead = true;
}

/* Simulates a loss of power. */
static void lose_power(struct disk_file *file) {
    trace_note("disk: %s has %zu bytes%s, %zu safe, %zu to %zu not synced",
               base_name(file), file->now.len, file->is_deleted ? ", deleted" : "",
               file->safe.len, file->dirty_from, file->dirty_to);
    if (file->is_deleted) {
        file->is_deleted = file->safe.len == 0 || sim_one_in(RANDOM_DISK, 2);
    } else {
        save_some(file);
    }
    file->now.len = 0;
    grow(&file->now, file->safe.len);
    if (file->safe.len > 0) {
        memcpy(file->now.byte, file->safe.byte, file->safe.len);
    }
    file->dirty_from = file->dirty_to = 0;
}

void disk_revive(bool power_was_lost) {
    for (struct disk_file *file = disk.files; file != NULL; file = file->next) {
        SIM_CHECK(file->n_open == 0, "%s is still open", file->name);
        disk_forget_shm(file);
        if (power_was_lost && file->name[0] != '\0') {
            lose_power(file);
        }
    }
    disk.is_dead = false;
    disk.until_interrupt = 0;
}

size_t disk_bytes(void) {
    size_t n = 0;
    for (const struct disk_file *file = disk.files; file != NULL; file = file->next) {
        n += file->now.len;
    }
    return n;
}
