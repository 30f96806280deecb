/* Those who want to be forgotten are, a few games at a time: nobody waits for it. */
#include <stdio.h>
#include <strings.h>

#include "server/hub_inside.h"

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
            if (strcasecmp(record->player[side].name, account->name) == 0) {
                snprintf(record->player[side].name, sizeof record->player[side].name,
                         FORGOTTEN_PREFIX "%lld", (long long)account->id);
            }
        }
    }
}

/* By itself: what fails here is nobody else's failure. */
void hub_forget(struct hub *hub) {
    struct stored_account account;
    if (!hub->forgets) {
        return;
    }
    if (hub->now.ms < hub->forget_ms || hub->n_frozen > 0) {
        hub->forget_ms =
            hub->forget_ms > hub->now.ms ? hub->forget_ms : hub->now.ms + FORGET_RETRY_MS;
        hub_due(hub, hub->forget_ms);
        return;
    }
    hub->forgets = store_next_forgotten(hub->store, &account);
    if (!hub->forgets) {
        return;
    }
    hub_commit(hub);
    bool is_done = store_forget_some(hub->store, &account, FORGET_ROWS);
    bool is_stuck = store_fault(hub->store)[0] != '\0'; /* something cannot be read */
    if (!hub_commit_now(hub) || is_stuck) {
        hub->forget_ms = hub->now.ms + FORGET_RETRY_MS;
        hub_due(hub, hub->forget_ms);
        return;
    }
    forget_in_rooms(hub, &account); /* not before: a restart would bring him back */
    if (is_done) {
        log_line(&hub->config->log, LOG_INFO, "forgotten account=%lld",
                 (long long)account.id);
    }
    hub_due(hub, hub->now.ms);
}
