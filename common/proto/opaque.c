#include "proto/opaque.h"

#include <string.h>

#include "proto/bounds.h"
#include "proto/nfc.h"
#include "proto/utf8.h"

/* Longest secret as it was sent, in bytes: what NFC_POINTS_MAX points can have. */
#define SENT_BYTES_MAX ((size_t)UTF8_BYTES_MAX * NFC_POINTS_MAX)

/* Whether this is a TAB, or a space of any width (Unicode's category Zs). */
static bool is_blank(uint32_t point) {
    return point == '\t' || point == ' ' || point == 0xA0 || point == 0x1680 ||
           (point >= 0x2000 && point <= 0x200A) || point == 0x202F || point == 0x205F ||
           point == 0x3000;
}

/* Adds all characters, without blanks at the ends.  False: too many. */
static bool add_all(struct nfc *nfc, const char *text) {
    size_t len = strlen(text), n_blanks = 0; /* seen, and not added yet */
    bool fits = true;
    for (size_t i = 0; i < len && fits;) {
        uint32_t point;
        i += utf8_read(text + i, len - i, &point);
        if (is_blank(point)) {
            n_blanks += nfc->n > 0;
            continue;
        }
        for (; n_blanks > 0 && fits; n_blanks--) {
            fits = nfc_add(nfc, ' ');
        }
        fits = fits && nfc_add(nfc, point);
    }
    return fits;
}

bool opaque_prepare(const char *text, char *out, size_t cap) {
    char clean[SENT_BYTES_MAX + 1];
    struct nfc nfc = {.n = 0};
    size_t used = 0, len = strlen(text);
    out[0] = '\0';
    if (len > SENT_BYTES_MAX) {
        return false;
    }
    utf8_clean(text, len, clean, sizeof clean);
    if (!add_all(&nfc, clean)) {
        return false;
    }
    nfc_compose(&nfc);
    for (size_t i = 0; i < nfc.n; i++) {
        char bytes[UTF8_BYTES_MAX];
        size_t n = utf8_write(nfc.point[i], bytes);
        if (used + n >= cap) {
            out[0] = '\0';
            return false;
        }
        memcpy(out + used, bytes, n);
        used += n;
    }
    out[used] = '\0';
    return used > 0;
}

static bool has_length(const char *text) {
    size_t len = strlen(text);
    return len >= PASSWORD_BYTES_MIN && len <= PASSWORD_BYTES_MAX;
}

bool opaque_prepare_password(const char *text, char *out, size_t cap) {
    return opaque_prepare(text, out, cap) && has_length(out);
}

bool opaque_may_be_password(const char *text) {
    char plain[PASSWORD_BYTES_MAX + 1];
    return has_length(text) || opaque_prepare_password(text, plain, sizeof plain);
}
