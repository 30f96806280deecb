/* An SQLite database of the store: a file or memory (sqlite.c), or memory that several
 * stores of tests share. */
#ifndef ALEA_SERVER_STORE_SQLITE_SQLITE_H
#define ALEA_SERVER_STORE_SQLITE_SQLITE_H

#include <sys/types.h>

#include "server/store/db.h"

struct sqlite_db;

/* Which file a path led to when it was opened. */
struct placed {
    char *path; /* owned */
    dev_t device;
    ino_t inode;
};

/* The file of a store, locked for this server, and where it is (file.c). */
struct taken_file {
    int fd;                   /* of the file itself, and holds a lock of it; -1: none */
    int lock_fd;              /* holds the lock of PATH-lock; -1: none */
    bool is_gone;             /* from its place, or its log is; stays so */
    struct placed at, log_at; /* the file and its write-ahead log */
};

/* When SQLite meets a damaged page in a transaction, it refuses all further writes of
 * that transaction.  So games that the transaction has not written are read through a
 * second connection: then one damaged game does not fail the commit of all others. */
struct sqlite_db {
    struct db db;           /* comes first */
    sqlite3 *main, *second; /* NULL: closed */
    struct stmt
        seconds[STATEMENT_COUNT]; /* of second; their values are those of db.stmt */
    struct taken_file file;
    bool is_full;       /* DURABILITY_FULL, in a file */
    int log_pages;      /* of a log that a commit copies into the file */
    bool log_unsynced;  /* the write-ahead log may not be on the disk */
    bool commit_failed; /* the last call was a commit, which failed */
    bool failed_in_log; /* the log may still end with a commit that failed */
};

/* Locks a file for this server, by its name and by what it is; creates it, readable by
 * its owner only, if it does not exist.  False with a fault: another server has it, or it
 * has two names.  Release it in any case. */
bool sqlite_take_file(const char *path, struct taken_file *file,
                      char fault[static FAULT_BYTES]);
/* The path without symbolic links, and with this at its end; owned. */
char *sqlite_real_path(const char *path, const char *end);
/* Begins to watch the file and its log, which SQLite has opened.  False with a fault. */
bool sqlite_watch_file(struct sqlite_db *db, const char *path,
                       char fault[static FAULT_BYTES]);
/* Whether the paths still lead to the open file and its log.  False with db->db.fault:
 * no commit may be acknowledged.  Looks at both, which takes about 1 us each. */
bool sqlite_is_in_place(struct sqlite_db *db);
/* Closes the descriptors; only after SQLite has closed the file. */
void sqlite_release_file(struct taken_file *file);

/* Prepares the first n statements; sql: their texts.  False with a fault. */
bool sqlite_prepare_all(struct db *db, sqlite3 *sqlite, const char *const *sql, int n,
                        struct stmt to[static STATEMENT_COUNT],
                        char fault[static FAULT_BYTES]);

/* Copies the write-ahead log into the file and empties it, whatever its last sync has
 * left undone: after a failed sync, and at the start, as the last server may have ended
 * in any way.  While somebody reads the log, it is only brought to the disk.  Not in a
 * transaction.  False with db->db.fault: then log_unsynced is true, and nothing may be
 * added to the log. */
bool sqlite_empty_log(struct sqlite_db *db);
/* From so many pages on (0: as suits a server), a commit copies the log into the file, as
 * SQLite does by itself; and it is noted if a sync fails then. */
void sqlite_checkpoint_often(struct sqlite_db *db, int log_pages);
/* Whether the log stays when the connection is closed; else SQLite copies it into the
 * file and deletes it. */
void sqlite_keep_log(sqlite3 *sqlite, bool keeps);

/* Functions of struct db_kind. */
bool sqlite_look(struct db *db);
bool sqlite_renew_recent(struct db *db);
int64_t sqlite_n_damaged(struct db *db);
void sqlite_wait_for_disk(struct db *db, bool waits);

#endif
