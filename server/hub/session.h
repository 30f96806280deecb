/* Who somebody is, whether connected or not: a name, a secret token, the rooms where he
 * sits, and those that he watches.  It ends when it has neither a connection nor a seat
 * and watches nothing any more; an account's not before the time to come back is over,
 * and that of a bot of the host never. */
#ifndef ALEA_SERVER_HUB_SESSION_H
#define ALEA_SERVER_HUB_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/name.h"
#include "server/base/deadline_heap.h"
#include "server/base/rate.h"
#include "server/lobby/gags.h"
#include "server/lobby/profile.h"
#include "server/room/room.h"
#include "server/store/store.h"

/* Random bytes of a token: 256 bits. */
#define TOKEN_SECRET_BYTES 32

/* How often somebody may do what few do. */
struct session_rates {
    struct rate says;              /* limit say_per_minute */
    struct rate shouts;            /* limit shouts_per_minute */
    struct rate resumes;           /* limit resume_per_minute */
    struct rate seeks, challenges; /* limits seeks_per_minute, challenges_per_minute */
};

struct session {
    uint64_t id;
    uint64_t client; /* its connection; 0: none */
    int64_t account; /* whose it is; 0: a guest's */
    uint8_t token_hash[TOKEN_HASH_BYTES];
    char name[NAME_BYTES_MAX + 1];
    char key[NAME_KEY_BYTES];    /* of the name */
    uint64_t from;               /* hash of the address it last came from; 0: not known,
                                    since the server was started */
    bool of_host;                /* a bot of the host: it never ends */
    bool is_stored;              /* it has sat somewhere */
    bool is_tentative;           /* see hub_mark_tentative */
    bool shown;                  /* what it watches, in a turn that may fail: once more */
    uint16_t n_rooms;            /* bounded by limit rooms_per_player */
    uint16_t n_watched;          /* bounded by limit watched_per_player */
    uint16_t n_watched_before;   /* the first of them, before a turn that may fail */
    struct profile profile;      /* of an account: as it is stored */
    struct gags gags;            /* the same */
    struct session_rates *rates; /* owned; session_rates */
    struct room **rooms;         /* where it sits; array owned, rooms borrowed */
    struct room **watched;       /* what it watches; array owned, rooms borrowed */
    /* While it is kept without a connection, or goes on watching: the counters of its
     * address (borrowed; else NULL), and when that ends. */
    struct address_counts *counts;
    struct deadline deadline;
};

/* Its own, valid as long as the session. */
struct session_rates *session_rates(struct session *session);
/* Whether he has an account: rated games are for those. */
bool session_is_registered(const struct session *session);
/* Frees what it owns, and itself. */
void session_free(struct session *session);
void session_add_room(struct session *session, struct room *room);
void session_remove_room(struct session *session, const struct room *room);
/* The room with this code in which the session sits, or NULL. */
struct room *session_find_room(const struct session *session, const char *code);
/* The same for rooms that it watches. */
void session_watch(struct session *session, struct room *room);
void session_unwatch(struct session *session, const struct room *room);
struct room *session_find_watched(const struct session *session, const char *code);

/* Room codes of a session, one space between; as many as a bot of the host can have: the
 * range of limit rooms_per_bot. */
#define CODES_BYTES (256 * (ROOM_BYTES_MAX + 1) + 1)
void session_list_codes(const struct session *session, char codes[static CODES_BYTES]);

/* The token of a session made of a secret, and its hash, which is all that is kept. */
void token_write(uint64_t session, const uint8_t secret[static TOKEN_SECRET_BYTES],
                 char token[static TOKEN_BYTES + 1],
                 uint8_t hash[static TOKEN_HASH_BYTES]);
/* Of which session this is a token, with its hash, to be compared.  False: it is none. */
bool token_read(const char *token, uint64_t *session,
                uint8_t hash[static TOKEN_HASH_BYTES]);

#endif
