/* The files that tell the host's bots their tokens, one for each: FILE.bot-NAME beside
 * the database.  Whoever can read such a file is the bot. */
#ifndef ALEA_SERVER_NET_BOT_TOKEN_H
#define ALEA_SERVER_NET_BOT_TOKEN_H

#include "server/hub/hub.h"

/* Draws a token for each bot of the host and writes its file, which only this user can
 * read.  What does not work is logged, and the server goes on without that bot. */
void bot_tokens_write(struct hub *hub, const struct hub_config *config);

#endif
