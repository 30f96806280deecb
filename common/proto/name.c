#include "proto/name.h"

#include <string.h>

#include "proto/name_letters.h"
#include "proto/utf8.h"

#define N_COMPOSED (sizeof composed / sizeof composed[0])
#define N_LONE     (sizeof lone_letters / sizeof lone_letters[0])

/* Longest text that can compose to a name, in bytes: each character is a letter of two
 * bytes and two marks. */
#define LOOSE_BYTES_MAX ((size_t)6 * NAME_CHARS_MAX)

static bool is_ascii_letter(uint32_t point) {
    return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
}

static bool is_ascii_sign(uint32_t point) {
    return (point >= '0' && point <= '9') || point == '_' || point == '-';
}

/* Finds the parts of a letter; NULL: it has none. */
static const struct composed *find_composed(uint32_t point) {
    size_t low = 0, high = N_COMPOSED;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (composed[middle].point == point) {
            return &composed[middle];
        }
        if (composed[middle].point < point) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

/* Finds the replacement of a letter without parts; NULL: not in names. */
static const char *find_lone(uint32_t point) {
    for (size_t i = 0; i < N_LONE; i++) {
        if (lone_letters[i].point == point) {
            return lone_letters[i].key;
        }
    }
    return NULL;
}

static bool is_letter(uint32_t point) {
    return is_ascii_letter(point) || find_composed(point) != NULL ||
           find_lone(point) != NULL;
}

bool name_is_valid(const char *text) {
    size_t n_chars = 0, len = strnlen(text, NAME_BYTES_MAX + 1);
    for (size_t i = 0; i < len; n_chars++) {
        uint32_t point;
        size_t bytes = utf8_read(text + i, len - i, &point);
        bool fits = bytes > 0 && (is_letter(point) || (i > 0 && is_ascii_sign(point)));
        if (!fits || n_chars == NAME_CHARS_MAX) {
            return false;
        }
        i += bytes;
    }
    return n_chars >= NAME_CHARS_MIN;
}

/* Combines a letter and a mark; 0: names cannot have such a letter. */
static uint32_t compose(uint32_t base, uint32_t mark) {
    for (size_t i = 0; i < N_COMPOSED; i++) {
        if (composed[i].base == base && composed[i].mark == mark) {
            return composed[i].point;
        }
    }
    return 0;
}

void name_compose(const char *text, size_t len, char *out, size_t cap) {
    size_t used = 0, last = 0; /* last: where the last letter begins in out */
    uint32_t point, before = 0;
    for (size_t i = 0, bytes; i < len; i += bytes) {
        bytes = utf8_read(text + i, len - i, &point);
        uint32_t letter = bytes > 0 && point >= 0x300 && len <= LOOSE_BYTES_MAX
                              ? compose(before, point)
                              : 0;
        char written[UTF8_BYTES_MAX] = {text[i]};
        size_t n = letter != 0 ? utf8_write(letter, written)
                   : bytes > 0 ? utf8_write(point, written)
                               : 1;
        bytes = bytes > 0 ? bytes : 1;
        used = letter != 0 ? last : used;
        if (used + n >= cap) {
            break;
        }
        memcpy(out + used, written, n);
        last = used;
        used += n;
        before = letter != 0 ? letter : point;
    }
    out[used] = '\0';
}

/* A letter without its diacritics. */
static uint32_t base_of(uint32_t point) {
    const struct composed *made;
    while (point >= 0x80 && (made = find_composed(point)) != NULL) {
        point = made->base;
    }
    return point;
}

/* The replacement of a character in a key; "": the character itself. */
static const char *fold(uint32_t point, char ascii[static 2]) {
    point = base_of(point);
    if (point < 0x80) {
        bool is_upper = point >= 'A' && point <= 'Z';
        ascii[0] = (char)(is_upper ? point - 'A' + 'a' : point);
        ascii[1] = '\0';
        return ascii;
    }
    const char *key = find_lone(point);
    return key != NULL ? key : "";
}

void name_fold(const char *name, char *key, size_t cap) {
    size_t used = 0, len = strlen(name);
    for (size_t i = 0; i < len;) {
        uint32_t point;
        char ascii[2];
        size_t bytes = utf8_read(name + i, len - i, &point);
        const char *folded = bytes > 0 ? fold(point, ascii) : "";
        bytes = bytes > 0 ? bytes : 1;
        size_t n = folded[0] != '\0' ? strlen(folded) : bytes;
        if (used + n >= cap) {
            break;
        }
        memcpy(key + used, folded[0] != '\0' ? folded : name + i, n);
        used += n;
        i += bytes;
    }
    key[used] = '\0';
}

char name_plain_letter(uint32_t point) {
    uint32_t base = base_of(point);
    const char *key = base < 0x80 ? NULL : find_lone(base);
    if (key == NULL) {
        return is_ascii_letter(base) ? (char)base : '?';
    }
    bool is_upper = false;
    for (size_t i = 0; i < sizeof lone_capitals / sizeof lone_capitals[0]; i++) {
        is_upper = is_upper || lone_capitals[i] == base;
    }
    return is_upper ? (char)(key[0] - 'a' + 'A') : key[0];
}

bool name_is_same(const char *a, const char *b) {
    char key_a[NAME_KEY_BYTES], key_b[NAME_KEY_BYTES];
    name_fold(a, key_a, sizeof key_a);
    name_fold(b, key_b, sizeof key_b);
    return strcmp(key_a, key_b) == 0;
}
