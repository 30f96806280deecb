/* Players, connected or not: a name, a secret token, the rooms where they sit, and those
 * that they watch.
 *
 * A session ends when it has no connection and no seat, and watches nothing
 * (rooms/sessions.h).  The session of an account lives on for the grace time; that of a
 * bot of the host never ends. */
#ifndef ALEA_SERVER_PEOPLE_SESSIONS_H
#define ALEA_SERVER_PEOPLE_SESSIONS_H

#include "proto/name.h"
#include "room/room.h"
#include "server/base/deadline_heap.h"
#include "server/base/rate.h"
#include "server/lobby/profile.h"
#include "server/store/history/whole.h"
#include "server/store/store.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;
struct people;

/* What only a few players need: token buckets. */
struct session_rates {
    struct rate says;              /* limit say_per_minute */
    struct rate shouts;            /* limit shouts_per_minute */
    struct rate resumes;           /* limit resume_per_minute */
    struct rate seeks, challenges; /* limits seeks_per_minute, challenges_per_minute */
};

/* Nearly every connection has one, so keep it small. */
struct session {
    uint64_t id;
    uint64_t client; /* its connection; 0: none */
    int64_t account; /* 0: a guest's */
    uint8_t token_hash[TOKEN_HASH_BYTES];
    char name[NAME_BYTES_MAX + 1];
    char key[NAME_KEY_BYTES]; /* of the name, see name.h */
    bool of_host;             /* a bot of the host: it never ends */
    uint16_t n_rooms;         /* bounded by limit rooms_per_player */
    uint16_t n_watched;       /* bounded by limit watched_per_player */
    uint64_t from;            /* hash of the address it last came from; 0: not known
                                 since the start of the server */
    struct profile profile;
    struct gags gags;
    struct player_ratings *ratings; /* owned; NULL: a guest's */
    struct session_rates *rates;    /* owned; see session_rates */
    struct room **rooms;   /* where it sits; array owned or `only`, rooms borrowed */
    struct room *only;     /* most players sit in one room: that needs no array */
    struct room **watched; /* what it watches; array owned, rooms borrowed */
    /* While it is kept without a connection: the counters of its address (borrowed; else
     * NULL), and when that ends. */
    struct address_counts *counts;
    struct deadline deadline;
};
_Static_assert(sizeof(struct session) <= 248, "10,000 idle connections need 2 KiB each");

/* The codes of its rooms, one space between; as many as a bot of the host can have: the
 * range of limit rooms_per_bot. */
#define CODES_BYTES (256 * (ROOM_BYTES_MAX + 1) + 1)

/* Whether the player has an account, which rated games need. */
bool session_is_registered(const struct session *session);
/* Its rating in a game; borrowed.  NULL: it has none, or is a guest's. */
const struct rating *session_rating(const struct session *session,
                                    const struct game *game);
/* Its token buckets, which the first call allocates.  Borrowed. */
struct session_rates *session_rates(struct session *session);
/* Frees what it owns, and itself. */
void session_free(struct session *session);
void session_add_room(struct session *session, struct room *room);
void session_remove_room(struct session *session, const struct room *room);
/* The room with this code where the session sits; NULL: none. */
struct room *session_find_room(const struct session *session, const char *code);
/* As above, for the rooms that it watches. */
void session_watch(struct session *session, struct room *room);
void session_unwatch(struct session *session, const struct room *room);
struct room *session_find_watched(const struct session *session, const char *code);
void session_list_codes(const struct session *session, char codes[static CODES_BYTES]);
/* The session with this id; NULL: there is none. */
struct session *people_find_session(const struct people *people, uint64_t id);
/* A small number that no other session has while this one exists. */
uint32_t people_session_place(const struct people *people, uint64_t id);
/* The session with this name; NULL: there is none. */
struct session *people_find_name(const struct people *people, const char *name);
/* The session of this account; NULL: there is none now. */
struct session *people_find_account(const struct people *people, int64_t account);
/* Gives it another name. */
void people_name_session(struct people *people, struct session *session,
                         const char *name);
/* The id of a new account. */
int64_t people_number_account(struct people *people);
/* Makes it the session of an account; 0: of a guest. */
void people_set_account(struct people *people, struct session *session, int64_t account);
/* The session that sits there; NULL: none. */
struct session *people_session_at(const struct people *people, const struct room *room,
                                  enum side side);
/* The client of that session; NULL: none. */
struct client *people_client_at(const struct people *people, const struct room *room,
                                enum side side);
/* Whether the session (may be NULL) has a connection that is not about to end. */
bool people_is_here(const struct people *people, const struct session *session);
/* Adds a session with this name and account.  id: that of an earlier session; 0: draws
 * one.  Returns borrowed; NULL: the id is not free. */
struct session *people_add_session(struct people *people, uint64_t id, const char *name,
                                   int64_t account);
/* Draws a new token of a session: its id and a secret, in base32.  Only the hash is
 * kept. */
void people_draw_token(const struct people *people, uint64_t session,
                       char token[static TOKEN_BYTES + 1],
                       uint8_t hash[static TOKEN_HASH_BYTES]);
/* The session that a token belongs to; NULL: none. */
struct session *people_find_token(const struct people *people, const char *token);
/* Writes it to the store as it is. */
void people_store_session(struct people *people, const struct session *session);
/* Notes the address of a session's client.  Call it for each new connection of it. */
void people_note_address(const struct people *people, struct session *session,
                         const struct client *client);
/* Takes a session out of memory, which watches nothing and offers nothing.  Its client
 * must log in again. */
void people_remove_session(struct people *people, struct session *session);
/* Makes a session as the store has it. */
void people_take_session(struct people *people, struct session *s,
                         struct whole_session *read);
/* Keeps the session of a lost connection for the grace time, on the account of this
 * address.  False: too many are kept for it (limit connections_per_address). */
bool people_keep_from(struct people *people, struct session *session,
                      const char *address);
/* The same on nobody's account. */
void people_keep_for_grace(struct people *people, struct session *session);
/* Stops keeping the next session whose grace time is over.  NULL: there is none. */
struct session *people_next_unkept(struct people *people);
size_t people_n_sessions(const struct people *people);
/* Steps through all sessions: *at is 0 at first.  NULL: there are no more. */
struct session *people_next_session(const struct people *people, uint32_t *at);
/* Stops keeping it for that: it has a connection again, or ends. */
void people_unkeep_session(struct people *people, struct session *session);
void people_free_sessions(struct people *people);

/* --- sessions that are over and still stored; hub/cleanup.h deletes them --- */

struct ended_sessions {
    uint64_t *id; /* owned */
    size_t n, cap;
    uint64_t at_ms; /* when to delete some; not before it */
    bool is_busy;   /* the first of them are being deleted */
};
/* Borrowed. */
struct ended_sessions *people_ended(struct people *people);
/* The last load has left games out, or not: sessions may sit there, and stay stored when
 * they end. */
void people_leave_out(struct people *people, bool leaves_out);
/* A stored session is over: has it deleted soon, together with others. */
void people_end_stored(struct people *people, uint64_t session);
/* The same at the start, for a session that sits nowhere.  has_aside: games are set
 * aside, which the host may repair one day: it may sit there. */
void people_forget_stored(struct people *people, uint64_t session, bool has_aside);
/* The session has a seat after all: it stays stored. */
void people_keep_stored(struct people *people, uint64_t session);

#endif
