/* A damaged or manipulated database file.  The input is a list of changes to a good one:
 * two bytes select the page, two the offset in it, one the number of bytes that follow,
 * and then these bytes; with length 0, the file is cut off there.
 *
 * A server starts with it or says why not, and shows every game as it was played or not
 * at all.  check-db finds what is wrong.  Neither may loop forever. */
#include "tests/fuzz/library.h"

#define PAGE_BYTES  512
#define HEAD_BYTES  5
#define CHANGES_MAX 32

/* Makes one change.  False: there are no more. */
static bool change(char *file, size_t *n, struct fuzz_in *in) {
    if (in->len < HEAD_BYTES) {
        return false;
    }
    const unsigned char *at = (const unsigned char *)in->at;
    size_t page = (size_t)at[0] << 8 | at[1], offset = (size_t)at[2] << 8 | at[3];
    size_t where = (page * PAGE_BYTES + offset % PAGE_BYTES) % library.n;
    size_t len = at[4] < in->len - HEAD_BYTES ? at[4] : in->len - HEAD_BYTES;
    if (len == 0) {
        *n = where < *n ? where : *n;
    }
    len = len < library.n - where ? len : library.n - where;
    memcpy(file + where, in->at + HEAD_BYTES, len);
    in->at += HEAD_BYTES + len;
    in->len -= HEAD_BYTES + len;
    return true;
}

unsigned fuzz_rounds(void) {
    return 100;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[DISK_PATH_BYTES];
    library_make();
    struct fuzz_in in = {(const char *)data, size};
    char *file = fuzz_copy(library.bytes, library.n);
    size_t n = library.n;
    for (unsigned i = 0; i < CHANGES_MAX && change(file, &n, &in); i++) {
    }
    bool is_good = n == library.n && memcmp(file, library.bytes, n) == 0;
    disk_path("alea.db", path);
    disk_write(path, file, n);
    free(file);
    int status = library_check(path);
    assert(status == 0 || (!is_good && (status == 1 || status == 3)));
    bool is_served = library_serve(path, status == 0);
    assert(is_served || !is_good);
    disk_clear();
    return 0;
}
