/* Requests that wait: for a password or for the store. */
#include <assert.h>
#include <stdlib.h>

#include "server/hub/clients.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

void hub_set_jobs(struct hub *hub, void (*start)(void *owner, struct job *job),
                  void *owner) {
    hub->start_job = start;
    hub->job_owner = owner;
}

bool hub_may_start_job(const struct hub *hub) {
    return hub->n_jobs < hub->config->limits.jobs;
}

void hub_start_job(struct hub *hub, struct client *client, struct job *job) {
    assert(hub->start_job != NULL && hub_may_start_job(hub));
    job->client = client->id;
    job->conn = client->conn;
    job->cost = hub->config->password_cost;
    client->waiting = true;
    hub->n_jobs++;
    hub->start_job(hub->job_owner, job);
}

bool hub_is_waiting(const struct hub *hub, uint64_t client) {
    const struct client *c = slots_get(&hub->clients, client);
    return c != NULL && (c->waiting || (c->closing && !c->is_dismissed));
}

struct client *hub_end_wait(struct hub *hub, uint64_t number, const char *request) {
    struct client *client = slots_get(&hub->clients, number);
    if (client == NULL) {
        return NULL;
    }
    client->waiting = false;
    if (client->closing) {
        hub_note_asked(hub, client, request); /* if it stays, it is owed an answer */
        return NULL;
    }
    return client;
}

struct client *hub_end_job(struct hub *hub, struct job *job) {
    hub->n_jobs--;
    return hub_end_wait(hub, job->client, job->cmd.id);
}

static void run_read(struct store_task *task, struct store *store) {
    struct job *job = (struct job *)task;
    if (job->drop != NULL && job->data != NULL) {
        job->drop(job->data);
    }
    free(job->data);
    job->data = NULL;
    job->read(job, store);
}

bool hub_ask(struct hub *hub, struct client *client, struct job *job) {
    job->task.run = run_read;
    job->client = client->id;
    job->conn = client->conn;
    job->account_changes = hub->account_changes;
    job->is_held = hub->thread.start != NULL;
    client->waiting = job->is_held;
    if (job->is_held) {
        hub_hold(hub, client);
    }
    return hub_ask_store(hub, &job->task);
}

struct client *hub_end_ask(struct hub *hub, const struct job *job) {
    return hub_end_wait(hub, job->client, job->cmd.id);
}

void hub_hold(struct hub *hub, const struct client *client) {
    if (hub->thread.hold != NULL) {
        hub->thread.hold(hub->thread.owner, client->conn);
    }
}

void hub_release(struct hub *hub, uint64_t client, uint64_t conn) {
    if (hub->thread.release != NULL && !hub_is_waiting(hub, client)) {
        hub->thread.release(hub->thread.owner, conn);
    }
}

uint64_t hub_account_changes(const struct hub *hub) {
    return hub->account_changes;
}

void hub_note_account_change(struct hub *hub) {
    hub->account_changes++;
}

/* --- work for the store --- */

void hub_set_store_thread(struct hub *hub, const struct store_thread *thread) {
    hub->thread = *thread;
    hub->store = NULL; /* only the thread may use it from now on */
}

void hub_start_task(struct hub *hub, struct store_task *task) {
    hub->n_tasks++;
    if (hub->thread.start != NULL) {
        hub->thread.start(hub->thread.owner, task);
        return;
    }
    task->run(task, hub->store);
    hub_task_done(hub, task);
}

void hub_task_done(struct hub *hub, struct store_task *task) {
    hub->n_tasks--;
    task->done(task, hub);
}

bool hub_ask_store(struct hub *hub, struct store_task *task) {
    if (hub->thread.start != NULL) {
        store_tasks_add(&hub->asks, task);
        return false;
    }
    writes_apply(&hub->turn->writes, hub->store); /* the task sees earlier changes */
    hub_start_task(hub, task);
    return true;
}

void hub_note_store(struct hub *hub, bool works, const char *fault) {
    text_copy(hub->store_fault, sizeof hub->store_fault, fault);
    if (works != hub->store_fails) {
        return;
    }
    hub->store_fails = !works;
    if (works) {
        log_line(&hub->config->log, LOG_WARN, "store_works_again");
    } else {
        log_line(&hub->config->log, LOG_ERROR, "store_fails why=%s", LOG_QUOTED(fault));
    }
}

static void run_look(struct store_task *task, struct store *store) {
    struct looking *looking = (struct looking *)task;
    looking->is_lost = !store_look(store);
    text_copy(looking->fault, sizeof looking->fault, store_fault(store));
}

static void look_done(struct store_task *task, struct hub *hub) {
    const struct looking *looking = (struct looking *)task;
    hub->looking.is_busy = false;
    if (looking->is_lost) {
        hub_note_store(hub, false, looking->fault);
    }
}

bool hub_may_look(const struct hub *hub) {
    return hub->looking.is_wanted;
}

void hub_look(struct hub *hub) {
    struct looking *looking = &hub->looking;
    if (!looking->is_wanted || looking->is_busy || hub->shutting_down) {
        return;
    }
    looking->is_busy = true;
    looking->task.run = run_look;
    looking->task.done = look_done;
    hub_start_task(hub, &looking->task);
}
