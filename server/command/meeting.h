/* How two players meet: what seeks, challenges and play share. */
#ifndef ALEA_SERVER_COMMAND_MEETING_H
#define ALEA_SERVER_COMMAND_MEETING_H

#include "server/command/seating.h"

/* Makes a room of an offer, in which both sit; all that the two seek ends.  other_wants:
 * the side that the asker wants; SIDE_COUNT: either.
 * ERR_TOO_MANY_ROOMS, ERR_LOBBY_FULL. */
enum error_code meeting_take(struct request *request, struct offer *offer,
                             enum side other_wants);
/* Whether the asker makes few enough of these a minute.  ERR_TOO_FAST. */
enum error_code meeting_check_rate(struct request *request, struct rate *rate,
                                   enum rate_kind what, int64_t per_minute);
/* Whether there may be one more offer.  ERR_TOO_MANY_OFFERS. */
enum error_code meeting_check_number(struct request *request);
/* An offer of the asker, as it would be.  to: a session; 0: a seek. */
struct offer meeting_offer(const struct request *request, const struct terms *terms,
                           uint64_t to);
/* Makes it, and tells it.  Returns borrowed. */
struct offer *meeting_make(struct request *request, const struct offer *made);
/* The same for seeks and play. */
enum error_code meeting_check_seeks(struct request *request);
/* Whether one of the asker and another player does not want to meet the other: because of
 * a gag, or because it is a bot. */
bool meeting_are_apart(const struct request *request, const struct session *other);

/* Whom somebody wants to meet. */
enum meeting_with {
    WITH_PEOPLE,  /* players who have not said that they are bots */
    WITH_BOTS,    /* those that have, but for the host's */
    WITH_ANYBODY, /* all */
};

bool meeting_is_with(const struct hub *hub, uint64_t session, enum meeting_with with);
/* The oldest seek that meets these terms; NULL: there is none. */
struct offer *meeting_find_seek(const struct request *request, const struct terms *terms,
                                enum meeting_with with);

#endif
