/* Writes pictures as PNG (RFC 2083): a palette, and each pixel a byte.  Pure.
 *
 * Runs and repeated rows are compressed, with the fixed codes of deflate (RFC 1951): a
 * drawing of flat colours needs no more, and a library none at all. */
#ifndef ALEA_SERVER_WEB_PNG_H
#define ALEA_SERVER_WEB_PNG_H

#include <stddef.h>
#include <stdint.h>

/* A picture: rows from the top, of indices into the palette. */
struct png_picture {
    unsigned width, height;  /* 1..4096 each */
    const uint32_t *palette; /* 0xRRGGBB; borrowed */
    unsigned n_colours;      /* 1..256 */
    const uint8_t *pixel;    /* width * height; borrowed */
};

/* Returns the file, of *len bytes; the caller frees it with free(). */
char *png_write(const struct png_picture *picture, size_t *len);

#endif
