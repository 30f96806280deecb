/* What must be true of all nodes together. */
#include "server/hub/state.h"
#include "tests/sim/cluster/cluster.h"
#include "tests/sim/referee.h"

void census_turn(struct machine *node) {
    const struct hub *hub = node->hub;
    server.n_starts = node->start;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        const struct room *room = hub->lobby.rooms.room[i];
        referee_scan(node->host, room->code, room->game_id, const_hub_room(room)->seq);
    }
    referee_scanned(node->host);
    if (server.turns % 256 == 0) {
        inspect_memory(cluster.n);
    }
    if (server.turns % 8 == 0) {
        inspect_hub(hub);
    }
}
