#include "proto/json/flat.h"

#include <string.h>

/* Most digits of a number that always fits. */
#define DIGITS_MAX 18

/* The text not read yet. */
struct rest {
    const char *at, *end;
};

static void skip_spaces(struct rest *in) {
    while (in->at < in->end && *in->at == ' ') {
        in->at++;
    }
}

/* Takes spaces, and then this character if it comes next. */
static bool take(struct rest *in, char c) {
    skip_spaces(in);
    if (in->at == in->end || *in->at != c) {
        return false;
    }
    in->at++;
    return true;
}

/* Takes the rest of a string, after its opening quotation mark. */
static bool take_string(struct rest *in, const char **text, size_t *len) {
    const char *at = in->at;
    while (at < in->end && *at >= ' ' && *at <= '~' && *at != '"' && *at != '\\') {
        at++;
    }
    *text = in->at;
    *len = (size_t)(at - in->at);
    in->at = at;
    return take(in, '"');
}

/* Takes spaces, and a number without sign. */
static bool take_number(struct rest *in, int64_t *number) {
    skip_spaces(in);
    const char *from = in->at;
    *number = 0;
    while (in->at < in->end && *in->at >= '0' && *in->at <= '9' &&
           in->at - from < DIGITS_MAX) {
        *number = 10 * *number + (*in->at++ - '0');
    }
    return in->at - from == 1 || (in->at > from && *from != '0');
}

static bool has_key(const struct flat_member *member, const char *key, size_t len) {
    return member->key_len == len && memcmp(member->key, key, len) == 0;
}

static bool take_member(struct rest *in, struct flat *flat) {
    if (flat->n == FLAT_MEMBERS_MAX) {
        return false;
    }
    struct flat_member *member = &flat->member[flat->n];
    bool has_name =
        take(in, '"') && take_string(in, &member->key, &member->key_len) && take(in, ':');
    for (size_t i = 0; has_name && i < flat->n; i++) {
        has_name = !has_key(&flat->member[i], member->key, member->key_len);
    }
    flat->n++;
    if (has_name && take(in, '"')) {
        return take_string(in, &member->text, &member->len);
    }
    member->text = NULL;
    return has_name && take_number(in, &member->number);
}

bool flat_read(const char *text, size_t len, struct flat *flat) {
    struct rest in = {text, text + len};
    flat->n = 0;
    if (!take(&in, '{')) {
        return false;
    }
    do {
        if (!take_member(&in, flat)) {
            return false;
        }
    } while (take(&in, ','));
    return take(&in, '}') && in.at == in.end;
}

const struct flat_member *flat_find(const struct flat *flat, const char *key) {
    size_t len = strlen(key);
    for (size_t i = 0; i < flat->n; i++) {
        if (has_key(&flat->member[i], key, len)) {
            return &flat->member[i];
        }
    }
    return NULL;
}
