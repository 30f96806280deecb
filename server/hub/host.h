/* What the host of a server sees and may do: the operator's role, draining, and the
 * host's own bots. */
#ifndef ALEA_SERVER_HUB_HOST_H
#define ALEA_SERVER_HUB_HOST_H

#include "server/hub/clients.h"
#include "server/lobby/offers.h"

/* --- operators --- */

/* Finds the accounts that have the operator's role, at the start.  The store remembers
 * them: registering a name that has become free does not give the role. */
void hub_find_operators(struct hub *hub);
/* Whether an account has the operator's role by its name. */
bool hub_is_operators(const struct hub *hub, int64_t account);
/* Whether the client has the operator's role. */
bool hub_is_operator(const struct hub *hub, const struct client *client);

/* --- the end of the server --- */

/* Whether no new games begin, because the server is to stop. */
bool hub_is_draining(const struct hub *hub);
/* From now on no new games begin; minutes > 0: the server stops then.  All clients are
 * told, and reminded as the end comes near. */
void hub_drain(struct hub *hub, uint64_t minutes);
/* New games can begin again; all clients are told. */
void hub_end_drain(struct hub *hub);
/* Tells how many minutes are left, or stops, if it is time. */
void hub_drain_due(struct hub *hub);
/* Makes hub_wants_stop true. */
void hub_stop(struct hub *hub);
/* The number of accounts; -1: not known. */
int64_t hub_n_accounts(const struct hub *hub);
/* Measures the store and its disk, in the store's thread. */
void hub_measure_store(struct hub *hub);
/* Notes how large the store is now.  Warns, once, when its disk is nearly full. */
void hub_set_store_size(struct hub *hub, const struct store_size *size);
/* Games that are being played. */
int64_t hub_n_running(const struct hub *hub);

/* --- bots of the host --- */

/* The message when a bot of this name has no seat left. */
#define HUB_BOT_FULL_TEXT                                                                \
    "%s plays as many games as it can, or as it may with people at your address: "       \
    "leave one, or try again later"

/* Gives each name of --bot a session that never ends, so no player can take the name;
 * with --rated-levels, bots with a level also get an account. */
void hub_add_bots(struct hub *hub);
/* Whether a bot has a seat for one more game with this player: limits rooms_per_bot and
 * bot_rooms_per_address. */
bool hub_bot_has_seat_for(const struct hub *hub, const struct session *bot,
                          const struct session *player);
/* The level of a bot of the host: 5 for House-5; 0: it has none, or is no such bot. */
unsigned hub_bot_level(const struct session *session);
/* Whether the host lets this bot of its own play rated games. */
bool hub_bot_is_rated(const struct hub *hub, const struct session *bot);
/* Finds a connected bot of the host that plays at this level, 1..HOUSE_LEVELS.  house:
 * a bot of the host, of which it must be the variant NAME-LEVEL, or house itself; NULL:
 * any.  Returns borrowed; NULL: there is none. */
const struct session *hub_find_level(const struct hub *hub, const struct session *house,
                                     unsigned level);
/* How long bots must leave this seek to people, in ms; 0: bots may accept it now. */
int64_t hub_bot_wait_ms(const struct hub *hub, const struct offer *seek);
/* Finds a connected bot without a level that would play with this player on these
 * terms.  Returns borrowed; NULL: none.  Bots with a level play only with players who
 * ask for them. */
const struct session *hub_find_bot(const struct hub *hub, const struct session *player,
                                   const struct terms *terms);

#endif
