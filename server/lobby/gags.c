#include "server/lobby/gags.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void gags_fini(struct gags *gags) {
    free(gags->gag);
    *gags = (struct gags){0};
}

/* The index of the name with this key; n: there is none. */
static size_t find(const struct gags *gags, const char *key) {
    size_t i = 0;
    while (i < gags->n && strcmp(gags->gag[i].key, key) != 0) {
        i++;
    }
    return i;
}

bool gags_have(const struct gags *gags, const char *key) {
    return find(gags, key) < gags->n;
}

bool gags_have_name(const struct gags *gags, const char *name) {
    char key[NAME_KEY_BYTES];
    if (gags->n == 0) { /* the usual case */
        return false;
    }
    name_fold(name, key, sizeof key);
    return gags_have(gags, key);
}

void gags_add(struct gags *gags, const char *name) {
    gags->gag = mem_grow(gags->gag, gags->n + 1, sizeof *gags->gag);
    struct gag *gag = &gags->gag[gags->n++];
    snprintf(gag->name, sizeof gag->name, "%s", name);
    name_fold(name, gag->key, sizeof gag->key);
}

void gags_remove(struct gags *gags, const char *key) {
    size_t i = find(gags, key);
    assert(i < gags->n);
    memmove(&gags->gag[i], &gags->gag[i + 1], (--gags->n - i) * sizeof *gags->gag);
}
