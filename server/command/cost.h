/* What requests cost: commands a second, replayed events, and rows stored for an address
 * (limit stored_per_hour).  A running game is slowed down at worst, never refused.
 * Operators store without limit; the host's bots send as many commands as they like. */
#ifndef ALEA_SERVER_COMMAND_COST_H
#define ALEA_SERVER_COMMAND_COST_H

#include "server/command/request.h"

/* --- commands --- */

/* Takes the tokens of one command.  cost 0: it may move a game on, see
 * common/proto/command/command.h.  False: there are not enough; the client is told when
 * there will be, and is disconnected if it keeps sending before that time.  id: of the
 * request, for the answer. */
ALEA_MUST_USE bool cost_pay(struct hub *hub, struct client *client, int64_t cost,
                            const char *id);
/* Gives back the token of a command that did move a game on: such commands are free. */
void cost_give_back_move(struct hub *hub, struct client *client);
/* Takes tokens for more work than the command's own cost, also when there are none left.
 */
void cost_charge(struct hub *hub, struct client *client, int64_t cost);

/* --- replays --- */

/* How long the client has to wait until games may be replayed for it, in ms; 0: not. */
int64_t cost_replay_wait_ms(const struct request *request);
/* This many events were replayed for it. */
void cost_charge_replay(const struct request *request, uint64_t n_events);

/* --- sessions of other nodes --- */

/* Takes a token for the claim of a session that this node does not know; ERR_TOO_FAST,
 * with its sentence.  An address may claim as many as it may make connections. */
enum error_code cost_may_claim(struct request *request);

/* --- what is stored --- */

/* Whether a game may begin in request->room.  ERR_TOO_FAST: the addresses of both players
 * have used up what they may store. */
enum error_code cost_may_begin(struct request *request);
/* A game has begun: charges the player whose address has more left. */
void cost_charge_game(struct request *request);
/* Whether the client may store something that is no move; ERR_TOO_FAST. */
enum error_code cost_may_store(struct request *request);
/* The client has stored an event with this many bytes of text. */
void cost_charge_event(struct request *request, size_t text_bytes);

#endif
