/* How rooms are opened and seats taken: what create, join and offers share. */
#ifndef ALEA_SERVER_COMMAND_SEATING_H
#define ALEA_SERVER_COMMAND_SEATING_H

#include "server/command/request.h"
#include "server/lobby/terms.h"

/* Reads the arguments game, side, time and rated, as far as the command has them.
 * ERR_UNKNOWN_GAME, ERR_BAD_OPTION, ERR_BAD_ARGUMENT, ERR_NOT_REGISTERED: the asker may
 * not play rated games. */
enum error_code seating_terms(struct request *request, struct terms *terms);
/* Reads the argument side.  False with a fault: it is none. */
bool seating_side(struct request *request, enum side *side);
/* Whether somebody may sit in one room more.  ERR_TOO_MANY_ROOMS. */
enum error_code seating_has_room(const struct request *request,
                                 const struct session *session);
/* Whether these two may sit in one room more with each other: one of them may be a bot of
 * the host, with which many play already.  ERR_TOO_MANY_ROOMS. */
enum error_code seating_may_meet(struct request *request, const struct session *a,
                                 const struct session *b);
/* Opens request->room, for the asker's address; for that of first if a bot of the host
 * asks. word: to enter it; NULL: it is for everybody.  first: who sits there from the
 * beginning, on terms->side; NULL: nobody. ERR_LOBBY_FULL. */
enum error_code seating_open(struct request *request, const struct terms *terms,
                             const char *word, struct session *first);
/* Whether the asker may enter request->room with the argument word; a wrong one costs.
 * ERR_WRONG_WORD. */
enum error_code seating_enter(struct request *request);
/* Seats the asker in request->room, to be told after the reply, which is filled in.
 * ERR_STORAGE. */
enum error_code seating_sit(struct request *request, enum side side);

#endif
