#include "server/watch.h"

#include <stdlib.h>
#include <string.h>

#include "server/mem.h"

void watchers_fini(struct watchers *watchers) {
    free(watchers->session);
    *watchers = (struct watchers){0};
}

void watchers_add(struct watchers *watchers, uint64_t session) {
    if (watchers->n == watchers->cap) {
        watchers->cap = watchers->cap == 0 ? 4 : watchers->cap * 2;
        watchers->session =
            mem_grow(watchers->session, watchers->cap, sizeof *watchers->session);
    }
    watchers->session[watchers->n++] = session;
}

bool watchers_remove(struct watchers *watchers, uint64_t session) {
    for (size_t i = 0; i < watchers->n; i++) {
        if (watchers->session[i] == session) {
            memmove(&watchers->session[i], &watchers->session[i + 1],
                    (--watchers->n - i) * sizeof *watchers->session);
            return true;
        }
    }
    return false;
}
