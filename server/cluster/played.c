/* How many running games a player has.  Offers depend on it, so the lobby must know about
 * games at other nodes. */
#include "server/cluster/node.h"
#include "server/hub/offers.h"

void played_tell(struct cluster *cluster, int slot, uint64_t session, size_t n,
                 size_t *told) {
    struct pack pack = {0};
    if (*told != n) {
        *told = n;
        wire_put_played(&pack, session, n);
        node_send(cluster, slot, &pack);
    }
}

void played_tell_lobby(struct cluster *cluster, const struct session *session) {
    const struct at_node *at = home_find_at(session, cluster->lobby);
    if (at != NULL && at->is_attached) {
        played_tell(cluster, cluster->lobby, session->id,
                    hub_running_games(session) - at_node_played(at),
                    &session_elsewhere(session)->told_played);
    }
}

void played_heard(struct cluster *cluster, int from, uint64_t id, size_t n) {
    struct session *session = hub_find_session(cluster->hub, id);
    if (session != NULL && session_is_foreign(session) &&
        session_elsewhere(session)->home == from) {
        session_elsewhere(session)->n_played = n;
        return;
    }
    struct at_node *at =
        home_find_own(cluster, id) != NULL ? home_find_at(session, from) : NULL;
    if (at != NULL) {
        at->n_played = n;
        played_tell_lobby(cluster, session);
    }
}

void played_stored(struct hub *hub, const struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        if (session != NULL && session_is_foreign(session)) {
            owner_tell_played(hub_cluster(hub), session);
        } else if (session != NULL) {
            played_tell_lobby(hub_cluster(hub), session);
        }
    }
}
