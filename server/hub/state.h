/* Everything that the hub remembers.  Only the files of server/hub see it: everybody else
 * calls the functions of the other headers. */
#ifndef ALEA_SERVER_HUB_STATE_H
#define ALEA_SERVER_HUB_STATE_H

#include <assert.h>

#include "proto/json/wire_out.h"
#include "server/base/deadline_heap.h"
#include "server/base/slots.h"
#include "server/hub/hub.h"
#include "server/hub/remembered.h"
#include "server/hub/rooms.h"
#include "server/limits/address_table.h"
#include "server/limits/rate_limits.h"
#include "server/lobby/ban.h"
#include "server/lobby/lobby.h"
#include "server/lobby/offers.h"
#include "server/lobby/watchers.h"
#include "server/queue/task.h"
#include "server/store/writes.h"
#include "view/style.h"

/* A player's rating after a rated game. */
struct rating_news {
    bool counts; /* the game counts for this side; false: the rest is 0 */
    double rating, deviation, change;
};

/* A room as the hub keeps it.  Every room of the lobby is one. */
struct hub_room {
    struct room room;         /* comes first, see hub_room */
    const void *self;         /* this hub_room, see hub_room */
    int64_t stored;           /* number of its present game in the store */
    int64_t committed;        /* number of the game that is stored for good; 0: none */
    uint64_t seq;             /* its last event that is stored */
    uint64_t turn;            /* number of the last turn that has changed it */
    bool in_shown;            /* it is in hub->shown */
    bool is_timed;            /* it is counted in hub->n_clocks */
    bool is_closed;           /* empty; it is removed when that is committed */
    bool is_loaded;           /* by the last load (load.h): the store has it */
    struct deadline deadline; /* when something is due in it */
    struct address_counts *counts; /* borrowed; of its opener; NULL: not known */
    struct watchers watchers;
    struct rating_news *news; /* owned; both ratings after its game, until the players are
                                 told; NULL: none */
    struct state_head head;   /* of the events that tell moves */
};

/* What the hub keeps about a room of the lobby.  A room that is replayed to repeat events
 * (store/history.h) has none: asking for it is a bug, which ends the server. */
static inline const struct hub_room *const_hub_room(const struct room *room) {
    const struct hub_room *kept = (const void *)room;
    assert(kept->self == kept);
    return kept;
}
static inline struct hub_room *hub_room(struct room *room) {
    (void)const_hub_room(room);
    return (void *)room;
}

/* Most memory of a turn that is kept for the next one: that of 300 moves. */
#define TURN_KEPT_BYTES 262144

/* When the server stops. */
struct drain {
    bool on;           /* no new games begin */
    uint64_t end_ms;   /* server time at which the server stops; 0: not said */
    uint64_t told_min; /* minutes that are left, as last announced */
};

/* Whether the store can be used. */
enum storage {
    STORAGE_WORKS,
    STORAGE_LOADS, /* a commit has failed, and everything is read again from the store */
    STORAGE_READS, /* memory is as the store has it, but nothing can be stored */
};

/* All that was done since the last turn: stored as one transaction and then sent, or
 * dropped whole. */
struct turn {
    struct store_task task; /* comes first */
    uint64_t number;        /* 1 is the first since the start */
    struct writes writes;
    struct outbox outbox;   /* messages to send once it is stored */
    struct remembered *was; /* owned; what clients had before, the earliest first */
    size_t n_was, cap_was;
    struct drain drain; /* as it was when the turn began */
    struct after {      /* what to do once it is stored */
        void (*run)(struct hub *hub, uint64_t arg);
        uint64_t arg;
    } * after; /* owned */
    size_t n_after, cap_after;
    struct asked { /* requests that outbox answers */
        uint64_t client, conn;
        bool json; /* the client's mode, in case it is gone by then */
        struct style style;
        char id[ID_BYTES_MAX + 1];
        size_t at; /* its refusal comes after this many messages of outbox; 0: first */
    } * asked;     /* owned */
    size_t n_asked, cap_asked;
    struct changed_room {
        struct room *room;
        int64_t game;      /* its number when the turn ended */
        uint64_t seq;      /* its last event then */
        uint64_t since_ms; /* since when its clock ran then */
    } * rooms;             /* owned; each room once */
    size_t n_rooms, cap_rooms;
    uint64_t since_ms; /* when it was handed to the store */
    bool is_open;      /* it is no empty turn, even if nothing is recorded yet, see
                          hub_open_turn */
    /* The store's result: */
    bool works;
    bool is_lost; /* see store_is_lost */
    char fault[FAULT_BYTES];
    int64_t n_accounts;
    bool is_untidy;  /* see store_is_untidy */
    bool is_renewed; /* recent events were damaged, see store_was_renewed */
    int n_lost;
};

struct hub {
    struct hub_config *config; /* borrowed; its log level can change */
    struct store *store;       /* borrowed; NULL: a thread has it */
    struct hub_time now;       /* ms: server time */
    uint64_t epoch_ms;         /* server time when the caller's time was 0 */
    uint64_t started_ms;       /* server time of the start */
    uint64_t deadline;         /* nothing is due before it; server time, ms */
    char boot[17];             /* changes with every start */
    bool shutting_down;
    bool wants_stop;     /* an operator wants it, or the time of draining is over */
    struct lease *lease; /* owned; NULL: the store needs none (lease.h) */
    struct metrics metrics;

    /* Connections, players and rooms. */
    struct slots clients;
    int64_t n_visitors; /* connections that are no clients yet: browsers without a
                           WebSocket, proxies that have not named their client */
    struct slots sessions;
    struct index names, accounts; /* of sessions */
    struct address_table addresses;
    struct rate_limits rate_limits;
    struct rate shouts;          /* of all players together */
    struct deadline_heap logins; /* of clients */
    struct deadline_heap keeps;  /* of sessions */
    struct lobby lobby;          /* of struct hub_room */
    struct deadline_heap room_deadlines;
    size_t n_clocks; /* rooms where a clock runs */
    struct offers offers;
    struct bans bans;
    int64_t last_game;    /* highest number of a game in the store, as far as is known */
    int64_t last_account; /* the same for accounts */
    struct outbox outbox;
    struct wire_out json; /* messages are encoded here before they are copied to a
                             buffer */
    int64_t operators[OPERATORS_MAX]; /* their accounts; 0: none */
    uint64_t bots[BOTS_MAX];          /* sessions of the host's bots; 0: none */
    struct drain drain;

    /* The caller's functions. */
    void (*start_job)(void *owner, struct job *job);
    void *job_owner;
    int64_t n_jobs;               /* that are not done yet */
    hub_queue_bytes *queue_bytes; /* NULL: unknown */
    void *queue_owner;

    /* Turns. */
    struct turn *turn;       /* collects what is done now; never NULL */
    bool gathers;            /* see hub_gather */
    struct turn *flight;     /* handed to the store; NULL: none */
    struct turn *spare;      /* an empty one, to use its memory again; NULL: none */
    uint64_t decided;        /* turns up to this number were stored or dropped */
    uint64_t forgiven_ms;    /* server time up to which clocks were credited */
    struct room_list shown;  /* rooms whose last change is committed, but not sent */
    struct store_tasks asks; /* wait until all earlier changes are handed to the store */
    size_t n_tasks;          /* started, and not done yet */
    struct tidying {
        struct store_task task; /* comes first */
        bool is_wanted;         /* the store is untidy, and no task tidies it */
        bool is_untidy;         /* the store still is, afterwards */
    } tidying;
    struct looking {
        struct store_task task;  /* comes first */
        bool is_wanted;          /* see store_may_get_lost */
        bool is_busy;            /* a task looks */
        bool is_lost;            /* what it saw */
        char fault[FAULT_BYTES]; /* if it is lost */
    } looking;
    struct store_thread thread;

    /* While the disk fails: see load.h. */
    enum storage storage;
    bool store_fails;       /* the last commit that wrote anything has failed */
    uint64_t fails_ms;      /* server time since which nothing can be stored */
    uint64_t retry_ms;      /* when to try again */
    struct load *load;      /* owned; what is being read; NULL: nothing */
    unsigned n_loads;       /* in a row that the disk failed to read */
    struct left_out *aside; /* owned; games to be set aside when the store works again */
    size_t n_aside;
    bool leaves_out; /* the last load has left games out: sessions may sit there, and stay
                        stored when they end */
    uint64_t account_changes;      /* see hub_account_changes */
    bool is_measuring;             /* the store is being measured */
    struct store_size size;        /* as the store was measured last */
    bool disk_is_low;              /* which is logged */
    int64_t n_accounts;            /* -1: not known */
    char store_fault[FAULT_BYTES]; /* why the last turn failed */

    /* What cleanup.c deletes. */
    struct ended_sessions {
        uint64_t *id; /* owned; sessions that are over and still stored */
        size_t n, cap;
        size_t rows;    /* to be deleted in the next transaction */
        uint64_t at_ms; /* when; not before it */
        bool fails;     /* the last transaction has failed, which is logged */
        bool is_busy;   /* some are being deleted */
    } ended_sessions;
    struct dead_games {
        uint64_t due_ms;  /* nothing is done before it */
        uint64_t look_ms; /* when to look for too many games, and how full the disk is */
        int64_t swept;    /* dead games up to this number are deleted */
        bool fails;       /* the last transaction has failed, which is logged */
        bool is_busy;     /* some rows are being deleted */
    } dead_games;
    struct forgetting {
        bool on;        /* a player may want to be forgotten */
        uint64_t at_ms; /* when to go on; not before it */
        int64_t after;  /* the next account has an id above this one */
        bool fails;     /* an account of this round could not be forgotten: another round
                           follows */
        bool is_busy;   /* one is being forgotten */
        int64_t told;   /* highest account whose failure is logged; -1: none is */
    } forgetting;
};

#endif
