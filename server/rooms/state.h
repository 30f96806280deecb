/* All that the floor of rooms remembers.  Only its files see it. */
#ifndef ALEA_SERVER_ROOMS_STATE_H
#define ALEA_SERVER_ROOMS_STATE_H

#include <assert.h>

#include "room/room.h"
#include "server/base/deadline_heap.h"
#include "server/lobby/lobby.h"
#include "server/lobby/watchers.h"
#include "server/people/people.h"
#include "server/people/sessions.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

/* A player's rating after a rated game. */
struct rating_news {
    bool counts; /* the game counts for this side; false: the rest is 0 */
    double rating, deviation, change;
};

/* A room as this floor keeps it.  Every room of the lobby is one. */
struct kept_room {
    struct room room;         /* comes first, see kept_room */
    const void *self;         /* this kept_room, see kept_room */
    int64_t stored;           /* number of its present game in the store */
    int64_t committed;        /* number of the game that is stored for good; 0: none */
    uint64_t seq;             /* its last event that is stored */
    uint64_t turn;            /* number of the last turn that has changed it */
    bool in_shown;            /* it is in rooms->shown */
    bool is_timed;            /* it is counted in rooms->n_clocks */
    bool is_closed;           /* empty; it is removed when that is committed */
    bool is_loaded;           /* by the last load (take_up.h): the store has it */
    struct deadline deadline; /* when something is due in it */
    struct address_counts *counts; /* borrowed; of its opener; NULL: not known */
    struct watchers watchers;
    struct rating_news *news; /* owned; both ratings after its game, until the players are
                                 told; NULL: none */
    struct state_head head;   /* of the events that tell moves */
};

/* What is kept about a room of the lobby.  A room that is replayed to repeat events
 * (store/history/history.h) has none: asking for it is a bug, which ends the server. */
static inline const struct kept_room *const_kept_room(const struct room *room) {
    const struct kept_room *kept = (const void *)room;
    assert(kept->self == kept);
    return kept;
}
static inline struct kept_room *kept_room(struct room *room) {
    (void)const_kept_room(room);
    return (void *)room;
}

/* A room that a turn has changed. */
struct changed_room {
    struct room *room;
    /* When the turn was handed over: */
    int64_t game;      /* number of its game */
    uint64_t seq;      /* its last event */
    uint64_t since_ms; /* since when its clock ran */
};

struct changed_rooms {
    struct changed_room *item; /* owned; each room once */
    size_t n, cap;
};

struct rooms {
    struct hub_config *config; /* borrowed */
    struct metrics *metrics;   /* borrowed */
    struct turns *turns;       /* borrowed */
    struct people *people;     /* borrowed; the floor below */
    struct lobby lobby;        /* of struct kept_room */
    struct deadline_heap deadlines;
    size_t n_clocks;   /* rooms where a clock runs */
    int64_t last_game; /* highest number of a game in the store, as far as is known */
    struct changed_rooms changed; /* by the present turn */
    struct changed_rooms handed;  /* by the turn that the store has */
    struct room_list shown;       /* their last change is committed, but not sent */
    uint64_t sweep_ms;            /* see rooms_sweep_ms */
};

#endif
