/* Sessions that are over and still stored: deleted a few at a time, in transactions of
 * their own, so that no move waits for it, or fails because of it. */
#ifndef ALEA_SERVER_PEOPLE_ENDED_H
#define ALEA_SERVER_PEOPLE_ENDED_H

#include <stdbool.h>
#include <stdint.h>

struct people;

/* The last load has left games out, or not: sessions may sit there, and stay stored when
 * they end. */
void people_leave_out(struct people *people, bool leaves_out);
/* A stored session is over: deletes it soon, together with others. */
void people_end_stored(struct people *people, uint64_t session);
/* The same at the start, for a session that sits nowhere.  has_aside: games are set
 * aside, which the host may repair one day: it may sit there. */
void people_forget_stored(struct people *people, uint64_t session, bool has_aside);
/* The session has a seat after all: does not delete it. */
void people_keep_stored(struct people *people, uint64_t session);
/* Deletes some of these, if it is time. */
void people_clean_sessions(struct people *people);

#endif
