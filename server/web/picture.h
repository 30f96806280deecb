/* A position as a small picture, for messengers: flat colours, no text.  Pure. */
#ifndef ALEA_SERVER_WEB_PICTURE_H
#define ALEA_SERVER_WEB_PICTURE_H

#include "rules/game.h"

/* Its size, in pixels: as wide as messengers show it. */
#define PICTURE_WIDTH  600
#define PICTURE_HEIGHT 315

/* Draws a position of a game.  Returns a PNG file of *len bytes, some 5 to 12 kB; the
 * caller frees it with free(). */
char *picture_png(const struct game *game, const struct position *pos, size_t *len);

#endif
