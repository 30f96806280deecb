/* Rows of sessions that are over are deleted from the store in transactions of their own:
 * one that cannot be deleted costs nobody a move. */
#include <string.h>

#include "mem/mem.h"
#include "server/hub/inside.h"
#include "server/hub/state.h"

/* Sessions that end within this time are deleted together, in ms. */
#define TIDY_MS 1000
/* Between two tries when that does not work, in ms. */
#define TIDY_RETRY_MS 10000
/* Rows deleted in one transaction: about a millisecond of work. */
#define TIDY_ROWS 512
/* Sessions remembered while nothing can be deleted (0.8 MB).  The next start deletes all
 * others, too: it finds that nobody sits anywhere by them. */
#define ENDED_MAX 100000

void hub_remove_stored(struct hub *hub, uint64_t session) {
    struct tidy *tidy = &hub->tidy;
    if (tidy->n == ENDED_MAX) {
        return;
    }
    if (tidy->n == tidy->cap) {
        tidy->cap = tidy->cap == 0 ? 16 : tidy->cap * 2;
        tidy->ended = mem_grow(tidy->ended, tidy->cap, sizeof *tidy->ended);
    }
    if (tidy->n == 0) {
        tidy->at_ms = hub->now.ms + TIDY_MS;
        tidy->rows = TIDY_ROWS;
    }
    tidy->ended[tidy->n++] = session;
    hub_due(hub, tidy->at_ms);
}

/* Deletes some.  Returns how many; 0: that failed, and the one at fault is the last of
 * the list now. */
static size_t delete_some(struct hub *hub) {
    struct tidy *tidy = &hub->tidy;
    size_t n = 0, most = tidy->n < tidy->rows ? tidy->n : tidy->rows;
    while (n < most && store_remove_session(hub->store, tidy->ended[n])) {
        n++;
    }
    bool works = store_commit(hub->store);
    hub->metrics.commits += works;
    hub->metrics.commits_failed += !works;
    if (works) {
        return n;
    }
    if (n < most) {
        uint64_t at_fault = tidy->ended[n];
        tidy->ended[n] = tidy->ended[tidy->n - 1];
        tidy->ended[tidy->n - 1] = at_fault;
    }
    return 0;
}

/* That did not work: it is tried again, one row at first, then more. */
static void put_off(struct hub *hub) {
    struct tidy *tidy = &hub->tidy;
    if (!tidy->fails && !hub->store_fails) {
        tidy->fails = true;
        log_line(&hub->config->log, LOG_ERROR, "sessions_kept n=%zu why=%s", tidy->n,
                 LOG_QUOTED(store_fault(hub->store)));
    }
    tidy->rows = 1;
    tidy->at_ms = hub->now.ms + TIDY_RETRY_MS;
}

void hub_tidy(struct hub *hub) {
    struct tidy *tidy = &hub->tidy;
    if (tidy->n > 0 && hub->now.ms >= tidy->at_ms) {
        hub_commit(hub); /* what is not ours; it may add some */
        size_t n = hub->store_fails ? 0 : delete_some(hub);
        tidy->n -= n;
        memmove(tidy->ended, tidy->ended + n, tidy->n * sizeof *tidy->ended);
        if (n == 0) {
            put_off(hub);
        } else {
            tidy->rows = tidy->rows * 2 < TIDY_ROWS ? tidy->rows * 2 : TIDY_ROWS;
            tidy->fails = tidy->fails && tidy->n > 0;
        }
    }
    if (tidy->n > 0) {
        hub_due(hub, tidy->at_ms);
    }
}
