/* How a bot finds a seat: it joins a room where a player waits, or opens one. */
#ifndef ALEA_CLIENT_BOT_LOBBY_H
#define ALEA_CLIENT_BOT_LOBBY_H

#include "client-cli/bot/bot.h"

/* Looks for a seat, or opens a room, if the bot wants one. */
void bot_lobby_act(struct bot *bot, uint64_t now_ms);
/* Whether a message answers a command of bot_lobby_act. */
bool bot_lobby_is_answer(const struct message *msg);
/* Handles such an answer.  Errors that end the bot go to out. */
void bot_lobby_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                    FILE *out);

#endif
