/* Rooms that were watched on a server that has forgotten who watched: they are watched
 * again. */
#ifndef ALEA_CLIENT_PLAYER_REWATCH_H
#define ALEA_CLIENT_PLAYER_REWATCH_H

#include "client-cli/player/player.h"

/* The server does not know the player any more.  Forgets the rooms where he sat, and what
 * was seen in those that he watched.  Whether he sat anywhere. */
bool rewatch_keep(struct player *player);
/* He has his name again: asks for the rooms that he watched. */
void rewatch_ask(struct player *player);
/* Whether this answers one of these questions; a room that cannot be watched any more is
 * forgotten.  Nobody else needs to know. */
bool rewatch_is_answer(struct player *player, const struct message *msg);

#endif
