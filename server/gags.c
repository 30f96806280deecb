#include "server/gags.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "mem/mem.h"

void gags_fini(struct gags *gags) {
    free(gags->name);
    *gags = (struct gags){0};
}

/* Where the name is; n: nowhere. */
static size_t find(const struct gags *gags, const char *name) {
    size_t i = 0;
    while (i < gags->n && strcasecmp(gags->name[i], name) != 0) {
        i++;
    }
    return i;
}

bool gags_have(const struct gags *gags, const char *name) {
    return find(gags, name) < gags->n;
}

void gags_add(struct gags *gags, const char *name) {
    gags->name = mem_grow(gags->name, gags->n + 1, sizeof *gags->name);
    snprintf(gags->name[gags->n++], sizeof *gags->name, "%s", name);
}

void gags_remove(struct gags *gags, const char *name) {
    size_t i = find(gags, name);
    assert(i < gags->n);
    memmove(gags->name[i], gags->name[i + 1], (--gags->n - i) * sizeof *gags->name);
}
