/* How players meet: opening rooms, taking seats, making and accepting offers. */
#ifndef ALEA_SERVER_COMMAND_MEETING_H
#define ALEA_SERVER_COMMAND_MEETING_H

#include "server/command/request.h"
#include "server/lobby/offers.h"

/* --- rooms and seats: seating.c --- */

/* Reads those of the arguments game, side, time, rated and level that the command has.
 * ERR_UNKNOWN_GAME, ERR_BAD_OPTION, ERR_BAD_ARGUMENT, ERR_NOT_REGISTERED: the player may
 * not play rated games. */
enum error_code seating_terms(struct request *request, struct terms *terms);
/* Reads the argument side.  False with a fault: it is invalid. */
bool seating_side(struct request *request, enum side *side);
/* Whether the session may sit in one more room.  ERR_TOO_MANY_ROOMS. */
enum error_code seating_has_room(const struct request *request,
                                 const struct session *session);
/* Whether these two may sit in one more room with each other: a bot of the host plays
 * with a limited number.  ERR_TOO_MANY_ROOMS. */
enum error_code seating_may_meet(struct request *request, const struct session *a,
                                 const struct session *b);
/* Opens request->room.  It counts towards the limit of the client's address, or of
 * first's if a bot of the host asks.  word: needed to enter; NULL: open to all.  first:
 * seated from the start, on terms->side; NULL: the room is empty.  ERR_LOBBY_FULL. */
enum error_code seating_open(struct request *request, const struct terms *terms,
                             const char *word, struct session *first);
/* Whether the player may enter request->room with the argument word; a wrong word
 * costs tokens.  ERR_WRONG_WORD, ERR_TOO_FAST. */
enum error_code seating_enter(struct request *request);
/* Seats the player in request->room.  Fills in the reply; the room gets its event after
 * it. ERR_STORAGE. */
enum error_code seating_sit(struct request *request, enum side side);

/* --- offers: play.c --- */

/* Opens a room for an accepted offer, seats both players, and ends their seeks.
 * other_wants: the side that the player wants; SIDE_COUNT: either.  ERR_TOO_MANY_ROOMS,
 * ERR_LOBBY_FULL. */
enum error_code meeting_take(struct request *request, struct offer *offer,
                             enum side other_wants);
/* Makes an offer of the player; a repeated one returns the same.  to: the challenged
 * session; 0: a seek.  *made: borrowed.  ERR_TOO_MANY_OFFERS, ERR_TOO_FAST. */
enum error_code meeting_offer(struct request *request, const struct terms *terms,
                              uint64_t to, const struct offer **made);
/* Challenges a player who wants that; as meeting_offer.  ERR_NOT_REGISTERED, ERR_GAGGED,
 * ERR_NOT_WANTED, ERR_TOO_MANY_ROOMS. */
enum error_code meeting_challenge(struct request *request, const struct session *player,
                                  struct terms *terms, const struct offer **made);

/* Which opponents a player accepts. */
enum meeting_with {
    WITH_PEOPLE,  /* players who have not said that they are bots */
    WITH_BOTS,    /* bots, except the host's */
    WITH_ANYBODY, /* all */
};
/* The oldest seek that meets these terms; NULL: there is none. */
struct offer *meeting_find_seek(const struct request *request, const struct terms *terms,
                                enum meeting_with with);

#endif
