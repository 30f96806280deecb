#include "server/rooms/watchers.h"

#include "server/people/clients.h"
#include "server/rooms/state.h"

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

struct client *rooms_watcher(const struct rooms *rooms, const struct room *room,
                             size_t i) {
    enum side side;
    uint64_t id = const_kept_room(room)->watchers.session[i];
    bool sits = room_side_of(room, id, &side);
    return sits ? NULL
                : people_client_of(rooms->people, people_find_session(rooms->people, id));
}

/* Clients that lag are skipped when events are sent. */
void rooms_set_told(const struct session *session, bool told) {
    for (size_t i = 0; session != NULL && i < session->n_watched; i++) {
        watchers_set_told(&kept_room(session->watched[i])->watchers, session->id, told);
    }
}
