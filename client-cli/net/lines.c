#include "client-cli/net/lines.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void lines_init(struct lines *lines, size_t max) {
    *lines = (struct lines){.max = max + strlen("\r\n")};
}

void lines_fini(struct lines *lines) {
    free(lines->bytes);
}

/* Makes room for n more bytes and a NUL. */
static void make_room(struct lines *lines, size_t n) {
    if (lines->start > 0) {
        lines->len -= lines->start;
        memmove(lines->bytes, lines->bytes + lines->start, lines->len);
        lines->start = 0;
    }
    if (lines->len + n < lines->cap) {
        return;
    }
    lines->cap = 2 * (lines->len + n + 1);
    lines->bytes = mem_grow(lines->bytes, lines->cap, 1);
}

bool lines_add(struct lines *lines, const char *bytes, size_t n) {
    if (lines->len - lines->start + n > lines->max) {
        return false;
    }
    make_room(lines, n);
    memcpy(lines->bytes + lines->len, bytes, n);
    lines->len += n;
    return true;
}

/* Returns the bytes up to `end` as a line, and drops `used` bytes. */
static char *hand_out(struct lines *lines, char *end, size_t used, size_t *len) {
    char *line = lines->bytes + lines->start;
    lines->start += used;
    if (end > line && end[-1] == '\r') {
        end--;
    }
    *end = '\0';
    *len = (size_t)(end - line);
    return line;
}

char *lines_next(struct lines *lines, size_t *len) {
    if (lines->start == lines->len) {
        return NULL; /* bytes may still be NULL */
    }
    char *line = lines->bytes + lines->start;
    char *end = memchr(line, '\n', lines->len - lines->start);
    return end != NULL ? hand_out(lines, end, (size_t)(end - line) + 1, len) : NULL;
}

char *lines_rest(struct lines *lines, size_t *len) {
    size_t n = lines->len - lines->start;
    return n > 0 ? hand_out(lines, lines->bytes + lines->len, n, len) : NULL;
}
