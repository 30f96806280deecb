#include "engine/layers_build.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/layers_file.h"
#include "engine/output_path.h"
#include "mem/mem.h"

#define PART ".part"

struct layers_build {
    char *path;
    char *part;
    int fd; /* of the part */
    const struct solvable *kind;
    struct race_index *index;   /* owned */
    struct race_solver *solver; /* owned */
    struct layers_header header;
    struct layers_map map; /* of the part */
    unsigned more, less;   /* the pair of layers being solved; more == 0: none */
    double change;         /* largest change in its last sweep */
};

static uint64_t pair_size(const struct race_index *index, unsigned more, unsigned less) {
    return race_layer_size(index, more, less) * (more == less ? 1 : 2);
}

struct layers_cost layers_build_cost(const struct game *game, unsigned left_max) {
    struct race_index *index = race_index_new(game, left_max);
    uint64_t largest = 0;
    for (unsigned more = 1; more <= left_max; more++) {
        for (unsigned less = 1; less <= more; less++) {
            uint64_t n = pair_size(index, more, less);
            largest = n > largest ? n : largest;
        }
    }
    struct layers_cost cost = {
        .n_positions = index->n,
        .disk_bytes = layers_file_bytes(index),
        .memory_bytes = layers_file_bytes(index) + race_solver_bytes(index, largest),
        .seconds = (double)index->n * solvable_find(game)->seconds_each};
    race_index_free(index);
    return cost;
}

/* --- pairs of layers, in the order of solving --- */

static bool is_done(const struct layers_build *build, unsigned more, unsigned less) {
    return build->header.is_done[more][less] == 1 &&
           build->header.is_done[less][more] == 1;
}

/* The first pair missing from the file.  False: all are there. */
static bool next_pair(const struct layers_build *build, unsigned *more, unsigned *less) {
    for (*more = 1; *more <= build->index->left_max; (*more)++) {
        for (*less = 1; *less <= *more; (*less)++) {
            if (!is_done(build, *more, *less)) {
                return true;
            }
        }
    }
    return false;
}

/* How much of the current pair is done.  Each sweep shrinks the change by about the same
 * factor. */
static double pair_fraction(const struct layers_build *build) {
    double fraction = log(build->change) / log(build->kind->precise);
    return fraction < 0 ? 0 : fraction > 1 ? 1 : fraction;
}

struct layers_progress layers_build_progress(const struct layers_build *build) {
    struct layers_progress progress = {0};
    double done = 0;
    const struct race_index *index = build->index;
    for (unsigned more = 1; more <= index->left_max; more++) {
        for (unsigned less = 1; less <= more; less++) {
            progress.n_pairs++;
            if (is_done(build, more, less)) {
                progress.n_pairs_done++;
                done += (double)pair_size(index, more, less);
            }
        }
    }
    if (build->more > 0) {
        done += (double)pair_size(index, build->more, build->less) * pair_fraction(build);
    }
    progress.fraction = done / (double)index->n;
    return progress;
}

/* --- opening --- */

/* Whether the table may replace the file at `path`. */
static bool may_replace(const struct game *game, const char *path,
                        char fault[static FAULT_BYTES]) {
    bool is_there;
    return output_path_check(path, &is_there, fault) &&
           (!is_there || layers_file_is_table(path, game, fault));
}

static bool may_replace_part(const struct game *game, const char *part,
                             char fault[static FAULT_BYTES]) {
    char why[FAULT_BYTES];
    if (!may_replace(game, part, why)) {
        snprintf(fault, FAULT_BYTES,
                 "for the unfinished table, " PART " is added: %.110s", why);
        return false;
    }
    return true;
}

/* Locks the file: no other program may build it at the same time. */
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
static void take_layers(struct layers_build *build) {
    const struct race_index *index = build->index;
    struct layers_header found;
    char fault[FAULT_BYTES];
    if (!layers_header_read(build->fd, index->game, &found, fault) ||
        found.left_max != index->left_max || found.n != index->n) {
        return; /* a new file, or a part of another table */
    }
    for (unsigned self = 1; self <= index->left_max; self++) {
        for (unsigned other = 1; other <= index->left_max; other++) {
            if (layers_is_good(&found, index, build->map.values, self, other)) {
                build->header.is_done[self][other] = 1;
                build->header.sum[self][other] = found.sum[self][other];
            }
        }
    }
    build->header.start = found.start;
}

/* Writes the header of a new part at once, so later runs recognize it. */
static bool begin_part(const struct layers_build *build) {
    struct layers_header header = build->header;
    return lseek(build->fd, 0, SEEK_END) != 0 || layers_header_write(build->fd, &header);
}

/* Opens the part, gives it its full length, and maps it.  Reserves the disk space now, to
 * notice a full disk before the work. */
static bool open_part(struct layers_build *build, char fault[static FAULT_BYTES]) {
    build->fd = open(build->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (build->fd < 0) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return false;
    }
    if (!lock_part(build->fd, fault)) {
        return false;
    }
    off_t len = (off_t)layers_file_bytes(build->index);
    int error = begin_part(build) ? posix_fallocate(build->fd, 0, len) : errno;
    if ((error == EOPNOTSUPP || error == EINVAL) && ftruncate(build->fd, len) == 0) {
        error = 0;
    }
    if (error == 0) {
        error = layers_map_init(&build->map, build->fd, build->index) ? 0 : errno;
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

struct layers_build *layers_build_open(const char *path, const struct game *game,
                                       unsigned left_max,
                                       char fault[static FAULT_BYTES]) {
    struct layers_build *build = mem_new(1, sizeof *build);
    build->path = joined(path, "");
    build->part = joined(path, PART);
    build->kind = solvable_find(game);
    build->index = race_index_new(game, left_max);
    layers_header_init(&build->header, build->index);
    build->fd = -1;
    if (!may_replace(game, path, fault) || !may_replace_part(game, build->part, fault) ||
        !open_part(build, fault)) {
        layers_build_close(build);
        return NULL;
    }
    take_layers(build);
    build->solver = race_solver_new(build->index, build->map.values);
    return build;
}

/* --- writing solved layers --- */

static bool write_layer(struct layers_build *build, unsigned self, unsigned other) {
    enum { CHUNK = 1 << 16 };
    uint32_t *chunk = mem_new(CHUNK, sizeof *chunk);
    uint64_t first = build->index->layer[self][other];
    uint32_t n = (uint32_t)race_layer_size(build->index, self, other);
    uint64_t sum = 0;
    bool good = true;
    for (uint32_t from = 0; good && from < n; from += CHUNK) {
        uint32_t part = n - from < CHUNK ? n - from : CHUNK;
        race_solver_read(build->solver, self, from, part, chunk);
        sum = layers_checksum(sum, chunk, part);
        good = layers_file_write(build->fd, chunk, part * sizeof *chunk,
                                 LAYERS_HEADER_BYTES + (first + from) * sizeof *chunk);
    }
    free(chunk);
    build->header.sum[self][other] = sum;
    return good;
}

static bool write_pair(struct layers_build *build) {
    unsigned more = build->more;
    unsigned less = build->less;
    return write_layer(build, more, less) &&
           (more == less || write_layer(build, less, more));
}

/* Writes the finished pair.  Its values must be on disk before the header lists it. */
static bool keep_pair(struct layers_build *build) {
    unsigned more = build->more;
    unsigned less = build->less;
    if (!write_pair(build) || fdatasync(build->fd) != 0) {
        return false;
    }
    build->header.is_done[more][less] = build->header.is_done[less][more] = 1;
    if (less == build->index->left_max) {
        build->header.start = race_solver_start(build->solver);
    }
    build->more = 0;
    return layers_header_write(build->fd, &build->header) && fdatasync(build->fd) == 0;
}

void layers_build_close(struct layers_build *build) {
    if (build != NULL) {
        race_solver_free(build->solver);
        race_index_free(build->index);
        layers_map_fini(&build->map);
        if (build->fd >= 0) {
            close(build->fd);
        }
        free(build->path);
        free(build->part);
        free(build);
    }
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

/* Marks the table complete, and renames the file. */
static bool finish(struct layers_build *build) {
    build->header.is_complete = 1;
    return layers_header_write(build->fd, &build->header) && fsync(build->fd) == 0 &&
           rename(build->part, build->path) == 0 && sync_directory(build->path);
}

enum layers_built layers_build_step(struct layers_build *build,
                                    char fault[static FAULT_BYTES]) {
    bool good = true;
    if (build->more == 0) {
        unsigned more, less;
        if (!next_pair(build, &more, &less)) {
            if (!may_replace(build->kind->game, build->path, fault)) {
                return LAYERS_NOT_BUILT;
            }
            good = finish(build);
            if (good) {
                return LAYERS_BUILT;
            }
        } else {
            race_solver_begin(build->solver, more, less);
            build->more = more;
            build->less = less;
            build->change = 1;
        }
    } else {
        build->change = race_solver_sweep(build->solver);
        good = build->change > build->kind->precise || keep_pair(build);
    }
    if (!good) {
        snprintf(fault, FAULT_BYTES, "%s", strerror(errno));
        return LAYERS_NOT_BUILT;
    }
    return LAYERS_BUILDING;
}
