#include "server/front/front.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/front/state.h"

/* --- who comes --- */

static bool is_full(const struct front *front) {
    int64_t n = (int64_t)(front->clients.n_used + front->n_visitors);
    return front->door.is_stopping || n >= front->config.limits->connections;
}

static bool add_pending(void *owner) {
    struct front *front = owner;
    bool may_come = !is_full(front);
    front->n_visitors += may_come;
    front->metrics.connections_refused += !may_come;
    return may_come;
}

static void remove_pending(void *owner) {
    struct front *front = owner;
    front->n_visitors--;
}

static void remove_visitor(void *owner, struct address_counts *visitor) {
    struct front *front = owner;
    front->n_visitors -= visitor != NULL;
    address_table_remove(&front->addresses, visitor, ADDRESS_VISITORS);
}

/* As the hub counts its own (people_add_visitor). */
static struct address_counts *add_visitor(void *owner, const char *address) {
    struct front *front = owner;
    const struct limits *limits = front->config.limits;
    int64_t n = limits->connects_per_minute * RATE_VISITS_PER_CONNECT;
    const struct rate_rule rule = rate_rule_of(n, 60000);
    bool was_full = is_full(front);
    struct address_counts *counts =
        address_table_add(&front->addresses, address, ADDRESS_VISITORS);
    front->n_visitors++;
    front->metrics.connections_opened++;
    if (was_full ||
        counts->n[ADDRESS_CLIENTS] + counts->n[ADDRESS_VISITORS] >
            limits->connections_per_address ||
        rate_limits_take(&front->rates, RATE_VISIT, address, &rule,
                         front->door.shared.now_ms) > 0) {
        front->metrics.connections_refused++;
        remove_visitor(front, counts);
        return NULL;
    }
    return counts;
}

static void stop(void *owner) {
    struct front *front = owner;
    if (!front->door.is_stopping) {
        front->door.is_stopping = true;
        door_close(&front->door);
        clients_stop(front);
        node_stop(front, true);
    }
}

static const struct metrics *measure(void *owner) {
    struct front *front = owner;
    front->metrics.uptime_s = (int64_t)(uv_now(&front->uv) - front->started_ms) / 1000;
    front->metrics.connections = (int64_t)front->clients.n_used;
    front->metrics.trunks = front->has_hub;
    return &front->metrics;
}

static size_t n_players(void *owner) {
    const struct front *front = owner;
    return front->players;
}

static const struct door_ops door_ops = {
    .add_pending = add_pending,
    .remove_pending = remove_pending,
    .add_visitor = add_visitor,
    .remove_visitor = remove_visitor,
    .add_client = client_add,
    .is_waiting = client_is_waiting,
    .stop = stop,
    .measure = measure,
    .n_players = n_players,
};

/* --- time --- */

/* The hub looks for stalled output of its clients, but does not see what browsers without
 * a WebSocket leave unread. */
static void close_stalled(struct front *front) {
    uint64_t stall_ms = (uint64_t)front->config.limits->stall_ms;
    uint32_t at = 0;
    for (struct conn *conn; (conn = slots_next(&front->door.conns, &at)) != NULL;) {
        if (conn_stalled_ms(conn) >= stall_ms) {
            front->metrics.readers_closed++;
            conn_close(conn);
        }
    }
}

static void on_look(uv_timer_t *timer) {
    struct front *front = timer->data;
    (void)server_time_look(&front->time, uv_now(&front->uv));
    server_time_sleep(&front->time, FRONT_LOOK_MS);
    front->door.shared.now_ms = front->time.now_ms;
    conn_do_due(&front->door.shared);
    bool is_tick = front->n_looks++ % (TRUNK_TICK_MS / FRONT_LOOK_MS) == 0;
    node_look(front);
    uplink_look(front, is_tick);
    if (is_tick) {
        close_stalled(front);
        clients_tick(front);
    }
}

static void on_before_sleep(uv_prepare_t *prepare) {
    struct front *front = prepare->data;
    door_plan_turn(&front->door, door_has_work(&front->door));
    if (front->trunk != NULL) {
        trunk_flush(front->trunk);
    }
    if (front->door.is_stopping && front->door.conns.n_used == 0) {
        if (!front->has_ended) {
            front->has_ended = true;
            uplink_stop(front);
        }
        if (front->trunk == NULL) { /* until then the tick sees whether the hub reads */
            uv_timer_stop(&front->tick);
            door_plan_turn(&front->door, false); /* nobody is there to go on */
            uv_prepare_stop(prepare);
        }
    }
}

/* --- start and end --- */

struct front *front_new(const struct front_config *config,
                        char fault[static FAULT_BYTES]) {
    struct front *front = mem_new(1, sizeof *front);
    if (uv_loop_init(&front->uv) != 0) {
        snprintf(fault, FAULT_BYTES, "cannot start an event loop");
        free(front);
        return NULL;
    }
    front->config = *config;
    if (config->argv != NULL) {
        front->config.hub = front->node.hub;
        front->config.key = front->node.key;
    }
    front->started_ms = uv_now(&front->uv);
    front->mark = randombytes_random();
    randombytes_buf(front->addresses.index.key, sizeof front->addresses.index.key);
    randombytes_buf(front->rates.key, sizeof front->rates.key);
    front->door.ops = &door_ops;
    front->door.is_shared = true;
    front->door.shared.ops = &client_conn_ops;
    front->door.shared.owner = front;
    front->door.shared.metrics = &front->metrics;
    server_time_begin(&front->time, front->started_ms);
    front->door.shared.now_ms = front->started_ms;
    door_init(&front->door, &front->uv, config->limits, config->log);
    uv_timer_init(&front->uv, &front->tick);
    uv_prepare_init(&front->uv, &front->before_sleep);
    front->tick.data = front->before_sleep.data = front;
    uv_timer_start(&front->tick, on_look, 0, FRONT_LOOK_MS);
    uv_prepare_start(&front->before_sleep, on_before_sleep);
    return front;
}

struct door *front_door(struct front *front) {
    return &front->door;
}

void front_hangup(struct front *front) {
    if (front->node.runs) {
        (void)uv_process_kill(&front->node.process, SIGHUP);
    }
}

void front_free(struct front *front) {
    uint32_t at = 0;
    stop(front);
    for (struct conn *conn; (conn = slots_next(&front->door.conns, &at)) != NULL;) {
        conn_close(conn);
    }
    if (front->trunk != NULL) {
        trunk_cut(front->trunk, "it stops");
    }
    node_stop(front, false);
    uv_close((uv_handle_t *)&front->tick, NULL);
    uv_close((uv_handle_t *)&front->before_sleep, NULL);
    door_end(&front->door);
    uv_run(&front->uv, UV_RUN_DEFAULT);
    uv_loop_close(&front->uv);
    door_fini(&front->door);
    slots_fini(&front->clients);
    index_fini(&front->addresses.index);
    free(front->touched.id);
    free(front);
}
