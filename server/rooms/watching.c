#include "server/rooms/watching.h"

#include "server/people/send.h"
#include "server/rooms/ends.h"
#include "server/rooms/state.h"
#include "server/rooms/tell.h"
#include "server/rooms/watchers.h"

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

void rooms_end_watch(struct rooms *rooms, struct room *room) {
    while (kept_room(room)->watchers.n > 0) {
        uint64_t id = kept_room(room)->watchers.session[kept_room(room)->watchers.n - 1];
        struct session *session = people_find_session(rooms->people, id);
        rooms_tell_closed(rooms, people_client_of(rooms->people, session), room->code);
        rooms_unwatch(session, room);
        rooms_end_session(rooms, session);
    }
}
