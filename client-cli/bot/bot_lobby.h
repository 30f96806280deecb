/* How a bot finds a seat.  For bot.c only. */
#ifndef ALEA_CLIENT_BOT_BOT_LOBBY_H
#define ALEA_CLIENT_BOT_BOT_LOBBY_H

#include "client-cli/bot/bot.h"

/* Looks for a seat, or opens a room, if one is wanted. */
void bot_lobby_act(struct bot *bot, uint64_t now_ms);
/* Takes in the answer to what was asked. */
void bot_lobby_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                    FILE *out);
/* Whether a message is such an answer. */
bool bot_lobby_is_answer(const struct message *msg);
/* Whether nobody sits at the table yet, and it waits for whoever comes. */
bool bot_table_is_free(const struct bot_table *table);

#endif
