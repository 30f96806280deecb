#include "server/hub/load.h"

#include <stdlib.h>

#include "mem/mem.h"
#include "server/hub/state.h"
#include "server/people/bots.h"
#include "server/people/clients.h"
#include "server/people/people.h"
#include "server/people/sessions.h"
#include "server/rooms/take_up.h"
#include "server/turn/lease.h"

/* After so many loads in a row in which the disk did not give everything, the server goes
 * on with what can be read, as it does at the start. */
#define LOADS_MAX 10
/* As many at the start, where players wait for it. */
#define START_LOADS_MAX 3

static void log_left_out(struct hub *hub, const struct left_out *left) {
    if (left->by_disk) {
        log_line(&hub->config->log, LOG_ERROR, "game_skipped number=%lld why=%s",
                 (long long)left->game, LOG_QUOTED(left->why));
    } else {
        log_line(&hub->config->log, LOG_ERROR,
                 "game_set_aside number=%lld id=%s room=%s why=%s", (long long)left->game,
                 left->start.draw.game_id, left->start.code, LOG_QUOTED(left->why));
    }
}

/* Sets damaged games aside: nothing but the host's repair brings them back. */
static void set_aside(struct hub *hub) {
    for (size_t i = 0; i < hub->loading.n_aside; i++) {
        if (!hub->loading.aside[i].by_disk) {
            writes_set_aside(turn_writes(hub->turns), hub->loading.aside[i].game,
                             hub->loading.aside[i].why);
        }
    }
    free(hub->loading.aside);
    hub->loading.aside = NULL;
    hub->loading.n_aside = 0;
}

/* Makes memory as the store has it. */
static void take_up(struct hub *hub, struct whole *whole) {
    struct loading *loading = &hub->loading;
    rooms_take_up(hub->rooms, whole);
    if (whole->no_bans) {
        log_line(&hub->config->log, LOG_ERROR, "bans_unreadable why=%s",
                 LOG_QUOTED(whole->fault));
    } else {
        people_take_bans(hub->people, &whole->bans);
    }
    if (whole->no_games) { /* there may be more: alea check-db reports them */
        log_line(&hub->config->log, LOG_ERROR, "games_unreadable why=%s",
                 LOG_QUOTED(whole->fault));
    }
    for (size_t i = 0; i < whole->n_left_out; i++) {
        log_left_out(hub, &whole->left_out[i]);
    }
    people_leave_out(hub->people, whole->n_left_out > 0 || whole->no_games);
    rooms_settle_sessions(hub->rooms);
    turn_set_n_accounts(hub->turns, whole->n_accounts);
    people_note_account_change(hub->people); /* what was asked is asked again */
    free(loading->aside);
    loading->aside = whole->left_out;
    loading->n_aside = whole->n_left_out;
    whole->left_out = NULL;
    whole->n_left_out = 0;
}

/* The store says it once, to the load that finds it. */
static void log_renewed(struct hub *hub, const struct whole *whole) {
    if (whole->is_renewed) {
        turn_log_renewed(hub->turns, whole->n_lost);
    }
}

/* Whether to read again: the disk has not given everything.  A single read that fails may
 * look like damage, so a damaged game is believed the second time only. */
static bool is_doubtful(const struct whole *whole, unsigned n_before) {
    return whole->fails || (whole->n_left_out > 0 && n_before == 0);
}

/* --- the start --- */

static void read_whole(struct hub *hub, struct whole *whole) {
    struct store *store = turn_store(hub->turns);
    for (unsigned i = 0; i < START_LOADS_MAX && !store_was_away(store); i++) {
        whole_fini(whole);
        while (!whole_read(whole, store)) {
            lease_renew_at_start(hub->turns);
        }
        log_renewed(hub, whole);
        if (!is_doubtful(whole, i)) {
            return;
        }
    }
}

void hub_load(struct hub *hub) {
    struct whole whole = {.n_rooms = 0};
    struct store *store = turn_store(hub->turns);
    read_whole(hub, &whole);
    if (whole.no_sessions) { /* nobody could come back; their ids would be used again */
        turn_lose_store(hub->turns, whole.fault);
        whole_fini(&whole);
        return;
    }
    take_up(hub, &whole);
    rooms_forget_sessions(hub->rooms, &whole);
    whole_fini(&whole);
    if (store_was_away(store)) {
        return; /* the program ends: too little is known to write anything */
    }
    set_aside(hub);
    if (hub->config->has_fronts) { /* the next hub begins later (turn_next_order) */
        writes_put_time(turn_writes(hub->turns), turn_now_ms(hub->turns) + 1);
    }
    rooms_restart(hub->rooms, lease_is_held(hub->turns));
    if (rooms_n(hub->rooms) > 0) {
        log_line(&hub->config->log, LOG_INFO, "rooms_loaded n=%zu", rooms_n(hub->rooms));
    }
    turn_commit(hub->turns);
    outbox_drop(turn_outbox(hub->turns), turn_outbox(hub->turns)->n);
    store_measure(store, &hub->size);
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
    hub->loading.retry_ms = turn_now_ms(hub->turns) + TURN_RETRY_MS;
    turn_wake_at(hub->turns, hub->loading.retry_ms);
}

void hub_free_load(struct hub *hub) {
    if (hub->loading.load != NULL) {
        whole_fini(&hub->loading.load->whole);
        free(hub->loading.load);
    }
    hub->loading.load = NULL;
    free(hub->loading.aside);
    hub->loading.aside = NULL;
    hub->loading.n_aside = 0;
}

static void load_done(struct store_task *task, void *owner);

static void start_load(struct hub *hub) {
    hub_free_load(hub);
    hub->loading.load = mem_new(1, sizeof *hub->loading.load);
    hub->loading.load->task.run = run_load;
    hub->loading.load->task.done = load_done;
    hub->loading.load->task.owner = hub;
    turn_start_task(hub->turns, &hub->loading.load->task);
}

/* The load is complete, as far as the disk gives it. */
static void take_load(struct hub *hub, struct load *load) {
    take_up(hub, &load->whole);
    turn_set_storage(hub->turns, STORAGE_READS);
    log_line(&hub->config->log, LOG_WARN, "reloaded rooms=%zu sessions=%u",
             rooms_n(hub->rooms), (unsigned)people_n_sessions(hub->people));
    rooms_notice_all(hub->rooms, ROOMS_PAUSED_TEXT, true);
    rooms_show_all(hub->rooms);
}

static void load_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct load *load = (struct load *)task;
    if (load->is_stale) {
        start_load(hub);
        return;
    }
    if (!load->is_done) {
        turn_start_task(hub->turns, &load->task);
        return;
    }
    log_renewed(hub, &load->whole);
    /* With a late lease, this may be what another hub has made of it.  While a list
     * cannot be read, as when a database is away, nothing else helps. */
    bool is_late = lease_is_late(hub->turns);
    bool is_bad = !is_late && is_doubtful(&load->whole, hub->loading.n_fails) &&
                  (++hub->loading.n_fails < LOADS_MAX || load->whole.no_games ||
                   load->whole.no_sessions);
    if (is_bad && hub->loading.n_fails == 1) {
        log_line(&hub->config->log, LOG_ERROR, "load_failed why=%s",
                 LOG_QUOTED(load->whole.fault));
    }
    hub->loading.load = NULL;
    if (!is_bad && !is_late) {
        hub->loading.n_fails = 0;
        take_load(hub, load);
    }
    whole_fini(&load->whole);
    free(load);
    retry_later(hub);
}

void hub_load_again(struct hub *hub, uint64_t since_ms) {
    turn_begin_outage(hub->turns, since_ms);
    turn_set_storage(hub->turns, STORAGE_LOADS);
    if (hub->loading.load != NULL) {
        hub->loading.load->is_stale = true;
    } else if (!turn_wants_stop(hub->turns) && !turn_is_ending(hub->turns)) {
        start_load(hub);
    }
}

/* --- the store works again --- */

/* A small write that shows whether the store works. */
struct probe {
    struct apart apart; /* comes first */
    uint64_t at_ms;
};

static void go_on(struct hub *hub) {
    turn_set_storage(hub->turns, STORAGE_WORKS);
    turn_open(hub->turns);
    set_aside(hub);
    people_store_bots(hub->people);
    rooms_store_works(hub->rooms);
    turn_forgive(hub->turns, turn_storage(hub->turns)->fails_ms);
    rooms_show_all(hub->rooms);
    rooms_settle_presence(hub->rooms);
    rooms_notice_all(hub->rooms, "the disk works again: the game goes on.", false);
}

static void run_probe(struct store_task *task, struct store *store) {
    struct probe *probe = (struct probe *)task;
    store_put_time(store, probe->at_ms);
    apart_commit(&probe->apart, store);
}

static void probe_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct apart *apart = &((struct probe *)task)->apart;
    apart_count(hub->turns, apart);
    turn_note_store(hub->turns, apart->works, apart->fault);
    if (apart->is_lost) {
        turn_lose_store(hub->turns, apart->fault);
    } else if (apart->works && turn_storage(hub->turns)->state == STORAGE_READS) {
        go_on(hub);
    }
    free(task);
    retry_later(hub);
}

void hub_retry(struct hub *hub) {
    if (turn_storage(hub->turns)->state == STORAGE_WORKS || turn_wants_stop(hub->turns)) {
        return;
    }
    if (turn_now_ms(hub->turns) < hub->loading.retry_ms) {
        turn_wake_at(hub->turns, hub->loading.retry_ms);
        return;
    }
    hub->loading.retry_ms = UINT64_MAX; /* until this try is over */
    if (turn_storage(hub->turns)->state == STORAGE_READS) {
        struct probe *probe = mem_new(1, sizeof *probe);
        probe->apart.task.run = run_probe;
        probe->apart.task.done = probe_done;
        probe->apart.task.owner = hub;
        probe->at_ms = turn_now_ms(hub->turns);
        turn_start_task(hub->turns, &probe->apart.task);
    } else if (hub->loading.load == NULL) {
        start_load(hub);
    }
}
