/* The watchers of a room, who have no seat there, and their chat.  Pure: sessions are
 * named by their ids. */
#ifndef ALEA_SERVER_LOBBY_WATCHERS_H
#define ALEA_SERVER_LOBBY_WATCHERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/bounds.h"
#include "server/base/rate.h"

/* Most lines of spectators' chat that are kept during a game; the players get them after
 * it.  With 400 bytes each this is 20 KiB per room. */
#define WATCHERS_HELD_MAX 50
/* Most lines of chat per minute of all watchers of a room together: each is sent to
 * all. */
#define WATCHERS_SAY_PER_MINUTE 120

/* A line of chat. */
struct said {
    char name[NAME_BYTES_MAX + 1];
    char text[SAY_BYTES_MAX + 1];
};

/* A zeroed struct watchers is empty. */
struct watchers {
    uint64_t *session; /* owned array of ids */
    uint32_t n, cap;
    uint32_t n_told;    /* the first n_told get all events; the others lag */
    uint32_t n_held;    /* lines in held */
    struct rate says;   /* WATCHERS_SAY_PER_MINUTE */
    struct said **held; /* owned array, owned lines: for the players, the oldest first */
};

void watchers_fini(struct watchers *watchers);
/* Adds a session that is not in the list yet, and gets all events. */
void watchers_add(struct watchers *watchers, uint64_t session);
/* Removes a session.  False: it was not in the list. */
bool watchers_remove(struct watchers *watchers, uint64_t session);
/* Sets whether this session, if it is in the list, gets all events. */
void watchers_set_told(struct watchers *watchers, uint64_t session, bool told);
/* Keeps a line for the players, and drops the oldest one if there are too many. */
void watchers_hold(struct watchers *watchers, const char *name, const char *text);
/* Drops the kept lines of the player with this name. */
void watchers_forget(struct watchers *watchers, const char *name);
/* Drops the kept lines. */
void watchers_clear_held(struct watchers *watchers);

#endif
