/* Names and addresses that may not play here: the list of bans, kept in the store. */
#ifndef ALEA_SERVER_HUB_BANS_H
#define ALEA_SERVER_HUB_BANS_H

#include "server/hub/hub.h"
#include "server/lobby/ban.h"

const struct bans *hub_bans(const struct hub *hub);
/* Adds a ban, or changes one.  Clients that are banned then are sent away once it is
 * stored.  False: there are too many. */
ALEA_MUST_USE bool hub_ban(struct hub *hub, const struct ban *ban);
/* Takes a ban back.  False: there is none. */
ALEA_MUST_USE bool hub_unban(struct hub *hub, const char *who);
/* Whether a name or an address is banned now; text then says so to the player. */
ALEA_MUST_USE bool hub_is_banned(const struct hub *hub, const char *who,
                                 char text[static FAULT_BYTES]);

#endif
