/* Work outside a node: tasks for the database, one after the other, and password checks
 * in threads. */
#include <stdlib.h>

#include "server/command/dispatch.h"
#include "server/hub/state.h"
#include "tests/sim/cluster/cluster.h"

/* Longest password check, in ms. */
#define JOB_MS 100
/* Longest downtime or pause of a node after a turn was stored, in ms. */
#define STRIKE_MS 10000
/* Most time until a node reconnects to a database that is back, in ms. */
#define RECONNECT_MS 2000

void database_leave(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    trace_note("the database is away for %llu ms", (unsigned long long)ms);
    cluster.database_away_ms =
        until_ms > cluster.database_away_ms ? until_ms : cluster.database_away_ms;
    net_excuse(until_ms);
}

/* When a task sent now reaches the database, or an answer sent now reaches the node. */
static uint64_t task_ms(void) {
    uint64_t at_ms = sim.now_ms > cluster.database_away_ms
                         ? sim.now_ms
                         : cluster.database_away_ms + sim_below(RANDOM_DISK, 1000);
    return at_ms + sim_below(RANDOM_DISK, cluster.task_ms + 1);
}

static void on_done(void *arg, uint64_t start) {
    struct machine *node = arg;
    if (node->start == start && machine_is_up(node)) {
        net_tell(node->host);
    }
}

static struct errand *next_task(const struct machine *node) {
    struct errand *errand = node->errands;
    while (errand != NULL && (errand->task == NULL || errand->is_done)) {
        errand = errand->next;
    }
    return errand;
}

/* When the answer to the last task arrives. */
static uint64_t free_ms(const struct machine *node) {
    uint64_t at_ms = 0;
    for (const struct errand *e = node->errands; e != NULL; e = e->next) {
        at_ms = e->task != NULL && e->done_ms > at_ms ? e->done_ms : at_ms;
    }
    return at_ms;
}

static void on_task(void *arg, uint64_t start);

static void plan_task(struct machine *node) {
    sim_at(task_ms(), on_task, node, node->start);
}

static void on_death(void *arg, uint64_t start) {
    struct machine *node = arg;
    if (node->start == start && machine_is_up(node)) {
        machine_kill(node);
        machine_start_in(node, 1 + sim_below(RANDOM_FATE, STRIKE_MS));
    }
}

/* After a turn was stored: the node may be killed or paused before it gets the answer. */
static void strike(struct machine *node) {
    if (sim_strikes((enum trait)NODE_KILL, RANDOM_FATE, 60)) {
        sim_at(sim.now_ms, on_death, node, node->start);
    } else if (sim_strikes((enum trait)NODE_PAUSE, RANDOM_FATE, 60)) {
        machine_pause(node, 1 + sim_below(RANDOM_FATE, STRIKE_MS));
    }
}

/* Runs a task on the database now, in this state; the node gets the answer later. */
static void do_task(struct machine *node, struct errand *errand, enum shared_state how,
                    uint64_t done_ms) {
    store_upset_shared(cluster.database, how);
    errand->task->run(errand->task, node->store);
    store_upset_shared(cluster.database, SHARED_WORKS);
    errand->task->us = 1000;
    errand->is_done = true;
    errand->done_ms = done_ms;
    sim_at(done_ms, on_done, node, node->start);
    if (next_task(node) != NULL) {
        sim_at(done_ms, on_task, node, node->start);
    }
    if (node->hub->flight != NULL && errand->task == &node->hub->flight->task) {
        strike(node);
    }
}

/* A paused node has either sent its task already, or sends it after the pause. */
static void on_task(void *arg, uint64_t start) {
    struct machine *node = arg;
    if (node->start != start || !machine_is_up(node)) {
        return;
    }
    if (!machine_runs(node) && sim_one_in(RANDOM_DISK, 2)) {
        sim_at(node->paused_until_ms, on_task, node, start);
        return;
    }
    struct errand *errand = next_task(node);
    if (errand == NULL || free_ms(node) > sim.now_ms) {
        return; /* the connection was lost meanwhile */
    }
    if (sim.now_ms < node->connects_ms && errand->is_broken) {
        sim_at(node->connects_ms, on_task, node, start);
    } else if (sim.now_ms < node->connects_ms) {
        do_task(node, errand, SHARED_AWAY, sim.now_ms);
    } else if (sim.now_ms < cluster.database_away_ms) {
        plan_task(node);
    } else {
        bool fails = errand->is_broken ||
                     (sim.now_ms < cluster.trouble_ms &&
                      sim_strikes((enum trait)DATABASE_FAILS, RANDOM_DISK, 3));
        do_task(node, errand, fails ? SHARED_FAILS : SHARED_WORKS, task_ms());
    }
}

/* Breaks a node's database connection; the node reconnects later. */
static void break_connection(struct machine *node, uint64_t until_ms) {
    struct errand *errand = machine_is_up(node) ? next_task(node) : NULL;
    node->connects_ms = until_ms + sim_below(RANDOM_DISK, RECONNECT_MS);
    if (errand != NULL) {
        errand->is_broken = true;
    }
    if (errand != NULL && sim_one_in(RANDOM_DISK, 2)) {
        do_task(node, errand, SHARED_UNANSWERED, node->connects_ms);
    }
}

void database_fail_over(uint64_t ms) {
    uint64_t until_ms = sim.now_ms + ms;
    trace_note("the database fails over for %llu ms", (unsigned long long)ms);
    cluster.n_failovers++;
    for (unsigned i = 0; i < cluster.n; i++) {
        break_connection(&cluster.machine[i], until_ms);
    }
    net_excuse(until_ms + RECONNECT_MS);
}

/* --- after the death of a node --- */

/* Longest delay until the database runs a task of a dead node, in ms. */
#define GHOST_MS 10000

static struct ghost {
    struct hub *hub;
    struct store *store;
    struct store_task *task;
    unsigned n_failovers; /* of the database so far; another one ends the connection */
    struct ghost *next;
} * ghosts;

static void free_ghost(struct ghost *ghost) {
    struct ghost **at = &ghosts;
    while (*at != ghost) {
        at = &(*at)->next;
    }
    *at = ghost->next;
    hub_free(ghost->hub);
    store_close(ghost->store);
    free(ghost);
}

static void on_ghost(void *arg, uint64_t n) {
    struct ghost *ghost = arg;
    (void)n;
    if (ghost->n_failovers == cluster.n_failovers) {
        trace_note("the database does what a dead node has asked for");
        ghost->task->run(ghost->task, ghost->store);
    }
    free_ghost(ghost);
}

bool errands_haunt(struct machine *node) {
    struct errand *errand = next_task(node);
    if (errand == NULL || !sim.has[NODE_LATE] || !sim_one_in(RANDOM_DISK, 2)) {
        return false;
    }
    struct ghost *ghost = calloc(1, sizeof *ghost);
    SIM_CHECK(ghost != NULL, "out of memory");
    *ghost =
        (struct ghost){node->hub, node->store, errand->task, cluster.n_failovers, ghosts};
    ghosts = ghost;
    sim_at(task_ms() + sim_below(RANDOM_DISK, GHOST_MS), on_ghost, ghost, 0);
    return true;
}

void errands_exorcise(void) {
    while (ghosts != NULL) {
        free_ghost(ghosts);
    }
}

/* --- a living node --- */

static struct errand *add(struct machine *node) {
    struct errand *errand = calloc(1, sizeof *errand), **at = &node->errands;
    SIM_CHECK(errand != NULL, "out of memory");
    while (*at != NULL) {
        at = &(*at)->next;
    }
    *at = errand;
    return errand;
}

static void start_task(void *owner, struct store_task *task) {
    struct machine *node = owner;
    bool is_idle = next_task(node) == NULL;
    add(node)->task = task;
    if (is_idle && free_ms(node) > sim.now_ms) {
        sim_at(free_ms(node), on_task, node, node->start);
    } else if (is_idle) {
        plan_task(node);
    }
}

static void start_job(void *owner, struct job *job) {
    struct machine *node = owner;
    struct errand *errand = add(node);
    errand->job = job;
    errand->done_ms = sim.now_ms + sim_below(RANDOM_NET, JOB_MS);
    errand->is_done = true;
    sim_at(errand->done_ms, on_done, node, node->start);
}

static void keep_line(void *owner, uint64_t conn) {
    (void)owner, (void)conn; /* lines.c asks hub_is_waiting */
}

static void let_line(void *owner, uint64_t conn) {
    struct machine *node = owner;
    (void)conn;
    net_tell(node->host);
}

void errands_begin(struct machine *node) {
    struct store_thread thread = {start_task, keep_line, let_line, node};
    hub_set_store_thread(node->hub, &thread);
    hub_set_jobs(node->hub, start_job, node);
}

static struct errand *take_done(struct machine *node) {
    for (struct errand **at = &node->errands; *at != NULL; at = &(*at)->next) {
        struct errand *errand = *at;
        if (errand->is_done && errand->done_ms <= sim.now_ms) {
            *at = errand->next;
            return errand;
        }
    }
    return NULL;
}

void errands_end(struct machine *node) {
    for (struct errand *errand; (errand = take_done(node)) != NULL; free(errand)) {
        if (errand->task != NULL) {
            hub_task_done(node->hub, errand->task);
        } else {
            job_do(errand->job);
            dispatch_job(node->hub, errand->job);
        }
    }
}

void errands_free(struct machine *node) {
    while (node->errands != NULL) {
        struct errand *errand = node->errands;
        node->errands = errand->next;
        free(errand);
    }
}
