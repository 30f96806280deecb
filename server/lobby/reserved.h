/* Names that players would take for the host's.  Pure. */
#ifndef ALEA_SERVER_LOBBY_RESERVED_H
#define ALEA_SERVER_LOBBY_RESERVED_H

#include <stdbool.h>

/* Whether a name is made of reserved words only, or looks so: case, diacritics, '_', '-'
 * and digits at its end are ignored, digits count as the letters that they look like. */
bool is_reserved_name(const char *name);

#endif
