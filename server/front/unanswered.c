/* The lines of a client that the hub has not answered: if it goes, the next one says that
 * they were interrupted. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/front/state.h"

/* Before each record: the number of its line. */
#define NUMBER_BYTES 2

static uint16_t number_of(const uint8_t *at) {
    return (uint16_t)(at[0] << 8 | at[1]);
}

static void write_number(uint8_t *at, uint16_t number) {
    at[0] = (uint8_t)(number >> 8);
    at[1] = (uint8_t)number;
}

static size_t bytes_of(const uint8_t *at) {
    return NUMBER_BYTES + LINK_HEAD_BYTES + ((size_t)at[3] << 8 | at[4]);
}

/* The hub counts lines without a word, too, but answers none of them. */
static bool is_blank(const char *line, size_t len) {
    while (len > 0 && (*line == ' ' || *line == '\t')) {
        line++;
        len--;
    }
    return len == 0;
}

bool unanswered_has_room(const struct unanswered *lines) {
    return lines->n + NUMBER_BYTES + LINK_RECORD_BYTES <= TRUNK_WINDOW;
}

void unanswered_add(struct unanswered *lines, bool is_too_long, const char *line,
                    size_t len) {
    lines->number++;
    if (!is_too_long && is_blank(line, len)) {
        return;
    }
    lines->bytes =
        mem_grow(lines->bytes, lines->n + NUMBER_BYTES + LINK_HEAD_BYTES + len, 1);
    uint8_t *at = lines->bytes + lines->n;
    write_number(at, lines->number);
    at[2] = LINK_INTERRUPTED;
    at[3] = (uint8_t)(len >> 8);
    at[4] = (uint8_t)len;
    memcpy(at + NUMBER_BYTES + LINK_HEAD_BYTES, line, len);
    lines->n += bytes_of(at);
}

void unanswered_fini(struct unanswered *lines) {
    if (lines->bytes != NULL) {
        sodium_memzero(lines->bytes, lines->n); /* it may contain a password */
    }
    free(lines->bytes);
    lines->bytes = NULL;
    lines->n = 0;
}

void unanswered_drop(struct unanswered *lines, uint16_t number) {
    size_t at = 0;
    while (at < lines->n &&
           (uint16_t)(number - number_of(lines->bytes + at)) <= UINT16_MAX / 2) {
        at += bytes_of(lines->bytes + at);
    }
    size_t left = lines->n - at;
    if (left == 0) {
        unanswered_fini(lines);
    } else if (at > 0) {
        memmove(lines->bytes, lines->bytes + at, left);
        sodium_memzero(lines->bytes + left, at);
        lines->n = left;
    }
}

size_t unanswered_again(struct unanswered *lines, uint8_t *records) {
    size_t n = 0;
    lines->number = 0;
    for (size_t at = 0; at < lines->n; at += bytes_of(lines->bytes + at)) {
        write_number(lines->bytes + at, ++lines->number);
        size_t len = bytes_of(lines->bytes + at) - NUMBER_BYTES;
        memcpy(records + n, lines->bytes + at + NUMBER_BYTES, len);
        n += len;
    }
    return n;
}
