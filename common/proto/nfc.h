/* The composed form of a text, Unicode's NFC: two texts that look and mean the same have
 * the same bytes, however they were typed. */
#ifndef ALEA_PROTO_NFC_H
#define ALEA_PROTO_NFC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Longest text, in code points of the decomposed form.  Longer than any password. */
#define NFC_POINTS_MAX 512

/* The two parts of a character, of which the first may have parts itself; or what it is
 * another code for (*second: 0).  False: it has none. */
bool nfc_split(uint32_t point, uint32_t *first, uint32_t *second);
/* The character that consists of these two; 0: none. */
uint32_t nfc_join(uint32_t first, uint32_t second);

/* A text on its way to NFC; empty when zeroed. */
struct nfc {
    size_t n;
    uint32_t point[NFC_POINTS_MAX];
};

/* Appends a code point, decomposed.  False: the text is too long. */
bool nfc_add(struct nfc *nfc, uint32_t point);
/* Puts the marks in order, and composes: nfc->point is then in NFC. */
void nfc_compose(struct nfc *nfc);

#endif
