/* Takes over the rooms of dead nodes.  All nodes look for them, and the node that takes a
 * room in the database owns it.  The room is rebuilt from its log, as at a start.
 *
 * Also finds rooms that the database says are here, but are not (struct missing). */
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/clients.h"
#include "server/hub/node/inside.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/turn.h"
#include "server/store/history.h"

/* --- which nodes there are --- */

struct look {
    struct store_task task; /* comes first */
    struct node_row row[NODE_SLOT_MAX + 1];
    size_t n;
    int64_t after; /* some games of this node, with numbers above this one */
    struct room_place own[NODE_ROOMS];
    size_t n_own;
};

static void run_look(struct store_task *task, struct store *store) {
    struct look *look = (struct look *)task;
    look->n = store_list_nodes(store, look->row);
    look->n_own = store_list_own_rooms(store, look->after, look->own, NODE_ROOMS);
}

static bool lives(const struct node_row *row) {
    return row->slot != NODE_NOBODY && !row->is_dead && !row->is_gone;
}

static void add_alive(struct takeover *takeover, const struct node_row *row) {
    struct node_seen *seen = &takeover->alive[takeover->n_alive++];
    *seen = (struct node_seen){.slot = row->slot};
    text_copy(seen->name, sizeof seen->name, row->name);
    text_copy(seen->address, sizeof seen->address, row->address);
}

const struct node_seen *hub_node_seen(const struct hub *hub, size_t i) {
    return hub->node != NULL && i < hub->node->takeover.n_alive
               ? &hub->node->takeover.alive[i]
               : NULL;
}

static void tell_fenced(struct hub *hub, int slot, uint64_t epoch) {
    if (hub->node->ops != NULL) {
        hub->node->ops->node_fenced(hub->node->owner, slot, epoch);
    }
}

/* Notes since when a node is alive or dead. */
static void note(struct hub *hub, const struct node_row *row) {
    struct takeover *takeover = &hub->node->takeover;
    struct seen *seen = &takeover->seen[row->slot];
    if (lives(row)) {
        *seen = (struct seen){.alive_ms = hub->now.ms};
        add_alive(takeover, row);
    } else if (seen->dead_ms == 0) {
        seen->dead_ms = hub->now.ms;
    }
    seen->epoch = row->epoch;
}

/* Tells that a node has ended.  Not at the first look that finds it dead: its last
 * messages may still be on the bus, and would be dropped. */
static void tell_ended(struct hub *hub, const struct node_row *row) {
    struct seen *seen = &hub->node->takeover.seen[row->slot];
    if (row->has_ended && row->epoch != seen->told_epoch &&
        row->slot != hub->node->self->slot &&
        hub->now.ms - seen->dead_ms >= NODE_LOOK_MS) {
        seen->told_epoch = row->epoch;
        tell_fenced(hub, row->slot, row->epoch);
    }
}

/* Notes which nodes live; then tells which have ended, for whoever is told may ask which
 * nodes live. */
static void note_all(struct hub *hub, const struct look *look) {
    if (look->n > 0) {
        hub->node->takeover.n_alive = 0;
    }
    for (size_t i = 0; i < look->n; i++) {
        note(hub, &look->row[i]);
    }
    for (size_t i = 0; i < look->n; i++) {
        tell_ended(hub, &look->row[i]);
    }
}

/* Whether it is time to fence a node and take its rooms. */
static bool is_for_us(const struct hub *hub, const struct node_row *row) {
    const struct lease *lease = &hub->node->lease;
    const struct seen *seen = &hub->node->takeover.seen[row->slot];
    if (!row->has_rooms || lives(row) || row->slot == hub->node->self->slot) {
        return false;
    }
    bool is_steady =
        seen->is_fenced || lease->clock_ms - lease->steady_ms >= NODE_STEADY_MS;
    return row->slot == NODE_NOBODY || (row->is_dead && is_steady) ||
           (row->is_gone && hub->now.ms - seen->dead_ms >= NODE_GONE_MS);
}

/* Reads the game after wait_ms, or earlier if that was planned.  Returns its entry; NULL:
 * there are too many. */
static struct missing *put_off(struct hub *hub, int64_t game, uint64_t wait_ms) {
    struct takeover *takeover = &hub->node->takeover;
    uint64_t read_ms = hub->now.ms + wait_ms;
    size_t i = 0;
    while (i < takeover->n_left && takeover->left[i].game != game) {
        i++;
    }
    if (i == NODE_ROOMS) {
        return NULL;
    }
    if (i == takeover->n_left) {
        takeover->left[takeover->n_left++] =
            (struct missing){.game = game, .read_ms = read_ms};
    } else if (read_ms < takeover->left[i].read_ms) {
        takeover->left[i].read_ms = read_ms;
    }
    return &takeover->left[i];
}

/* Whether a room of this node has the game.  A room that is closing still has it until
 * that is stored. */
static bool has_game(const struct hub *hub, const struct room_place *place) {
    const struct room *room = lobby_find(&hub->lobby, place->code);
    return room != NULL && (const_hub_room(room)->stored == place->game ||
                            const_hub_room(room)->committed == place->game);
}

static bool will_be_told(const struct hub_node *node, const char *code) {
    return node->ops != NULL && node->ops->will_be_told != NULL &&
           node->ops->will_be_told(node->owner, code);
}

/* Finds games that are this node's in the store but not loaded: the message that gave
 * them to this node was lost, or they could not be read.  Checks NODE_ROOMS at a time. */
static void find_missing(struct hub *hub, const struct look *look) {
    struct takeover *takeover = &hub->node->takeover;
    takeover->own_after = 0;
    for (size_t i = 0; i < look->n_own; i++) {
        takeover->own_after = look->own[i].game;
        if (has_game(hub, &look->own[i])) {
            continue;
        }
        struct missing *missing = put_off(hub, look->own[i].game, NODE_GIVEN_MS);
        if (missing != NULL) {
            missing->will_be_told = will_be_told(hub->node, look->own[i].code);
        }
    }
}

/* --- their rooms --- */

/* Takes rooms of one node, in the store's thread. */
struct taking {
    struct store_task task; /* comes first */
    int slot;
    uint64_t epoch;
    bool is_again;     /* reads games that are already this node's (take_again) */
    uint64_t alive_ms; /* server time until which the node was alive; 0: not known */
    bool is_fenced;    /* this task has fenced the node */
    size_t n;
    struct taken taken[NODE_ROOMS];
};

/* The session may not exist: it ended before the turn with its seat was stored.  Nobody
 * can come back to it, but the game goes on. */
static void read_session(struct store *store, const struct room_seat *seat,
                         struct loaded_session *loaded) {
    unsigned before = store_read_failures(store);
    if (!loaded_session_read(store, seat->session, loaded) &&
        store_read_failures(store) == before) {
        loaded->stored.id = seat->session;
        text_copy(loaded->stored.name, sizeof loaded->stored.name, seat->name);
    }
}

void node_read_room(struct taken *taken, struct store *store) {
    unsigned before = store_read_failures(store);
    struct stored_op op = {.op.at_ms = 0};
    char fault[FAULT_BYTES];
    taken->room = history_room(store, taken->game, 0, NULL, NULL, taken->fault);
    if (taken->room != NULL && taken->room->seq > 0 &&
        store_next_op(store, taken->game, taken->room->seq - 1, &op, fault) ==
            STORED_OP) {
        taken->at_ms = op.op.at_ms;
    }
    for (int i = 0; taken->room != NULL && i < SIDE_COUNT; i++) {
        read_session(store, &taken->room->seat[i], &taken->session[i]);
    }
    taken->by_disk = store_read_failures(store) != before;
}

/* Whether a game is still live and this node's.  True if it cannot be read, so that
 * node_read_room finds out why. */
static bool is_still_ours(struct store *store, int64_t game) {
    struct room_start start;
    struct room_place place;
    char fault[FAULT_BYTES];
    return !store_load_start(store, game, &start, fault) ||
           (store_find_room(store, start.code, &place) == FOUND && place.game == game &&
            place.slot == store_self(store)->slot);
}

static void run_taking(struct store_task *task, struct store *store) {
    struct taking *taking = (struct taking *)task;
    int64_t game[NODE_ROOMS] = {0};
    if (!taking->is_again) {
        taking->is_fenced = taking->slot != NODE_NOBODY &&
                            store_fence(store, taking->slot, taking->epoch);
        taking->n = store_take_rooms(store, taking->slot, game, NODE_ROOMS);
    }
    for (size_t i = 0; i < taking->n; i++) {
        struct taken *taken = &taking->taken[i];
        taken->game = taking->is_again ? taken->game : game[i];
        taken->is_void = taking->is_again && !is_still_ours(store, taken->game);
        if (!taken->is_void) {
            node_read_room(taken, store);
        }
    }
}

/* Players do not pay for the time after the node died. */
static void forgive(const struct hub *hub, struct room *room, uint64_t alive_ms) {
    uint64_t *since_ms = &room->clock.since_ms;
    if (room->clock.running < SIDE_COUNT && alive_ms > *since_ms &&
        hub->now.ms > alive_ms) {
        *since_ms += hub->now.ms - alive_ms;
    } else {
        *since_ms = hub->now.ms;
    }
}

void node_tell_here(const struct hub *hub, const char *code) {
    const struct hub_node *node = hub->node;
    if (node->ops != NULL) {
        node->ops->room_is_here(node->owner, code);
    }
}

void node_drop_taken(struct taken *taken) {
    room_destroy(taken->room);
    taken->room = NULL;
    for (int i = 0; i < SIDE_COUNT; i++) {
        loaded_session_fini(&taken->session[i]);
    }
}

/* A game that no server can continue is set aside, as at a start. */
struct aside {
    struct store_task task; /* comes first */
    int64_t game;
    bool works; /* false: find_missing finds the game again */
    char why[FAULT_BYTES];
};

static void run_aside(struct store_task *task, struct store *store) {
    struct aside *aside = (struct aside *)task;
    store_set_aside(store, aside->game, aside->why);
    aside->works = store_commit(store);
}

static void aside_done(struct store_task *task, struct hub *hub) {
    (void)hub;
    free(task);
}

static void set_aside(struct hub *hub, const struct taken *taken) {
    struct aside *aside = mem_new(1, sizeof *aside);
    aside->task.run = run_aside;
    aside->task.done = aside_done;
    aside->game = taken->game;
    text_copy(aside->why, sizeof aside->why, taken->fault);
    hub_start_task(hub, &aside->task);
}

struct room *node_adopt_room(struct hub *hub, struct taken *taken) {
    struct room *room = NULL;
    if (taken->room != NULL && lobby_find(&hub->lobby, taken->room->code) != NULL) {
        node_drop_taken(taken); /* it is here, maybe closing */
        return NULL;
    }
    if (taken->room != NULL && !taken->by_disk) {
        for (int i = 0; i < SIDE_COUNT; i++) {
            (void)hub_take_session(hub, &taken->session[i]);
        }
        room = hub_take_up_room(hub, taken->room, taken->game, taken->fault);
        taken->room = NULL;
    }
    if (room == NULL) {
        log_line(&hub->config->log, LOG_ERROR, "game_left_out number=%lld why=%s",
                 (long long)taken->game, LOG_QUOTED(taken->fault));
        if (taken->by_disk) {
            (void)put_off(hub, taken->game, 0);
        } else {
            set_aside(hub, taken);
        }
    } else {
        hub_skip_to(hub, taken->at_ms);
    }
    node_drop_taken(taken);
    return room;
}

static void adopt(struct hub *hub, struct taken *taken, uint64_t alive_ms) {
    struct room *room = taken->is_void ? NULL : node_adopt_room(hub, taken);
    if (room != NULL) {
        forgive(hub, room, alive_ms);
        hub_show_players(hub, room); /* players may have come before the room */
        hub_restart_room(hub, room);
        node_tell_here(hub, room->code);
    }
}

static void taken_done(struct store_task *task, struct hub *hub) {
    struct taking *taking = (struct taking *)task;
    struct takeover *takeover = &hub->node->takeover;
    takeover->is_taking = false;
    if (taking->is_fenced) {
        log_line(&hub->config->log, LOG_WARN, "node_fenced slot=%d", taking->slot);
    }
    if (taking->slot != NODE_NOBODY && (taking->is_fenced || taking->n > 0)) {
        tell_fenced(hub, taking->slot, taking->epoch);
    }
    hub_end_request(hub);
    for (size_t i = 0; i < taking->n; i++) {
        adopt(hub, &taking->taken[i], taking->alive_ms);
    }
    hub_end_request(hub);
    takeover->seen[taking->slot].is_fenced |= taking->is_fenced || taking->n > 0;
    if (taking->n > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_taken_over n=%zu slot=%d", taking->n,
                 taking->slot);
        takeover->look_ms = taking->is_again ? takeover->look_ms : hub->now.ms;
    }
    hub_wake_at(hub, takeover->look_ms); /* there may be more */
    free(taking);
}

static struct taking *new_taking(int slot) {
    struct taking *taking = mem_new(1, sizeof *taking);
    taking->task.run = run_taking;
    taking->task.done = taken_done;
    taking->slot = slot;
    return taking;
}

/* Whether the node that gave a room to this one can still announce it: no node has died
 * since, and all can be reached. */
static bool may_be_told(const struct hub *hub, const struct missing *missing) {
    const struct hub_node *node = hub->node;
    if (missing->will_be_told) {
        return true;
    }
    for (int slot = 1; slot <= NODE_SLOT_MAX; slot++) {
        const struct seen *seen = &node->takeover.seen[slot];
        uint64_t until_ms = seen->dead_ms + NODE_GIVEN_MS + 2 * (uint64_t)NODE_LOOK_MS;
        bool is_deaf = slot != node->self->slot && node->ops != NULL &&
                       node->ops->can_reach != NULL &&
                       !node->ops->can_reach(node->owner, slot);
        if (seen->dead_ms != 0 ? until_ms >= missing->read_ms
                               : seen->alive_ms != 0 && is_deaf) {
            return false;
        }
    }
    return true;
}

/* Reads the missing games that need not wait.  False: there are none. */
static bool take_again(struct hub *hub) {
    struct takeover *takeover = &hub->node->takeover;
    struct taking *taking = new_taking(NODE_NOBODY);
    taking->is_again = true;
    for (size_t i = takeover->n_left; i-- > 0;) {
        const struct missing *missing = &takeover->left[i];
        if (hub->now.ms >= missing->read_ms || !may_be_told(hub, missing)) {
            taking->taken[taking->n++].game = missing->game;
            takeover->left[i] = takeover->left[--takeover->n_left];
        }
    }
    if (taking->n == 0) {
        free(taking);
        return false;
    }
    takeover->is_taking = true;
    hub_start_task(hub, &taking->task);
    return true;
}

static void take(struct hub *hub, const struct node_row *row) {
    struct takeover *takeover = &hub->node->takeover;
    const struct seen *seen = &takeover->seen[row->slot];
    struct taking *taking = new_taking(row->slot);
    taking->epoch = row->epoch;
    /* It may have died this long before it was last seen alive: a node looks alive until
     * its lease is over, or until the first look after its connection ended. */
    uint64_t before_ms = row->is_dead ? NODE_LEASE_MS : NODE_LOOK_MS;
    taking->alive_ms = seen->alive_ms > before_ms ? seen->alive_ms - before_ms : 0;
    takeover->is_taking = true;
    hub_start_task(hub, &taking->task);
}

/* --- looking --- */

static void looked(struct store_task *task, struct hub *hub) {
    struct look *look = (struct look *)task;
    struct takeover *takeover = &hub->node->takeover;
    const struct node_row *next = NULL;
    takeover->is_busy = false;
    note_all(hub, look);
    for (size_t i = 0; i < look->n; i++) {
        next = next == NULL && is_for_us(hub, &look->row[i]) ? &look->row[i] : next;
    }
    find_missing(hub, look);
    takeover->look_ms = hub->now.ms + NODE_LOOK_MS;
    hub_wake_at(hub, takeover->look_ms);
    bool can_take = look->n > 0 && !takeover->is_taking && !hub->node->lease.is_late;
    if (can_take && !take_again(hub) && next != NULL) {
        take(hub, next);
    }
    free(look);
}

void node_take_over(struct hub *hub) {
    struct takeover *takeover = &hub->node->takeover;
    if (!takeover->is_busy && !hub->shutting_down && hub->now.ms >= takeover->look_ms) {
        struct look *look = mem_new(1, sizeof *look);
        look->task.run = run_look;
        look->task.done = looked;
        look->after = takeover->own_after;
        takeover->is_busy = true;
        hub_start_task(hub, &look->task);
    }
    if (!takeover->is_busy) {
        hub_wake_at(hub, takeover->look_ms);
    }
}

/* --- codes --- */

void node_read_codes(struct hub *hub) {
    struct takeover *takeover = &hub->node->takeover;
    struct room_place place[NODE_ROOMS];
    int64_t after = 0;
    size_t n, cap = 0;
    while ((n = store_list_rooms(hub->store, after, place, NODE_ROOMS)) > 0) {
        for (size_t i = 0; i < n; i++) {
            if (!lobby_is_own_code(&hub->lobby, place[i].code)) {
                continue;
            }
            if (takeover->n_foreign == cap) {
                cap = cap == 0 ? 16 : 2 * cap;
                takeover->foreign =
                    mem_grow(takeover->foreign, cap, sizeof place[i].code);
            }
            memcpy(takeover->foreign[takeover->n_foreign++], place[i].code,
                   sizeof place[i].code);
        }
        after = place[n - 1].game;
    }
}

bool node_is_foreign_code(const struct hub *hub, const char *code) {
    const struct takeover *takeover = &hub->node->takeover;
    size_t i = 0;
    while (i < takeover->n_foreign && strcmp(takeover->foreign[i], code) != 0) {
        i++;
    }
    return i < takeover->n_foreign;
}
