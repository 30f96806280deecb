/* The rows of lists as JSON: rooms, players, games that are over. */
#ifndef ALEA_PROTO_ROWS_JSON_H
#define ALEA_PROTO_ROWS_JSON_H

#include "proto/arena.h"
#include "proto/message.h"
#include "proto/wire.h"
#include "proto/wire_out.h"

/* Puts the list of a reply, if its command has one, or the one game of `game`. */
void rows_put(struct wire_out *out, const struct message *msg);
/* Reads it into *msg, whose kind and cmd are set. */
void rows_read(struct wire_in *in, struct arena *arena, struct message *msg);

#endif
