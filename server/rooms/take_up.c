#include "server/rooms/take_up.h"

#include <stdlib.h>
#include <string.h>

#include "server/people/clients.h"
#include "server/rooms/ops.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/rooms/tell.h"

/* Most events of a room: more than it can have in a thousand years. */
#define SEQ_MOST (UINT64_C(1) << 48)

/* --- turns --- */

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

/* The room is gone: tells its watchers, and they stop watching. */
static void end_watch(struct rooms *rooms, struct room *room) {
    while (kept_room(room)->watchers.n > 0) {
        uint64_t id = kept_room(room)->watchers.session[kept_room(room)->watchers.n - 1];
        struct session *session = people_find_session(rooms->people, id);
        rooms_tell_closed(rooms, people_client_of(rooms->people, session), room->code);
        rooms_unwatch(session, room);
        rooms_end_session(rooms, session);
    }
}

/* Does what follows once the last change of a room is stored. */
static void settle_room(struct rooms *rooms, struct room *room) {
    rooms_settle_watch(rooms, room);
    if (kept_room(room)->is_closed) {
        end_watch(rooms, room);
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

/* --- everything is read --- */

/* Sessions in memory become as the store has them, and those that it does not have end.
 * One that only the store has is added for its seat; if it has none it has ended, and
 * only its row is not deleted yet. */
static void take_sessions(struct rooms *rooms, struct whole *whole) {
    uint32_t at = 0;
    for (struct session *s; (s = people_next_session(rooms->people, &at)) != NULL;) {
        struct whole_session *read = whole_find_session(whole, s->id);
        s->n_rooms = 0;
        if (read != NULL) {
            people_take_session(rooms->people, s, read);
        } else if (!s->of_host) {
            rooms_drop_session(rooms, s);
        }
    }
}

/* Whether the session of a seat exists; adds it if only the store has it. */
static bool find_sitter(struct rooms *rooms, struct whole *whole, uint64_t id) {
    struct whole_session *read = whole_find_session(whole, id);
    struct session *s = people_find_session(rooms->people, id);
    if (s == NULL && read != NULL) {
        s = people_add_session(rooms->people, id, read->stored.name,
                               read->stored.account);
        if (s != NULL) {
            people_keep_stored(rooms->people, id);
            people_take_session(rooms->people, s, read);
        }
    }
    return s != NULL;
}

/* Why the room cannot be one of this server; "": it can. */
static const char *why_impossible(struct rooms *rooms, struct whole *whole,
                                  const struct room *room) {
    const struct room *other = lobby_find(&rooms->lobby, room->code);
    const struct room_seat *seat = room->seat;
    if (room_is_empty(room)) {
        return "nobody sits there";
    }
    if (seat[SIDE_WHITE].session == seat[SIDE_BLACK].session) {
        return "one sits on both sides";
    }
    if (room->seq > SEQ_MOST) {
        return "too many events";
    }
    if (other != NULL && const_kept_room(other)->is_loaded) {
        return "another game is in its room";
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (seat[i].session != 0 && !find_sitter(rooms, whole, seat[i].session)) {
            return "a player's session is missing";
        }
    }
    return "";
}

/* Puts what was read in the place of a room: sessions and lists point to it.  If no
 * dropped turn had changed it, its clock goes on as it was; else the clock begins when
 * the disk works again. */
static void replace(struct room *room, struct whole_room *read) {
    struct kept_room *kept = kept_room(room);
    bool is_same = room->seq == read->room->seq &&
                   room->clock.running == read->room->clock.running &&
                   strcmp(room->game_id, read->room->game_id) == 0;
    uint64_t since_ms = room->clock.since_ms, not_idle_ms = room->not_idle_ms;
    bool clock_started = room->clock_started;
    room_fini(room);
    room_relocate(room, read->room);
    room->not_idle_ms = not_idle_ms;
    room->clock_started = clock_started || !is_same;
    if (is_same) {
        room->clock.since_ms = since_ms;
    }
    kept->is_closed = false;
    free(kept->news);
    kept->news = NULL;
    state_head_fini(&kept->head);
    kept->head = (struct state_head){0};
    kept->stored = kept->committed = read->game;
    kept->seq = room->seq;
}

/* Gives the sessions that sit in a room their seats there. */
static void seat_sessions(struct rooms *rooms, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = people_session_at(rooms->people, room, (enum side)i);
        if (session != NULL) {
            session_add_room(session, room);
        }
    }
}

static void take_room(struct rooms *rooms, struct whole *whole, struct whole_room *read) {
    const char *why = why_impossible(rooms, whole, read->room);
    if (why[0] != '\0') {
        struct room_start start;
        room_start_of(read->room, &start);
        whole_leave_out(whole, read->game, &start, whole->no_sessions, why);
        return;
    }
    struct room *room = lobby_find(&rooms->lobby, read->room->code);
    if (room != NULL) {
        replace(room, read);
    } else {
        room = rooms_adopt(rooms, read->room, read->game);
    }
    read->room = NULL;
    kept_room(room)->is_loaded = true;
    seat_sessions(rooms, room);
}

/* A room that is not in the store: nobody knows of it if it was never stored; otherwise
 * its game cannot be read any more. */
static void lose_room(struct rooms *rooms, struct room *room) {
    if (kept_room(room)->committed != 0) {
        rooms_notice(rooms, room, ROOMS_LOST_TEXT, true);
        for (int i = 0; i < SIDE_COUNT; i++) {
            rooms_tell_closed(rooms, people_client_at(rooms->people, room, (enum side)i),
                              room->code);
        }
    }
    end_watch(rooms, room);
    rooms_remove(rooms, room);
}

static void take_rooms(struct rooms *rooms, struct whole *whole) {
    struct room_list *all = &rooms->lobby.rooms;
    for (size_t i = 0; i < all->n; i++) {
        kept_room(all->room[i])->is_loaded = false;
    }
    for (size_t i = 0; i < whole->n_rooms; i++) {
        take_room(rooms, whole, &whole->rooms[i]);
    }
    for (size_t i = all->n; i > 0; i--) {
        if (!kept_room(all->room[i - 1])->is_loaded) {
            lose_room(rooms, all->room[i - 1]);
        }
    }
}

void rooms_take_up(struct rooms *rooms, struct whole *whole) {
    take_sessions(rooms, whole);
    take_rooms(rooms, whole);
}

/* They may have lost their connection in a turn that failed. */
void rooms_settle_sessions(struct rooms *rooms) {
    uint32_t at = 0;
    for (struct session *s; (s = people_next_session(rooms->people, &at)) != NULL;) {
        if (s->client == 0) {
            rooms_keep_for_now(rooms, s);
            rooms_end_session(rooms, s);
        }
    }
}

/* A front may still have the connection of a player who sits nowhere.  False: the name is
 * taken meanwhile. */
static bool keep_session(struct rooms *rooms, struct whole_session *read) {
    const struct stored_session *stored = &read->stored;
    bool is_free = people_find_name(rooms->people, stored->name) == NULL &&
                   (stored->account == 0 ||
                    people_find_account(rooms->people, stored->account) == NULL);
    struct session *s = is_free ? people_add_session(rooms->people, stored->id,
                                                     stored->name, stored->account)
                                : NULL;
    if (s != NULL) {
        people_take_session(rooms->people, s, read);
        people_keep_for_grace(rooms->people, s);
    }
    return s != NULL;
}

void rooms_forget_sessions(struct rooms *rooms, struct whole *whole) {
    for (size_t i = 0; i < whole->n_sessions; i++) {
        uint64_t id = whole->sessions[i].stored.id;
        if (people_find_session(rooms->people, id) == NULL &&
            !(rooms->config->has_fronts && keep_session(rooms, &whole->sessions[i]))) {
            people_forget_stored(rooms->people, id, whole->has_aside);
        }
    }
}

static void restart_room(struct rooms *rooms, struct room *room) {
    struct op op = {.kind = OP_RESTART,
                    .due_ms = turn_now_ms(rooms->turns) +
                              (uint64_t)rooms->config->limits.grace_ms};
    rooms_do_and_tell(rooms, room, &op);
}

void rooms_restart(struct rooms *rooms, bool moved) {
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        struct room *room = rooms->lobby.rooms.room[i];
        if (moved) {
            room->clock.since_ms = turn_now_ms(rooms->turns);
        }
        restart_room(rooms, room);
    }
}

static bool is_settled(const struct rooms *rooms, const struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        bool is_here = people_client_at(rooms->people, room, (enum side)i) != NULL;
        if (room->seat[i].session != 0 && (!is_here || room->seat[i].absence.away)) {
            return false;
        }
    }
    /* Time in which no clock ran must be in the log: if the server is killed before the
     * next move, the player must not pay for it. */
    return room->stage != STAGE_OPENING && room->clock.running == SIDE_COUNT &&
           !room_is_awaited(room);
}

/* Corrects who counts as away: nobody could be marked as away or back. */
static void settle_presence(struct rooms *rooms, struct room *room) {
    if (is_settled(rooms, room)) {
        return;
    }
    restart_room(rooms, room);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct op op = {.kind = OP_BACK, .side = (enum side)i};
        if (people_client_at(rooms->people, room, op.side) != NULL &&
            room->seat[i].absence.away) {
            rooms_do_and_tell(rooms, room, &op);
        }
    }
}

void rooms_store_works(struct rooms *rooms) {
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        room_event_sent(rooms->lobby.rooms.room[i], turn_now_ms(rooms->turns));
    }
}

void rooms_settle_presence(struct rooms *rooms) {
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        struct room *room = rooms->lobby.rooms.room[i];
        settle_presence(rooms, room);
        rooms_run_due_ops(rooms, room);
    }
}

void rooms_notice_all(struct rooms *rooms, const char *text, bool always) {
    for (size_t i = 0; i < rooms->lobby.rooms.n; i++) {
        rooms_notice(rooms, rooms->lobby.rooms.room[i], text, always);
    }
}

void rooms_show_all(struct rooms *rooms) {
    uint32_t at = 0;
    for (struct client *c; (c = people_next_client(rooms->people, &at)) != NULL;) {
        for (size_t i = 0; c->session != NULL && i < c->session->n_rooms; i++) {
            rooms_send_snapshot(rooms, c, c->session->rooms[i]);
        }
        rooms_show_watched(rooms, c);
    }
}
