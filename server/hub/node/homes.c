/* Sessions and their homes.  A session has one home, the node of its player's connection,
 * which has claimed it in the database.  A player who comes back at another node moves it
 * there. */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/cleanup.h"
#include "server/hub/clients.h"
#include "server/hub/node/inside.h"
#include "server/hub/offers.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"

uint64_t hub_draw_session_id(struct hub *hub) {
    return slots_draw(&hub->sessions);
}

bool hub_is_home(const struct hub *hub, const struct session *session) {
    return hub->node == NULL || session->is_home;
}

void hub_note_claim(struct session *session, const struct claim *claim) {
    session->is_home = session->is_stored = true;
    session->homes = claim->homes & HOMES_MASK;
}

/* --- a session comes home --- */

/* Makes the session as the store has it: a former home may have changed it. */
static void update(struct hub *hub, struct session *session,
                   const struct stored_session *stored) {
    if (strcmp(session->name, stored->name) != 0) {
        hub_name_session(hub, session, stored->name);
    }
    if (session->account != stored->account) {
        hub_set_account(hub, session, stored->account);
    }
    memcpy(session->token_hash, stored->token_hash, sizeof session->token_hash);
}

bool hub_stays_home(const struct hub *hub, const struct claim *claim) {
    const struct session *session = slots_get(&hub->sessions, claim->session.id);
    return session != NULL && session->is_home && claim->homes == session->homes + 1U;
}

struct session *hub_come_home(struct hub *hub, const struct claim *claim,
                              struct loaded_session *loaded) {
    const struct hub_node *node = hub->node;
    bool stays = hub_stays_home(hub, claim);
    if (!stays) { /* another node has been the home meanwhile */
        hub_session_taken(hub, claim->session.id, claim->homes - 1);
    }
    struct session *session = hub_take_session(hub, loaded);
    if (session == NULL || session->homes >= claim->homes) {
        return NULL;
    }
    if (stays) {
        session->homes++;
        return session;
    }
    update(hub, session, &claim->session);
    hub_note_claim(session, claim);
    node_settle_later(hub, session); /* the player may not follow */
    hub_drop_remote(hub, session);
    hub_end_offers_of(hub, session); /* hub_drop_remote keeps them */
    session_clear_elsewhere(session);
    if (node->ops != NULL) {
        node->ops->session_taken(node->owner, session->id, claim->homes);
    }
    return session;
}

void hub_session_taken(struct hub *hub, uint64_t id, uint64_t homes) {
    struct session *session = slots_get(&hub->sessions, id);
    if (session == NULL || !session->is_home || homes <= session->homes) {
        return;
    }
    struct client *client = hub_client_of(hub, session);
    hub_end_request(hub);
    hub_tell_left(hub, session);
    session->homes = homes & HOMES_MASK;
    session->is_home = false;
    session_clear_elsewhere(session);
    if (client != NULL) {
        hub_end_offers_of(hub, session);
        hub_bye(hub, client, ERR_TAKEN_OVER);
        node_settle_later(hub, session); /* unless the new home attaches it here */
        client->session = NULL;
        session->client = 0;
    }
    hub_unwatch_all(session);
    hub_unkeep_session(hub, session);
    hub_end_session(hub, session);
    hub_end_request(hub);
}

/* --- sessions without a player --- */

/* Stored sessions without a player come from dead nodes, from this node before its last
 * start, and from players who left while they had a seat elsewhere.  After the grace
 * time, in which players can come back at any node, those without a seat are deleted.  A
 * dead node without rooms may not be fenced yet, and might go on with its sessions, so it
 * is fenced first. */

/* Sessions that are read at once. */
#define SWEEP_ROWS 100

struct sweep {
    struct store_task task; /* comes first */
    int slot;
    uint64_t epoch; /* fence the slot first, in this epoch; 0: no need */
    bool is_fenced;
    uint64_t after;
    struct ended_session row[SWEEP_ROWS];
    size_t n;
};

static void run_sweep(struct store_task *task, struct store *store) {
    struct sweep *sweep = (struct sweep *)task;
    sweep->is_fenced = sweep->epoch != 0 && store_fence(store, sweep->slot, sweep->epoch);
    enum found found = sweep->epoch == 0 || sweep->is_fenced ? FOUND : NOT_READ;
    while (found == FOUND && sweep->n < SWEEP_ROWS) {
        struct ended_session *row = &sweep->row[sweep->n];
        found = store_next_homed(store, sweep->slot, sweep->after, &row->id, &row->homes);
        if (found == FOUND) {
            sweep->after = row->id;
            sweep->n++;
        }
    }
}

static void sweep_some(struct hub *hub, int slot, uint64_t after);

/* Whether the players of a slot have had their time to come back: those of this node and
 * of no node, and of nodes that have been dead for the grace time. */
static bool may_sweep(const struct hub *hub, int slot) {
    uint64_t dead_ms = hub->node->takeover.seen[slot].dead_ms;
    uint64_t grace_ms = (uint64_t)hub->config->limits.grace_ms;
    return slot == NODE_NOBODY || slot == hub->node->self->slot ||
           (dead_ms != 0 && hub->now.ms - dead_ms >= grace_ms);
}

static void swept(struct store_task *task, struct hub *hub) {
    struct sweep *sweep = (struct sweep *)task;
    struct homes *homes = &hub->node->homes;
    hub->node->takeover.seen[sweep->slot].is_fenced |= sweep->is_fenced;
    for (size_t i = 0; i < sweep->n; i++) {
        if (slots_get(&hub->sessions, sweep->row[i].id) == NULL) {
            hub_remove_stored(hub, sweep->row[i].id, sweep->row[i].homes);
        }
    }
    homes->is_busy = false;
    if (sweep->n == SWEEP_ROWS && !hub->node->lease.is_lost &&
        may_sweep(hub, sweep->slot)) {
        sweep_some(hub, sweep->slot, sweep->after);
    }
    free(sweep);
}

static void sweep_some(struct hub *hub, int slot, uint64_t after) {
    const struct seen *seen = &hub->node->takeover.seen[slot];
    struct sweep *sweep = mem_new(1, sizeof *sweep);
    sweep->task.run = run_sweep;
    sweep->task.done = swept;
    sweep->slot = slot;
    sweep->epoch = seen->dead_ms != 0 && !seen->is_fenced ? seen->epoch : 0;
    sweep->after = after;
    hub->node->homes.is_busy = true;
    hub_start_task(hub, &sweep->task);
}

/* Sweeps one slot after the other, then waits for the grace time. */
void node_sweep_homes(struct hub *hub) {
    struct homes *homes = &hub->node->homes;
    uint64_t grace_ms = (uint64_t)hub->config->limits.grace_ms;
    if (homes->due_ms == 0) {
        homes->due_ms = hub->now.ms + grace_ms;
    }
    if (homes->is_busy || hub->now.ms < homes->due_ms || hub->shutting_down) {
        hub_wake_at(hub, homes->is_busy ? UINT64_MAX : homes->due_ms);
        return;
    }
    for (; homes->slot <= NODE_SLOT_MAX; homes->slot++) {
        if (may_sweep(hub, homes->slot)) {
            sweep_some(hub, homes->slot++, 0);
            hub_wake_at(hub, hub->now.ms);
            return;
        }
    }
    homes->slot = NODE_NOBODY;
    hub_begin_forgetting(hub); /* players whose games were at other nodes until now */
    homes->due_ms = hub->now.ms + grace_ms;
    hub_wake_at(hub, homes->due_ms);
}

/* A player who comes and goes repeatedly without being attached does not postpone the
 * deadline. */
void node_settle_later(struct hub *hub, struct session *session) {
    struct homes *homes = &hub->node->homes;
    struct session_rates *rates = session_rates(session);
    if (session->client != 0 || rates->settle_ms == 0) {
        rates->settle_ms = hub->now.ms + NODE_SETTLE_MS;
    }
    if (homes->settle_ms == 0) {
        homes->settle_ms = rates->settle_ms;
    }
    hub_wake_at(hub, homes->settle_ms);
}

void node_settle(struct hub *hub) {
    struct homes *homes = &hub->node->homes;
    if (homes->settle_ms == 0) {
        return;
    }
    if (hub->now.ms >= homes->settle_ms) {
        uint64_t next_ms = hub_drop_absent(hub);
        uint64_t soon_ms = hub->now.ms + NODE_LOOK_MS; /* several players at once */
        homes->settle_ms = next_ms == 0 || next_ms > soon_ms ? next_ms : soon_ms;
    }
    hub_wake_at(hub, homes->settle_ms != 0 ? homes->settle_ms : UINT64_MAX);
}
