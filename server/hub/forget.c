/* Those who want to be forgotten are, a few games at a time: nobody waits for it. */
#include <stdio.h>

#include "server/hub/inside.h"
#include "server/hub/state.h"

/* Events that are rewritten at once: some 2 ms of work.  A longer game is rewritten in
 * one piece. */
#define FORGET_ROWS 500
/* Between two tries when the disk does not work, in ms. */
#define FORGET_RETRY_MS 10000

/* In rooms that he has left, the game that is over may still name him. */
static void forget_in_rooms(struct hub *hub, const struct stored_account *account) {
    for (size_t i = 0; i < hub->lobby.n; i++) {
        struct record *record = hub->lobby.room[i]->record;
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
    hub_due(hub, f->at_ms);
}

/* The next round begins after a while, with the first account. */
static void begin_again(struct forgetting *f, uint64_t now_ms) {
    f->after = 0;
    f->fails = false;
    f->at_ms = now_ms + FORGET_RETRY_MS;
}

/* One cannot be forgotten (0: nobody can be found).  It is told once, and the others have
 * their turn. */
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

/* Forgets some of an account, in a transaction by itself: what fails here is nobody
 * else's failure. */
static void forget_some(struct hub *hub, const struct stored_account *account) {
    hub_commit(hub);
    bool is_done = store_forget_some(hub->store, account, FORGET_ROWS);
    bool works = store_commit(hub->store);
    hub->metrics.commits += works;
    hub->metrics.commits_failed += !works;
    if (!works) {
        pass_over(hub, account->id, store_fault(hub->store));
        return;
    }
    forget_in_rooms(hub, account); /* not before: a restart would bring them back */
    if (is_done) {
        log_line(&hub->config->log, LOG_INFO, "forgotten account=%lld",
                 (long long)account->id);
    }
}

/* The next account, or the end of this round. */
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
        hub_due(hub, f->at_ms);
    }
}
