/* What is not kept is deleted, a few rows at a time, in transactions of its own: a move
 * never waits for it, and never fails because of it.  And how full the disk is. */
#include "server/base/disk.h"
#include "server/hub/inside.h"
#include "server/hub/state.h"

/* Rows that are deleted at once: some 2 ms of work. */
#define SWEEP_ROWS 500
/* Dead games wait so long for others, in ms, so that one transaction is for all. */
#define SWEEP_MS 1000
/* How often it is looked whether there are too many games, and how full the disk is. */
#define LOOK_MS 600000
/* Between two tries when the disk does not work, in ms. */
#define RETRY_MS 10000

static void due_in(struct hub *hub, uint64_t ms) {
    hub->keeping.due_ms = hub->now.ms + ms;
    hub_due(hub, hub->keeping.due_ms);
}

void hub_sweep_soon(struct hub *hub) {
    if (hub->keeping.due_ms > hub->now.ms + SWEEP_MS) {
        due_in(hub, SWEEP_MS);
    }
}

/* Warns once when there is little room. */
static void look_at_disk(struct hub *hub) {
    struct disk_use use;
    disk_measure(hub->config->stored.path, &use);
    bool is_low = disk_is_low(&use, hub->keeping.disk_is_low);
    if (is_low && !hub->keeping.disk_is_low) {
        log_line(&hub->config->log, LOG_WARN, "disk_low free_bytes=%lld total_bytes=%lld",
                 (long long)use.free_bytes, (long long)use.total_bytes);
    }
    hub->keeping.disk_is_low = is_low;
}

/* Deletes some rows; if there are none to delete, one more game is to go, if there are
 * too many.  True: there may be more. */
static bool delete_some(struct hub *hub) {
    return store_sweep(hub->store, &hub->keeping.swept, SWEEP_ROWS) ||
           store_drop_game(hub->store, &hub->config->keep, hub_now_s(hub));
}

/* False, told once: it could not be written, and nothing is changed. */
static bool commit(struct hub *hub) {
    bool wrote = store_is_dirty(hub->store), works = store_commit(hub->store);
    hub->metrics.commits += wrote && works;
    hub->metrics.commits_failed += !works;
    if (!works && !hub->keeping.fails) {
        log_line(&hub->config->log, LOG_ERROR, "games_not_deleted why=%s",
                 LOG_QUOTED(store_fault(hub->store)));
    }
    hub->keeping.fails = !works;
    return works;
}

void hub_keep_games(struct hub *hub) {
    struct keeping *keeping = &hub->keeping;
    if (hub->now.ms < keeping->due_ms) {
        hub_due(hub, keeping->due_ms);
        return;
    }
    if (hub->now.ms >= keeping->look_ms) {
        keeping->look_ms = hub->now.ms + LOOK_MS;
        keeping->swept = 0; /* what could not be deleted is tried again */
        look_at_disk(hub);
    }
    hub_commit(hub); /* what this turn has done so far has nothing to do with it */
    if (hub->store_fails || hub->n_frozen > 0) {
        due_in(hub, RETRY_MS);
        return;
    }
    bool more = delete_some(hub);
    bool works = commit(hub);
    due_in(hub, !works ? RETRY_MS : more ? 0 : keeping->look_ms - hub->now.ms);
}
