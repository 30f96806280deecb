#include "server/hub/turn.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/clients.h"
#include "server/hub/lease/lease.h"
#include "server/hub/load.h"
#include "server/hub/offers.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"

/* --- which turn it is --- */

static bool is_dirty(const struct turn *turn) {
    return turn->writes.n > 0 || turn->n_rooms > 0 || turn->is_open;
}

void hub_new_turn(struct hub *hub) {
    uint64_t number = hub->turn != NULL ? hub->turn->number + 1 : 1;
    hub->turn = hub->spare != NULL ? hub->spare : mem_new(1, sizeof *hub->turn);
    hub->turn->number = number;
    hub->turn->drain = hub->drain;
    hub->spare = NULL;
}

/* Drops what its clients had before. */
static void forget(struct turn *turn) {
    for (size_t i = 0; i < turn->n_was; i++) {
        remembered_fini(&turn->was[i]);
    }
    turn->n_was = 0;
}

static void free_turn(struct turn *turn) {
    if (turn != NULL) {
        writes_fini(&turn->writes);
        outbox_fini(&turn->outbox);
        forget(turn);
        free(turn->was);
        free(turn->after);
        free(turn->asked);
        free(turn->rooms);
        free(turn);
    }
}

static size_t memory_of(const struct turn *turn) {
    return turn->writes.cap + turn->outbox.cap * sizeof *turn->outbox.item +
           turn->cap_was * sizeof *turn->was + turn->cap_after * sizeof *turn->after +
           turn->cap_asked * sizeof *turn->asked + turn->cap_rooms * sizeof *turn->rooms;
}

/* Ends a turn that is decided.  Its memory is kept for another one. */
static void end_turn(struct hub *hub, struct turn *turn) {
    if (hub->spare != NULL || memory_of(turn) > TURN_KEPT_BYTES) {
        free_turn(turn);
        return;
    }
    writes_clear(&turn->writes);
    outbox_drop(&turn->outbox, turn->outbox.n);
    forget(turn);
    *turn = (struct turn){.writes = turn->writes,
                          .outbox = turn->outbox,
                          .was = turn->was,
                          .cap_was = turn->cap_was,
                          .after = turn->after,
                          .cap_after = turn->cap_after,
                          .asked = turn->asked,
                          .cap_asked = turn->cap_asked,
                          .rooms = turn->rooms,
                          .cap_rooms = turn->cap_rooms};
    hub->spare = turn;
}

void hub_free_turns(struct hub *hub) {
    free_turn(hub->turn);
    free_turn(hub->flight);
    free_turn(hub->spare);
}

/* The turn with this number; NULL: it is decided. */
static struct turn *find_turn(const struct hub *hub, uint64_t number) {
    if (number <= hub->decided) {
        return NULL;
    }
    return hub->flight != NULL && number == hub->flight->number ? hub->flight : hub->turn;
}

uint64_t hub_needs(const struct hub *hub) {
    return is_dirty(hub->turn)   ? hub->turn->number
           : hub->flight != NULL ? hub->flight->number
                                 : 0;
}

bool hub_is_decided(const struct hub *hub) {
    return hub_needs(hub) == 0;
}

/* --- in a turn --- */

void hub_open_turn(struct hub *hub) {
    hub->turn->is_open = true;
}

struct writes *hub_writes(struct hub *hub) {
    return &hub->turn->writes;
}

void hub_touch_room(struct hub *hub, struct room *room) {
    struct turn *turn = hub->turn;
    if (hub_room(room)->turn == turn->number) {
        return;
    }
    hub_room(room)->turn = turn->number;
    if (turn->n_rooms == turn->cap_rooms) {
        turn->cap_rooms = turn->cap_rooms == 0 ? 16 : 2 * turn->cap_rooms;
        turn->rooms = mem_grow(turn->rooms, turn->cap_rooms, sizeof *turn->rooms);
    }
    turn->rooms[turn->n_rooms++].room = room;
}

void hub_remember(struct hub *hub, const struct client *client) {
    struct turn *turn = hub->turn;
    hub_open_turn(hub);
    if (turn->n_was == turn->cap_was) {
        turn->cap_was = turn->cap_was == 0 ? 4 : 2 * turn->cap_was;
        turn->was = mem_grow(turn->was, turn->cap_was, sizeof *turn->was);
    }
    remembered_take(&turn->was[turn->n_was++], client);
}

void hub_after_turn(struct hub *hub, void (*run)(struct hub *hub, uint64_t arg),
                    uint64_t arg) {
    struct turn *turn = hub->turn;
    hub_open_turn(hub);
    if (turn->n_after == turn->cap_after) {
        turn->cap_after = turn->cap_after == 0 ? 4 : 2 * turn->cap_after;
        turn->after = mem_grow(turn->after, turn->cap_after, sizeof *turn->after);
    }
    turn->after[turn->n_after++] = (struct after){run, arg};
}

struct outbox *hub_outbox_for(struct hub *hub, struct client *client, uint64_t needs) {
    client->waits = needs > client->waits ? needs : client->waits;
    struct turn *turn = find_turn(hub, client->waits);
    return turn != NULL ? &turn->outbox : &hub->outbox;
}

bool hub_is_awaited(const struct hub *hub, const struct client *client) {
    return client->waits > hub->decided;
}

/* Where to note a request of a client whose goodbye may be queued already: after its last
 * one, before the goodbye. */
static size_t place_of(const struct turn *turn, const struct client *client) {
    size_t i = turn->n_asked;
    while (client->is_dismissed && i > 0 && turn->asked[i - 1].client != client->id) {
        i--;
    }
    return i;
}

void hub_note_asked(struct hub *hub, const struct client *client, const char *id) {
    struct turn *turn = find_turn(hub, client->waits);
    if (turn == NULL) {
        return;
    }
    if (turn->n_asked == turn->cap_asked) {
        turn->cap_asked = turn->cap_asked == 0 ? 16 : turn->cap_asked * 2;
        turn->asked = mem_grow(turn->asked, turn->cap_asked, sizeof *turn->asked);
    }
    size_t i = place_of(turn, client);
    struct asked *asked = &turn->asked[i];
    memmove(asked + 1, asked, (turn->n_asked++ - i) * sizeof *asked);
    size_t at = i > 0 ? asked[-1].at : 0;
    *asked = (struct asked){.client = client->id,
                            .conn = client->conn,
                            .json = client->json,
                            .style = client->style,
                            .at = client->is_dismissed ? at : turn->outbox.n};
    text_copy(asked->id, sizeof asked->id, id);
}

/* --- a turn is stored --- */

/* Does what follows once the last change of a room is stored. */
static void settle_room(struct hub *hub, struct room *room) {
    hub_settle_watch(hub, room);
    if (hub_room(room)->is_closed) {
        hub_end_watch(hub, room);
        hub_remove_room(hub, room);
    }
}

static void commit_rooms(struct hub *hub, const struct turn *turn) {
    for (size_t i = 0; i < turn->n_rooms; i++) {
        const struct changed_room *changed = &turn->rooms[i];
        struct room *room = changed->room;
        hub_room(room)->committed = changed->game;
        hub_room(room)->seq = changed->seq;
        if (!hub_room(room)->in_shown && room->clock.since_ms == changed->since_ms) {
            hub_room(room)->in_shown = true;
            room_list_add(&hub->shown, room);
        }
        if (hub_room(room)->turn == turn->number) {
            settle_room(hub, room);
        }
    }
}

static void keep_turn(struct hub *hub, struct turn *turn) {
    outbox_append(&hub->outbox, &turn->outbox);
    commit_rooms(hub, turn);
    for (size_t i = 0; i < turn->n_after; i++) {
        turn->after[i].run(hub, turn->after[i].arg);
    }
}

/* --- a turn fails --- */

struct message hub_storage_error(const char *id) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_ERROR;
    msg.error = ERR_STORAGE;
    msg.text = error_text(ERR_STORAGE);
    msg.retry_after_ms = HUB_RETRY_MS;
    msg.id = id;
    return msg;
}

static void refuse(struct hub *hub, const struct asked *asked) {
    struct message msg = hub_storage_error(asked->id);
    struct client *client = slots_get(&hub->clients, asked->client);
    struct client gone = {
        .conn = asked->conn, .json = asked->json, .style = asked->style};
    client = client != NULL && !client->closing ? client : &gone;
    struct buf *buf = hub_encode(hub, &msg, client);
    outbox_add(hub_outbox_for(hub, client, 0), client->conn, buf, SEND_ALWAYS);
    buf_unref(buf);
}

/* Answers each request of a turn with `storage`, in the mode from before the turn.
 * Goodbyes come last. */
static void refuse_requests(struct hub *hub, struct turn *turn) {
    struct outbox *outbox = &turn->outbox;
    size_t next = 0;
    for (size_t i = 0; i < turn->n_asked; i++) {
        if (turn->asked[i].at == 0) {
            refuse(hub, &turn->asked[i]);
        }
    }
    for (size_t i = 0; i <= outbox->n; i++) {
        for (; next < turn->n_asked && turn->asked[next].at <= i; next++) {
            if (turn->asked[next].at != 0) {
                refuse(hub, &turn->asked[next]);
            }
        }
        if (i < outbox->n) {
            outbox_take_always(&hub->outbox, &outbox->item[i]);
        }
    }
    outbox->n = 0;
}

static void put_back(struct hub *hub, const struct turn *turn) {
    for (size_t i = turn->n_was; i > 0; i--) {
        remembered_put_back(hub, &turn->was[i - 1]);
    }
    hub->drain = turn->drain;
}

/* Drops a turn that could not be stored, and the present one, which builds on it. */
static void drop_turns(struct hub *hub, struct turn *failed) {
    struct turn *present = hub->turn;
    hub->decided = present->number;
    hub_new_turn(hub);
    put_back(hub, present);
    put_back(hub, failed);
    hub->turn->drain = hub->drain;
    refuse_requests(hub, failed);
    refuse_requests(hub, present);
    hub_wake_at(hub, hub->now.ms); /* for the drain */
    hub_lose_offers(hub, failed->number);
    end_turn(hub, present);
    hub_load_again(hub, failed->since_ms);
}

/* --- the end of a turn --- */

static void run_turn(struct store_task *task, struct store *store) {
    struct turn *turn = (struct turn *)task;
    turn->works = writes_commit(&turn->writes, store);
    turn->is_lost = store_is_lost(store);
    text_copy(turn->fault, sizeof turn->fault, store_fault(store));
    turn->n_accounts = store_n_accounts(store);
    turn->is_untidy = store_is_untidy(store);
    turn->is_renewed = store_was_renewed(store, &turn->n_lost);
}

void hub_log_renewed(struct hub *hub, int n_lost) {
    log_line(&hub->config->log, LOG_ERROR, "events_damaged games=%d", n_lost);
}

static void note_result(struct hub *hub, const struct turn *turn) {
    if (turn->is_renewed) {
        hub_log_renewed(hub, turn->n_lost);
    }
    struct metrics *metrics = &hub->metrics;
    metrics->commits += turn->works;
    metrics->commits_failed += !turn->works;
    metrics->commit_us += turn->task.us;
    if (turn->task.us > metrics->commit_us_max) {
        metrics->commit_us_max = turn->task.us;
    }
    hub->n_accounts = turn->n_accounts;
    hub->tidying.is_wanted = turn->is_untidy;
    hub_note_store(hub, turn->works, turn->fault);
}

void hub_give_back(const struct hub *hub, struct room *room, uint64_t time_ms) {
    uint64_t *since_ms = &room->clock.since_ms;
    if (room->clock.running < SIDE_COUNT && *since_ms < hub->now.ms) {
        uint64_t passed_ms = hub->now.ms - *since_ms;
        *since_ms += time_ms < passed_ms ? time_ms : passed_ms;
    }
}

/* Time that is forgiven for two reasons is credited once. */
void hub_forgive(struct hub *hub, uint64_t from_ms) {
    from_ms = from_ms > hub->forgiven_ms ? from_ms : hub->forgiven_ms;
    uint64_t stalled_ms = hub->now.ms > from_ms ? hub->now.ms - from_ms : 0;
    hub->forgiven_ms = hub->now.ms;
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        if (!hub_room(room)->is_closed) {
            hub_give_back(hub, room, stalled_ms);
            room->not_idle_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms;
            hub_update_room_deadline(hub, room);
        }
    }
}

/* Whether the store has had a turn for too long. */
static bool is_slow(const struct hub *hub) {
    return hub->flight != NULL && hub->now.ms >= hub->flight->since_ms + HUB_STALL_MS;
}

void hub_lose_store(struct hub *hub, const char *fault) {
    if (hub->lease != NULL) {
        lease_lose(hub, fault);
    } else {
        log_line(&hub->config->log, LOG_ERROR, "store_lost why=%s", LOG_QUOTED(fault));
        hub->wants_stop = true;
    }
}

static void turn_done(struct store_task *task, struct hub *hub) {
    struct turn *turn = (struct turn *)task;
    bool was_stalled = is_slow(hub);
    hub->flight = NULL;
    hub->decided = turn->number;
    note_result(hub, turn);
    if (turn->is_lost) {
        hub_lose_store(hub, turn->fault);
        turn->n_asked = hub->lease != NULL ? turn->n_asked : 0; /* nobody knows */
    }
    if (turn->works) {
        keep_turn(hub, turn);
    } else {
        drop_turns(hub, turn);
    }
    if (turn->works && was_stalled) {
        hub_forgive(hub, turn->since_ms + HUB_STALL_MS);
    }
    end_turn(hub, turn);
}

/* Ends a turn in which nothing was to be stored after all. */
static void keep_unwritten(struct hub *hub, struct turn *turn) {
    hub_new_turn(hub);
    hub->decided = turn->number;
    keep_turn(hub, turn);
    end_turn(hub, turn);
}

/* Hands the present turn to the store. */
static void submit(struct hub *hub) {
    struct turn *turn = hub->turn;
    if (turn->writes.n == 0) {
        keep_unwritten(hub, turn);
        return;
    }
    for (size_t i = 0; i < turn->n_rooms; i++) {
        struct changed_room *changed = &turn->rooms[i];
        changed->game = hub_room(changed->room)->stored;
        changed->seq = changed->room->seq;
        changed->since_ms = changed->room->clock.since_ms;
    }
    writes_put_time(&turn->writes, hub->now.ms);
    turn->since_ms = hub->now.ms;
    turn->task.run = run_turn;
    turn->task.done = turn_done;
    hub->flight = turn;
    hub_new_turn(hub);
    hub_start_task(hub, &turn->task);
}

static void start_asks(struct hub *hub) {
    struct store_task *task;
    while (!is_dirty(hub->turn) && (task = store_tasks_take(&hub->asks)) != NULL) {
        hub_start_task(hub, task);
    }
}

static void tidy(struct store_task *task, struct store *store) {
    store_tidy(store);
    ((struct tidying *)task)->is_untidy = store_is_untidy(store);
}

static void tidying_done(struct store_task *task, struct hub *hub) {
    hub->tidying.is_wanted = ((struct tidying *)task)->is_untidy;
}

/* Tidies the store while it has nothing else to do. */
static void tidy_if_idle(struct hub *hub) {
    if (!hub->tidying.is_wanted || hub->n_tasks > 0 || hub->shutting_down) {
        return;
    }
    hub->tidying.is_wanted = false;
    hub->tidying.task.run = tidy;
    hub->tidying.task.done = tidying_done;
    hub_start_task(hub, &hub->tidying.task);
}

void hub_commit(struct hub *hub) {
    for (;;) {
        start_asks(hub);
        if (hub->flight != NULL || hub->gathers || !is_dirty(hub->turn)) {
            tidy_if_idle(hub);
            return;
        }
        submit(hub);
    }
}

void hub_gather(struct hub *hub, bool gathers) {
    hub->gathers = gathers;
}

bool hub_is_settled(const struct hub *hub) {
    return hub->outbox.n == 0 &&
           (hub->flight != NULL || hub->gathers || !is_dirty(hub->turn));
}

bool hub_is_stalled(const struct hub *hub) {
    return is_slow(hub) || lease_is_late(hub) || hub->storage == STORAGE_LOADS;
}

bool hub_may_write(const struct hub *hub) {
    return hub->storage == STORAGE_WORKS;
}

bool hub_is_full(const struct hub *hub) {
    const struct turn *turn = hub->turn;
    if (hub_is_stalled(hub)) {
        size_t n = hub->flight != NULL ? hub->flight->outbox.n : 0;
        n += lease_n_withheld(hub);
        return n + turn->outbox.n + hub->outbox.n >= HUB_STALL_MESSAGES;
    }
    return hub->flight != NULL &&
           (turn->writes.used >= HUB_TURN_BYTES || turn->outbox.n >= HUB_TURN_MESSAGES);
}

size_t hub_n_messages(const struct hub *hub) {
    return hub->outbox.n + hub->turn->outbox.n;
}

void hub_sent(struct hub *hub, struct hub_time now) {
    hub_set_time(hub, now);
    for (size_t i = 0; i < hub->shown.n; i++) {
        struct room *room = hub->shown.room[i];
        hub_room(room)->in_shown = false;
        room_event_sent(room, hub->now.ms);
        hub_update_room_deadline(hub, room);
    }
    hub->shown.n = 0;
}
