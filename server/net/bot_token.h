/* The files with the tokens of house bots, one for each: FILE.bot-NAME beside the
 * database.  Anybody who can read such a file can log in as the bot. */
#ifndef ALEA_SERVER_NET_BOT_TOKEN_H
#define ALEA_SERVER_NET_BOT_TOKEN_H

#include "server/hub/hub.h"

/* Draws a token for each house bot, and writes its file, which only this user can read.
 * A failure is logged, and the server runs without that bot. */
void bot_tokens_write(struct hub *hub, const struct hub_config *config);

#endif
