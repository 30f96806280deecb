/* All that the hub remembers itself.  Only the files of this folder see it. */
#ifndef ALEA_SERVER_HUB_STATE_H
#define ALEA_SERVER_HUB_STATE_H

#include "server/hub/hub.h"
#include "server/people/people.h"
#include "server/rooms/rooms.h"
#include "server/turn/clock.h"
#include "server/turn/turn.h"
#include "server/turn/work.h"

struct hub {
    struct hub_config *config; /* borrowed; its log level can change */
    struct turns *turns;       /* owned; the floors, the lowest first */
    struct people *people;     /* owned */
    struct rooms *rooms;       /* owned */
    uint64_t started_ms;       /* server time of the start */
    char boot[17];             /* changes with every start */

    /* When the server stops. */
    struct drain {
        bool on;           /* no new games begin */
        uint64_t end_ms;   /* server time at which the server stops; 0: not said */
        uint64_t told_min; /* minutes that are left, as last announced */
    } drain;

    /* While the disk fails: see load.h. */
    struct loading {
        struct load *load;      /* owned; what is being read; NULL: nothing */
        unsigned n_fails;       /* loads in a row that the disk failed to give */
        struct left_out *aside; /* owned; games to be set aside when the store works */
        size_t n_aside;
        uint64_t retry_ms; /* when to try again */
    } loading;

    /* The store as it was measured last: see host.h. */
    struct store_size size;
    bool is_measuring; /* it is being measured */
    bool disk_is_low;  /* which is logged */

    /* What cleanup.c deletes. */
    struct dead_games {
        uint64_t look_ms; /* when to look for too many games, and how full the disk is */
        int64_t pruned;   /* dead games up to this number are deleted */
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
    struct cleaned_sessions {
        size_t rows; /* of the last transaction; 0: none, or nothing was left then */
        bool fails;  /* the last transaction has failed, which is logged */
    } sessions;
};

#endif
