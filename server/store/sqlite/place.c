/* Notices that the file, or its log, is no longer where it was opened.  Whatever is
 * written then would be missing at the next start. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mem/mem.h"
#include "server/store/sqlite/sqlite.h"

static const char gone[] =
    "the file or its log was moved, deleted or replaced: stop alead, put it back, start "
    "alead (docs/operating.md, When the file is gone)";

enum place {
    PLACE_SAME,
    PLACE_OTHER,  /* the path leads nowhere, or to another file */
    PLACE_UNKNOWN /* see errno */
};

static enum place look_at(const struct placed *placed) {
    struct stat info;
    if (stat(placed->path, &info) == 0) {
        return info.st_dev == placed->device && info.st_ino == placed->inode
                   ? PLACE_SAME
                   : PLACE_OTHER;
    }
    return errno == ENOENT || errno == ENOTDIR || errno == ELOOP ? PLACE_OTHER
                                                                 : PLACE_UNKNOWN;
}

bool sqlite_watch_file(struct sqlite_db *db, const char *path,
                       char fault[static FAULT_BYTES]) {
    struct taken_file *file = &db->file;
    struct stat at, log_at;
    file->at.path = mem_copy(path, strlen(path));
    file->log_at.path = sqlite_real_path(path, "-wal");
    if (fstat(file->fd, &at) != 0 || stat(file->log_at.path, &log_at) != 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    file->at.device = at.st_dev;
    file->at.inode = at.st_ino;
    file->log_at.device = log_at.st_dev;
    file->log_at.inode = log_at.st_ino;
    db->db.is_watched = true;
    return true;
}

bool sqlite_is_in_place(struct sqlite_db *db) {
    struct taken_file *file = &db->file;
    if (!db->db.is_watched) {
        return true;
    }
    if (!file->is_gone) {
        enum place at = look_at(&file->at);
        at = at == PLACE_SAME ? look_at(&file->log_at) : at;
        if (at == PLACE_UNKNOWN) {
            snprintf(db->db.fault, FAULT_BYTES, "cannot look for the file: %s",
                     strerror(errno));
        }
        file->is_gone = at == PLACE_OTHER;
        if (at != PLACE_OTHER) {
            return at == PLACE_SAME;
        }
    }
    text_copy(db->db.fault, FAULT_BYTES, gone);
    return false;
}

bool sqlite_look(struct db *db) {
    struct sqlite_db *own = (struct sqlite_db *)db;
    bool was_gone = own->file.is_gone;
    if (sqlite_is_in_place(own) || !own->file.is_gone) {
        return true;
    }
    if (!was_gone) {
        (void)sqlite_empty_log(own);
        (void)sqlite_is_in_place(own); /* its fault is the one to tell */
    }
    return false;
}
