/* A temporary directory for files that the target's parsers read: made at its first use,
 * removed at the end.  It is in TMPDIR or, if possible, in memory. */
#ifndef ALEA_TESTS_FUZZ_DISK_H
#define ALEA_TESTS_FUZZ_DISK_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

/* Longest path of a file in the directory, with its NUL. */
#define DISK_PATH_BYTES 400

/* Removes everything in the directory. */
void disk_clear(void);
/* The path of the directory; borrowed. */
const char *disk_dir(void);
/* The path of a file in it. */
void disk_path(const char *name, char path[static DISK_PATH_BYTES]);
/* Replaces a file by these bytes; only this user can read it. */
void disk_write(const char *path, const void *bytes, size_t n);
/* The whole file, with a NUL after it.  Returns owned; NULL: there is no file. */
char *disk_read(const char *path, size_t *len);

#endif
