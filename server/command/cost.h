/* What requests cost: commands a second, replayed events, and rows stored for an address
 * (limit stored_per_hour).  A running game is slowed down at worst, never refused.
 * Operators store without limit; the host's bots send as many commands as they like. */
#ifndef ALEA_SERVER_COMMAND_COST_H
#define ALEA_SERVER_COMMAND_COST_H

#include "server/command/request.h"

/* --- commands --- */

/* Takes the tokens for one command.  cost 0: the command may advance a game, see
 * common/proto/command/command.h.  False: too few tokens; the client is told when to
 * retry, and is disconnected if it keeps sending earlier.  id: of the request, for the
 * answer. */
ALEA_MUST_USE bool cost_pay(struct hub *hub, struct client *client, int64_t cost,
                            const char *id);
/* Refunds the token of a command that did advance a game: such commands are free. */
void cost_give_back_move(struct hub *hub, struct client *client);
/* Takes tokens for work beyond the command's own cost, even if too few are left. */
void cost_charge(struct hub *hub, struct client *client, int64_t cost);

/* --- tolls --- */

/* A token that a request takes from a bucket. */
struct toll {
    struct rate *rate;
    struct rate_rule rule;
    const char *fault; /* told if there is none */
};
/* Takes one token from each bucket, or none at all: ERR_TOO_FAST. */
enum error_code cost_pay_tolls(struct request *request, const struct toll *tolls,
                               size_t n);
/* The bucket of the client's address.  A name's own buckets are not enough, as anyone can
 * take new names. */
struct rate *cost_address_bucket(const struct request *request, enum rate_kind kind);

/* --- replays --- */

/* How long the client must wait before games may be replayed for it, in ms; 0: no
 * wait. */
int64_t cost_replay_wait_ms(const struct request *request);
/* Charges the client for this many replayed events. */
void cost_charge_replay(const struct request *request, uint64_t n_events);

/* --- storage --- */

/* Whether a game may begin in request->room.  ERR_TOO_FAST: the addresses of both players
 * have used up their storage limit. */
enum error_code cost_may_begin(struct request *request);
/* A game has begun: charges the player whose address has more left. */
void cost_charge_game(struct request *request);
/* Whether the client may store something other than a move; ERR_TOO_FAST. */
enum error_code cost_may_store(struct request *request);
/* Charges the client for a stored event with this many bytes of text. */
void cost_charge_event(struct request *request, size_t text_bytes);

/* Carries out an op in request->room for the session's side, and charges its event; text
 * may be NULL.  Sets the event number in the reply.  Errors as rooms_do. */
enum error_code act_in_room(struct request *request, enum op_kind kind, const char *text);

#endif
