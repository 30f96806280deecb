#include "server/hub/watchers.h"

#include <stdio.h>
#include <string.h>

#include "server/hub/clients.h"
#include "server/hub/send.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

size_t hub_n_watching(const struct room *room) {
    return const_hub_room(room)->watchers.n;
}

bool hub_has_place(const struct hub *hub, const struct room *room) {
    return (int64_t)hub_n_watching(room) < hub->config->limits.watchers_per_room;
}

struct rate *hub_watchers_rate(struct room *room) {
    return &hub_room(room)->watchers.says;
}

void hub_watch(struct session *session, struct room *room) {
    watchers_add(&hub_room(room)->watchers, session->id);
    session_watch(session, room);
}

void hub_unwatch(struct session *session, struct room *room) {
    watchers_remove(&hub_room(room)->watchers, session->id);
    session_unwatch(session, room);
}

void hub_unwatch_all(struct session *session) {
    while (session->n_watched > 0) {
        hub_unwatch(session, session->watched[session->n_watched - 1]);
    }
}

struct client *hub_watcher(const struct hub *hub, const struct room *room, size_t i) {
    enum side side;
    uint64_t id = const_hub_room(room)->watchers.session[i];
    bool sits = room_side_of(room, id, &side);
    return sits ? NULL : hub_client_of(hub, slots_get(&hub->sessions, id));
}

/* Clients that lag are skipped when events are sent. */
void hub_set_told(const struct session *session, bool told) {
    for (size_t i = 0; session != NULL && i < session->n_watched; i++) {
        watchers_set_told(&hub_room(session->watched[i])->watchers, session->id, told);
    }
}

void hub_show_watched(struct hub *hub, struct client *client) {
    struct session *session = client->session;
    enum side side;
    hub_set_told(session, !client->lags);
    for (size_t i = 0; session != NULL && !client->lags && i < session->n_watched; i++) {
        const struct room *room = session->watched[i];
        if (!room_side_of(room, session->id, &side)) {
            hub_send_snapshot(hub, client, room);
        }
    }
}

void hub_mark_lagging(struct hub *hub, uint64_t client) {
    struct client *c = slots_get(&hub->clients, client);
    hub->metrics.skipped++;
    if (c != NULL && !c->lags) {
        c->lags = true;
        hub_set_told(c->session, false);
    }
}

void hub_drained(struct hub *hub, uint64_t client) {
    struct client *c = slots_get(&hub->clients, client);
    if (c != NULL && c->lags) {
        c->lags = false;
        c->n_drained++;
        hub_show_watched(hub, c);
    }
}

void hub_settle_watch(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        uint64_t id = room->seat[i].session;
        if (id != 0 && watchers_remove(&hub_room(room)->watchers, id)) {
            session_unwatch(slots_get(&hub->sessions, id), room);
        }
    }
    if (!room_is_busy(room)) {
        hub_tell_held(hub, room);
    }
}

void hub_tell_closed(struct hub *hub, struct client *client, const char *code) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_CLOSED;
    msg.room = code;
    if (client != NULL) {
        hub_send_always(hub, client, &msg);
    }
}

void hub_end_watch(struct hub *hub, struct room *room) {
    while (hub_room(room)->watchers.n > 0) {
        uint64_t id = hub_room(room)->watchers.session[hub_room(room)->watchers.n - 1];
        struct session *session = slots_get(&hub->sessions, id);
        hub_tell_closed(hub, hub_client_of(hub, session), room->code);
        hub_unwatch(session, room);
        hub_end_session(hub, session);
    }
}

size_t hub_n_watchers(const struct hub *hub) {
    size_t n = 0;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        n += hub_room(hub->lobby.rooms.room[i])->watchers.n;
    }
    return n;
}
