/* How other players get the bot to play.  It tells the server which games it plays, and
 * answers challenges.  A house bot also accepts seeks that nobody else has accepted. */
#ifndef ALEA_CLIENT_BOT_OFFERS_H
#define ALEA_CLIENT_BOT_OFFERS_H

#include "client-cli/bot/bot.h"

/* Tells the server that this is a bot and what it plays, and asks for the open seeks.
 * Call it whenever the bot has got its name or is back.  Forgets earlier offers. */
void bot_offers_introduce(struct bot *bot);
/* Handles the event of a new offer, or of the end of one. */
void bot_offers_hear(struct bot *bot, const struct message *msg, uint64_t now_ms);
/* Answers the offers that are due.  Returns when to call again; UINT64_MAX: after the
 * next message. */
uint64_t bot_offers_act(struct bot *bot, uint64_t now_ms);
/* Whether the bot has accepted an offer and waits for the server's answer. */
bool bot_offers_is_accepting(const struct bot *bot);
/* Whether a message answers a command sent by these functions. */
bool bot_offers_is_answer(const struct message *msg);
/* Handles such an answer. */
void bot_offers_hear_answer(struct bot *bot, const struct message *msg, uint64_t now_ms);

#endif
