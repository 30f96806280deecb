#include "server/rooms/sessions.h"

#include "server/people/offers.h"
#include "server/people/send.h"
#include "server/rooms/state.h"
#include "server/rooms/tell.h"

size_t rooms_n_watching(const struct room *room) {
    return const_kept_room(room)->watchers.n;
}

bool rooms_has_place(const struct rooms *rooms, const struct room *room) {
    return (int64_t)rooms_n_watching(room) < rooms->config->limits.watchers_per_room;
}

struct rate *rooms_watchers_rate(struct room *room) {
    return &kept_room(room)->watchers.says;
}

void rooms_watch(struct session *session, struct room *room) {
    watchers_add(&kept_room(room)->watchers, session->id);
    session_watch(session, room);
}

void rooms_unwatch(struct session *session, struct room *room) {
    watchers_remove(&kept_room(room)->watchers, session->id);
    session_unwatch(session, room);
}

void rooms_unwatch_all(struct session *session) {
    while (session->n_watched > 0) {
        rooms_unwatch(session, session->watched[session->n_watched - 1]);
    }
}

/* Clients that lag are skipped when events are sent. */
void rooms_set_told(const struct session *session, bool told) {
    for (size_t i = 0; session != NULL && i < session->n_watched; i++) {
        watchers_set_told(&kept_room(session->watched[i])->watchers, session->id, told);
    }
}

void rooms_show_watched(struct rooms *rooms, struct client *client) {
    struct session *session = client->session;
    enum side side;
    rooms_set_told(session, !client->lags);
    for (size_t i = 0; session != NULL && !client->lags && i < session->n_watched; i++) {
        const struct room *room = session->watched[i];
        if (!room_side_of(room, session->id, &side)) {
            rooms_send_snapshot(rooms, client, room);
        }
    }
}

void rooms_mark_lagging(struct rooms *rooms, uint64_t client) {
    struct client *c = people_any_client(rooms->people, client);
    rooms->metrics->skipped++;
    if (c != NULL && !c->lags) {
        c->lags = true;
        rooms_set_told(c->session, false);
    }
}

void rooms_drained(struct rooms *rooms, uint64_t client) {
    struct client *c = people_any_client(rooms->people, client);
    if (c != NULL && c->lags) {
        c->lags = false;
        c->n_drained++;
        rooms_show_watched(rooms, c);
    }
}

void rooms_settle_watch(struct rooms *rooms, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        uint64_t id = room->seat[i].session;
        if (id != 0 && watchers_remove(&kept_room(room)->watchers, id)) {
            session_unwatch(people_find_session(rooms->people, id), room);
        }
    }
    if (!room_is_busy(room)) {
        rooms_tell_held(rooms, room);
    }
}

void rooms_tell_closed(struct rooms *rooms, struct client *client, const char *code) {
    struct message msg = message_event(EVENT_CLOSED, code, "");
    if (client != NULL) {
        people_send_always(rooms->people, client, &msg);
    }
}

/* --- the end of a session --- */

/* Whether nothing holds a session any more. */
static bool is_over(const struct session *session) {
    bool is_kept = session->deadline.place != 0;
    return session->client == 0 && session->n_rooms == 0 && session->n_watched == 0 &&
           !is_kept && !session->of_host;
}

static bool is_loading(const struct rooms *rooms) {
    return turn_storage(rooms->turns)->state == STORAGE_LOADS;
}

void rooms_drop_session(struct rooms *rooms, struct session *session) {
    rooms_unwatch_all(session);
    people_end_offers_of(rooms->people, session);
    people_remove_session(rooms->people, session);
}

static void end_if_over(void *owner, uint64_t id) {
    struct rooms *rooms = owner;
    struct session *session = people_find_session(rooms->people, id);
    /* While everything is read again, memory is not as the store has it: the session may
     * have a seat there. */
    if (session == NULL || !is_over(session) || is_loading(rooms)) {
        return;
    }
    rooms_drop_session(rooms, session);
    people_end_stored(rooms->people, id);
}

void rooms_end_session(struct rooms *rooms, struct session *session) {
    if (is_over(session)) {
        turn_after(rooms->turns, end_if_over, rooms, session->id);
    }
}

void rooms_keep_for_now(struct rooms *rooms, struct session *session) {
    bool is_worth_it = session->n_watched > 0 || session->account != 0;
    if (is_worth_it && session->deadline.place == 0) {
        people_keep_for_grace(rooms->people, session);
    }
}

void rooms_keep_session(struct rooms *rooms, struct session *session,
                        const char *address) {
    if (session->n_watched == 0 && session->account == 0) {
        return;
    }
    if (people_keep_from(rooms->people, session, address)) {
        rooms_set_told(session, true); /* another connection will not lag */
    } else {
        rooms_unwatch_all(session);
    }
}

void rooms_expire_sessions(struct rooms *rooms) {
    for (struct session *session;
         !is_loading(rooms) && (session = people_next_unkept(rooms->people)) != NULL;) {
        rooms_unwatch_all(session);
        rooms_end_session(rooms, session);
    }
}
