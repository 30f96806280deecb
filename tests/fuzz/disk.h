/* A directory of the target's own, with what its parsers read from files: made at the
 * first use, removed at the end.  In TMPDIR, or in memory where there is a place for
 * that. */
#ifndef ALEA_TESTS_FUZZ_DISK_H
#define ALEA_TESTS_FUZZ_DISK_H

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "tests/fuzz/fuzz.h"

/* The directory, and the longest name of a file. */
#define DISK_PATH_BYTES 400

/* Removes everything that is in it. */
void disk_clear(void);
/* The directory; borrowed. */
const char *disk_dir(void);
/* The path of a file there. */
void disk_path(const char *name, char path[static DISK_PATH_BYTES]);
/* Makes the file anew with these bytes, as one that nobody else can read. */
void disk_write(const char *path, const void *bytes, size_t n);
/* All of a file, with a NUL behind it.  Returns owned; NULL: there is none. */
char *disk_read(const char *path, size_t *len);

#endif
