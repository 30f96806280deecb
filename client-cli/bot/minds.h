/* How a bot chooses good moves: an engine for each game that it plays. */
#ifndef ALEA_CLIENT_BOT_MINDS_H
#define ALEA_CLIENT_BOT_MINDS_H

#include "rules/game.h"

struct minds;

/* No engines yet.  level: 1..ENGINE_LEVELS; think_ms: at most, for each move.  Returns
 * owned: minds_free. */
struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed);
void minds_free(struct minds *minds);
unsigned minds_level(const struct minds *minds);
/* Gets the engine of a game ready.  False with a fault: its table is damaged. */
ALEA_MUST_USE bool minds_add(struct minds *minds, const struct game *game,
                             char fault[static FAULT_BYTES]);
/* Writes the move for a position in state move.  False: the game was not added. */
bool minds_choose(struct minds *minds, const struct game *game,
                  const struct position *pos, char move[static MOVE_TEXT_BYTES]);

#endif
