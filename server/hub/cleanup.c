#include "server/hub/cleanup.h"

#include <stdio.h>
#include <string.h>

#include "mem/mem.h"
#include "server/base/disk.h"
#include "server/hub/state.h"

/* Between two tries when the disk does not work, in ms. */
#define RETRY_MS 10000

/* Rows of dead games that are deleted in one transaction: about 2 ms of work. */
#define SWEEP_ROWS 500
/* How long a dead game waits for others, in ms, so that one transaction deletes all. */
#define SWEEP_MS 1000
/* Between two looks whether there are too many games, and how full the disk is, in ms. */
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

/* Commits what was done here, apart from the turn.  wrote: it has written anything.
 * False: nothing is changed. */
static bool commit_apart(struct hub *hub, bool wrote) {
    bool works = store_commit(hub->store);
    hub->metrics.commits += wrote && works;
    hub->metrics.commits_failed += !works;
    return works;
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

/* Deletes some.  Returns how many; 0: that has failed, and the one at fault is now the
 * last of the list. */
static size_t delete_sessions(struct hub *hub) {
    struct ended_sessions *ended = &hub->ended_sessions;
    size_t n = 0, most = ended->n < ended->rows ? ended->n : ended->rows;
    while (n < most && store_remove_session(hub->store, ended->id[n])) {
        n++;
    }
    if (commit_apart(hub, true)) {
        return n;
    }
    if (n < most) {
        uint64_t at_fault = ended->id[n];
        ended->id[n] = ended->id[ended->n - 1];
        ended->id[ended->n - 1] = at_fault;
    }
    return 0;
}

/* Tries again later what has failed, one row at first, then more. */
static void put_off(struct hub *hub) {
    struct ended_sessions *ended = &hub->ended_sessions;
    if (!ended->fails && !hub->store_fails) {
        ended->fails = true;
        log_line(&hub->config->log, LOG_ERROR, "sessions_kept n=%zu why=%s", ended->n,
                 LOG_QUOTED(store_fault(hub->store)));
    }
    ended->rows = 1;
    ended->at_ms = hub->now.ms + RETRY_MS;
}

void hub_clean_sessions(struct hub *hub) {
    struct ended_sessions *ended = &hub->ended_sessions;
    if (ended->n > 0 && hub->now.ms >= ended->at_ms) {
        hub_commit(hub); /* what the turn has done so far, apart; it may add some */
        size_t n = hub->store_fails ? 0 : delete_sessions(hub);
        ended->n -= n;
        memmove(ended->id, ended->id + n, ended->n * sizeof *ended->id);
        if (n == 0) {
            put_off(hub);
        } else {
            ended->rows = ended->rows * 2 < SESSION_ROWS ? ended->rows * 2 : SESSION_ROWS;
            ended->fails = ended->fails && ended->n > 0;
        }
    }
    if (ended->n > 0) {
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

/* Warns, once, when the disk is nearly full. */
static void look_at_disk(struct hub *hub) {
    struct disk_use use;
    disk_measure(hub->config->stored.path, &use);
    bool is_low = disk_is_low(&use, hub->dead_games.disk_is_low);
    if (is_low && !hub->dead_games.disk_is_low) {
        log_line(&hub->config->log, LOG_WARN, "disk_low free_bytes=%lld total_bytes=%lld",
                 (long long)use.free_bytes, (long long)use.total_bytes);
    }
    hub->dead_games.disk_is_low = is_low;
}

/* Deletes some rows of dead games.  If there are none: marks one more game as dead, if
 * there are too many.  True: there may be more. */
static bool delete_game_rows(struct hub *hub) {
    return store_sweep(hub->store, &hub->dead_games.swept, SWEEP_ROWS) ||
           store_drop_game(hub->store, &hub->config->keep, hub_now_s(hub));
}

/* False, logged once: it could not be written, and nothing is changed. */
static bool commit_games(struct hub *hub) {
    bool works = commit_apart(hub, store_is_dirty(hub->store));
    if (!works && !hub->dead_games.fails) {
        log_line(&hub->config->log, LOG_ERROR, "games_not_deleted why=%s",
                 LOG_QUOTED(store_fault(hub->store)));
    }
    hub->dead_games.fails = !works;
    return works;
}

void hub_clean_games(struct hub *hub) {
    struct dead_games *dead = &hub->dead_games;
    if (hub->now.ms < dead->due_ms) {
        hub_wake_at(hub, dead->due_ms);
        return;
    }
    if (hub->now.ms >= dead->look_ms) {
        dead->look_ms = hub->now.ms + LOOK_MS;
        dead->swept = 0; /* try again what could not be deleted */
        look_at_disk(hub);
    }
    hub_commit(hub); /* what the turn has done so far, apart */
    if (hub->store_fails || hub->n_frozen > 0) {
        due_in(hub, RETRY_MS);
        return;
    }
    bool more = delete_game_rows(hub);
    bool works = commit_games(hub);
    due_in(hub, !works ? RETRY_MS : more ? 0 : dead->look_ms - hub->now.ms);
}

/* --- players --- */

/* A finished game in a room that the player has left may still show the name. */
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
        *f = (struct forgetting){.on = true, .at_ms = hub->now.ms, .told = -1};
    }
    hub_wake_at(hub, f->at_ms);
}

/* Begins another round later, with the first account. */
static void begin_again(struct forgetting *f, uint64_t now_ms) {
    f->after = 0;
    f->fails = false;
    f->at_ms = now_ms + RETRY_MS;
}

/* Goes on with the others after an account that cannot be forgotten, which is logged
 * once.  Account 0: none could be found. */
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

/* Deletes a part of an account, in a separate transaction. */
static void forget_some(struct hub *hub, const struct stored_account *account) {
    hub_commit(hub);
    bool is_done = store_forget_some(hub->store, account, FORGET_ROWS);
    if (!commit_apart(hub, true)) {
        pass_over(hub, account->id, store_fault(hub->store));
        return;
    }
    forget_in_rooms(hub, account); /* not before: a restart would undo it */
    if (is_done) {
        log_line(&hub->config->log, LOG_INFO, "forgotten account=%lld",
                 (long long)account->id);
    }
}

/* Goes on with the next account, or ends this round. */
static void forget_next(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    struct stored_account account;
    switch (store_next_forgotten(hub->store, f->after, &account)) {
    case FOUND:
        if (account.name[0] != '\0') {
            forget_some(hub, &account);
        } else {
            pass_over(hub, account.id, "the row of the account is damaged");
        }
        break;
    case NOT_READ:
        pass_over(hub, 0, store_fault(hub->store));
        begin_again(f, hub->now.ms);
        break;
    case NOT_FOUND:
        f->on = f->fails;
        begin_again(f, hub->now.ms);
        break;
    }
}

void hub_forget(struct hub *hub) {
    struct forgetting *f = &hub->forgetting;
    if (!f->on) {
        return;
    }
    if (hub->now.ms >= f->at_ms) {
        if (hub->n_frozen == 0 && !hub->store_fails) {
            forget_next(hub);
        } else {
            begin_again(f, hub->now.ms);
        }
    }
    if (f->on) {
        hub_wake_at(hub, f->at_ms);
    }
}
