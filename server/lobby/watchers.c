#include "server/lobby/watchers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/name.h"

void watchers_fini(struct watchers *watchers) {
    watchers_clear_held(watchers);
    free(watchers->session);
    *watchers = (struct watchers){0};
}

/* The index of a session in the list; n: it is not there. */
static size_t find(const struct watchers *watchers, uint64_t session) {
    size_t i = 0;
    while (i < watchers->n && watchers->session[i] != session) {
        i++;
    }
    return i;
}

static void exchange(struct watchers *watchers, size_t i, size_t k) {
    uint64_t session = watchers->session[i];
    watchers->session[i] = watchers->session[k];
    watchers->session[k] = session;
}

void watchers_add(struct watchers *watchers, uint64_t session) {
    MEM_ROOM(watchers->session, watchers->n, watchers->cap, 4);
    watchers->session[watchers->n] = session;
    exchange(watchers, watchers->n++, watchers->n_told++);
}

bool watchers_remove(struct watchers *watchers, uint64_t session) {
    size_t i = find(watchers, session);
    if (i == watchers->n) {
        return false;
    }
    if (i < watchers->n_told) {
        exchange(watchers, i, --watchers->n_told);
        i = watchers->n_told;
    }
    exchange(watchers, i, --watchers->n);
    return true;
}

void watchers_set_told(struct watchers *watchers, uint64_t session, bool told) {
    size_t i = find(watchers, session);
    if (told && i >= watchers->n_told && i < watchers->n) {
        exchange(watchers, i, watchers->n_told++);
    } else if (!told && i < watchers->n_told) {
        exchange(watchers, i, --watchers->n_told);
    }
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

void watchers_forget(struct watchers *watchers, const char *name) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < watchers->n_held; i++) {
        if (name_is_same(watchers->held[i]->name, name)) {
            free(watchers->held[i]);
        } else {
            watchers->held[n++] = watchers->held[i];
        }
    }
    watchers->n_held = n;
}

void watchers_clear_held(struct watchers *watchers) {
    for (size_t i = 0; i < watchers->n_held; i++) {
        free(watchers->held[i]);
    }
    free(watchers->held);
    watchers->held = NULL;
    watchers->n_held = 0;
}
