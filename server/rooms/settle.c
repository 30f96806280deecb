#include "server/rooms/settle.h"

#include "server/rooms/state.h"
#include "server/rooms/watching.h"

void rooms_handed_over(struct rooms *rooms) {
    struct changed_rooms handed = rooms->changed;
    for (size_t i = 0; i < handed.n; i++) {
        struct changed_room *changed = &handed.item[i];
        changed->game = kept_room(changed->room)->stored;
        changed->seq = changed->room->seq;
        changed->since_ms = changed->room->clock.since_ms;
    }
    rooms->changed = rooms->handed;
    rooms->handed = handed;
}

/* Does what follows once the last change of a room is stored. */
static void settle_room(struct rooms *rooms, struct room *room) {
    rooms_settle_watch(rooms, room);
    if (kept_room(room)->is_closed) {
        rooms_end_watch(rooms, room);
        rooms_remove(rooms, room);
    }
}

void rooms_stored(struct rooms *rooms, uint64_t turn) {
    for (size_t i = 0; i < rooms->handed.n; i++) {
        const struct changed_room *changed = &rooms->handed.item[i];
        struct room *room = changed->room;
        kept_room(room)->committed = changed->game;
        kept_room(room)->seq = changed->seq;
        if (!kept_room(room)->in_shown && room->clock.since_ms == changed->since_ms) {
            kept_room(room)->in_shown = true;
            room_list_add(&rooms->shown, room);
        }
        if (kept_room(room)->turn == turn) {
            settle_room(rooms, room);
        }
    }
    rooms->handed.n = 0;
}

void rooms_dropped(struct rooms *rooms) {
    rooms->changed.n = 0;
    rooms->handed.n = 0;
}

void rooms_sent(struct rooms *rooms) {
    for (size_t i = 0; i < rooms->shown.n; i++) {
        struct room *room = rooms->shown.room[i];
        kept_room(room)->in_shown = false;
        room_event_sent(room, turn_now_ms(rooms->turns));
        rooms_update_deadline(rooms, room);
    }
    rooms->shown.n = 0;
}

/* Credits the running clock of a room with this time, in ms, which has just passed, but
 * never more than it has run.  The free time of an absent player stays as it is. */
static void give_back(const struct rooms *rooms, struct room *room, uint64_t time_ms) {
    uint64_t *since_ms = &room->clock.since_ms;
    if (room->clock.running < SIDE_COUNT && *since_ms < turn_now_ms(rooms->turns)) {
        uint64_t passed_ms = turn_now_ms(rooms->turns) - *since_ms;
        *since_ms += time_ms < passed_ms ? time_ms : passed_ms;
    }
}

void rooms_forgive(struct rooms *rooms, uint64_t ms) {
    struct changed_rooms *handed = &rooms->handed;
    for (size_t i = 0; i < handed->n; i++) { /* what is the same remains the same */
        handed->item[i].since_ms -= handed->item[i].room->clock.since_ms;
    }
    uint64_t not_idle_ms =
        turn_now_ms(rooms->turns) + (uint64_t)rooms->config->limits.grace_ms;
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        struct room *room = rooms->lobby.rooms.room[i];
        if (!kept_room(room)->is_closed) {
            give_back(rooms, room, ms);
            room->not_idle_ms = not_idle_ms;
            rooms_update_deadline(rooms, room);
        }
    }
    for (size_t i = 0; i < handed->n; i++) {
        handed->item[i].since_ms += handed->item[i].room->clock.since_ms;
    }
}
