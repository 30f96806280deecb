/* The records that a bot saves.  For bot.c only. */
#ifndef ALEA_CLIENT_BOT_BOT_RECORDS_H
#define ALEA_CLIENT_BOT_BOT_RECORDS_H

#include "client-cli/bot/bot.h"

/* Wants the record of this game. */
void bot_records_want(struct bot *bot, const char *game_id, FILE *out);
/* Whether any is wanted and not there yet. */
bool bot_records_are_wanted(const struct bot *bot);
/* The answers to what was asked will not come. */
void bot_records_ask_again(struct bot *bot, uint64_t now_ms);
/* Asks for what is due.  Returns when to call again; UINT64_MAX never. */
uint64_t bot_records_act(struct bot *bot, uint64_t now_ms);
/* Whether a message answers what was asked. */
bool bot_records_is_answer(const struct message *msg);
/* Takes the answer in: saves the record. */
void bot_records_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                      FILE *out);

#endif
