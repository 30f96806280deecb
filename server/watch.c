#include "server/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/mem.h"

void watchers_fini(struct watchers *watchers) {
    watchers_clear_held(watchers);
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

void watchers_hold(struct watchers *watchers, const char *name, const char *text) {
    struct said *said = mem_new(1, sizeof *said);
    snprintf(said->name, sizeof said->name, "%s", name);
    snprintf(said->text, sizeof said->text, "%s", text);
    if (watchers->held == NULL) {
        watchers->held = mem_new(WATCHERS_HELD_MAX, sizeof(struct said *));
    }
    if (watchers->n_held == WATCHERS_HELD_MAX) {
        free(watchers->held[0]);
        memmove(watchers->held, watchers->held + 1,
                --watchers->n_held * sizeof(struct said *));
    }
    watchers->held[watchers->n_held++] = said;
}

void watchers_clear_held(struct watchers *watchers) {
    for (size_t i = 0; i < watchers->n_held; i++) {
        free(watchers->held[i]);
    }
    free(watchers->held);
    watchers->held = NULL;
    watchers->n_held = 0;
}
