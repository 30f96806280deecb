/* Games, positions and boards as JSON: shared by state events and records. */
#ifndef ALEA_PROTO_GAME_JSON_H
#define ALEA_PROTO_GAME_JSON_H

#include "proto/wire.h"
#include "proto/wire_out.h"
#include "rules/clock.h"
#include "rules/game.h"

/* Puts the members "game" and "options" ("" when all are the default). */
void game_json_put(struct wire_out *out, const struct game *game,
                   const struct options *opt);
/* Reads them.  Returns the game, or NULL when in has failed. */
const struct game *game_json_read(struct wire_in *in, struct options *opt);
/* Puts the member "time": "5+10", null without clocks. */
void time_json_put(struct wire_out *out, const struct time_control *time);
/* Reads it; all 0 when absent. */
struct time_control time_json_read(struct wire_in *in);
/* Puts the member "position". */
void position_json_put(struct wire_out *out, const struct game *game,
                       const struct position *pos);
/* Reads it by the strict reader of the game.  False when in has failed. */
bool position_json_read(struct wire_in *in, const struct game *game,
                        const struct options *opt, struct position *pos);
/* Puts {"squares":{"8":"w"},"reserve":[7,7],"off":[0,0]}. */
void board_json_put(struct wire_out *out, const char *key, const struct game *game,
                    const struct position *pos);

#endif
