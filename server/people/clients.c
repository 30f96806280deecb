#include "server/people/clients.h"

#include <assert.h>
#include <stdlib.h>

#include "server/people/sessions.h"
#include "server/people/state.h"

void people_give_session(struct people *people, struct client *client,
                         struct session *session) {
    client->session = session;
    client->order = turn_next_order(people->turns);
    session->client = client->id;
}

struct client *people_find_client(const struct people *people, uint64_t id) {
    struct client *client = slots_get(&people->clients, id);
    return client != NULL && !client->closing ? client : NULL;
}

struct client *people_any_client(const struct people *people, uint64_t id) {
    return slots_get(&people->clients, id);
}

struct client *people_next_client(const struct people *people, uint32_t *at) {
    return slots_next(&people->clients, at);
}

struct client *people_client_of(const struct people *people,
                                const struct session *session) {
    return session != NULL ? slots_get(&people->clients, session->client) : NULL;
}

size_t people_n_clients(const struct people *people) {
    return people->clients.n_used;
}

size_t people_n_players(const struct people *people) {
    size_t n = 0;
    uint32_t at = 0;
    for (const struct client *c; (c = people_next_client(people, &at)) != NULL;) {
        n += c->session != NULL && !c->closing;
    }
    return n;
}

int64_t people_number_of(const struct people *people, uint64_t client) {
    const struct client *c = slots_get(&people->clients, client);
    return c != NULL ? c->number : 0;
}

void people_set_queue_bytes(struct people *people, people_queue_bytes *bytes,
                            void *owner) {
    people->queue.bytes = bytes;
    people->queue.owner = owner;
}

bool people_queued_bytes(const struct people *people, const struct client *client,
                         size_t *bytes) {
    if (people->queue.bytes != NULL) {
        *bytes = people->queue.bytes(people->queue.owner, client->conn);
    }
    return people->queue.bytes != NULL;
}

void people_queue(struct people *people, struct client *client, struct buf *buf,
                  enum outbox_how how) {
    uint64_t needs = how == SEND_ALWAYS ? 0 : turn_needs(people->turns);
    struct outbox *outbox = turn_outbox_for(people->turns, &client->waits, needs);
    outbox_add(outbox, client->conn, buf, how);
    outbox->item[outbox->n - 1].n_drained = client->n_drained;
}

void people_queue_end(struct people *people, struct client *client, enum error_code why,
                      enum outbox_how how) {
    uint64_t needs = how == SEND_ALWAYS ? 0 : turn_needs(people->turns);
    outbox_add_end(turn_outbox_for(people->turns, &client->waits, needs), client->conn,
                   why, how);
}

void people_note_asked(struct people *people, const struct client *client,
                       const char *id) {
    struct asked asked = {.client = client->id,
                          .conn = client->conn,
                          .json = client->json,
                          .style = client->style,
                          .line = client->line};
    text_copy(asked.id, sizeof asked.id, id);
    turn_note_asked(people->turns, client->waits, &asked, client->is_dismissed);
}

void people_take_out_client(struct people *people, const struct client *client) {
    slots_remove(&people->clients, client->id);
}

void people_free_client(struct people *people, struct client *client) {
    deadline_heap_set(&people->logins, &client->deadline, DEADLINE_NEVER);
    address_table_remove(&people->addresses, client->counts, ADDRESS_CLIENTS);
    free(client->refusals);
    free(client);
}

void people_await_login(struct people *people, struct client *client) {
    uint64_t by_ms =
        turn_now_ms(people->turns) + (uint64_t)people->config->limits.login_ms;
    deadline_heap_set(&people->logins, &client->deadline, by_ms);
    turn_wake_at(people->turns, by_ms);
}

void people_free_clients(struct people *people) {
    uint32_t at = 0;
    for (struct client *c; (c = slots_next(&people->clients, &at)) != NULL;) {
        people_free_client(people, c);
    }
    slots_fini(&people->clients);
    deadline_heap_fini(&people->logins);
}

bool people_is_waiting(const struct people *people, uint64_t client) {
    const struct client *c = slots_get(&people->clients, client);
    return c != NULL && (c->waiting || (c->closing && !c->is_dismissed));
}

/* --- requests that wait --- */

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
