#include "server/people/jobs.h"

#include <assert.h>
#include <stdlib.h>

#include "server/people/state.h"

void people_set_jobs(struct people *people, void (*start)(void *owner, struct job *job),
                     void *owner) {
    people->jobs.start = start;
    people->jobs.owner = owner;
}

bool people_may_start_job(const struct people *people) {
    return people->jobs.n < people->config->limits.jobs;
}

void people_start_job(struct people *people, struct client *client, struct job *job) {
    assert(people->jobs.start != NULL && people_may_start_job(people));
    job->client = client->id;
    job->conn = client->conn;
    job->cost = people->config->password_cost;
    client->waiting = true;
    people->jobs.n++;
    people->jobs.start(people->jobs.owner, job);
}

struct client *people_end_wait(struct people *people, uint64_t number,
                               const char *request) {
    struct client *client = slots_get(&people->clients, number);
    if (client == NULL) {
        return NULL;
    }
    client->waiting = false;
    if (client->closing) {
        people_note_asked(people, client,
                          request); /* if it stays, it is owed an answer */
        return NULL;
    }
    return client;
}

struct client *people_end_job(struct people *people, struct job *job) {
    people->jobs.n--;
    return people_end_wait(people, job->client, job->cmd.id);
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

bool people_ask(struct people *people, struct client *client, struct job *job) {
    job->task.run = run_read;
    job->client = client->id;
    job->conn = client->conn;
    job->account_changes = people->account_changes;
    job->is_held = turn_may_hold(people->turns);
    client->waiting = job->is_held;
    if (job->is_held) {
        people_hold(people, client);
    }
    return turn_ask_store(people->turns, &job->task);
}

struct client *people_end_ask(struct people *people, const struct job *job) {
    return people_end_wait(people, job->client, job->cmd.id);
}

void people_hold(struct people *people, const struct client *client) {
    turn_hold(people->turns, client->conn);
}

void people_release(struct people *people, uint64_t client, uint64_t conn) {
    if (!people_is_waiting(people, client)) {
        turn_release(people->turns, conn);
    }
}

uint64_t people_account_changes(const struct people *people) {
    return people->account_changes;
}

void people_note_account_change(struct people *people) {
    people->account_changes++;
}
