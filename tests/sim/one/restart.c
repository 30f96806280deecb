/* Invariants after each iteration of the loop, and after a restart. */
#include "server/hub/hub.h"
#include "server/hub/state.h"
#include "server/rooms/rooms.h"
#include "server/rooms/state.h"
#include "server/turn/state.h"
#include "server/turn/work.h"
#include "tests/sim/one/one.h"
#include "tests/sim/referee.h"
#include "tests/sim/world/disk.h"

void restart_turn(struct hub *hub) {
    for (size_t i = 0; i < hub->rooms->lobby.rooms.n; i++) {
        const struct room *room = hub->rooms->lobby.rooms.room[i];
        referee_scan(0, room->code, room->game_id, const_kept_room(room)->seq);
    }
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        log->host = 0; /* there is no other */
    }
    referee_scanned(0);
    bool fails = hub->turns->storage.fails;
    SIM_CHECK(!fails || disk_may_fail(), "the store fails, with a disk that works");
    SIM_CHECK(fails == server.store_fails, "the log does not say that %s",
              fails ? "the store fails" : "the store works again");
    if (server.turns % 256 == 0) {
        inspect_memory();
    }
    if (server.turns % 8 == 0) {
        inspect_hub(hub);
    }
}

/* A game that is not opened in time may end as both players give up their seats. */
static bool can_be_gone(const struct story *log) {
    bool is_idle = log->stage == STAGE_WAITING || log->stage == STAGE_OPENING ||
                   log->stage == STAGE_OVER;
    return log->is_closed || (server.dies_in_turn && is_idle) || log->told == 0 ||
           log->is_leaving;
}

void restart_before(struct hub *hub) {
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        const struct room *room = rooms_find(hub_rooms(hub), log->code);
        log->is_leaving =
            log->is_closed || room == NULL || const_kept_room(room)->committed == 0;
        if (room == NULL) { /* closed in this iteration, perhaps after further events */
            log->there = UINT64_MAX;
        } else if (const_kept_room(room)->seq > log->there) {
            log->there = const_kept_room(room)->seq;
        }
    }
}

/* Games that were over do not come back. */
static void inspect_none_back(const struct hub *hub) {
    for (size_t i = 0; i < hub->rooms->lobby.rooms.n && !server.dies_in_turn; i++) {
        const struct room *room = hub->rooms->lobby.rooms.room[i];
        const struct story *log = referee_find(room->code, room->game_id);
        SIM_CHECK(!log->is_closed, "%s, which was closed, is there after a restart",
                  room->code);
    }
}

void restart_after(struct hub *hub) {
    inspect_none_back(hub);
    for (struct story *log = referee.logs; log != NULL; log = log->next) {
        const struct room *room = rooms_find(hub_rooms(hub), log->code);
        if (can_be_gone(log)) {
            continue;
        }
        SIM_CHECK(room != NULL, "%s is gone after a restart", log->code);
        SIM_CHECK(room->seq + !turn_may_write(hub_turns(hub)) > log->told,
                  "%s has event %llu after a restart, told was %llu", log->code,
                  (unsigned long long)room->seq, (unsigned long long)log->told);
    }
    server.dies_in_turn = false;
    SIM_CHECK(!store_has_set_aside(server.store), "a game was set aside");
}
