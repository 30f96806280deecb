/* How the bot is asked to play: it says what it plays, answers challenges, and, as a
 * house, accepts seeks that nobody has accepted. */
#ifndef ALEA_CLIENT_BOT_BOT_OFFERS_H
#define ALEA_CLIENT_BOT_BOT_OFFERS_H

#include "client-cli/bot/bot.h"

/* Tells the server that this is a bot, and what it plays, and asks what is sought:
 * whenever it has got its name or come back.  Offers heard before are forgotten. */
void bot_offers_introduce(struct bot *bot);
/* Takes in that there is an offer, or that one is over. */
void bot_offers_hear(struct bot *bot, const struct message *msg, uint64_t now_ms);
/* Answers what is due.  Returns when to call again; UINT64_MAX: after the next message.
 */
uint64_t bot_offers_act(struct bot *bot, uint64_t now_ms);
/* Whether it has accepted an offer, and has no answer yet. */
bool bot_offers_is_accepting(const struct bot *bot);
/* Whether this is an answer to what these functions have asked. */
bool bot_offers_is_answer(const struct message *msg);
void bot_offers_hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms);

#endif
