/* How the bot is asked to play: it says what it plays, and answers challenges. */
#ifndef ALEA_CLIENT_BOT_OFFERS_H
#define ALEA_CLIENT_BOT_OFFERS_H

#include "client-cli/bot.h"

/* Tells the server that this is a bot, and what it plays: whenever it has got its name or
 * come back. */
void bot_offers_introduce(struct bot *bot);
/* Answers an offer, if it is a challenge to the bot. */
void bot_offers_hear(struct bot *bot, const struct message *msg);
/* Whether this is an answer to what these functions have asked. */
bool bot_offers_is_answer(const struct message *msg);
void bot_offers_hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms);

#endif
