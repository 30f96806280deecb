/* The write-ahead log of a file, when a sync may have failed. */
#include <stdio.h>

#include "server/store/sqlite/sqlite.h"

void sqlite_wait_for_disk(struct db *db, bool waits) {
    const struct sqlite_db *own = (const struct sqlite_db *)db;
    if (own->is_full) {
        sqlite3_exec(own->main,
                     waits ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL",
                     NULL, NULL, NULL);
    }
}

/* Writes every byte of the log again and syncs it; nobody else may write meanwhile.
 * Returns SQLite's code. */
static int write_log_again(sqlite3 *sqlite) {
    sqlite3_file *log = NULL;
    char bytes[16384];
    sqlite3_int64 size = 0;
    sqlite3_file_control(sqlite, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (log == NULL || log->pMethods == NULL) {
        return SQLITE_OK; /* there is none */
    }
    int rc = log->pMethods->xFileSize(log, &size), n;
    for (sqlite3_int64 at = 0; rc == SQLITE_OK && at < size; at += n) {
        bool is_last = size - at < (sqlite3_int64)sizeof bytes;
        n = is_last ? (int)(size - at) : (int)sizeof bytes;
        rc = log->pMethods->xRead(log, bytes, n, at);
        rc = rc == SQLITE_OK ? log->pMethods->xWrite(log, bytes, n, at) : rc;
    }
    return rc == SQLITE_OK ? log->pMethods->xSync(log, SQLITE_SYNC_NORMAL) : rc;
}

static int truncate_log(struct sqlite_db *db) {
    return sqlite3_wal_checkpoint_v2(db->main, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                     NULL);
}

/* Writes a page.  SQLite does not write a row that stays the same, but server time may
 * always advance. */
#define OVERWRITE "UPDATE meta SET time_ms = time_ms + 1"

/* A commit that fails after its pages were written has left them in the log.  Nobody
 * reads them, but the next start would accept them.  A commit that overwrites the first
 * of them makes the checksums of the rest wrong.  Only the first commit in an empty log
 * is synced: if that fails, there is nothing to be copied, and the log can be emptied at
 * once. Returns SQLite's code. */
static int overwrite_failed(struct sqlite_db *db) {
    if (!db->failed_in_log) {
        return SQLITE_OK;
    }
    sqlite_wait_for_disk(&db->db, false);
    int rc = sqlite3_exec(db->main, OVERWRITE, NULL, NULL, NULL);
    if (rc == SQLITE_IOERR_FSYNC) {
        rc = truncate_log(db);
        if (rc != SQLITE_OK) {
            /* Even so a new log begins: what is written there is enough if only the
             * process dies. */
            sqlite3_exec(db->main, OVERWRITE, NULL, NULL, NULL);
        }
    } else if (rc == SQLITE_IOERR_SHMSIZE || rc == SQLITE_IOERR_SHMMAP) {
        rc = SQLITE_OK; /* the page is written before that fails */
    }
    sqlite_wait_for_disk(&db->db, true);
    db->failed_in_log = rc != SQLITE_OK;
    return rc;
}

/* Returns SQLite's code. */
static int empty_log(struct sqlite_db *db) {
    int rc = overwrite_failed(db);
    if (rc == SQLITE_OK) {
        rc = sqlite3_exec(db->main, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    }
    if (rc != SQLITE_OK) {
        return rc;
    }
    rc = write_log_again(db->main);
    sqlite3_exec(db->main, "ROLLBACK", NULL, NULL, NULL);
    if (rc == SQLITE_OK) {
        rc = truncate_log(db);
    }
    /* Who reads the log just now prevents the rest; but all of it is on the disk. */
    return (rc & 0xFF) == SQLITE_BUSY ? SQLITE_OK : rc;
}

/* After a failed sync, the system may take pages for written that are not: the next sync
 * does not write them, and reads still show them.  So everything is written again, and
 * synced before it is copied.  Otherwise a loss of power could leave a file that has all
 * of the log, and a log of which the first half is left: the next start would put its
 * older pages on top. */
bool sqlite_empty_log(struct sqlite_db *db) {
    db->log_unsynced = true;
    int rc = empty_log(db);
    db->log_unsynced = rc != SQLITE_OK;
    if (db->log_unsynced) {
        snprintf(db->db.fault, FAULT_BYTES, "%s", sqlite3_errstr(rc));
    }
    return !db->log_unsynced;
}

/* SQLite's own hook does the same, but tells nobody when a sync fails. */
static int checkpoint(void *arg, sqlite3 *sqlite, const char *name, int n_pages) {
    struct sqlite_db *db = arg;
    if (n_pages >= db->log_pages && !db->log_unsynced) {
        db->log_unsynced = sqlite3_wal_checkpoint(sqlite, name) == SQLITE_IOERR_FSYNC;
    }
    return SQLITE_OK;
}

/* Pages of a long log; SQLite has the same number. */
#define LOG_PAGES 1000

void sqlite_checkpoint_often(struct sqlite_db *db, int log_pages) {
    db->log_pages = log_pages != 0 ? log_pages : LOG_PAGES;
    sqlite3_wal_hook(db->main, checkpoint, db);
}

void sqlite_keep_log(sqlite3 *sqlite, bool keeps) {
    sqlite3_db_config(sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, (int)keeps, NULL);
}
