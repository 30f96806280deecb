/* What the files of a bot tell each other. */
#ifndef ALEA_CLIENT_BOT_INSIDE_H
#define ALEA_CLIENT_BOT_INSIDE_H

#include "client-cli/bot/bot.h"

/* --- table.c ---
 *
 * The tables of a bot: finding them, deciding the next step at each, and taking it. */

/* The index in the plan of a game with the same rules, in a match or not; n_games: there
 * is none. */
unsigned bot_find_game(const struct bot_plan *plan, const char *game);
/* The table in this room, or NULL.  code "": an unused one. */
struct bot_table *bot_table_find(struct bot *bot, const char *code);
/* As bot_table_find, but takes an unused table for a new room.  game: the game played
 * there.  NULL: all tables are in use. */
struct bot_table *bot_table_get(struct bot *bot, const char *code, const char *game);
/* Whether another game of a match follows the one that is over. */
bool bot_match_goes_on(const struct state *state);
/* Whether the bot sits alone at a table that anybody may join. */
bool bot_table_is_free(const struct bot_table *table);
/* Decides what to do next after a state event; side is the bot's. */
void bot_table_decide(struct bot *bot, struct bot_table *table, const struct message *msg,
                      enum side side, uint64_t now_ms);
/* Whether the bot must think before its step. */
bool bot_table_thinks(const struct bot_table *table);
/* Sends the command for the decided step, unless a program is still thinking about it.
 * n_thinking: tables that share the thinking time, including this one; 1 if it needs
 * none. */
void bot_table_act(struct bot *bot, struct bot_table *table, unsigned n_thinking);
/* Leaves a room at once; the bot must be alone in it. */
void bot_table_leave(struct bot *bot, struct bot_table *table);

/* Whether the command may succeed if it is sent again later. */
bool bot_error_is_transient(const struct message *msg);
/* When to send a command again after such an error. */
uint64_t bot_retry_ms(const struct message *msg, uint64_t now_ms);

/* --- lobby.c ---
 *
 * How a bot finds a seat: it joins a room where a player waits, or opens one. */

/* Looks for a seat, or opens a room, if the bot wants one. */
void bot_lobby_act(struct bot *bot, uint64_t now_ms);
/* Whether a message answers a command of bot_lobby_act. */
bool bot_lobby_is_answer(const struct message *msg);
/* Handles such an answer.  Errors that end the bot go to out. */
void bot_lobby_hear(struct bot *bot, const struct message *msg, uint64_t now_ms,
                    FILE *out);

/* --- offers.c ---
 *
 * How other players get the bot to play.  It tells the server which games it plays, and
 * answers challenges.  A house bot also accepts seeks that nobody else has accepted. */

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
