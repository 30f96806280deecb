/* The players that a player has gagged, by the keys of their names. */
#ifndef ALEA_SERVER_LOBBY_GAGS_H
#define ALEA_SERVER_LOBBY_GAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/name.h"

/* A zeroed struct gags is empty. */
struct gags {
    struct gag {
        char name[NAME_BYTES_MAX + 1];
        char key[NAME_KEY_BYTES];
    } * gag; /* owned array, in the order in which they were added */
    size_t n;
};

void gags_fini(struct gags *gags);
/* Whether there is a name with this key. */
bool gags_have(const struct gags *gags, const char *key);
/* As above, for a name. */
bool gags_have_name(const struct gags *gags, const char *name);
/* Adds a name that is not in the list. */
void gags_add(struct gags *gags, const char *name);
/* Removes a name that is in the list, by its key. */
void gags_remove(struct gags *gags, const char *key);

#endif
