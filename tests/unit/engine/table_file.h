/* Fixture: a temporary directory for a small table of royal-ur. */
#ifndef ALEA_TESTS_UNIT_ENGINE_TABLE_FILE_H
#define ALEA_TESTS_UNIT_ENGINE_TABLE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#define TABLE_LEFT  2 /* pieces a side: 13,330 positions */
#define TABLE_PAIRS 3 /* pairs of layers, with two pieces a side */

struct table_file {
    char dir[32];
    char path[64];
    char part[128]; /* the unfinished table */
};

/* Makes the directory; it is empty. */
void table_file_begin(struct table_file *file);
void table_file_end(struct table_file *file);
/* Builds until `n_pairs` pairs of layers are done; all of them complete the table.
 * Returns whether it is complete. */
bool table_file_build(const struct table_file *file, unsigned n_pairs);
/* Overwrites bytes of a file at an offset. */
void table_file_write(const char *path, long offset, const void *bytes, size_t len);
/* The whole file; the caller frees it. */
char *table_file_read(const char *path, size_t *len);

#endif
