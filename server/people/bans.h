/* Addresses and names that may not play here. */
#ifndef ALEA_SERVER_PEOPLE_BANS_H
#define ALEA_SERVER_PEOPLE_BANS_H

#include "proto/bounds.h"
#include "server/base/log.h"
#include "server/lobby/ban.h"
#include "server/store/store.h"

struct people;

/* All of them are now these (takes what they own). */
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
