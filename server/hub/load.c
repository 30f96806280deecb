#include "server/hub/load.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/bans.h"
#include "server/hub/cleanup.h"
#include "server/hub/clients.h"
#include "server/hub/lease/lease.h"
#include "server/hub/rooms.h"
#include "server/hub/send.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"
#include "server/store/history/whole.h"

/* Most events of a room: more than it can have in a thousand years. */
#define SEQ_MOST (UINT64_C(1) << 48)
/* After so many loads in a row in which the disk did not give everything, the server goes
 * on with what can be read, as it does at the start. */
#define LOADS_MAX 10

/* --- sessions --- */

/* Makes a session as the store has it. */
static void take_session(struct hub *hub, struct session *s, struct whole_session *read) {
    const struct stored_session *stored = &read->stored;
    if (strcmp(s->name, stored->name) != 0) {
        hub_name_session(hub, s, stored->name);
    }
    if (s->account != stored->account) {
        hub_set_account(hub, s, stored->account);
    }
    if (!s->of_host) { /* a bot of the host has the token of this start */
        memcpy(s->token_hash, stored->token_hash, sizeof s->token_hash);
    }
    s->profile = read->profile;
    s->profile.is_bot = s->profile.is_bot || s->of_host;
    gags_fini(&s->gags);
    s->gags = read->gags;
    read->gags = (struct gags){.n = 0};
    if (read->ratings != NULL) {
        *s->ratings = *read->ratings;
    }
}

/* Sessions in memory become as the store has them, and those that it does not have end.
 * One that only the store has is added for its seat; if it has none it has ended, and
 * only its row is not deleted yet. */
static void take_sessions(struct hub *hub, struct whole *whole) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        struct whole_session *read = whole_find_session(whole, s->id);
        s->n_rooms = 0;
        if (read != NULL) {
            take_session(hub, s, read);
        } else if (!s->of_host) {
            hub_drop_session(hub, s);
        }
    }
}

/* Whether the session of a seat exists; adds it if only the store has it. */
static bool find_sitter(struct hub *hub, struct whole *whole, uint64_t id) {
    struct whole_session *read = whole_find_session(whole, id);
    struct session *s = hub_find_session(hub, id);
    if (s == NULL && read != NULL) {
        s = hub_add_session(hub, id, read->stored.name, read->stored.account);
        if (s != NULL) {
            hub_keep_stored(hub, id);
            take_session(hub, s, read);
        }
    }
    return s != NULL;
}

/* --- rooms --- */

/* Why the room cannot be one of this server; "": it can. */
static const char *why_impossible(struct hub *hub, struct whole *whole,
                                  const struct room *room) {
    const struct room *other = lobby_find(&hub->lobby, room->code);
    const struct room_seat *seat = room->seat;
    if (room_is_empty(room)) {
        return "nobody sits there";
    }
    if (seat[SIDE_WHITE].session == seat[SIDE_BLACK].session) {
        return "one sits on both sides";
    }
    if (room->seq > SEQ_MOST) {
        return "too many events";
    }
    if (other != NULL && const_hub_room(other)->is_loaded) {
        return "another game is in its room";
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (seat[i].session != 0 && !find_sitter(hub, whole, seat[i].session)) {
            return "a player's session is missing";
        }
    }
    return "";
}

/* Puts what was read in the place of a room: sessions and lists point to it.  If no
 * dropped turn had changed it, its clock goes on as it was; else the clock begins when
 * the disk works again. */
static void replace(struct room *room, struct whole_room *read) {
    struct hub_room *kept = hub_room(room);
    bool is_same = room->seq == read->room->seq &&
                   room->clock.running == read->room->clock.running &&
                   strcmp(room->game_id, read->room->game_id) == 0;
    uint64_t since_ms = room->clock.since_ms, not_idle_ms = room->not_idle_ms;
    bool clock_started = room->clock_started;
    room_fini(room);
    room_relocate(room, read->room);
    room->not_idle_ms = not_idle_ms;
    room->clock_started = clock_started || !is_same;
    if (is_same) {
        room->clock.since_ms = since_ms;
    }
    kept->is_closed = false;
    free(kept->news);
    kept->news = NULL;
    state_head_fini(&kept->head);
    kept->head = (struct state_head){0};
    kept->stored = kept->committed = read->game;
    kept->seq = room->seq;
}

static void take_room(struct hub *hub, struct whole *whole, struct whole_room *read) {
    const char *why = why_impossible(hub, whole, read->room);
    if (why[0] != '\0') {
        struct room_start start;
        room_start_of(read->room, &start);
        whole_leave_out(whole, read->game, &start, false, why);
        return;
    }
    struct room *room = lobby_find(&hub->lobby, read->room->code);
    if (room != NULL) {
        replace(room, read);
    } else {
        room = hub_adopt_room(hub, read->room, read->game);
    }
    read->room = NULL;
    hub_room(room)->is_loaded = true;
    hub_seat_sessions(hub, room);
}

/* A room that is not in the store: nobody knows of it if it was never stored; otherwise
 * its game cannot be read any more. */
static void lose_room(struct hub *hub, struct room *room) {
    if (hub_room(room)->committed != 0) {
        hub_notice(hub, room, HUB_LOST_TEXT);
        for (int i = 0; i < SIDE_COUNT; i++) {
            const struct session *session = hub_session_at(hub, room, (enum side)i);
            hub_tell_closed(hub, hub_client_of(hub, session), room->code);
        }
    }
    hub_end_watch(hub, room);
    hub_remove_room(hub, room);
}

static void take_rooms(struct hub *hub, struct whole *whole) {
    struct room_list *rooms = &hub->lobby.rooms;
    for (size_t i = 0; i < rooms->n; i++) {
        hub_room(rooms->room[i])->is_loaded = false;
    }
    for (size_t i = 0; i < whole->n_rooms; i++) {
        take_room(hub, whole, &whole->rooms[i]);
    }
    for (size_t i = rooms->n; i > 0; i--) {
        if (!hub_room(rooms->room[i - 1])->is_loaded) {
            lose_room(hub, rooms->room[i - 1]);
        }
    }
}

/* --- all of it --- */

static void log_left_out(struct hub *hub, const struct left_out *left) {
    if (left->by_disk) {
        log_line(&hub->config->log, LOG_ERROR, "game_left_out number=%lld why=%s",
                 (long long)left->game, LOG_QUOTED(left->why));
    } else {
        log_line(&hub->config->log, LOG_ERROR,
                 "game_set_aside number=%lld id=%s room=%s why=%s", (long long)left->game,
                 left->start.draw.game_id, left->start.code, LOG_QUOTED(left->why));
    }
}

/* Sets damaged games aside: nothing but the host's repair brings them back. */
static void set_aside(struct hub *hub) {
    for (size_t i = 0; i < hub->n_aside; i++) {
        if (!hub->aside[i].by_disk) {
            writes_set_aside(hub_writes(hub), hub->aside[i].game, hub->aside[i].why);
        }
    }
    free(hub->aside);
    hub->aside = NULL;
    hub->n_aside = 0;
}

/* Sessions that have lost their connection in a turn that failed. */
static void settle_sessions(struct hub *hub) {
    uint32_t at = 0;
    for (struct session *s; (s = slots_next(&hub->sessions, &at)) != NULL;) {
        if (s->client == 0) {
            hub_keep_for_now(hub, s);
            hub_end_session(hub, s);
        }
    }
}

/* At the start: deletes sessions that sit nowhere, as they were only connected when the
 * server stopped.  But if games are left out, which the host may repair one day, such
 * sessions may sit there: then it reserves their ids instead. */
static void forget_sessions(struct hub *hub, const struct whole *whole) {
    bool forgets = !hub->leaves_out && !whole->has_aside;
    for (size_t i = 0; i < whole->n_sessions; i++) {
        uint64_t id = whole->sessions[i].stored.id;
        if (hub_find_session(hub, id) != NULL) {
            continue;
        }
        if (forgets) {
            slots_skip(&hub->sessions, id); /* it may be there for a while */
            hub_remove_stored(hub, id);
        } else {
            slots_reserve(&hub->sessions, id);
        }
    }
}

/* Makes memory as the store has it. */
static void take_up(struct hub *hub, struct whole *whole) {
    take_sessions(hub, whole);
    take_rooms(hub, whole);
    if (whole->no_bans) {
        log_line(&hub->config->log, LOG_ERROR, "bans_unreadable why=%s",
                 LOG_QUOTED(whole->fault));
    } else {
        bans_fini(&hub->bans);
        hub->bans = whole->bans;
        whole->bans = (struct bans){.n = 0};
    }
    if (whole->is_renewed) {
        hub_log_renewed(hub, whole->n_lost);
    }
    if (whole->no_games) { /* there may be more: alea check-db reports them */
        log_line(&hub->config->log, LOG_ERROR, "games_unreadable why=%s",
                 LOG_QUOTED(whole->fault));
    }
    for (size_t i = 0; i < whole->n_left_out; i++) {
        log_left_out(hub, &whole->left_out[i]);
    }
    hub->leaves_out = whole->n_left_out > 0 || whole->no_games;
    settle_sessions(hub);
    hub->n_accounts = whole->n_accounts;
    hub_note_account_change(hub); /* what was asked about accounts is asked again */
    free(hub->aside);
    hub->aside = whole->left_out;
    hub->n_aside = whole->n_left_out;
    whole->left_out = NULL;
    whole->n_left_out = 0;
}

/* --- the start --- */

static void restart_room(struct hub *hub, struct room *room) {
    struct op op = {.kind = OP_RESTART,
                    .due_ms = hub->now.ms + (uint64_t)hub->config->limits.grace_ms};
    hub_do_and_tell(hub, room, &op);
}

void hub_load(struct hub *hub) {
    struct whole whole = {.n_rooms = 0};
    while (!whole_read(&whole, hub->store)) {
        lease_renew_at_start(hub);
    }
    take_up(hub, &whole);
    forget_sessions(hub, &whole);
    whole_fini(&whole);
    if (store_was_away(hub->store)) {
        return; /* the program ends: too little is known to write anything */
    }
    set_aside(hub);
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        if (hub->lease != NULL) {
            room->clock.since_ms = hub->now.ms; /* another server had it since */
        }
        restart_room(hub, room);
    }
    if (hub->lobby.rooms.n > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_taken_up n=%zu", hub->lobby.rooms.n);
    }
    hub_commit(hub);
    outbox_drop(&hub->outbox, hub->outbox.n);
    store_measure(hub->store, &hub->size);
}

/* --- after a failed commit --- */

struct load {
    struct store_task task; /* comes first */
    struct whole whole;
    bool is_done;
    bool is_stale; /* another commit has failed since it began */
};

static void run_load(struct store_task *task, struct store *store) {
    struct load *load = (struct load *)task;
    load->is_done = whole_read(&load->whole, store);
}

static void retry_later(struct hub *hub) {
    hub->retry_ms = hub->now.ms + HUB_RETRY_MS;
    hub_wake_at(hub, hub->retry_ms);
}

void hub_free_load(struct hub *hub) {
    if (hub->load != NULL) {
        whole_fini(&hub->load->whole);
        free(hub->load);
    }
    hub->load = NULL;
    free(hub->aside);
    hub->aside = NULL;
    hub->n_aside = 0;
}

/* Shows everybody their rooms as they are. */
static void show_all(struct hub *hub) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        for (size_t i = 0; c->session != NULL && i < c->session->n_rooms; i++) {
            hub_send_snapshot(hub, c, c->session->rooms[i]);
        }
        hub_show_watched(hub, c);
    }
}

static void tell_all(struct hub *hub, const char *text) {
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        hub_notice(hub, hub->lobby.rooms.room[i], text);
    }
}

static void load_done(struct store_task *task, struct hub *hub);

static void start_load(struct hub *hub) {
    hub_free_load(hub);
    hub->load = mem_new(1, sizeof *hub->load);
    hub->load->task.run = run_load;
    hub->load->task.done = load_done;
    hub_start_task(hub, &hub->load->task);
}

/* The load is complete, as far as the disk gives it. */
static void take_load(struct hub *hub, struct load *load) {
    take_up(hub, &load->whole);
    hub->storage = STORAGE_READS;
    log_line(&hub->config->log, LOG_WARN, "loaded rooms=%zu sessions=%u",
             hub->lobby.rooms.n, (unsigned)hub->sessions.n_used);
    tell_all(hub, HUB_PAUSED_TEXT);
    show_all(hub);
}

static void load_done(struct store_task *task, struct hub *hub) {
    struct load *load = (struct load *)task;
    if (load->is_stale) {
        start_load(hub);
        return;
    }
    if (!load->is_done) {
        hub_start_task(hub, &load->task);
        return;
    }
    /* While the list cannot be read, as when a database is away, nothing else helps. */
    bool is_bad =
        load->whole.fails && (++hub->n_loads < LOADS_MAX || load->whole.no_games);
    if (is_bad && hub->n_loads == 1) {
        log_line(&hub->config->log, LOG_ERROR, "load_fails why=%s",
                 LOG_QUOTED(load->whole.fault));
    }
    hub->load = NULL;
    if (!is_bad) {
        hub->n_loads = 0;
        take_load(hub, load);
    }
    whole_fini(&load->whole);
    free(load);
    retry_later(hub);
}

void hub_load_again(struct hub *hub, uint64_t since_ms) {
    if (hub->storage == STORAGE_WORKS) {
        hub->fails_ms = since_ms;
    }
    hub->storage = STORAGE_LOADS;
    if (hub->load != NULL) {
        hub->load->is_stale = true;
    } else if (!hub->wants_stop && !hub->shutting_down) {
        start_load(hub);
    }
}

/* --- the store works again --- */

/* A small write that shows whether the store works. */
struct probe {
    struct store_task task; /* comes first */
    uint64_t at_ms;
    bool works, is_lost;
    char fault[FAULT_BYTES];
};

static bool is_settled(const struct hub *hub, const struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
        bool is_here = hub_client_of(hub, session) != NULL;
        if (room->seat[i].session != 0 && (!is_here || room->seat[i].absence.away)) {
            return false;
        }
    }
    /* Time in which no clock ran must be in the log: if the server is killed before the
     * next move, the player must not pay for it. */
    return room->stage != STAGE_OPENING && room->clock.running == SIDE_COUNT &&
           !room_is_awaited(room);
}

/* Corrects who counts as away: nobody could be marked as away or back. */
static void settle_presence(struct hub *hub, struct room *room) {
    if (is_settled(hub, room)) {
        return;
    }
    restart_room(hub, room);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct op op = {.kind = OP_BACK, .side = (enum side)i};
        const struct session *session = hub_session_at(hub, room, op.side);
        if (hub_client_of(hub, session) != NULL && room->seat[i].absence.away) {
            hub_do_and_tell(hub, room, &op);
        }
    }
}

/* Sessions of the host's bots may not be stored yet, if the disk failed at the start. */
static void store_bots(struct hub *hub) {
    for (size_t i = 0; i < hub->config->n_bots; i++) {
        const struct session *bot = slots_get(&hub->sessions, hub->bots[i]);
        if (bot != NULL) {
            hub_store_session(hub, bot);
        }
    }
}

static void tell_works(struct hub *hub, uint64_t arg) {
    (void)arg;
    tell_all(hub, "the disk works again: the game goes on.");
}

static void go_on(struct hub *hub) {
    hub->storage = STORAGE_WORKS;
    hub_open_turn(hub);
    set_aside(hub);
    store_bots(hub);
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        room_event_sent(hub->lobby.rooms.room[i], hub->now.ms);
    }
    hub_forgive(hub, hub->fails_ms);
    show_all(hub);
    hub_after_turn(hub, tell_works, 0);
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct room *room = hub->lobby.rooms.room[i];
        settle_presence(hub, room);
        hub_run_due_ops(hub, room);
    }
}

static void run_probe(struct store_task *task, struct store *store) {
    struct probe *probe = (struct probe *)task;
    store_put_time(store, probe->at_ms);
    probe->works = store_commit(store);
    probe->is_lost = store_is_lost(store);
    text_copy(probe->fault, sizeof probe->fault, store_fault(store));
}

static void probe_done(struct store_task *task, struct hub *hub) {
    struct probe *probe = (struct probe *)task;
    hub->metrics.commits += probe->works;
    hub->metrics.commits_failed += !probe->works;
    hub_note_store(hub, probe->works, probe->fault);
    if (probe->is_lost) {
        hub_lose_store(hub, probe->fault);
    } else if (probe->works && hub->storage == STORAGE_READS) {
        go_on(hub);
    }
    free(probe);
    retry_later(hub);
}

void hub_retry(struct hub *hub) {
    if (hub->storage == STORAGE_WORKS || hub->wants_stop) {
        return;
    }
    if (hub->now.ms < hub->retry_ms) {
        hub_wake_at(hub, hub->retry_ms);
        return;
    }
    hub->retry_ms = UINT64_MAX; /* until this try is over */
    if (hub->storage == STORAGE_READS) {
        struct probe *probe = mem_new(1, sizeof *probe);
        probe->task.run = run_probe;
        probe->task.done = probe_done;
        probe->at_ms = hub->now.ms;
        hub_start_task(hub, &probe->task);
    } else if (hub->load == NULL) {
        start_load(hub);
    }
}
