/* Notes, dice and results as JSON: shared by state events and records. */
#ifndef ALEA_PROTO_NOTE_JSON_H
#define ALEA_PROTO_NOTE_JSON_H

#include "proto/arena.h"
#include "proto/note.h"
#include "proto/wire.h"
#include "proto/wire_out.h"

/* Puts an item of an array, {"what":"throw","k":3,"side":"white","dice":[1,0,1]}; members
 * that say nothing are left out. */
void note_json_put(struct wire_out *out, const struct note *note);
/* Reads a note of a game.  False: it is of a kind that is not known here, or in has
 * failed. */
bool note_read(struct wire_in *in, const struct game *game, struct arena *arena,
               struct note *note);

/* Fails if the object has other members than those of this kind of note, which has no
 * optional ones: a move tells what is left exactly when there are clocks. */
void note_only(struct wire_in *in, const struct note *note, bool has_clocks);

/* Puts the member "result": {"outcome":"white","reason":"off"}, null when it is not over.
 */
void result_json_put(struct wire_out *out, const struct result *result);
/* Reads the member "result". */
void result_read(struct wire_in *in, struct result *result);
/* The members of a result that is over, in the object itself. */
void result_put(struct wire_out *out, const struct result *result);
void result_read_members(struct wire_in *in, struct result *result);

/* Reads the faces of a throw of all the dice of this kind; kind NULL: there are none. */
void faces_read(struct wire_in *in, const char *key, const struct dice_kind *kind,
                uint8_t faces[static DICE_MAX]);

#endif
