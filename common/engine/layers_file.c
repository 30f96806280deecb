#include "engine/layers_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC_BYTES  sizeof((struct layers_header *)NULL)->magic
#define NATIVE_ORDER UINT32_C(0x01020304)

_Static_assert(sizeof(struct layers_header) <= LAYERS_HEADER_BYTES, "it fits");

uint64_t layers_file_bytes(const struct race_index *index) {
    return LAYERS_HEADER_BYTES + index->n * sizeof(uint32_t);
}

/* --- checksums --- */

/* FNV-1a over words of 32 bits.  Each step is one-to-one, so it detects every change of a
 * single word. */
static uint64_t add_word(uint64_t sum, uint32_t word) {
    sum ^= word;
    return sum * UINT64_C(0x100000001b3);
}

uint64_t layers_checksum(uint64_t sum, const uint32_t *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        sum = add_word(sum, values[i]);
    }
    return sum;
}

static uint64_t header_checksum(const struct layers_header *header) {
    uint32_t words[offsetof(struct layers_header, header_sum) / sizeof(uint32_t)];
    memcpy(words, header, sizeof words);
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        sum = add_word(sum, words[i]);
    }
    return sum;
}

bool layers_is_good(const struct layers_header *header, const struct race_index *index,
                    const uint32_t *values, unsigned self, unsigned other) {
    return header->is_done[self][other] == 1 &&
           header->sum[self][other] ==
               layers_checksum(0, values + index->layer[self][other],
                               race_layer_size(index, self, other));
}

/* --- the header --- */

/* Writes as much of "alea: GAME\n" as fits; pads it with NULs. */
static void write_magic(const struct game *game, char magic[static MAGIC_BYTES]) {
    char text[2 * MAGIC_BYTES] = "";
    snprintf(text, sizeof text, "alea: %s\n", game->id);
    memcpy(magic, text, MAGIC_BYTES);
}

static bool has_magic(const struct game *game, const char magic[static MAGIC_BYTES]) {
    char expected[MAGIC_BYTES];
    write_magic(game, expected);
    return memcmp(magic, expected, MAGIC_BYTES) == 0;
}

void layers_header_init(struct layers_header *header, const struct race_index *index) {
    *header = (struct layers_header){
        .byte_order = NATIVE_ORDER,
        .version = LAYERS_FILE_VERSION,
        .left_max = index->left_max,
        .n = index->n,
    };
    write_magic(index->game, header->magic);
}

static bool refuse(char fault[static FAULT_BYTES], const char *why) {
    snprintf(fault, FAULT_BYTES, "%s", why);
    return false;
}

/* Reads up to len bytes from the start of a file.  Returns the number read, or -1 with
 * errno. */
static ssize_t read_start(int fd, void *bytes, size_t len) {
    char *at = bytes;
    size_t got = 0;
    while (got < len) {
        ssize_t n = pread(fd, at + got, len - got, (off_t)got);
        if (n < 0 && errno != EINTR) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        got += n > 0 ? (size_t)n : 0;
    }
    return (ssize_t)got;
}

int layers_file_open(const char *path) {
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* never blocks on a FIFO */
}

const struct game *layers_file_game(const char *path) {
    char magic[MAGIC_BYTES];
    int fd = layers_file_open(path);
    bool is_read = fd >= 0 && read_start(fd, magic, sizeof magic) == sizeof magic;
    if (fd >= 0) {
        close(fd);
    }
    size_t i = 0;
    while (games[i] != NULL && !(is_read && has_magic(games[i], magic))) {
        i++;
    }
    return games[i];
}

bool layers_header_read(int fd, const struct game *game, struct layers_header *header,
                        char fault[static FAULT_BYTES]) {
    ssize_t n = read_start(fd, header, sizeof *header);
    if (n < 0) {
        return refuse(fault, strerror(errno));
    }
    if (n < (ssize_t)sizeof *header || !has_magic(game, header->magic)) {
        snprintf(fault, FAULT_BYTES, "not a table of %s", game->id);
        return false;
    }
    if (header->byte_order != NATIVE_ORDER) {
        return refuse(fault, "made on another kind of machine");
    }
    if (header->version != LAYERS_FILE_VERSION) {
        return refuse(fault, "made by another version of alea");
    }
    if (header->header_sum != header_checksum(header) || header->left_max < 1 ||
        header->left_max > UR_PIECES) {
        return refuse(fault, "its header is damaged");
    }
    return true;
}

bool layers_file_is_table(const char *path, const struct game *game,
                          char fault[static FAULT_BYTES]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return refuse(fault, strerror(errno));
    }
    char magic[MAGIC_BYTES];
    ssize_t n = read_start(fd, magic, sizeof magic);
    int error = errno;
    close(fd);
    if (n < 0) {
        return refuse(fault, strerror(error));
    }
    if (n == 0 || (n == sizeof magic && has_magic(game, magic))) {
        return true;
    }
    snprintf(
        fault, FAULT_BYTES,
        "this is not a table of %s, and is not replaced: give the name of a new file",
        game->id);
    return false;
}

bool layers_header_write(int fd, struct layers_header *header) {
    header->header_sum = header_checksum(header);
    return layers_file_write(fd, header, sizeof *header, 0);
}

/* --- reading and writing --- */

bool layers_map_init(struct layers_map *map, int fd, const struct race_index *index) {
    size_t len = (size_t)layers_file_bytes(index);
    void *start = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
    if (start == MAP_FAILED) {
        return false;
    }
    const void *values = (const char *)start + LAYERS_HEADER_BYTES;
    *map = (struct layers_map){.start = start, .len_bytes = len, .values = values};
    return true;
}

bool layers_map_whole(struct layers_map *map, int fd, const struct layers_header *header,
                      const struct race_index *index, char fault[static FAULT_BYTES]) {
    struct stat st;
    if (fstat(fd, &st) != 0) {
        return refuse(fault, strerror(errno));
    }
    if (header->is_complete != 1 || header->n != index->n ||
        (uint64_t)st.st_size != layers_file_bytes(index)) {
        return refuse(fault, "not complete");
    }
    return layers_map_init(map, fd, index) || refuse(fault, strerror(errno));
}

void layers_map_fini(struct layers_map *map) {
    if (map->start != NULL) {
        munmap(map->start, map->len_bytes);
    }
}

bool layers_file_write(int fd, const void *bytes, size_t len, uint64_t offset) {
    const char *at = bytes;
    while (len > 0) {
        ssize_t n = pwrite(fd, at, len, (off_t)offset);
        if (n < 0 && errno != EINTR) {
            return false;
        }
        if (n > 0) {
            at += n;
            offset += (uint64_t)n;
            len -= (size_t)n;
        }
    }
    return true;
}
