#include "client-cli/bench_scan.h"

#include <limits.h>
#include <string.h>

struct scan scan_of(const char *text, size_t len) {
    return (struct scan){.at = text, .end = text + len};
}

static bool refuse(struct scan *scan) {
    scan->is_bad = true;
    return false;
}

static bool take(struct scan *scan, char c) {
    if (scan->at < scan->end && *scan->at == c) {
        scan->at++;
        return true;
    }
    return false;
}

/* Whether an odd number of backslashes stand before this byte of a string that begins at
 * `at`. */
static bool is_escaped(const char *at, const char *byte) {
    size_t n = 0;
    while (byte > at && *--byte == '\\') {
        n++;
    }
    return n % 2 == 1;
}

/* Moves behind the closing quote of a string whose opening one was taken. */
static bool skip_string(struct scan *scan) {
    const char *at = scan->at, *quote;
    do {
        quote = memchr(at, '"', (size_t)(scan->end - at));
        if (quote == NULL) {
            return refuse(scan);
        }
        at = quote + 1;
    } while (is_escaped(scan->at, quote));
    scan->at = at;
    return true;
}

static bool take_string(struct scan *scan, struct part *part) {
    if (!take(scan, '"')) {
        return refuse(scan);
    }
    part->at = scan->at;
    part->kind = '"';
    if (!skip_string(scan)) {
        return false;
    }
    part->len = (size_t)(scan->at - part->at) - 1;
    return true;
}

/* Moves behind the bracket that closes the one at scan->at.  Which bracket closes which
 * is not looked at: a server that mixes them up is not what is measured here. */
static bool skip_nested(struct scan *scan) {
    static const signed char deeper[UCHAR_MAX + 1] = {
        ['{'] = 1, ['['] = 1, ['}'] = -1, [']'] = -1};
    const char *at = scan->at, *end = scan->end;
    int depth = 0;
    do {
        if (at >= end) {
            return refuse(scan);
        }
        char c = *at++;
        if (c == '"') {
            scan->at = at;
            if (!skip_string(scan)) {
                return false;
            }
            at = scan->at;
        }
        depth += deeper[(unsigned char)c];
    } while (depth > 0);
    scan->at = at;
    return true;
}

/* A number, true, false or null: all up to what ends a value. */
static bool take_word(struct scan *scan, struct part *part) {
    char first = *scan->at;
    bool is_number = first == '-' || (first >= '0' && first <= '9');
    if (!is_number && first != 't' && first != 'f' && first != 'n') {
        return refuse(scan);
    }
    while (scan->at < scan->end && *scan->at != ',' && *scan->at != ']' &&
           *scan->at != '}') {
        scan->at++;
    }
    part->len = (size_t)(scan->at - part->at);
    if (is_number) {
        part->kind = '0'; /* else it is the first byte, as the caller has set it */
    }
    return true;
}

static bool take_value(struct scan *scan, struct part *part) {
    if (scan->at == scan->end) {
        return refuse(scan);
    }
    *part = (struct part){.at = scan->at, .kind = *scan->at};
    switch (*scan->at) {
    case '"': return take_string(scan, part);
    case '{':
    case '[':
        if (!skip_nested(scan)) {
            return false;
        }
        part->len = (size_t)(scan->at - part->at);
        return true;
    default: return take_word(scan, part);
    }
}

/* Moves to the next member or item.  False at the end of the whole. */
static bool go_on(struct scan *scan, char opening, char closing) {
    if (scan->is_bad) {
        return false;
    }
    bool is_first = !scan->is_begun;
    scan->is_begun = true;
    if (is_first && !take(scan, opening)) {
        return refuse(scan);
    }
    if (take(scan, closing)) {
        return scan->at == scan->end ? false : refuse(scan);
    }
    return is_first || take(scan, ',') || refuse(scan);
}

bool scan_member(struct scan *scan, struct part *key, struct part *value) {
    return go_on(scan, '{', '}') && take_string(scan, key) &&
           (take(scan, ':') || refuse(scan)) && take_value(scan, value);
}

bool scan_item(struct scan *scan, struct part *value) {
    return go_on(scan, '[', ']') && take_value(scan, value);
}

bool part_is(const struct part *part, const char *text) {
    size_t len = strlen(text);
    return part->kind == '"' && part->len == len && memcmp(part->at, text, len) == 0;
}

bool part_equals(const struct part *a, const struct part *b) {
    return a->kind == b->kind && a->len == b->len &&
           (a->len == 0 || memcmp(a->at, b->at, a->len) == 0);
}

bool part_number(const struct part *part, uint64_t *n) {
    uint64_t value = 0;
    if (part->kind != '0' || part->len > 18) {
        return false;
    }
    for (size_t i = 0; i < part->len; i++) {
        char c = part->at[i];
        if (c < '0' || c > '9') {
            return false;
        }
        value = 10 * value + (uint64_t)(c - '0');
    }
    *n = value;
    return true;
}
