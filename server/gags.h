/* Names of whom somebody does not want to hear.  Case of letters is ignored. */
#ifndef ALEA_SERVER_GAGS_H
#define ALEA_SERVER_GAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/bounds.h"

/* A zeroed struct gags is empty. */
struct gags {
    char (*name)[NAME_BYTES_MAX + 1]; /* owned array, in the order in which they came */
    size_t n;
};

void gags_fini(struct gags *gags);
bool gags_have(const struct gags *gags, const char *name);
/* Adds a name that is not there yet. */
void gags_add(struct gags *gags, const char *name);
/* Removes a name that is there. */
void gags_remove(struct gags *gags, const char *name);

#endif
