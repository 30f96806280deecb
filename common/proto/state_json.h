/* The state of a room as JSON. */
#ifndef ALEA_PROTO_STATE_JSON_H
#define ALEA_PROTO_STATE_JSON_H

#include "proto/arena.h"
#include "proto/message.h"
#include "proto/wire.h"
#include "proto/wire_out.h"

/* Puts all members of a state into object. */
void state_put(struct wire_out *out, const struct state *state);
/* Reads them.  NULL when in or arena has failed. */
const struct state *state_read(struct wire_in *in, struct arena *arena);
/* Reads the member "stage". */
enum stage stage_read(struct wire_in *in);

#endif
