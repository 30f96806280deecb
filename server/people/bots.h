/* The host's own bots. */
#ifndef ALEA_SERVER_PEOPLE_BOTS_H
#define ALEA_SERVER_PEOPLE_BOTS_H

#include "server/lobby/offers.h"
#include "server/people/sessions.h"

/* The message when a bot of this name has no seat left. */
#define BOT_FULL_TEXT                                                                    \
    "%s plays as many games as it can, or as it may with people at your address: "       \
    "leave one, or try again later"

/* Gives each name of --bot a session that never ends, so no player can take the name;
 * with --rated-levels, bots with a level also get an account. */
void people_add_bots(struct people *people);
/* Draws a new token for the i-th bot of the host; the previous one becomes invalid.  Show
 * it only to the host: with the token, anybody can be the bot.  False: the name is a
 * player's account. */
ALEA_MUST_USE bool people_draw_bot_token(struct people *people, size_t i,
                                         char token[static TOKEN_BYTES + 1]);
/* Their sessions may not be stored yet, if the disk failed at the start: stores them. */
void people_store_bots(struct people *people);
/* Whether a bot has a seat for one more game with this player: limits rooms_per_bot and
 * bot_rooms_per_address. */
bool people_bot_has_seat_for(const struct people *people, const struct session *bot,
                             const struct session *player);
/* The level of a bot of the host: 5 for House-5; 0: it has none, or is no such bot. */
unsigned people_bot_level(const struct session *session);
/* Whether the host lets this bot of its own play rated games. */
bool people_bot_is_rated(const struct people *people, const struct session *bot);
/* Finds a connected bot of the host that plays at this level, 1..HOUSE_LEVELS.  house:
 * a bot of the host, of which it must be the variant NAME-LEVEL, or house itself; NULL:
 * any.  Returns borrowed; NULL: there is none. */
const struct session *people_find_level(const struct people *people,
                                        const struct session *house, unsigned level);
/* How long bots must leave this seek to people, in ms; 0: bots may accept it now. */
int64_t people_bot_wait_ms(const struct people *people, const struct offer *seek);
/* Finds a connected bot without a level that would play with this player on these
 * terms.  Returns borrowed; NULL: none.  Bots with a level play only with players who
 * ask for them. */
const struct session *people_find_bot(const struct people *people,
                                      const struct session *player,
                                      const struct terms *terms);

#endif
