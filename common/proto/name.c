#include "proto/name.h"

#include <string.h>

#include "proto/nfc.h"
#include "proto/shape.h"
#include "proto/utf8.h"

/* Letters that cannot be decomposed, and what stands for them, in a key in lower case;
 * sorted. */
static const struct lone_letter {
    uint16_t point;
    char key[3];
} lone_letters[] = {
    /* clang-format off */
    {0x00C6, "AE"}, {0x00D0, "D"}, {0x00D8, "O"}, {0x00DE, "TH"}, {0x00DF, "ss"},
    {0x00E6, "ae"}, {0x00F0, "d"}, {0x00F8, "o"}, {0x00FE, "th"}, {0x0110, "D"},
    {0x0111, "d"}, {0x0126, "H"}, {0x0127, "h"}, {0x0131, "i"}, {0x0132, "IJ"},
    {0x0133, "ij"}, {0x0138, "k"}, {0x0141, "L"}, {0x0142, "l"}, {0x014A, "N"},
    {0x014B, "n"}, {0x0152, "OE"}, {0x0153, "oe"}, {0x0166, "T"}, {0x0167, "t"},
    {0x018F, "E"}, {0x01B7, "Z"}, {0x01E4, "G"}, {0x01E5, "g"}, {0x0259, "e"},
    {0x0292, "z"}, {0x1E9E, "SS"},
    /* clang-format on */
};

#define N_LONE (sizeof lone_letters / sizeof lone_letters[0])

/* Longest text that can compose to a name, in bytes: each character is a letter of two
 * bytes and two marks. */
#define LOOSE_BYTES_MAX ((size_t)6 * NAME_CHARS_MAX)

static bool is_ascii_letter(uint32_t point) {
    return (point >= 'a' && point <= 'z') || (point >= 'A' && point <= 'Z');
}

/* Whether this is a combining mark of Latin letters. */
static bool is_mark(uint32_t point) {
    return point >= 0x300 && point < 0x370;
}

static bool is_ascii_sign(uint32_t point) {
    return (point >= '0' && point <= '9') || point == '_' || point == '-';
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

/* A letter without its diacritics. */
static uint32_t base_of(uint32_t point) {
    uint32_t base, mark;
    while (point >= 0x80 && nfc_split(point, &base, &mark) && is_mark(mark)) {
        point = base;
    }
    return point;
}

static bool is_letter(uint32_t point) {
    uint32_t base = base_of(point);
    return is_ascii_letter(base) || find_lone(base) != NULL;
}

bool is_player_name(const char *text) {
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
    return is_mark(mark) && is_letter(base) ? nfc_join(base, mark) : 0;
}

void name_compose(const char *text, size_t len, char *out, size_t cap) {
    size_t used = 0, last = 0; /* last: where the last letter begins in out */
    uint32_t point, before = 0;
    for (size_t i = 0, bytes; i < len; i += bytes) {
        bytes = utf8_read(text + i, len - i, &point);
        uint32_t letter =
            bytes > 0 && len <= LOOSE_BYTES_MAX ? compose(before, point) : 0;
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

/* Writes the replacement of a character in a key; "": the character itself. */
static void fold(uint32_t point, char key[static 3]) {
    point = base_of(point);
    const char ascii[] = {(char)point, '\0'};
    const char *letters = point < 0x80 ? ascii : find_lone(point);
    for (; letters != NULL && *letters != '\0'; letters++) {
        bool is_upper = *letters >= 'A' && *letters <= 'Z';
        *key++ = (char)(is_upper ? *letters - 'A' + 'a' : *letters);
    }
    *key = '\0';
}

void name_fold(const char *name, char *key, size_t cap) {
    size_t used = 0, len = strlen(name);
    for (size_t i = 0; i < len;) {
        uint32_t point;
        char folded[3] = "";
        size_t bytes = utf8_read(name + i, len - i, &point);
        if (bytes > 0) {
            fold(point, folded);
        }
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
    const char *letters = base < 0x80 ? NULL : find_lone(base);
    return letters != NULL ? letters[0] : is_ascii_letter(base) ? (char)base : '?';
}

bool name_is_same(const char *a, const char *b) {
    char key_a[NAME_KEY_BYTES], key_b[NAME_KEY_BYTES];
    name_fold(a, key_a, sizeof key_a);
    name_fold(b, key_b, sizeof key_b);
    return strcmp(key_a, key_b) == 0;
}
