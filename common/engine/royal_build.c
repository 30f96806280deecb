#include "engine/royal_build.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/output_path.h"
#include "engine/royal_file.h"
#include "engine/royal_solver.h"
#include "mem/mem.h"

#define PART ".part"

struct royal_build {
    char *path;
    char *part;
    int fd; /* of the part */
    struct royal_index *index;
    struct royal_header header;
    struct royal_map map; /* of the part */
    struct royal_solver *solver;
    unsigned more, less; /* the pair of layers being solved; more == 0: none */
    double change;       /* largest change in its last sweep */
};

struct royal_cost royal_build_cost(unsigned left_max) {
    struct royal_index *index = royal_index_new(left_max);
    struct royal_cost cost = {.n_positions = index->n,
                              .disk_bytes = royal_file_bytes(index)};
    uint64_t largest = 0;
    for (unsigned more = 1; more <= left_max; more++) {
        for (unsigned less = 1; less <= more; less++) {
            uint64_t n = royal_layer_size(index, more, less) * (more == less ? 1 : 2);
            largest = n > largest ? n : largest;
        }
    }
    cost.memory_bytes = cost.disk_bytes + 2 * largest * sizeof(double);
    royal_index_free(index);
    return cost;
}

/* --- pairs of layers, in the order in which they can be solved --- */

static bool is_done(const struct royal_build *build, unsigned more, unsigned less) {
    return build->header.is_done[more][less] == 1 &&
           build->header.is_done[less][more] == 1;
}

/* The first pair that is not yet in the file; false: all are. */
static bool next_pair(const struct royal_build *build, unsigned *more, unsigned *less) {
    for (*more = 1; *more <= build->index->left_max; (*more)++) {
        for (*less = 1; *less <= *more; (*less)++) {
            if (!is_done(build, *more, *less)) {
                return true;
            }
        }
    }
    return false;
}

static double pair_work(const struct royal_build *build, unsigned more, unsigned less) {
    uint64_t n = royal_layer_size(build->index, more, less);
    return (double)n * (more == less ? 1 : 2);
}

/* How much of the current pair is done: each sweep shrinks the change by about the same
 * factor. */
static double pair_fraction(const struct royal_build *build) {
    double fraction = log(build->change) / log(ROYAL_PRECISE);
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
}

struct royal_progress royal_build_progress(const struct royal_build *build) {
    struct royal_progress progress = {0};
    double done = 0;
    for (unsigned more = 1; more <= build->index->left_max; more++) {
        for (unsigned less = 1; less <= more; less++) {
            progress.n_pairs++;
            if (is_done(build, more, less)) {
                progress.n_pairs_done++;
                done += pair_work(build, more, less);
            }
        }
    }
    if (build->more > 0) {
        done += pair_work(build, build->more, build->less) * pair_fraction(build);
    }
    progress.fraction = done / (double)build->index->n;
    return progress;
}

/* --- opening --- */

/* Whether the table may replace what is at `path`. */
static bool may_replace(const char *path, char fault[static FAULT_BYTES]) {
    bool is_there;
    return output_path_check(path, &is_there, fault) &&
           (!is_there || royal_file_is_table(path, fault));
}

static bool may_replace_part(const char *part, char fault[static FAULT_BYTES]) {
    char why[FAULT_BYTES];
    if (!may_replace(part, why)) {
        snprintf(fault, FAULT_BYTES,
                 "for the unfinished table, " PART " is added: %.110s", why);
        return false;
    }
    return true;
}

/* Locks the file, so that no other program builds it at the same time. */
static bool lock_part(int fd, char fault[static FAULT_BYTES]) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &lock) == 0) {
        return true;
    }
    bool is_taken = errno == EACCES || errno == EAGAIN;
    snprintf(fault, FAULT_BYTES, "%s",
             is_taken ? "another program is building it" : strerror(errno));
    return false;
}

/* Keeps the undamaged layers of an earlier run for the same table. */
static void take_layers(struct royal_build *build) {
    const struct royal_index *index = build->index;
    struct royal_header found;
    char fault[FAULT_BYTES];
    if (!royal_header_read(build->fd, &found, fault) ||
        found.left_max != index->left_max || found.n != index->n) {
        return; /* a new file, or a part of another table */
    }
    for (unsigned self = 1; self <= index->left_max; self++) {
        for (unsigned other = 1; other <= index->left_max; other++) {
            if (royal_layer_is_good(&found, index, build->map.values, self, other)) {
                build->header.is_done[self][other] = 1;
                build->header.sum[self][other] = found.sum[self][other];
            }
        }
    }
    build->header.start = found.start;
}

/* Writes the header of a new part at once, so that later runs recognize it. */
static bool begin_part(const struct royal_build *build) {
    struct royal_header header = build->header;
    return lseek(build->fd, 0, SEEK_END) != 0 || royal_header_write(build->fd, &header);
}

/* Opens the part, gives it its full length, and maps it.  Reserving the disk space now
 * means that a full disk is noticed before the work. */
static bool open_part(struct royal_build *build, char fault[static FAULT_BYTES]) {
    build->fd = open(build->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (build->fd < 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    if (!lock_part(build->fd, fault)) {
        return false;
    }
    off_t len = (off_t)royal_file_bytes(build->index);
    int error = begin_part(build) ? posix_fallocate(build->fd, 0, len) : errno;
    if ((error == EOPNOTSUPP || error == EINVAL) && ftruncate(build->fd, len) == 0) {
        error = 0;
    }
    if (error == 0) {
        error = royal_map_init(&build->map, build->fd, build->index) ? 0 : errno;
    }
    if (error != 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(error));
    }
    return error == 0;
}

static char *joined(const char *a, const char *b) {
    size_t len = strlen(a) + strlen(b);
    char *text = mem_alloc(len + 1);
    snprintf(text, len + 1, "%s%s", a, b);
    return text;
}

struct royal_build *royal_build_open(const char *path, unsigned left_max,
                                     char fault[static FAULT_BYTES]) {
    struct royal_build *build = mem_new(1, sizeof *build);
    build->path = joined(path, "");
    build->part = joined(path, PART);
    build->index = royal_index_new(left_max);
    royal_header_init(&build->header, build->index);
    build->fd = -1;
    if (!may_replace(path, fault) || !may_replace_part(build->part, fault) ||
        !open_part(build, fault)) {
        royal_build_close(build);
        return NULL;
    }
    take_layers(build);
    build->solver = royal_solver_new(build->index, build->map.values);
    return build;
}

void royal_build_close(struct royal_build *build) {
    if (build != NULL) {
        royal_solver_free(build->solver);
        royal_map_fini(&build->map);
        royal_index_free(build->index);
        if (build->fd >= 0) {
            close(build->fd);
        }
        free(build->path);
        free(build->part);
        free(build);
    }
}

/* --- writing what is solved --- */

static bool write_layer(struct royal_build *build, unsigned self, unsigned other) {
    enum { CHUNK = 1 << 16 };
    float *chunk = mem_new(CHUNK, sizeof *chunk);
    uint64_t first = build->index->layer[self][other];
    uint32_t n = (uint32_t)royal_layer_size(build->index, self, other);
    uint64_t sum = 0;
    bool good = true;
    for (uint32_t from = 0; good && from < n; from += CHUNK) {
        uint32_t part = n - from < CHUNK ? n - from : CHUNK;
        royal_solver_read(build->solver, self, from, part, chunk);
        sum = royal_checksum(sum, chunk, part);
        good = royal_file_write(build->fd, chunk, part * sizeof *chunk,
                                ROYAL_HEADER_BYTES + (first + from) * sizeof *chunk);
    }
    free(chunk);
    build->header.sum[self][other] = sum;
    return good;
}

/* Writes the finished pair.  The values must be on the disk before the header lists
 * them. */
static bool keep_pair(struct royal_build *build) {
    unsigned more = build->more;
    unsigned less = build->less;
    if (!write_layer(build, more, less) ||
        (more != less && !write_layer(build, less, more)) || fdatasync(build->fd) != 0) {
        return false;
    }
    build->header.is_done[more][less] = build->header.is_done[less][more] = 1;
    if (more == build->index->left_max && less == more) {
        struct royal_place start = {.left = {(uint8_t)more, (uint8_t)more}};
        build->header.start = royal_solver_value(build->solver, &start);
    }
    build->more = 0;
    return royal_header_write(build->fd, &build->header) && fdatasync(build->fd) == 0;
}

/* Syncs the directory of a file. */
static bool sync_directory(const char *path) {
    const char *slash = strrchr(path, '/');
    char *dir =
        slash == NULL ? joined(".", "") : mem_copy(path, (size_t)(slash - path) + 1);
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(dir);
    /* EINVAL: a file system without fsync for directories. */
    bool good = fd >= 0 && (fsync(fd) == 0 || errno == EINVAL);
    if (fd >= 0) {
        close(fd);
    }
    return good;
}

/* Marks the table complete and renames the file. */
static bool finish(struct royal_build *build) {
    build->header.is_complete = 1;
    return royal_header_write(build->fd, &build->header) && fsync(build->fd) == 0 &&
           rename(build->part, build->path) == 0 && sync_directory(build->path);
}

enum royal_built royal_build_step(struct royal_build *build,
                                  char fault[static FAULT_BYTES]) {
    bool good = true;
    if (build->more == 0) {
        unsigned more, less;
        if (!next_pair(build, &more, &less)) {
            if (!may_replace(build->path, fault)) {
                return ROYAL_NOT_BUILT;
            }
            good = finish(build);
            if (good) {
                return ROYAL_BUILT;
            }
        } else {
            royal_solver_begin(build->solver, more, less);
            build->more = more;
            build->less = less;
            build->change = 1;
        }
    } else {
        build->change = royal_solver_sweep(build->solver);
        if (build->change <= ROYAL_PRECISE) {
            good = keep_pair(build);
        }
    }
    if (!good) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return ROYAL_NOT_BUILT;
    }
    return ROYAL_BUILDING;
}
