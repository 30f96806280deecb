/* What the host of a server sees and may do: the operator's role, what is counted. */
#include <string.h>

#include "server/hub_inside.h"

bool hub_is_operator(const struct hub *hub, const struct client *client) {
    return hub->config->operator_local && (strncmp(client->address, "127.", 4) == 0 ||
                                           strcmp(client->address, "::1") == 0);
}

void hub_watch_queues(struct hub *hub, hub_queue_bytes *queue_bytes, void *owner) {
    hub->queue_bytes = queue_bytes;
    hub->queue_owner = owner;
}

struct metrics *hub_metrics(struct hub *hub) {
    return &hub->metrics;
}

static int64_t count_running(const struct hub *hub) {
    int64_t n = 0;
    for (size_t i = 0; i < hub->lobby.n; i++) {
        n += hub->lobby.room[i]->stage == STAGE_PLAYING;
    }
    return n;
}

const struct metrics *hub_measure(struct hub *hub) {
    struct metrics *metrics = &hub->metrics;
    metrics->uptime_s = (int64_t)(hub->now.ms - hub->started_ms) / 1000;
    metrics->draining = hub->shutting_down;
    metrics->connections = hub->clients.n_used;
    metrics->players = (int64_t)hub_n_players(hub);
    metrics->sessions = hub->sessions.n_used;
    metrics->rooms = (int64_t)hub->lobby.n;
    metrics->rooms_frozen = (int64_t)hub->n_frozen;
    metrics->games_running = count_running(hub);
    return metrics;
}
