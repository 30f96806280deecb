#include "server/hub/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/base/disk.h"
#include "server/hub/state.h"
#include "server/people/send.h"
#include "server/turn/lease.h"

/* Measures the store, off the loop. */
struct measuring {
    struct store_task task; /* comes first */
    struct store_size size;
    int64_t n_accounts;
};

static void run_measuring(struct store_task *task, struct store *store) {
    struct measuring *measuring = (struct measuring *)task;
    store_measure(store, &measuring->size);
    measuring->n_accounts = store_n_accounts(store);
}

static void measuring_done(struct store_task *task, void *owner) {
    struct hub *hub = owner;
    struct measuring *measuring = (struct measuring *)task;
    hub_set_store_size(hub, &measuring->size);
    turn_set_n_accounts(hub->turns, measuring->n_accounts);
    hub->is_measuring = false;
    free(measuring);
}

void hub_measure_store(struct hub *hub) {
    if (!hub->is_measuring) {
        struct measuring *measuring = mem_new(1, sizeof *measuring);
        measuring->task.run = run_measuring;
        measuring->task.done = measuring_done;
        measuring->task.owner = hub;
        hub->is_measuring = true;
        (void)turn_ask_store(hub->turns, &measuring->task);
    }
}

void hub_set_store_size(struct hub *hub, const struct store_size *size) {
    const struct disk_use *use = &size->disk;
    bool is_low = disk_is_low(use, hub->disk_is_low);
    if (is_low && !hub->disk_is_low) {
        log_line(&hub->config->log, LOG_WARN, "disk_low free_bytes=%lld total_bytes=%lld",
                 (long long)use->free_bytes, (long long)use->total_bytes);
    }
    hub->disk_is_low = is_low;
    hub->size = *size;
}

static void put_size(const struct hub *hub, struct metrics *metrics) {
    metrics->games_kept = hub->size.games;
    metrics->db_bytes = hub->size.file_bytes;
    metrics->db_live_bytes = hub->size.used_bytes;
    metrics->wal_bytes = hub->size.disk.wal_bytes;
    metrics->disk_free_bytes = hub->size.disk.free_bytes;
}

const struct metrics *hub_measure(struct hub *hub) {
    struct metrics *metrics = turn_metrics(hub->turns);
    hub_measure_store(hub);
    put_size(hub, metrics);
    metrics->uptime_s = (int64_t)(turn_now_ms(hub->turns) - hub->started_ms) / 1000;
    metrics->draining = hub_is_draining(hub);
    people_measure(hub->people, metrics);
    metrics->accounts = turn_storage(hub->turns)->n_accounts;
    metrics->rooms = (int64_t)rooms_n(hub->rooms);
    metrics->rooms_frozen = turn_may_write(hub->turns) ? 0 : metrics->rooms;
    metrics->games_running = rooms_n_running(hub->rooms);
    metrics->watchers = (int64_t)rooms_n_watchers(hub->rooms);
    return metrics;
}

/* --- draining --- */

#define MINUTE_MS 60000

/* Longest announcement of the end. */
#define ANNOUNCED_BYTES 200

/* Minutes before the end at which all clients are told; the last is 0. */
static const uint64_t marks_min[] = {15, 5, 1, 0};

bool hub_is_draining(const struct hub *hub) {
    return turn_is_ending(hub->turns) || hub->drain.on;
}

static void stop(void *owner, uint64_t arg) {
    struct hub *hub = owner;
    (void)arg;
    turn_stop(hub->turns);
}

void hub_stop(struct hub *hub) {
    turn_after(hub->turns, stop, hub, 0);
}

static void tell_end(struct hub *hub, uint64_t minutes, bool always) {
    char text[ANNOUNCED_BYTES];
    hub->drain.told_min = minutes;
    snprintf(text, sizeof text,
             "it stops in %" PRIu64 " minute%s, for a while: no new games begin, and "
             "running ones are kept and go on later.",
             minutes, minutes == 1 ? "" : "s");
    (void)people_announce(hub->people, text, always);
}

/* When to tell the time that is left, or to stop. */
static uint64_t next_mark_ms(const struct drain *drain) {
    size_t i = 0;
    while (marks_min[i] >= drain->told_min && marks_min[i] > 0) {
        i++;
    }
    return drain->end_ms - marks_min[i] * MINUTE_MS;
}

static void undo_drain(void *owner, void *value, bool fails) {
    struct hub *hub = owner;
    if (fails) {
        hub->drain = *(struct drain *)value;
    }
    free(value);
}

/* The present turn may change the drain: if it fails, that is undone. */
static void remember_drain(struct hub *hub) {
    struct drain *was = mem_new(1, sizeof *was);
    *was = hub->drain;
    turn_if_it_fails(hub->turns, undo_drain, hub, was);
}

bool hub_hand_over(struct hub *hub) {
    bool is_node = lease_is_held(hub->turns);
    if (is_node) {
        hub_stop(hub);
    }
    return is_node;
}

void hub_drain(struct hub *hub, uint64_t minutes) {
    remember_drain(hub);
    hub->drain = (struct drain){.on = true};
    if (minutes == 0) {
        (void)people_announce(
            hub->people,
            "it will stop, for a while: no new games begin, and running "
            "ones are kept and go on later.",
            false);
        turn_wake_at(hub->turns, turn_now_ms(hub->turns));
        return;
    }
    hub->drain.end_ms = turn_now_ms(hub->turns) + minutes * MINUTE_MS;
    tell_end(hub, minutes, false);
    turn_wake_at(hub->turns, next_mark_ms(&hub->drain));
}

void hub_end_drain(struct hub *hub) {
    if (hub->drain.on) {
        remember_drain(hub);
        hub->drain = (struct drain){.on = false};
        (void)people_announce(hub->people,
                              "it does not stop after all: new games can begin.", false);
    }
}

void hub_drain_due(struct hub *hub) {
    struct drain *drain = &hub->drain;
    if (drain->end_ms == 0) {
        return;
    }
    if (turn_now_ms(hub->turns) >= drain->end_ms) {
        log_line(&hub->config->log, LOG_INFO, "drain_ended games_running=%lld",
                 (long long)rooms_n_running(hub->rooms));
        turn_stop(hub->turns);
        return;
    }
    if (turn_now_ms(hub->turns) >= next_mark_ms(drain)) {
        tell_end(hub,
                 (drain->end_ms - turn_now_ms(hub->turns) + MINUTE_MS - 1) / MINUTE_MS,
                 true);
    }
    turn_wake_at(hub->turns, next_mark_ms(drain));
}
