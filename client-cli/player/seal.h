/* What a player adds to the dice: a random nonce, sealed until the server asks for it, or
 * a word. */
#ifndef ALEA_CLIENT_PLAYER_SEAL_H
#define ALEA_CLIENT_PLAYER_SEAL_H

#include "client-cli/player/player.h"

/* Says ready in this room; "": in the only one.  Its code becomes the id of the command,
 * too.  word: a plain nonce; NULL: a random one, sealed, and opened when it is time. */
void player_ready(struct player *player, const char *code, const char *word);
/* Call for every state of the room, after dice_check_see: looks for a seal of ours, whose
 * nonce is then promised, and opened if it is time. */
void player_see_seal(struct player *player, struct player_room *room,
                     const struct state *state);
void player_open_seal(struct player *player, const struct player_room *room);
/* Whether a message answers an opening; nobody else needs to see it.  Openings that the
 * server refused for a while are repeated by player_act. */
bool player_is_opened(struct player *player, const struct message *msg);
/* Repeats openings that are due.  Returns when to call again; UINT64_MAX: after the next
 * message. */
uint64_t player_act(struct player *player, uint64_t now_ms);

#endif
