/* The parts of messages and records as JSON, for the files of this folder only.
 *
 * Every `..._put` function writes members into an object that the caller has begun, and
 * every `..._read` function reads them from one.  Reading never stops at a fault: `in`
 * keeps the first one (wire_in.h), and what is read after it is empty.  What is read is
 * allocated in in->arena. */
#ifndef ALEA_PROTO_MESSAGE_INSIDE_H
#define ALEA_PROTO_MESSAGE_INSIDE_H

#include "proto/json/arena.h"
#include "proto/json/wire_in.h"
#include "proto/json/wire_out.h"
#include "proto/message/message.h"

/* --- texts that are safe to show (game_json.c) --- */

/* Read a member as a copy that is safe to show (arena_clean): a text, a player's name, a
 * string of a shape (shape.h).  "" if the member is absent. */
const char *text_read(struct wire_in *in, const char *key);
const char *name_read(struct wire_in *in, const char *key);
const char *shape_read(struct wire_in *in, const char *key, bool (*is)(const char *text),
                       const char *what);

/* --- games and positions (game_json.c) --- */

/* Puts the members "game" and "options" ("" if all options have their defaults). */
void game_json_put(struct wire_out *out, const struct game *game,
                   const struct options *opt);
/* Reads them.  Returns the game, or NULL if in has failed. */
const struct game *game_json_read(struct wire_in *in, struct options *opt);
/* Puts the member "time": "5+10", or null without clocks. */
void time_json_put(struct wire_out *out, const struct time_control *time);
/* Reads it; all 0 if absent. */
struct time_control time_json_read(struct wire_in *in);
/* Puts the member "position". */
void position_json_put(struct wire_out *out, const struct game *game,
                       const struct position *pos);
/* Reads it with the strict reader of the game.  False if in has failed. */
bool position_json_read(struct wire_in *in, const struct game *game,
                        const struct options *opt, struct position *pos);
/* Puts {"squares":{"8":"w"},"reserve":[7,7],"off":[0,0]}. */
void board_json_put(struct wire_out *out, const char *key, const struct game *game,
                    const struct position *pos);

/* --- notes, dice and results (note_json.c) --- */

/* Puts an item of an array, {"what":"throw","k":3,"side":"white","dice":[1,0,1]}.  Leaves
 * out optional members without a value. */
void note_json_put(struct wire_out *out, const struct note *note);
/* Reads a note of a game; without in->arena its name is "".  False: its kind is unknown
 * here, or in has failed. */
bool note_read(struct wire_in *in, const struct game *game, struct note *note);
/* Fails if the object has other members than this kind of note.  None is optional: a move
 * has "left_ms" if and only if there are clocks. */
void note_only(struct wire_in *in, const struct note *note, bool has_clocks);

/* Puts the member "result": {"outcome":"white","reason":"off"}; null before the end. */
void result_json_put(struct wire_out *out, const struct result *result);
/* Reads the member "result". */
void result_read(struct wire_in *in, struct result *result);
/* Put and read the members of a result in the object itself; the game is over. */
void result_put(struct wire_out *out, const struct result *result);
void result_read_members(struct wire_in *in, struct result *result);

/* Reads the faces of a throw with dice of this kind.  Fails if kind is NULL: the game has
 * no dice. */
void faces_read(struct wire_in *in, const char *key, const struct dice_kind *kind,
                uint8_t faces[static DICE_MAX]);

/* --- the state of a room (state_json.c) --- */

/* Puts all members of a state. */
void state_put(struct wire_out *out, const struct state *state);
/* Reads them.  NULL: the input is wrong. */
const struct state *state_read(struct wire_in *in);
/* Reads the member "stage". */
enum stage stage_read(struct wire_in *in);

/* --- lists: rooms, seats of a player, finished games (rows_json.c) --- */

/* Puts the list in the reply to msg->cmd, if that has one, or the single game in the
 * reply to `game`. */
void rows_put(struct wire_out *out, const struct message *msg);
/* Reads it into *msg, whose kind and cmd are set. */
void rows_read(struct wire_in *in, struct message *msg);

/* --- tables (table_json.c) --- */

/* Puts a table as its spec says: a list of rows, or a card. */
void table_json_put(struct wire_out *out, const struct table *table);
/* Reads the table with this spec; in->arena owns it.  NULL: a card without any of its
 * members. */
const struct table *table_json_read(struct wire_in *in, const struct table_spec *spec);

#endif
