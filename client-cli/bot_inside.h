/* What the parts of the bot share. */
#ifndef ALEA_CLIENT_BOT_INSIDE_H
#define ALEA_CLIENT_BOT_INSIDE_H

#include "client-cli/bot.h"

/* Whether a message says that the same could be done later. */
bool bot_is_passing(const struct message *msg);
/* When to ask again. */
uint64_t bot_retry_ms(const struct message *msg, uint64_t now_ms);

#endif
