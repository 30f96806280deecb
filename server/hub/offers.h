/* Offers to play: which players are told about them, how they end, and which bot of the
 * host accepts them. */
#ifndef ALEA_SERVER_HUB_OFFERS_H
#define ALEA_SERVER_HUB_OFFERS_H

#include "proto/message/message.h"
#include "server/hub/sessions.h"
#include "server/lobby/offers.h"

/* All offers; borrowed. */
struct offers *hub_offers(struct hub *hub);
/* Running games of a player; adjourned ones do not count. */
size_t hub_running_games(const struct session *session);
/* Which part of a player's profile refuses what another one offers. */
enum profile_part hub_refuses(const struct session *asked, const struct session *by,
                              const struct terms *terms);
/* Adds an offer to a table, as a row. */
void hub_put_offer(const struct hub *hub, const struct offer *offer, struct table *table);

/* Tells an offer that was just added to the players it is for. */
void hub_make_offer(struct hub *hub, struct offer *offer);
/* Ends an offer, and tells the players who know of it. */
void hub_end_offer(struct hub *hub, struct offer *offer, enum offer_end why);
/* As above, for a challenge that is declined. */
void hub_decline_offer(struct hub *hub, struct offer *offer, enum offer_reason reason);
/* Ends all offers by and to a player who has left. */
void hub_end_offers_of(struct hub *hub, const struct session *session);
/* Ends all offers: the server stops. */
void hub_end_all_offers(struct hub *hub);
/* Withdraws all seeks of a player.  Returns how many. */
size_t hub_end_seeks_of(struct hub *hub, const struct session *session);
/* Ends the offers that expire now. */
void hub_expire_offers(struct hub *hub);
/* Ends all offers, as a turn has failed: nothing of them is stored.  Nobody was told of
 * those that were made in this turn or later. */
void hub_lose_offers(struct hub *hub, uint64_t turn);

#endif
