/* Offers to play: which players are told about them, and how they end. */
#ifndef ALEA_SERVER_PEOPLE_OFFERS_H
#define ALEA_SERVER_PEOPLE_OFFERS_H

#include "proto/message/message.h"
#include "server/lobby/offers.h"
#include "server/people/sessions.h"

/* All offers; borrowed. */
struct offers *people_offers(struct people *people);
/* Running games of a player; adjourned ones do not count. */
size_t people_running_games(const struct session *session);
/* Which part of a player's profile refuses what another one offers. */
enum profile_part people_refuses(const struct session *asked, const struct session *by,
                                 const struct terms *terms);
/* Adds an offer to a table, as a row. */
void people_put_offer(const struct people *people, const struct offer *offer,
                      struct table *table);
/* Adds a copy of an offer, and tells the players it is for.  Returns borrowed. */
const struct offer *people_make_offer(struct people *people, const struct offer *made);
/* Ends an offer, and tells the players who know of it.  reason: for OFFER_DECLINED. */
void people_end_offer(struct people *people, struct offer *offer, enum offer_end why,
                      enum offer_reason reason);
/* Ends all offers by and to a player who has left. */
void people_end_offers_of(struct people *people, const struct session *session);
/* Ends all offers: the server stops. */
void people_end_all_offers(struct people *people);
/* Withdraws all seeks of a player.  Returns how many. */
size_t people_end_seeks_of(struct people *people, const struct session *session);
/* Ends the offers that expire now. */
void people_expire_offers(struct people *people);
/* Ends all offers, as a turn has failed: nothing of them is stored.  Nobody was told of
 * those that were made in this turn or later. */
void people_lose_offers(struct people *people, uint64_t turn);

#endif
