#include "server/rooms/watchers.h"

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
