/* The file of a table written by alea solve: a header, then a number for each position,
 * in the order of their numbers.  A value is the chance to win of the side to throw
 * ("self").
 *
 * Positions form layers, one for each pair of pieces left: self's and the other side's.
 * No move leads to a layer with more pieces.  An unfinished table has the same form; its
 * header lists the layers it has. */
#ifndef ALEA_ENGINE_LAYERS_FILE_H
#define ALEA_ENGINE_LAYERS_FILE_H

#include <stddef.h>

#include "engine/race_index.h"

#define LAYERS_FILE_VERSION 2    /* changes with the numbering of positions, too */
#define LAYERS_HEADER_BYTES 4096 /* bytes before the values */

/* A value as the number that stands for it in the file.  This is 250 times as exact as a
 * float near 1. */
static inline uint32_t layers_number(double value) {
    return (uint32_t)(value * UINT32_MAX + 0.5);
}

static inline double layers_value(uint32_t number) {
    return number * (1.0 / UINT32_MAX);
}

/* The header, as in the file: in the byte order of this machine. */
struct layers_header {
    char magic[16];
    uint32_t byte_order; /* 0x01020304; reversed on a machine with another order */
    uint32_t version;
    uint32_t left_max;
    uint32_t is_complete; /* 1: every layer is there */
    uint64_t n;           /* positions */
    double start;         /* value with all pieces in reserve; 0: not computed yet */
    uint64_t is_done[UR_PIECES + 1][UR_PIECES + 1]; /* 1: the layer is there */
    uint64_t sum[UR_PIECES + 1][UR_PIECES + 1];     /* its checksum */
    uint64_t header_sum;                            /* checksum of everything above */
};

/* A file in memory (mmap). */
struct layers_map {
    void *start;            /* the header */
    size_t len_bytes;       /* of the file */
    const uint32_t *values; /* by position number */
};

/* The length of the file, in bytes. */
uint64_t layers_file_bytes(const struct race_index *index);
/* Initializes the header of a file without layers. */
void layers_header_init(struct layers_header *header, const struct race_index *index);
/* Opens a table for reading.  Returns the file descriptor; -1 with errno. */
int layers_file_open(const char *path);
/* The game that the file at `path` has a table of; NULL: it is none, or cannot be read.
 */
const struct game *layers_file_game(const char *path);
/* Reads the header of an open file.  False with a fault: it cannot be read, is no table,
 * comes from another version or kind of machine, or is damaged. */
ALEA_MUST_USE bool layers_header_read(int fd, const struct game *game,
                                      struct layers_header *header,
                                      char fault[static FAULT_BYTES]);
/* Completes the header with its checksum, and writes it.  False with errno. */
ALEA_MUST_USE bool layers_header_write(int fd, struct layers_header *header);

/* Whether the regular file `path` may be replaced by a table: it is empty or looks like
 * one, complete or not, of any version, even damaged.  False with a fault. */
ALEA_MUST_USE bool layers_file_is_table(const char *path, const struct game *game,
                                        char fault[static FAULT_BYTES]);

/* The checksum of n more values.  sum: that of the values before them, or 0. */
uint64_t layers_checksum(uint64_t sum, const uint32_t *values, size_t n);
/* Whether a layer is present and undamaged.  values: of the whole file. */
bool layers_is_good(const struct layers_header *header, const struct race_index *index,
                    const uint32_t *values, unsigned self, unsigned other);
/* Maps an open file of layers_file_bytes to read its values.  False with errno.  Undo it
 * with layers_map_fini. */
ALEA_MUST_USE bool layers_map_init(struct layers_map *map, int fd,
                                   const struct race_index *index);
/* The same for a finished table with this header.  False with a fault: it is incomplete
 * or has another length. */
ALEA_MUST_USE bool layers_map_whole(struct layers_map *map, int fd,
                                    const struct layers_header *header,
                                    const struct race_index *index,
                                    char fault[static FAULT_BYTES]);
/* A zeroed map is fine, too. */
void layers_map_fini(struct layers_map *map);

/* Writes a whole buffer at an offset.  False with errno. */
ALEA_MUST_USE bool layers_file_write(int fd, const void *bytes, size_t len,
                                     uint64_t offset);

#endif
