/* What a player adds to the dice: a random nonce, sealed until the server asks for it, or
 * their own word. */
#ifndef ALEA_CLIENT_PLAYER_SEAL_H
#define ALEA_CLIENT_PLAYER_SEAL_H

#include "client-cli/player/player.h"

/* Says ready in this room; "": in the only one.  The room code is also the id of the
 * command.  word: a plain nonce; NULL: a random one, sealed until the server asks. */
void player_ready(struct player *player, const char *code, const char *word);
/* Call for every state of the room, after dice_check_see.  If the state has a seal of
 * ours, tells its nonce to the dice check, and opens it when it is time. */
void player_see_seal(struct player *player, struct player_room *room,
                     const struct state *state);
void player_open_seal(struct player *player, const struct player_room *room);
/* Whether a message answers an opening, so the caller can ignore it.  player_act repeats
 * openings that were refused for the moment. */
bool player_is_opened(struct player *player, const struct message *msg);
/* Repeats openings that are due.  Returns when to call again; UINT64_MAX: after the next
 * message. */
uint64_t player_act(struct player *player, uint64_t now_ms);

#endif
