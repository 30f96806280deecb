/* Invariants of all nodes together. */
#include "server/hub/state.h"
#include "tests/sim/cluster/cluster.h"
#include "tests/sim/referee.h"

/* The session with this id, if its player has a connection to this node. */
static const struct session *find_here(const struct machine *node, uint64_t id) {
    const struct session *session =
        machine_is_up(node) ? slots_get(&node->hub->sessions, id) : NULL;
    return session != NULL && session->is_home && session->client != 0 ? session : NULL;
}

static void check_only_here(const struct machine *node, const struct session *session) {
    for (unsigned i = 0; i < cluster.n; i++) {
        const struct machine *other = &cluster.machine[i];
        SIM_CHECK(other == node || find_here(other, session->id) == NULL,
                  "%s is connected to %s and to %s", session->name, node->name,
                  other->name);
    }
}

void census_calm(void) {
    for (unsigned i = 0; i < cluster.n; i++) {
        const struct machine *node = &cluster.machine[i];
        uint32_t at = 0;
        for (const struct session *s;
             machine_is_up(node) &&
             (s = slots_next(&node->hub->sessions, &at)) != NULL;) {
            if (find_here(node, s->id) != NULL) {
                check_only_here(node, s);
            }
        }
    }
}

static void scan(const struct machine *node) {
    const struct hub *hub = node->hub;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        const struct room *room = hub->lobby.rooms.room[i];
        referee_scan(node->host, room->code, room->game_id, const_hub_room(room)->seq);
    }
    referee_scanned(node->host);
}

void census_turn(struct machine *node) {
    const struct hub *hub = node->hub;
    server.n_starts = node->start;
    if (!inspect_is_late(hub)) { /* else others may own its rooms */
        scan(node);
    }
    if (server.turns % 256 == 0) {
        inspect_memory(cluster.n);
    }
    if (server.turns % 8 == 0) {
        inspect_hub(hub);
    }
}
