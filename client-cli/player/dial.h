/* Connects a player in a separate thread, so the caller need not wait.  Call
 * wait_catch_signals first; the thread gets no signals. */
#ifndef ALEA_CLIENT_PLAYER_DIAL_H
#define ALEA_CLIENT_PLAYER_DIAL_H

#include "client-cli/player/player.h"

struct dial;

/* Begins player_connect.  Until dial_end, the player belongs to the thread: use no part
 * of it.  player, address: borrowed until then.  Returns owned: dial_end; NULL: the
 * system has no thread or descriptor left. */
struct dial *dial_begin(struct player *player, const struct net_address *address);
/* Becomes readable when the attempt has ended. */
int dial_fd(const struct dial *dial);
/* Ends the attempt, and frees it.  Returns what player_connect returned.  Waits for it if
 * dial_fd is not readable yet: first make wait_for stop, as the program ends. */
bool dial_end(struct dial *dial);

#endif
