/* royal-ur: the file of a table.  A header, then a float for each position, in the order
 * of the positions' numbers.
 *
 * An unfinished table has the same form: the header says which layers it has. */
#ifndef ALEA_ENGINE_ROYAL_FILE_H
#define ALEA_ENGINE_ROYAL_FILE_H

#include <stddef.h>

#include "engine/royal_index.h"

#define ROYAL_FILE_VERSION 1    /* also changes when positions are numbered differently */
#define ROYAL_HEADER_BYTES 4096 /* bytes before the values */

/* The header, as in the file: in the byte order of this machine. */
struct royal_header {
    char magic[16];
    uint32_t byte_order; /* 0x01020304; in reverse order on another kind of machine */
    uint32_t version;
    uint32_t left_max;
    uint32_t is_complete; /* 1: every layer is there */
    uint64_t n;           /* positions */
    double start; /* value of the position with all pieces in reserve; 0: not computed
                   * yet */
    uint64_t is_done[UR_PIECES + 1][UR_PIECES + 1]; /* 1: the layer is there */
    uint64_t sum[UR_PIECES + 1][UR_PIECES + 1];     /* its checksum */
    uint64_t header_sum;                            /* checksum of everything above */
};

/* A file mapped into memory. */
struct royal_map {
    void *start;         /* the header */
    size_t len_bytes;    /* of the file */
    const float *values; /* by royal_place_number */
};

/* The length of the file, in bytes. */
uint64_t royal_file_bytes(const struct royal_index *index);
/* Initializes the header of a file without layers. */
void royal_header_init(struct royal_header *header, const struct royal_index *index);
/* Reads the header of an open file.  False with a fault: it cannot be read, is not a
 * table, comes from another version or kind of machine, or is damaged. */
ALEA_MUST_USE bool royal_header_read(int fd, struct royal_header *header,
                                     char fault[static FAULT_BYTES]);
/* Adds the checksum to the header and writes it.  False with errno. */
ALEA_MUST_USE bool royal_header_write(int fd, struct royal_header *header);

/* Whether the regular file `path` is empty or looks like a table: complete or not, of any
 * version, even damaged.  Then a new table may replace it.  False with a fault. */
ALEA_MUST_USE bool royal_file_is_table(const char *path, char fault[static FAULT_BYTES]);

/* The checksum of n more values; sum: the checksum of the values before them, or 0. */
uint64_t royal_checksum(uint64_t sum, const float *values, size_t n);
/* Whether a layer is present and undamaged.  values: of the whole file. */
bool royal_layer_is_good(const struct royal_header *header,
                         const struct royal_index *index, const float *values,
                         unsigned self, unsigned other);
/* Maps an open file, which must have royal_file_bytes, to read its values.  False with
 * errno.  Undo it with royal_map_fini. */
ALEA_MUST_USE bool royal_map_init(struct royal_map *map, int fd,
                                  const struct royal_index *index);
/* A zeroed map is fine. */
void royal_map_fini(struct royal_map *map);

/* Writes a whole buffer at an offset.  False with errno. */
ALEA_MUST_USE bool royal_file_write(int fd, const void *bytes, size_t len,
                                    uint64_t offset);

#endif
