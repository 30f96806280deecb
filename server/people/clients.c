#include "server/people/clients.h"

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
