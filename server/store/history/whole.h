/* All that a server takes up when it starts, and again after a commit has failed: the
 * live rooms, the sessions and the bans.  It is read in parts, so that other work for the
 * store comes in between. */
#ifndef ALEA_SERVER_STORE_WHOLE_H
#define ALEA_SERVER_STORE_WHOLE_H

#include "server/store/store.h"

struct whole {
    struct whole_room {
        struct room *room; /* owned, unless somebody takes it and sets it to NULL */
        int64_t game;      /* its number */
    } * rooms;             /* owned */
    size_t n_rooms, cap_rooms;
    struct whole_session {
        struct stored_session stored;
        struct profile profile;
        struct gags gags;               /* owned */
        struct player_ratings *ratings; /* owned; NULL: a guest's */
    } * sessions;                       /* owned; in the order of their ids */
    size_t n_sessions, cap_sessions;
    struct left_out {
        int64_t game;
        struct room_start start; /* what can be read of it */
        bool by_disk;            /* not because it is damaged: a later try may succeed */
        char why[FAULT_BYTES];
    } * left_out; /* owned; games that cannot be taken up */
    size_t n_left_out, cap_left_out;
    struct bans bans; /* owned */
    int64_t n_accounts;
    bool has_aside;          /* the store has games that were set aside */
    bool no_games;           /* the list of games cannot be read to its end */
    bool no_sessions;        /* the same of sessions */
    bool no_bans;            /* the same of bans */
    bool is_renewed;         /* recent events were damaged, see store_was_renewed */
    int n_lost;              /* of these */
    bool fails;              /* the disk failed in some read */
    char fault[FAULT_BYTES]; /* why, and why no_games, no_bans */
    /* How far it is read: */
    enum { WHOLE_GAMES, WHOLE_SESSIONS, WHOLE_GUESTS, WHOLE_REST, WHOLE_DONE } part;
    int64_t at;
};

/* Reads the next part into a struct that is zeroed at first.  True: that was all. */
ALEA_MUST_USE bool whole_read(struct whole *whole, struct store *store);
/* The session with this id; borrowed.  NULL: there is none. */
struct whole_session *whole_find_session(const struct whole *whole, uint64_t id);
/* Adds a game that cannot be taken up. */
void whole_leave_out(struct whole *whole, int64_t game, const struct room_start *start,
                     bool by_disk, const char *why);
/* Frees what is owned, and empties it. */
void whole_fini(struct whole *whole);

#endif
