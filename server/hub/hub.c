/* The hub as a whole: its start and end, its time, and what is due. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/cleanup.h"
#include "server/hub/clients.h"
#include "server/hub/host.h"
#include "server/hub/hub.h"
#include "server/hub/lease/lease.h"
#include "server/hub/load.h"
#include "server/hub/offers.h"
#include "server/hub/rooms.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

/* Deadlines are rounded up to this, in ms, so that many of them cost one tick. */
#define TICK_MS 50
/* Server time begins at this, in ms: 0 stands for "never". */
#define EPOCH_MS 1000

void hub_random_bytes(const struct hub *hub, void *buf, size_t n) {
    hub->config->random_bytes(buf, n);
}

void hub_random_text(const struct hub *hub, char *text, size_t len) {
    hub->config->random_bytes(text, len);
    for (size_t i = 0; i < len; i++) {
        text[i] = BASE32[(unsigned char)text[i] % 32];
    }
    text[len] = '\0';
}

struct hub *hub_new(struct hub_config *config, struct store *store, struct hub_time now) {
    struct hub *hub = mem_new(1, sizeof *hub);
    hub->config = config;
    hub->store = store;
    hub->deadline = UINT64_MAX;
    /* Server time goes on where it stopped: players do not pay for time without a
     * server. */
    uint64_t last_ms = store_time(store);
    hub->epoch_ms = (last_ms > EPOCH_MS ? last_ms : EPOCH_MS) - now.ms;
    hub_set_time(hub, now);
    hub->started_ms = hub->now.ms;
    config->random_bytes(hub->rate_limits.key, sizeof hub->rate_limits.key);
    memcpy(hub->names.key, hub->rate_limits.key, sizeof hub->names.key);
    memcpy(hub->addresses.index.key, hub->rate_limits.key,
           sizeof hub->addresses.index.key);
    hub_random_text(hub, hub->boot, sizeof hub->boot - 1);
    hub_new_turn(hub);
    hub->looking.is_wanted = store_may_get_lost(store);
    hub->last_game = store_last_game(store);
    hub->last_account = store_last_account(store);
    lease_begin(hub);
    hub_load(hub);
    hub_find_operators(hub);
    hub_add_bots(hub);
    hub_begin_forgetting(hub); /* the last server may not have finished it */
    lease_renew_at_start(hub);
    return hub;
}

void hub_free(struct hub *hub) {
    hub_free_turns(hub);
    hub_free_load(hub);
    hub_free_clients(hub);
    hub_free_sessions(hub);
    hub_free_rooms(hub);
    index_fini(&hub->addresses.index);
    deadline_heap_fini(&hub->keeps);
    bans_fini(&hub->bans);
    offers_fini(&hub->offers);
    outbox_fini(&hub->outbox);
    wire_out_fini(&hub->json);
    free(hub->shown.room);
    lease_free(hub);
    free(hub);
}

void hub_set_time(struct hub *hub, struct hub_time now) {
    hub->now = now;
    hub->now.ms += hub->epoch_ms;
    lease_look(hub);
}

struct hub_time hub_now(const struct hub *hub) {
    return hub->now;
}

int64_t hub_now_s(const struct hub *hub) {
    return hub->now.unix_ms / 1000;
}

struct hub_config *hub_config(const struct hub *hub) {
    return hub->config;
}

struct rate_limits *hub_rates(struct hub *hub) {
    return &hub->rate_limits;
}

struct outbox *hub_outbox(struct hub *hub) {
    lease_look(hub); /* the process may have stood still since hub_set_time */
    lease_withhold(hub);
    return &hub->outbox;
}

const char *hub_boot(const struct hub *hub) {
    return hub->boot;
}

size_t hub_n_rooms(const struct hub *hub) {
    return hub->lobby.rooms.n;
}

uint64_t hub_deadline(const struct hub *hub) {
    return hub->deadline == UINT64_MAX ? UINT64_MAX : hub->deadline - hub->epoch_ms;
}

bool hub_has_clocks(const struct hub *hub) {
    return hub->n_clocks > 0 && hub_may_write(hub);
}

void hub_wake_at(struct hub *hub, uint64_t at_ms) {
    if (at_ms == UINT64_MAX) {
        return;
    }
    at_ms = at_ms > hub->now.ms ? at_ms : hub->now.ms;
    uint64_t rounded = at_ms - at_ms % TICK_MS + TICK_MS;
    hub->deadline = rounded < hub->deadline ? rounded : hub->deadline;
}

struct draw hub_draw(const struct hub *hub) {
    struct draw draw;
    hub->config->random_bytes(draw.secret, sizeof draw.secret);
    hub_random_text(hub, draw.game_id, 16);
    return draw;
}

void hub_tick(struct hub *hub) {
    if (hub->now.ms < hub->deadline) {
        return;
    }
    hub->deadline = UINT64_MAX;
    lease_tick(hub);
    hub_expire_logins(hub);
    hub_drain_due(hub);
    hub_expire_offers(hub);
    hub_expire_sessions(hub);
    /* While nobody can move, nobody is late. */
    bool stalls = hub_is_stalled(hub) || !hub_may_write(hub);
    for (struct deadline *due;
         !stalls &&
         (due = deadline_heap_first(&hub->room_deadlines, hub->now.ms)) != NULL;) {
        hub_run_due_ops(hub, &DEADLINE_OF(due, struct hub_room)->room);
    }
    hub_retry(hub);
    hub_forget(hub);
    hub_clean_sessions(hub);
    hub_clean_games(hub);
    hub_wake_at(hub, deadline_heap_next_ms(&hub->logins));
    if (hub->storage != STORAGE_LOADS) { /* until then, no session ends */
        hub_wake_at(hub, deadline_heap_next_ms(&hub->keeps));
    }
    if (!stalls) {
        hub_wake_at(hub, deadline_heap_next_ms(&hub->room_deadlines));
    }
}

void hub_shut_down(struct hub *hub) {
    hub->shutting_down = true;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (!c->closing) {
            hub_bye(hub, c, ERR_SHUTTING_DOWN);
        }
    }
    hub_end_all_offers(hub);
}
