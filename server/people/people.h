/* The floor of people: connections (clients.h), players (sessions.h), and what they offer
 * each other (offers.h).  It knows rooms only as places where players sit. */
#ifndef ALEA_SERVER_PEOPLE_PEOPLE_H
#define ALEA_SERVER_PEOPLE_PEOPLE_H

#include "server/base/metrics.h"
#include "server/lobby/ban.h"
#include "server/turn/config.h"

struct client;
struct people;
struct turns;

/* Borrows both.  Returns owned. */
struct people *people_new(struct hub_config *config, struct turns *turns);
void people_free(struct people *people);
/* Asks for a tick when the next of its deadlines is due.  keeps: those of sessions, too.
 */
void people_wake(struct people *people, bool keeps);
/* Fills in the gauges of this floor. */
void people_measure(const struct people *people, struct metrics *metrics);

/* --- operators --- */

/* Whether an account has the operator's role by its name. */
bool people_is_operators(const struct people *people, int64_t account);
/* Whether the client has the operator's role. */
bool people_is_operator(const struct people *people, const struct client *client);
/* Finds the accounts that have the operator's role, at the start.  The store remembers
 * them: registering a name that has become free does not give the role. */
void people_find_operators(struct people *people);

/* --- bans: addresses and names that may not play here --- */

/* All bans are now these (takes what they own). */
void people_take_bans(struct people *people, struct bans *bans);
const struct bans *people_bans(const struct people *people);
/* Adds a ban, or changes one.  Clients that are banned then are sent away once it is
 * stored.  False: there are too many. */
ALEA_MUST_USE bool people_ban(struct people *people, const struct ban *ban);
/* Takes a ban back.  False: there is none. */
ALEA_MUST_USE bool people_unban(struct people *people, const char *who);
/* Whether a name or an address is banned now; text then says so to the player. */
ALEA_MUST_USE bool people_is_banned(const struct people *people, const char *who,
                                    char text[static FAULT_BYTES]);

#endif
