/* The state of a room as JSON. */
#ifndef ALEA_PROTO_STATE_JSON_H
#define ALEA_PROTO_STATE_JSON_H

#include "proto/arena.h"
#include "proto/message.h"
#include "proto/wire.h"

/* Puts all members of a state into object. */
void state_put(json_t *object, const struct state *state);
/* Reads them.  NULL when in or arena has failed. */
const struct state *state_read(struct wire_in *in, struct arena *arena);
/* Reads the member "stage". */
enum stage stage_read(struct wire_in *in);

#endif
