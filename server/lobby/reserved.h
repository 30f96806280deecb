/* Names that would look official.  Pure. */
#ifndef ALEA_SERVER_LOBBY_RESERVED_H
#define ALEA_SERVER_LOBBY_RESERVED_H

#include <stdbool.h>

/* Whether a name consists of reserved words, or looks like it.  Ignores case, diacritics,
 * '_', '-' and digits at the end; other digits count as the letters that they look
 * like. */
bool is_reserved_name(const char *name);

#endif
