#include "server/hub/cleanup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/host.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

/* Retry interval while the disk fails, in ms. */
#define RETRY_MS 10000

/* Rows of dead games that are deleted in one transaction: about 2 ms of work. */
#define SWEEP_ROWS 500
/* How long a dead game waits for others, in ms, so that one transaction deletes all. */
#define SWEEP_MS 1000
/* How often to look for too many games, and how full the disk is, in ms. */
#define LOOK_MS 600000

/* Sessions that end within this time are deleted together, in ms. */
#define TOGETHER_MS 1000
/* Sessions deleted in one transaction: about 1 ms of work. */
#define SESSION_ROWS 512
/* Sessions remembered while nothing can be deleted (0.8 MB).  The next start finds all
 * others, because they sit nowhere, and deletes them. */
#define ENDED_MAX 100000

/* Events of a forgotten player that are rewritten in one transaction: about 2 ms of work.
 * A longer game is rewritten in one piece. */
#define FORGET_ROWS 500

/* What is deleted in one transaction, off the loop. */
struct cleaning {
    struct store_task task; /* comes first */
    /* What to delete; one of these: */
    uint64_t *session; /* owned; ids */
    size_t n_sessions;
    int64_t swept; /* games: see struct dead_games */
    int64_t now_s;
    struct keep_rule rule;
    int64_t after; /* players: see struct forgetting */
    /* The result: */
    bool works; /* nothing is changed otherwise */
    bool wrote; /* there was anything to write */
    size_t n;   /* sessions that were deleted before one failed */
    bool more;  /* games: there may be more */
    enum found found;
    struct stored_account account; /* the player */
    bool is_done;                  /* nothing of the player is left */
    char fault[FAULT_BYTES];
};

static struct cleaning *
new_cleaning(void (*run)(struct store_task *task, struct store *store),
             void (*done)(struct store_task *task, struct hub *hub)) {
    struct cleaning *cleaning = mem_new(1, sizeof *cleaning);
    cleaning->task.run = run;
    cleaning->task.done = done;
    return cleaning;
}

static void commit(struct cleaning *cleaning, struct store *store) {
    cleaning->wrote = store_is_dirty(store);
    cleaning->works = store_commit(store);
    text_copy(cleaning->fault, sizeof cleaning->fault, store_fault(store));
}

static void note_result(struct hub *hub, const struct cleaning *cleaning) {
    hub->metrics.commits += cleaning->wrote && cleaning->works;
    hub->metrics.commits_failed += !cleaning->works;
}

static void free_cleaning(struct cleaning *cleaning) {
    free(cleaning->session);
    free(cleaning);
}

/* --- sessions --- */

void hub_remove_stored(struct hub *hub, uint64_t session) {
    struct ended_sessions *ended = &hub->ended_sessions;
    if (ended->n == ENDED_MAX) {
        return;
    }
    if (ended->n == ended->cap) {
        ended->cap = ended->cap == 0 ? 16 : ended->cap * 2;
        ended->id = mem_grow(ended->id, ended->cap, sizeof *ended->id);
    }
    if (ended->n == 0) {
        ended->at_ms = hub->now.ms + TOGETHER_MS;
        ended->rows = SESSION_ROWS;
    }
    ended->id[ended->n++] = session;
    hub_wake_at(hub, ended->at_ms);
}

void hub_keep_stored(struct hub *hub, uint64_t session) {
    struct ended_sessions *ended = &hub->ended_sessions;
    for (size_t i = ended->n; i > 0 && !ended->is_busy; i--) {
        if (ended->id[i - 1] == session) {
            ended->id[i - 1] = ended->id[--ended->n];
        }
    }
}

static void run_sessions(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    while (cleaning->n < cleaning->n_sessions &&
           store_remove_session(store, cleaning->session[cleaning->n])) {
        cleaning->n++;
    }
    commit(cleaning, store);
}

/* Tries the failed rows again later: one at first, then more. */
static void put_off(struct hub *hub, const char *why) {
    struct ended_sessions *ended = &hub->ended_sessions;
    if (!ended->fails && !hub->store_fails) {
        ended->fails = true;
        log_line(&hub->config->log, LOG_ERROR, "sessions_kept n=%zu why=%s", ended->n,
                 LOG_QUOTED(why));
    }
    ended->rows = 1;
    ended->at_ms = hub->now.ms + RETRY_MS;
}

/* A session that cannot be deleted is tried last from now on. */
static void sessions_done(struct store_task *task, struct hub *hub) {
    struct cleaning *cleaning = (struct cleaning *)task;
    struct ended_sessions *ended = &hub->ended_sessions;
    note_result(hub, cleaning);
    ended->is_busy = false;
    if (cleaning->works) {
        ended->n -= cleaning->n;
        memmove(ended->id, ended->id + cleaning->n, ended->n * sizeof *ended->id);
        ended->rows = ended->rows * 2 < SESSION_ROWS ? ended->rows * 2 : SESSION_ROWS;
        ended->fails = ended->fails && ended->n > 0;
        if (ended->n == 0) {
            free(ended->id);
            ended->id = NULL;
            ended->cap = 0;
        }
    } else {
        if (cleaning->n < cleaning->n_sessions) {
            uint64_t at_fault = ended->id[cleaning->n];
            ended->id[cleaning->n] = ended->id[ended->n - 1];
            ended->id[ended->n - 1] = at_fault;
        }
        put_off(hub, cleaning->fault);
    }
    if (ended->n > 0) {
        hub_wake_at(hub, ended->at_ms);
    }
    free_cleaning(cleaning);
}

static void delete_sessions(struct hub *hub) {
    struct ended_sessions *ended = &hub->ended_sessions;
    struct cleaning *cleaning = new_cleaning(run_sessions, sessions_done);
    cleaning->n_sessions = ended->n < ended->rows ? ended->n : ended->rows;
    cleaning->session = mem_new(cleaning->n_sessions, sizeof *cleaning->session);
    memcpy(cleaning->session, ended->id,
           cleaning->n_sessions * sizeof *cleaning->session);
    ended->is_busy = true;
    hub_start_task(hub, &cleaning->task);
}

void hub_clean_sessions(struct hub *hub) {
    struct ended_sessions *ended = &hub->ended_sessions;
    if (ended->n > 0 && !ended->is_busy && hub->now.ms >= ended->at_ms) {
        hub_commit(hub); /* what the turn has done so far, in its own transaction; it may
                            add sessions */
        if (hub->store_fails || !hub_may_write(hub)) {
            put_off(hub, hub->store_fault);
        } else {
            delete_sessions(hub);
        }
    }
    if (ended->n > 0 && !ended->is_busy) {
        hub_wake_at(hub, ended->at_ms);
    }
}

/* --- games --- */

static void due_in(struct hub *hub, uint64_t ms) {
    hub->dead_games.due_ms = hub->now.ms + ms;
    hub_wake_at(hub, hub->dead_games.due_ms);
}

void hub_sweep_soon(struct hub *hub) {
    if (hub->dead_games.due_ms > hub->now.ms + SWEEP_MS) {
        due_in(hub, SWEEP_MS);
    }
}

/* Deletes some rows of dead games.  If there are none: marks one more game as dead, if
 * there are too many. */
static void run_games(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    cleaning->more = store_sweep(store, &cleaning->swept, SWEEP_ROWS) ||
                     store_drop_game(store, &cleaning->rule, cleaning->now_s);
    commit(cleaning, store);
}

static void games_done(struct store_task *task, struct hub *hub) {
    struct cleaning *cleaning = (struct cleaning *)task;
    struct dead_games *dead = &hub->dead_games;
    note_result(hub, cleaning);
    if (!cleaning->works && !dead->fails) {
        log_line(&hub->config->log, LOG_ERROR, "games_not_deleted why=%s",
                 LOG_QUOTED(cleaning->fault));
    }
    dead->is_busy = false;
    dead->swept = cleaning->swept;
    dead->fails = !cleaning->works;
    due_in(hub, !cleaning->works ? RETRY_MS
                : cleaning->more ? 0
                                 : dead->look_ms - hub->now.ms);
    free_cleaning(cleaning);
}

void hub_clean_games(struct hub *hub) {
    struct dead_games *dead = &hub->dead_games;
    if (dead->is_busy) {
        return;
    }
    if (hub->now.ms < dead->due_ms) {
        hub_wake_at(hub, dead->due_ms);
        return;
    }
    if (hub->now.ms >= dead->look_ms) {
        dead->look_ms = hub->now.ms + LOOK_MS;
        dead->swept = 0; /* try again what could not be deleted */
        hub_measure_store(hub);
    }
    hub_commit(hub); /* what the turn has done so far, apart */
    if (hub->store_fails || !hub_may_write(hub)) {
        due_in(hub, RETRY_MS);
        return;
    }
    struct cleaning *cleaning = new_cleaning(run_games, games_done);
    cleaning->swept = dead->swept;
    cleaning->rule = hub->config->keep;
    cleaning->now_s = hub_now_s(hub);
    dead->is_busy = true;
    hub_start_task(hub, &cleaning->task);
}

/* --- players --- */

/* Replaces the name in memory: a finished game may still show it in a room that the
 * player has left. */
static void forget_in_rooms(struct hub *hub, const struct stored_account *account) {
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        struct record *record = hub->lobby.rooms.room[i]->record;
        for (int side = 0; record != NULL && side < SIDE_COUNT; side++) {
            if (name_is_same(record->player[side].name, account->name)) {
                snprintf(record->player[side].name, sizeof record->player[side].name,
                         FORGOTTEN_PREFIX "%lld", (long long)account->id);
            }
        }
    }
}

void hub_begin_forgetting(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    if (!f->on) {
        *f = (struct forgetting){
            .on = true, .at_ms = hub->now.ms, .is_busy = f->is_busy, .told = -1};
    }
    hub_wake_at(hub, f->at_ms);
}

static void forget_now(struct hub *hub, uint64_t arg) {
    (void)arg;
    hub->forgetting.fails |= hub->forgetting.is_busy; /* it may have missed this one */
    hub_begin_forgetting(hub);
}

void hub_forget_later(struct hub *hub) {
    hub_after_turn(hub, forget_now, 0);
}

/* Begins another round later, from the first account. */
static void begin_again(struct forgetting *f, uint64_t now_ms) {
    f->after = 0;
    f->fails = false;
    f->at_ms = now_ms + RETRY_MS;
}

/* Skips an account that cannot be forgotten, which is logged once.  Account 0: none
 * could be found. */
static void pass_over(struct hub *hub, int64_t account, const char *why) {
    struct forgetting *f = &hub->forgetting;
    if (account > f->told) {
        f->told = account;
        log_line(&hub->config->log, LOG_ERROR, "forget_fails account=%lld why=%s",
                 (long long)account, LOG_QUOTED(why));
    }
    f->fails = true;
    f->after = account;
}

/* Forgets some of the next account. */
static void run_forgetting(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    cleaning->found = store_next_forgotten(store, cleaning->after, &cleaning->account);
    if (cleaning->found == FOUND && cleaning->account.name[0] != '\0') {
        cleaning->is_done = store_forget_some(store, &cleaning->account, FORGET_ROWS);
        commit(cleaning, store);
    } else {
        text_copy(cleaning->fault, sizeof cleaning->fault, store_fault(store));
    }
}

/* A part of an account was forgotten, or could not be. */
static void forgot_some(struct hub *hub, const struct cleaning *cleaning) {
    const struct stored_account *account = &cleaning->account;
    note_result(hub, cleaning);
    if (!cleaning->works) {
        pass_over(hub, account->id, cleaning->fault);
        return;
    }
    forget_in_rooms(hub, account); /* not earlier: it could fail */
    if (cleaning->is_done) {
        log_line(&hub->config->log, LOG_INFO, "forgotten account=%lld",
                 (long long)account->id);
    }
}

/* Goes on with the next account, or ends this round. */
static void forgetting_done(struct store_task *task, struct hub *hub) {
    struct cleaning *cleaning = (struct cleaning *)task;
    struct forgetting *f = &hub->forgetting;
    f->is_busy = false;
    switch (cleaning->found) {
    case FOUND:
        if (cleaning->account.name[0] != '\0') {
            forgot_some(hub, cleaning);
        } else {
            pass_over(hub, cleaning->account.id, "the row of the account is damaged");
        }
        break;
    case NOT_READ:
        pass_over(hub, 0, cleaning->fault);
        begin_again(f, hub->now.ms);
        break;
    case NOT_FOUND:
        f->on = f->fails;
        begin_again(f, hub->now.ms);
        break;
    }
    if (f->on) {
        hub_wake_at(hub, f->at_ms);
    }
    free_cleaning(cleaning);
}

static void forget_next(struct hub *hub) {
    struct cleaning *cleaning = new_cleaning(run_forgetting, forgetting_done);
    cleaning->after = hub->forgetting.after;
    hub->forgetting.is_busy = true;
    hub_commit(hub); /* what the turn has done so far, apart */
    hub_start_task(hub, &cleaning->task);
}

void hub_forget(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    if (!f->on || f->is_busy) {
        return;
    }
    if (hub->now.ms >= f->at_ms) {
        if (hub_may_write(hub) && !hub->store_fails) {
            forget_next(hub);
        } else {
            begin_again(f, hub->now.ms);
        }
    }
    if (f->on && !f->is_busy) {
        hub_wake_at(hub, f->at_ms);
    }
}
