/* How much is stored of games for one address: limit stored_per_hour.  A game in progress
 * is never refused; it is paced, and no new one begins.  Operators are free of it. */
#ifndef ALEA_SERVER_HUB_QUOTA_H
#define ALEA_SERVER_HUB_QUOTA_H

#include "server/hub/dispatch.h"

/* What a game costs besides its events: the rows that it begins and ends with. */
#define QUOTA_GAME 100
/* Moves a second from an address that has used up its quota: people do not notice. */
#define QUOTA_MOVES_PER_S 20

/* Whether a game may begin in ask->room: not when the addresses of both players have used
 * up what they have.  ERR_TOO_FAST. */
enum error_code quota_may_begin(struct ask *ask);
/* It has begun, and is charged to the player whose address has more left. */
void quota_charge_game(struct ask *ask);
/* Whether the asker may store something that is no move; ERR_TOO_FAST. */
enum error_code quota_may_store(struct ask *ask);
/* The asker has stored an event with so many bytes of text. */
void quota_charge_event(struct ask *ask, size_t text_bytes);
/* The time in ms until the client has some of it left; 0: now. */
int64_t quota_wait_ms(struct hub *hub, const struct client *client);

#endif
