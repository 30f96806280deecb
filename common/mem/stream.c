/* A stream that grows in memory.  If the C library's open_memstream cannot grow, it goes
 * on silently: it drops what does not fit, and keeps what comes later. */
#define _GNU_SOURCE /* NOLINT: fopencookie, which glibc and musl have */
#include "mem/mem.h"

#include <stdlib.h>
#include <string.h>

/* First size; most texts are shorter. */
#define FIRST_BYTES 512

struct stream {
    char **text; /* borrowed; *text too, until the stream is closed */
    size_t *len; /* borrowed */
    size_t cap;
};

static ssize_t on_write(void *cookie, const char *bytes, size_t n) {
    struct stream *stream = cookie;
    size_t need = *stream->len + n + 1;
    if (need > stream->cap) {
        stream->cap = need > 2 * stream->cap ? need : 2 * stream->cap;
        *stream->text = mem_grow(*stream->text, stream->cap, 1);
    }
    memcpy(*stream->text + *stream->len, bytes, n);
    *stream->len += n;
    (*stream->text)[*stream->len] = '\0';
    return (ssize_t)n;
}

/* Only tells where the stream is: ftell. */
static int on_seek(void *cookie, off64_t *offset, int whence) {
    const struct stream *stream = cookie;
    if (whence != SEEK_CUR || *offset != 0) {
        return -1;
    }
    *offset = (off64_t)*stream->len;
    return 0;
}

static int on_close(void *cookie) {
    free(cookie);
    return 0;
}

FILE *mem_stream(char **text, size_t *len) {
    struct stream *stream = mem_new(1, sizeof *stream);
    *stream = (struct stream){text, len, FIRST_BYTES};
    *text = mem_new(1, FIRST_BYTES);
    *len = 0;
    const cookie_io_functions_t functions = {
        .write = on_write, .seek = on_seek, .close = on_close};
    return mem_checked(fopencookie(stream, "w", functions));
}
