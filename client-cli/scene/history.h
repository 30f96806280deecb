/* What has happened in a room, as sentences. */
#ifndef ALEA_CLIENT_SCENE_HISTORY_H
#define ALEA_CLIENT_SCENE_HISTORY_H

#include <stdbool.h>
#include <stdio.h>

#include "proto/message/message.h"

/* Bytes that are kept; older lines go. */
#define HISTORY_BYTES 65536

struct history {
    char *text; /* owned: what happened in each event is a line; NULL: empty */
    size_t len;
    size_t last; /* where it begins that the user has decided last */
};

/* A zeroed history is empty. */
void history_fini(struct history *history);
/* Adds what happened in a state.  side: the user's; SIDE_COUNT: none, or both. */
void history_add(struct history *history, const struct state *state, enum side side);
/* Writes all of it, or what has happened since the last decision: a sentence a line. */
void history_write(const struct history *history, bool is_last, FILE *out);
/* Whether the user's own decision, or a new game, begins this state. */
bool history_is_decision(const struct state *state, enum side side);

#endif
