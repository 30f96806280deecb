/* See https://www.unicode.org/reports/tr15/ and chapter 3.11 and 3.12 of the Unicode
 * Standard. */
#include "proto/nfc.h"

#include "proto/nfc_table.h"

/* --- Hangul syllables, which are computed --- */

#define LEADS     0x1100 /* leading consonants */
#define VOWELS    0x1161
#define TAILS     0x11A7 /* trailing consonants; the first one is none */
#define SYLLABLES 0xAC00
#define N_LEADS   19U
#define N_VOWELS  21U
#define N_TAILS   28U

static bool is_syllable(uint32_t point) {
    return point - SYLLABLES < N_LEADS * N_VOWELS * N_TAILS;
}

static uint32_t compose_hangul(uint32_t first, uint32_t second) {
    if (first - LEADS < N_LEADS && second - VOWELS < N_VOWELS) {
        return SYLLABLES + ((first - LEADS) * N_VOWELS + (second - VOWELS)) * N_TAILS;
    }
    bool has_no_tail = is_syllable(first) && (first - SYLLABLES) % N_TAILS == 0;
    return has_no_tail && second > TAILS && second - TAILS < N_TAILS
               ? first + (second - TAILS)
               : 0;
}

/* --- the tables --- */

#define N(array) (sizeof(array) / sizeof(array)[0])

/* The row of a sorted table that begins with this character or, if rows are ranges, has
 * it among the characters from its first on; NULL: none. */
static const uint32_t *find(const uint32_t (*row)[3], size_t n, bool are_ranges,
                            uint32_t point) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (point < row[middle][0]) {
            high = middle;
        } else if (point - row[middle][0] >= (are_ranges ? row[middle][1] : 1)) {
            low = middle + 1;
        } else {
            return row[middle];
        }
    }
    return NULL;
}

/* The canonical combining class: 0 for all but marks. */
static uint32_t class_of(uint32_t point) {
    const uint32_t *row =
        point < nfc_classes[0][0] ? NULL : find(nfc_classes, N(nfc_classes), true, point);
    return row != NULL ? row[2] : 0;
}

/* What the character is another code for; 0: nothing. */
static uint32_t find_single(uint32_t point) {
    size_t at = 0;
    for (size_t i = 0; i < N(nfc_runs); i++) {
        if (point - nfc_runs[i][0] < nfc_runs[i][1]) {
            return nfc_singles[at + point - nfc_runs[i][0]];
        }
        at += nfc_runs[i][1];
    }
    return 0;
}

uint32_t nfc_join(uint32_t first, uint32_t second) {
    for (size_t i = 0; second >= nfc_classes[0][0] && i < N(nfc_composed); i++) {
        if (nfc_composed[i][1] == first && nfc_composed[i][2] == second) {
            return nfc_composed[i][0];
        }
    }
    return compose_hangul(first, second);
}

/* --- a text --- */

bool nfc_split(uint32_t point, uint32_t *first, uint32_t *second) {
    *second = 0;
    if (point < nfc_composed[0][0]) {
        return false;
    }
    if (is_syllable(point)) {
        uint32_t tail = (point - SYLLABLES) % N_TAILS;
        uint32_t pair = (point - SYLLABLES) / N_TAILS;
        *first = tail != 0 ? point - tail : LEADS + pair / N_VOWELS;
        *second = tail != 0 ? TAILS + tail : VOWELS + pair % N_VOWELS;
        return true;
    }
    const uint32_t *row = find(nfc_composed, N(nfc_composed), false, point);
    row = row != NULL ? row : find(nfc_excluded, N(nfc_excluded), false, point);
    if (row != NULL) {
        *first = row[1];
        *second = row[2];
        return true;
    }
    *first = find_single(point);
    return *first != 0;
}

bool nfc_add(struct nfc *nfc, uint32_t point) {
    /* The last part of a character has no parts; only the first one may have some. */
    uint32_t part[NFC_PARTS_MAX], first, second;
    size_t n = 0;
    while (nfc_split(point, &first, &second)) {
        if (second != 0) {
            part[n++] = second;
        }
        point = first;
    }
    part[n++] = point;
    if (n > NFC_POINTS_MAX - nfc->n) {
        return false;
    }
    while (n > 0) {
        nfc->point[nfc->n++] = part[--n];
    }
    return true;
}

/* Sorts marks that follow each other by their class; equal ones stay in order. */
static void sort_marks(struct nfc *nfc) {
    for (size_t i = 1; i < nfc->n; i++) {
        uint32_t point = nfc->point[i], class = class_of(point);
        size_t at = i;
        while (class != 0 && at > 0 && class_of(nfc->point[at - 1]) > class) {
            nfc->point[at] = nfc->point[at - 1];
            at--;
        }
        nfc->point[at] = point;
    }
}

void nfc_compose(struct nfc *nfc) {
    sort_marks(nfc);
    size_t n = 0, base = nfc->n; /* base: of the marks; nfc->n: there is none yet */
    uint32_t before = 0;         /* class of the last character that was kept */
    for (size_t i = 0; i < nfc->n; i++) {
        uint32_t point = nfc->point[i], class = class_of(point);
        bool is_next = n > 0 && base == n - 1; /* nothing between base and this */
        bool reaches = base < n && (is_next || (class != 0 && before < class));
        uint32_t whole = reaches ? nfc_join(nfc->point[base], point) : 0;
        if (whole != 0) {
            nfc->point[base] = whole;
            continue;
        }
        if (class == 0) {
            base = n;
        }
        before = class;
        nfc->point[n++] = point;
    }
    nfc->n = n;
}
