/* All that the hub remembers.  Only the files of server/hub see it: everybody else calls
 * the functions of the other headers. */
#ifndef ALEA_SERVER_HUB_STATE_H
#define ALEA_SERVER_HUB_STATE_H

#include "proto/json/wire_out.h"
#include "server/base/slots.h"
#include "server/hub/hub.h"
#include "server/limits/rate_limits.h"
#include "server/lobby/ban.h"
#include "server/lobby/lobby.h"
#include "server/lobby/offers.h"
#include "server/lobby/watchers.h"
#include "view/style.h"

/* An answer given after the first write of a turn: if that cannot be committed, it is not
 * sent, and an error in its place. */
struct tentative_reply {
    uint64_t
        conn; /* of whom it is for, which may be gone by then; how he is spoken to: */
    bool json;
    struct style style;
    char id[ID_BYTES_MAX + 1]; /* of the request */
};

/* What a rated game has made of a player's rating. */
struct rating_news {
    bool counts; /* the game does, for this side; else the rest is 0 */
    double rating, deviation, change;
};

/* A room as the hub keeps it. */
struct hub_room {
    struct room room;  /* first: a pointer to it is one to the whole, see hub_room */
    int64_t stored;    /* number of its present game in the store */
    int64_t committed; /* the same, of the game that is stored for good; 0: none */
    bool touched;      /* changed in this turn, and not committed yet */
    bool in_shown;     /* in hub->shown */
    bool is_timed;     /* counted in hub->n_clocks */
    struct room_status status;
    struct deadline deadline;      /* when something is due in it */
    struct address_counts *counts; /* borrowed; of its opener; NULL: not known */
    struct watchers watchers;
    struct rating_news *news; /* owned; what its last game did to the ratings of both, as
                                 long as they have not been told; NULL: nothing */
};

/* What the hub keeps of a room of the lobby. */
static inline struct hub_room *hub_room(struct room *room) {
    return (struct hub_room *)(void *)room;
}
static inline const struct hub_room *const_hub_room(const struct room *room) {
    return (const struct hub_room *)(const void *)room;
}

struct hub {
    struct hub_config *config; /* borrowed; its log level can change */
    struct store *store;       /* borrowed */
    struct hub_time now;       /* ms: server time */
    uint64_t epoch_ms;         /* server time when the loop's clock was at 0 */
    struct slots clients;
    struct slots sessions;
    struct index names, accounts; /* of sessions */
    struct address_table addresses;
    struct deadline_heap logins; /* of clients */
    struct deadline_heap keeps;  /* of sessions */
    struct lobby lobby;          /* of struct hub_room */
    struct deadline_heap room_deadlines;
    struct offers offers;
    struct outbox outbox;
    struct wire_out json; /* where messages are written before they are bytes to send */
    struct rate shouts;   /* of all players together */
    uint64_t deadline;    /* nothing is due before it; server time, ms */
    size_t n_clocks;      /* rooms where one runs */
    void (*start_job)(void *owner, struct job *job);
    void *job_owner;
    int64_t n_jobs; /* that are not done yet */
    struct rate_limits rate_limits;
    struct forgetting {
        bool on;        /* somebody may want to be forgotten */
        uint64_t at_ms; /* when to go on; not before it */
        int64_t after;  /* the next account has an id above this one */
        bool fails;     /* one of this round could not be forgotten: there is another */
        int64_t told;   /* highest account whose failure is logged; -1: none is */
    } forgetting;
    struct keeping {
        uint64_t due_ms;  /* hub_keep_games does nothing before it */
        uint64_t look_ms; /* when to look for too many games, and at the disk */
        int64_t swept;    /* dead games up to this number are gone */
        bool fails;       /* the last try to delete something has failed */
        bool disk_is_low; /* and that is told */
    } keeping;
    bool shutting_down;
    int64_t operators[OPERATORS_MAX]; /* their accounts; 0: none */
    uint64_t bots[BOTS_MAX];          /* sessions of the host's bots; 0: none */
    struct bans bans;
    bool bans_changed;       /* by this turn */
    bool sessions_tentative; /* some are, see hub_mark_tentative */
    bool wants_stop;         /* an operator does, or the end of draining has come */
    struct drain {
        bool on;           /* no new games begin */
        uint64_t end_ms;   /* server time at which the server stops; 0: not said */
        uint64_t told_min; /* how many minutes are left, as everybody was told last */
    } drain;
    struct metrics metrics;       /* what is counted; hub_measure does the rest */
    uint64_t started_ms;          /* server time */
    hub_queue_bytes *queue_bytes; /* NULL: nobody knows */
    void *queue_owner;
    struct tidy {
        uint64_t *ended; /* ids of sessions that are over, and stored as yet; owned */
        size_t n, cap;
        size_t rows;    /* to be deleted in the next transaction */
        uint64_t at_ms; /* when; not before it */
        bool fails;     /* the last one has failed, which is logged */
    } tidy;
    char boot[17]; /* changes with every start */
    /* Of this turn: */
    struct room_list touched;          /* rooms that were changed and are not committed */
    struct room_list shown;            /* rooms that were committed and are not sent */
    struct tentative_reply *tentative; /* owned */
    size_t n_tentative, cap_tentative;
    /* Until the disk works again: */
    size_t n_frozen;   /* rooms that are to go on */
    uint64_t thaw_ms;  /* when to try again */
    bool store_fails;  /* the last commit that wrote anything has failed */
    bool sessions_end; /* some, as soon as no room is frozen */
};

#endif
