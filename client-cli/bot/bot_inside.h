/* What the parts of the bot share. */
#ifndef ALEA_CLIENT_BOT_BOT_INSIDE_H
#define ALEA_CLIENT_BOT_BOT_INSIDE_H

#include "client-cli/bot/bot.h"

/* The table in this room, or NULL; "": an unused one. */
struct bot_table *bot_find_table(struct bot *bot, const char *code);
/* Leaves the room of a table where nobody else sits. */
void bot_leave_now(struct bot *bot, struct bot_table *table);
/* Whether a message says that the same could be done later. */
bool bot_is_passing(const struct message *msg);
/* When to ask again. */
uint64_t bot_retry_ms(const struct message *msg, uint64_t now_ms);

#endif
