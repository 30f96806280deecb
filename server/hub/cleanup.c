#include "server/hub/cleanup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "room/room.h"
#include "server/hub/host.h"
#include "server/hub/state.h"
#include "server/people/sessions.h"

/* Retry interval while the disk fails, in ms. */
#define RETRY_MS 10000

/* Sessions deleted in one transaction: about 1 ms of work. */
#define SESSION_ROWS 512

/* Rows of dead games that are deleted in one transaction: about 2 ms of work. */
#define PRUNE_ROWS 500

/* How often to look for too many games, and how full the disk is, in ms. */
#define LOOK_MS 600000

/* Events of a forgotten player that are rewritten in one transaction: about 2 ms of work.
 * A longer game is rewritten in one piece. */
#define FORGET_ROWS 500

/* What is deleted in one transaction, off the loop. */
struct cleaning {
    struct apart apart; /* comes first */
    /* What to delete; one of these: */
    int64_t pruned; /* games: see struct dead_games */
    int64_t now_s;
    struct keep_rule rule;
    int64_t after;     /* players: see struct forgetting */
    uint64_t *session; /* sessions, owned; ids */
    size_t n_sessions;
    /* The result: */
    bool more; /* games: there may be more */
    enum found found;
    struct stored_account account; /* the player */
    bool is_done;                  /* nothing of the player is left */
    size_t n;                      /* sessions deleted before one failed */
};

static struct cleaning *
new_cleaning(struct hub *hub, void (*run)(struct store_task *task, struct store *store),
             void (*done)(struct store_task *task, void *owner)) {
    struct cleaning *cleaning = mem_new(1, sizeof *cleaning);
    cleaning->apart.task.run = run;
    cleaning->apart.task.done = done;
    cleaning->apart.task.owner = hub;
    return cleaning;
}

/* --- games --- */

static void due_in(struct hub *hub, uint64_t ms) {
    rooms_set_sweep_ms(hub->rooms, turn_now_ms(hub->turns) + ms);
}

/* Deletes some rows of dead games.  If there are none: marks one more game as dead, if
 * there are too many. */
static void run_games(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    cleaning->more = store_prune(store, &cleaning->pruned, PRUNE_ROWS) ||
                     store_drop_game(store, &cleaning->rule, cleaning->now_s);
    apart_commit(&cleaning->apart, store);
}

static void games_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct cleaning *cleaning = (struct cleaning *)task;
    struct dead_games *dead = &hub->dead_games;
    apart_count(hub->turns, &cleaning->apart);
    if (!cleaning->apart.works && !dead->fails) {
        log_line(&hub->config->log, LOG_ERROR, "games_not_deleted why=%s",
                 LOG_QUOTED(cleaning->apart.fault));
    }
    dead->is_busy = false;
    dead->pruned = cleaning->pruned;
    dead->fails = !cleaning->apart.works;
    due_in(hub, !cleaning->apart.works ? RETRY_MS
                : cleaning->more       ? 0
                                       : dead->look_ms - turn_now_ms(hub->turns));
    free(cleaning);
}

static void clean_games(struct hub *hub) {
    struct dead_games *dead = &hub->dead_games;
    if (dead->is_busy) {
        return;
    }
    if (turn_now_ms(hub->turns) < rooms_sweep_ms(hub->rooms)) {
        turn_wake_at(hub->turns, rooms_sweep_ms(hub->rooms));
        return;
    }
    if (turn_now_ms(hub->turns) >= dead->look_ms) {
        dead->look_ms = turn_now_ms(hub->turns) + LOOK_MS;
        dead->pruned = 0; /* try again what could not be deleted */
        hub_measure_store(hub);
    }
    turn_commit(hub->turns); /* what the turn has done so far, apart */
    if (turn_storage(hub->turns)->fails || !turn_may_write(hub->turns)) {
        due_in(hub, RETRY_MS);
        return;
    }
    struct cleaning *cleaning = new_cleaning(hub, run_games, games_done);
    cleaning->pruned = dead->pruned;
    cleaning->rule = hub->config->keep;
    cleaning->now_s = turn_now_s(hub->turns);
    dead->is_busy = true;
    turn_start_task(hub->turns, &cleaning->apart.task);
}

/* --- players who want to be forgotten --- */

/* Nobody gags the name any more, which somebody else may take: in memory, as in the
 * store. */
static void forget_gags(struct hub *hub, const struct stored_account *account) {
    char key[NAME_KEY_BYTES];
    name_fold(account->name, key, sizeof key);
    uint32_t at = 0;
    for (struct session *s; (s = people_next_session(hub->people, &at)) != NULL;) {
        if (gags_have(&s->gags, key)) {
            gags_remove(&s->gags, key);
        }
    }
}

void hub_begin_forgetting(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    if (!f->on) {
        *f = (struct forgetting){.on = true,
                                 .at_ms = turn_now_ms(hub->turns),
                                 .is_busy = f->is_busy,
                                 .told = -1};
    }
    turn_wake_at(hub->turns, f->at_ms);
}

static void forget_now(void *owner, uint64_t arg) {
    struct hub *hub = owner;
    (void)arg;
    hub->forgetting.fails |= hub->forgetting.is_busy; /* it may have missed this one */
    hub_begin_forgetting(hub);
}

void hub_forget_later(struct hub *hub) {
    turn_after(hub->turns, forget_now, hub, 0);
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
        log_line(&hub->config->log, LOG_ERROR, "forget_failed account=%lld why=%s",
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
        apart_commit(&cleaning->apart, store);
    } else {
        text_copy(cleaning->apart.fault, sizeof cleaning->apart.fault,
                  store_fault(store));
    }
}

/* A part of an account was forgotten, or could not be. */
static void forgot_some(struct hub *hub, const struct cleaning *cleaning) {
    const struct stored_account *account = &cleaning->account;
    apart_count(hub->turns, &cleaning->apart);
    if (!cleaning->apart.works) {
        pass_over(hub, account->id, cleaning->apart.fault);
        return;
    }
    char placeholder[NAME_BYTES_MAX + 1];
    snprintf(placeholder, sizeof placeholder, FORGOTTEN_PREFIX "%lld",
             (long long)account->id);
    rooms_forget(hub->rooms, account->name, placeholder); /* not earlier: it could fail */
    if (cleaning->is_done) {
        forget_gags(hub, account);
        log_line(&hub->config->log, LOG_INFO, "forgotten account=%lld",
                 (long long)account->id);
    }
}

/* Goes on with the next account, or ends this round. */
static void forgetting_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
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
        pass_over(hub, 0, cleaning->apart.fault);
        begin_again(f, turn_now_ms(hub->turns));
        break;
    case NOT_FOUND:
        f->on = f->fails;
        begin_again(f, turn_now_ms(hub->turns));
        break;
    }
    if (f->on) {
        turn_wake_at(hub->turns, f->at_ms);
    }
    free(cleaning);
}

static void forget_next(struct hub *hub) {
    struct cleaning *cleaning = new_cleaning(hub, run_forgetting, forgetting_done);
    cleaning->after = hub->forgetting.after;
    hub->forgetting.is_busy = true;
    turn_commit(hub->turns); /* what the turn has done so far, apart */
    turn_start_task(hub->turns, &cleaning->apart.task);
}

static void forget(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    if (!f->on || f->is_busy) {
        return;
    }
    if (turn_now_ms(hub->turns) >= f->at_ms) {
        if (turn_may_write(hub->turns) && !turn_storage(hub->turns)->fails) {
            forget_next(hub);
        } else {
            begin_again(f, turn_now_ms(hub->turns));
        }
    }
    if (f->on && !f->is_busy) {
        turn_wake_at(hub->turns, f->at_ms);
    }
}

/* --- sessions --- */

static void run_sessions(struct store_task *task, struct store *store) {
    struct cleaning *cleaning = (struct cleaning *)task;
    while (cleaning->n < cleaning->n_sessions &&
           store_remove_session(store, cleaning->session[cleaning->n])) {
        cleaning->n++;
    }
    apart_commit(&cleaning->apart, store);
}

/* Tries the failed rows again later: one at first, then more. */
static void put_off(struct hub *hub, const char *why) {
    struct ended_sessions *ended = people_ended(hub->people);
    if (!hub->sessions.fails && !turn_storage(hub->turns)->fails) {
        hub->sessions.fails = true;
        log_line(&hub->config->log, LOG_ERROR, "sessions_not_deleted n=%zu why=%s",
                 ended->n, LOG_QUOTED(why));
    }
    hub->sessions.rows = 1;
    ended->at_ms = turn_now_ms(hub->turns) + RETRY_MS;
}

/* Some were deleted.  Twice as many may be the next time, after a failure. */
static void take_out(struct hub *hub, size_t n) {
    struct ended_sessions *ended = people_ended(hub->people);
    ended->n -= n;
    memmove(ended->id, ended->id + n, ended->n * sizeof *ended->id);
    hub->sessions.rows *= 2;
    if (ended->n == 0) {
        hub->sessions = (struct cleaned_sessions){.rows = 0};
        free(ended->id);
        *ended = (struct ended_sessions){.n = 0};
    }
}

/* A session that cannot be deleted is tried last from now on. */
static void sessions_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct cleaning *cleaning = (struct cleaning *)task;
    struct ended_sessions *ended = people_ended(hub->people);
    apart_count(hub->turns, &cleaning->apart);
    ended->is_busy = false;
    if (cleaning->apart.works) {
        take_out(hub, cleaning->n);
    } else {
        if (cleaning->n < cleaning->n_sessions) {
            uint64_t at_fault = ended->id[cleaning->n];
            ended->id[cleaning->n] = ended->id[ended->n - 1];
            ended->id[ended->n - 1] = at_fault;
        }
        put_off(hub, cleaning->apart.fault);
    }
    if (ended->n > 0) {
        turn_wake_at(hub->turns, ended->at_ms);
    }
    free(cleaning->session);
    free(cleaning);
}

static void delete_sessions(struct hub *hub) {
    struct ended_sessions *ended = people_ended(hub->people);
    struct cleaning *cleaning = new_cleaning(hub, run_sessions, sessions_done);
    size_t rows = hub->sessions.rows > 0 ? hub->sessions.rows : SESSION_ROWS;
    rows = rows < SESSION_ROWS ? rows : SESSION_ROWS;
    cleaning->n_sessions = ended->n < rows ? ended->n : rows;
    cleaning->session = mem_new(cleaning->n_sessions, sizeof *cleaning->session);
    memcpy(cleaning->session, ended->id,
           cleaning->n_sessions * sizeof *cleaning->session);
    hub->sessions.rows = rows;
    ended->is_busy = true;
    turn_start_task(hub->turns, &cleaning->apart.task);
}

static void clean_sessions(struct hub *hub) {
    const struct ended_sessions *ended = people_ended(hub->people);
    if (ended->n > 0 && !ended->is_busy && turn_now_ms(hub->turns) >= ended->at_ms) {
        turn_commit(hub->turns); /* what the turn has done so far, in its own transaction;
                                    it may add sessions */
        if (turn_storage(hub->turns)->fails || !turn_may_write(hub->turns)) {
            put_off(hub, turn_storage(hub->turns)->fault);
        } else {
            delete_sessions(hub);
        }
    }
    if (ended->n > 0 && !ended->is_busy) {
        turn_wake_at(hub->turns, ended->at_ms);
    }
}

void hub_clean(struct hub *hub) {
    forget(hub);
    clean_sessions(hub);
    clean_games(hub);
}
