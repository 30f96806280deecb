/* Players, connected or not: a name, a secret token, the rooms where they sit, and those
 * that they watch.
 *
 * A session ends when it has no connection and no seat, and watches nothing.  The session
 * of an account lives on for the grace time; that of a bot of the host never ends.  */
#ifndef ALEA_SERVER_HUB_SESSIONS_H
#define ALEA_SERVER_HUB_SESSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/name.h"
#include "room/room.h"
#include "server/base/deadline_heap.h"
#include "server/base/rate.h"
#include "server/lobby/gags.h"
#include "server/lobby/profile.h"
#include "server/store/store.h"

struct client;
struct hub;

/* Random bytes of a token: 256 bits. */
#define TOKEN_SECRET_BYTES 32

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

/* --- one session --- */

/* Its token buckets, which the first call allocates.  Borrowed. */
struct session_rates *session_rates(struct session *session);
/* Whether the player has an account, which rated games need. */
bool session_is_registered(const struct session *session);
/* The index of a game in games[] and in its ratings. */
size_t session_game(const struct game *game);
/* Its rating in a game; borrowed.  NULL: it has none, or is a guest's. */
const struct rating *session_rating(const struct session *session,
                                    const struct game *game);
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

/* The codes of its rooms, one space between; as many as a bot of the host can have: the
 * range of limit rooms_per_bot. */
#define CODES_BYTES (256 * (ROOM_BYTES_MAX + 1) + 1)
void session_list_codes(const struct session *session, char codes[static CODES_BYTES]);

/* Writes the token of a session with this secret, and its hash; only the hash is kept. */
void token_write(uint64_t session, const uint8_t secret[static TOKEN_SECRET_BYTES],
                 char token[static TOKEN_BYTES + 1],
                 uint8_t hash[static TOKEN_HASH_BYTES]);
/* Reads the session that a token names, and hashes the token, for comparing.  False: it
 * is no token. */
bool token_read(const char *token, uint64_t *session,
                uint8_t hash[static TOKEN_HASH_BYTES]);

/* --- all sessions --- */

/* The session with this id; NULL: there is none. */
struct session *hub_find_session(const struct hub *hub, uint64_t id);
/* A small number that no other session has while this one exists. */
uint32_t hub_session_place(const struct hub *hub, uint64_t id);
/* The session with this name; NULL: there is none. */
struct session *hub_find_name(const struct hub *hub, const char *name);
/* The session of this account; NULL: there is none now. */
struct session *hub_find_account(const struct hub *hub, int64_t account);
/* The session that sits there; NULL: none. */
struct session *hub_session_at(const struct hub *hub, const struct room *room,
                               enum side side);
/* Whether the session (may be NULL) has a connection that is not about to end. */
bool hub_is_here(const struct hub *hub, const struct session *session);

/* Adds a session with this name and account.  id: that of an earlier session; 0: draws
 * one.  Returns borrowed; NULL: the id is not free. */
struct session *hub_add_session(struct hub *hub, uint64_t id, const char *name,
                                int64_t account);
/* Writes it to the store as it is. */
void hub_store_session(struct hub *hub, const struct session *session);
/* Gives it another name. */
void hub_name_session(struct hub *hub, struct session *session, const char *name);
/* The id of a new account. */
int64_t hub_number_account(struct hub *hub);
/* Makes it the session of an account; 0: of a guest. */
void hub_set_account(struct hub *hub, struct session *session, int64_t account);
/* Draws a new token of a session, and its hash. */
void hub_draw_token(const struct hub *hub, uint64_t session,
                    char token[static TOKEN_BYTES + 1],
                    uint8_t hash[static TOKEN_HASH_BYTES]);
/* Notes the address of a session's client.  Call it for each new connection of it. */
void hub_note_address(const struct hub *hub, struct session *session,
                      const struct client *client);

/* The connection of a session, from this address, has ended.  Keeps the session for the
 * grace time if it watches rooms or is an account's, unless too many sessions are kept
 * for the address (limit connections_per_address). */
void hub_keep_session(struct hub *hub, struct session *session, const char *address);
/* Stops keeping it for that: it has a connection again, or ends. */
void hub_unkeep_session(struct hub *hub, struct session *session);
/* Ends sessions that were kept for the grace time. */
void hub_expire_sessions(struct hub *hub);
/* The same for a session that has lost its connection in a turn that failed. */
void hub_keep_for_now(struct hub *hub, struct session *session);
/* Ends a session that nothing holds any more, once the turn is stored.  Does nothing if
 * something holds it. */
void hub_end_session(struct hub *hub, struct session *session);
/* Takes a session that the store does not have out of memory. */
void hub_drop_session(struct hub *hub, struct session *session);
void hub_free_sessions(struct hub *hub);

#endif
