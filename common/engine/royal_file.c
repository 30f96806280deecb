#include "engine/royal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAGIC        "alea: royal-ur\n" /* 15 characters and the NUL */
#define NATIVE_ORDER UINT32_C(0x01020304)

_Static_assert(sizeof(struct royal_header) <= ROYAL_HEADER_BYTES, "it fits");
_Static_assert(sizeof(float) == 4, "values have 32 bits");

uint64_t royal_file_bytes(const struct royal_index *index) {
    return ROYAL_HEADER_BYTES + index->n * sizeof(float);
}

/* --- checksums --- */

/* FNV-1a over words of 32 bits.  Each step is one to one, so every change of a single
 * word is noticed. */
static uint64_t add_word(uint64_t sum, uint32_t word) {
    sum ^= word;
    return sum * UINT64_C(0x100000001b3);
}

uint64_t royal_checksum(uint64_t sum, const float *values, size_t n) {
    for (size_t i = 0; i < n; i++) {
        uint32_t word;
        memcpy(&word, &values[i], sizeof word);
        sum = add_word(sum, word);
    }
    return sum;
}

static uint64_t header_checksum(const struct royal_header *header) {
    uint32_t words[offsetof(struct royal_header, header_sum) / sizeof(uint32_t)];
    memcpy(words, header, sizeof words);
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        sum = add_word(sum, words[i]);
    }
    return sum;
}

bool royal_layer_is_good(const struct royal_header *header,
                         const struct royal_index *index, const float *values,
                         unsigned self, unsigned other) {
    return header->is_done[self][other] == 1 &&
           header->sum[self][other] ==
               royal_checksum(0, values + index->layer[self][other],
                              royal_layer_size(index, self, other));
}

/* --- the header --- */

void royal_header_init(struct royal_header *header, const struct royal_index *index) {
    *header = (struct royal_header){
        .magic = MAGIC,
        .byte_order = NATIVE_ORDER,
        .version = ROYAL_FILE_VERSION,
        .left_max = index->left_max,
        .n = index->n,
    };
}

static bool refuse(char fault[static FAULT_BYTES], const char *why) {
    snprintf(fault, FAULT_BYTES, "%s", why);
    return false;
}

/* Reads up to len bytes from the start of a file.  Returns how many it read, or -1 with
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

bool royal_header_read(int fd, struct royal_header *header,
                       char fault[static FAULT_BYTES]) {
    ssize_t n = read_start(fd, header, sizeof *header);
    if (n < 0) {
        return refuse(fault, strerror(errno));
    }
    if (n < (ssize_t)sizeof *header || memcmp(header->magic, MAGIC, sizeof MAGIC) != 0) {
        return refuse(fault, "not a table of royal-ur");
    }
    if (header->byte_order != NATIVE_ORDER) {
        return refuse(fault, "made on another kind of machine");
    }
    if (header->version != ROYAL_FILE_VERSION) {
        return refuse(fault, "made by another version of alea");
    }
    if (header->header_sum != header_checksum(header) || header->left_max < 1 ||
        header->left_max > UR_PIECES) {
        return refuse(fault, "its header is damaged");
    }
    return true;
}

bool royal_file_is_table(const char *path, char fault[static FAULT_BYTES]) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) {
        return refuse(fault, strerror(errno));
    }
    char magic[sizeof MAGIC];
    ssize_t n = read_start(fd, magic, sizeof magic);
    int error = errno;
    close(fd);
    if (n < 0) {
        return refuse(fault, strerror(error));
    }
    return n == 0 || (n == sizeof magic && memcmp(magic, MAGIC, sizeof magic) == 0) ||
           refuse(fault, "this is not a table of royal-ur, and is not replaced: give the "
                         "name of a new file");
}

bool royal_header_write(int fd, struct royal_header *header) {
    header->header_sum = header_checksum(header);
    return royal_file_write(fd, header, sizeof *header, 0);
}

/* --- reading and writing --- */

bool royal_map_init(struct royal_map *map, int fd, const struct royal_index *index) {
    size_t len = (size_t)royal_file_bytes(index);
    void *start = mmap(NULL, len, PROT_READ, MAP_SHARED, fd, 0);
    if (start == MAP_FAILED) {
        return false;
    }
    const void *values = (const char *)start + ROYAL_HEADER_BYTES;
    *map = (struct royal_map){.start = start, .len_bytes = len, .values = values};
    return true;
}

void royal_map_fini(struct royal_map *map) {
    if (map->start != NULL) {
        munmap(map->start, map->len_bytes);
    }
}

bool royal_file_write(int fd, const void *bytes, size_t len, uint64_t offset) {
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
