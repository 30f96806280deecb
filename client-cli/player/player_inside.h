/* What the parts of the player share. */
#ifndef ALEA_CLIENT_PLAYER_PLAYER_INSIDE_H
#define ALEA_CLIENT_PLAYER_PLAYER_INSIDE_H

#include "client-cli/player/player.h"

/* Looks in a state of the room, which dice_check_see has seen, for a seal of ours: its
 * nonce is promised, and opened if it is time. */
void player_see_seal(struct player *player, struct player_room *room,
                     const struct state *state);
void player_open_seal(struct player *player, const struct player_room *room);
/* Whether this answers an opening: nobody else needs to know.  One that the server has no
 * time for is made again (player_act). */
bool player_is_opened(struct player *player, const struct message *msg);

#endif
