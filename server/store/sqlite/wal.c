/* The write-ahead log of a file, when a sync may have failed. */
#include <stdio.h>

#include "server/store/sqlite/sqlite.h"

/* Writes every byte of the log again; nobody else may write meanwhile.  Returns SQLite's
 * code. */
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
    return rc;
}

/* Writes a page.  SQLite does not write a row that stays the same, but server time may
 * always advance. */
#define OVERWRITE "UPDATE meta SET time_ms = time_ms + 1"

static int truncate_log(struct sqlite_db *db) {
    return sqlite3_wal_checkpoint_v2(db->main, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL,
                                     NULL);
}

/* A commit whose sync fails has left its pages in the log.  Nobody reads them, but the
 * next start would accept them.  A commit that overwrites the first of them makes the
 * checksums of the rest wrong.  It is not synced, except for the beginning of a new log:
 * if that fails, there is nothing in the log to be copied, and it can be emptied at once.
 */
static bool overwrite_failed(struct sqlite_db *db) {
    if (db->sync_failed) {
        sqlite_wait_for_disk(&db->db, false);
        int rc = sqlite3_exec(db->main, OVERWRITE, NULL, NULL, NULL);
        if (rc == SQLITE_IOERR_FSYNC && (rc = truncate_log(db)) != SQLITE_OK) {
            /* Even so it has begun a new log: what it writes there is enough if only the
             * process dies. */
            sqlite3_exec(db->main, OVERWRITE, NULL, NULL, NULL);
        }
        db->sync_failed = rc != SQLITE_OK;
        sqlite_wait_for_disk(&db->db, true);
    }
    return !db->sync_failed;
}

/* After a failed sync, the system may take pages for written that are not: the next sync
 * does not write them, and reads still show them.  So everything is written again, and
 * synced before it is copied.  Otherwise a loss of power could leave a file that has all
 * of the log, and a log of which the first half is left: the next start would put its
 * older pages on top. */
bool sqlite_empty_log(struct sqlite_db *db) {
    int written = SQLITE_OK;
    db->log_unsynced = true;
    bool ok = overwrite_failed(db) &&
              sqlite3_exec(db->main, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK;
    if (ok) {
        written = write_log_again(db->main);
        sqlite3_exec(db->main, "ROLLBACK", NULL, NULL, NULL);
    }
    /* The checkpoint syncs the log first. */
    ok = ok && written == SQLITE_OK && truncate_log(db) == SQLITE_OK;
    if (written != SQLITE_OK) {
        snprintf(db->db.fault, FAULT_BYTES, "%s", sqlite3_errstr(written));
    } else if (!ok) {
        store_sqlite_error(db->main, db->db.fault);
    }
    db->log_unsynced = !ok;
    return ok;
}

/* SQLite's own hook does the same, but tells nobody when it fails. */
static int checkpoint(void *arg, sqlite3 *sqlite, const char *name, int n_pages) {
    struct sqlite_db *db = arg;
    if (n_pages >= db->log_pages && !db->log_unsynced) {
        int rc = sqlite3_wal_checkpoint(sqlite, name);
        db->log_unsynced = rc != SQLITE_OK && (rc & 0xFF) != SQLITE_BUSY;
    }
    return SQLITE_OK;
}

/* Pages of a long log; SQLite has the same number. */
#define LOG_PAGES 1000

void sqlite_checkpoint_often(struct sqlite_db *db, int log_pages) {
    db->log_pages = log_pages != 0 ? log_pages : LOG_PAGES;
    sqlite3_wal_hook(db->main, checkpoint, db);
}
