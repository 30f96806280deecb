#include "server/hub/node/elsewhere.h"

#include <stdlib.h>

#include "mem/mem.h"
#include "server/base/buf.h"
#include "server/hub/clients.h"
#include "server/hub/state.h"

/* --- sessions --- */

struct elsewhere *session_elsewhere(const struct session *session) {
    return session->rates != NULL ? session->rates->elsewhere : NULL;
}

bool session_is_foreign(const struct session *session) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    return elsewhere != NULL && elsewhere->is_foreign;
}

struct elsewhere *session_need_elsewhere(struct session *session) {
    struct session_rates *rates = session_rates(session);
    if (rates->elsewhere == NULL) {
        rates->elsewhere = mem_new(1, sizeof *rates->elsewhere);
    }
    return rates->elsewhere;
}

void elsewhere_free(struct elsewhere *elsewhere) {
    if (elsewhere == NULL) {
        return;
    }
    for (size_t i = 0; i < elsewhere->n_at; i++) {
        free(elsewhere->at[i].room);
    }
    buf_unref(elsewhere->answer);
    free(elsewhere->at);
    free(elsewhere);
}

void session_clear_elsewhere(struct session *session) {
    struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        free(elsewhere->at[i].room);
    }
    if (elsewhere != NULL) {
        elsewhere->n_at = elsewhere->n_away = elsewhere->n_played = 0;
        elsewhere->left = 0;
        elsewhere->is_foreign = false;
    }
}

size_t session_n_elsewhere(const struct session *session, bool sits) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    size_t n = elsewhere != NULL && sits ? elsewhere->n_away : 0;
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        for (size_t k = 0; k < elsewhere->at[i].n_rooms; k++) {
            n += elsewhere->at[i].room[k].sits == sits;
        }
    }
    return n;
}

/* The node's number may include rooms that have left it since. */
size_t at_node_played(const struct at_node *at) {
    size_t n = 0;
    for (size_t i = 0; i < at->n_rooms; i++) {
        n += at->room[i].sits;
    }
    return n < at->n_played ? n : at->n_played;
}

size_t session_n_played(const struct session *session) {
    const struct elsewhere *elsewhere = session_elsewhere(session);
    size_t n = elsewhere != NULL ? elsewhere->n_played : 0;
    for (size_t i = 0; elsewhere != NULL && i < elsewhere->n_at; i++) {
        n += at_node_played(&elsewhere->at[i]);
    }
    return n;
}

const char *session_nth_code(const struct session *session, bool sits, size_t i) {
    size_t n_here = sits ? session->n_rooms : session->n_watched;
    if (i < n_here) {
        return (sits ? session->rooms : session->watched)[i]->code;
    }
    i -= n_here;
    const struct elsewhere *elsewhere = session_elsewhere(session);
    for (size_t k = 0; elsewhere != NULL && k < elsewhere->n_at; k++) {
        for (size_t r = 0; r < elsewhere->at[k].n_rooms; r++) {
            if (elsewhere->at[k].room[r].sits == sits && i-- == 0) {
                return elsewhere->at[k].room[r].code;
            }
        }
    }
    return "";
}

/* --- clients --- */

struct client *hub_add_remote(struct hub *hub, struct session *session, int home,
                              const char *address) {
    struct client *c = mem_new(1, sizeof *c);
    c->remote = mem_new(1, sizeof *c->remote);
    c->remote->home = home;
    c->spoken = c->proxied = c->told_role = true;
    c->style.marks = true;
    c->active_ms = c->opened_ms = hub->now.ms;
    c->last = COMMAND_COUNT;
    c->counts = address_table_add(&hub->addresses, address, ADDRESS_REMOTE);
    c->address_place = rate_limits_place(&hub->rate_limits, address);
    c->id = slots_add(&hub->clients, c);
    c->conn = c->id | HUB_CONN_REMOTE;
    c->session = session;
    session->client = c->id;
    hub_note_address(hub, session, c);
    hub_unkeep_session(hub, session);
    hub->n_remote++;
    return c;
}

void hub_drop_remote(struct hub *hub, struct session *session) {
    struct client *client = hub_client_of(hub, session);
    if (client != NULL) {
        client->session = NULL;
        session->client = 0;
        hub_remove_client(hub, client->id);
    }
}

struct client *hub_find_remote(const struct hub *hub, uint64_t conn) {
    return slots_get(&hub->clients, conn & ~(HUB_CONN_REMOTE | HUB_CONN_DONE));
}

void hub_free_remote(struct hub *hub, struct client *client) {
    if (client->remote != NULL) {
        hub->n_remote--;
        buf_unref(client->remote->answer);
        free(client->remote);
    }
}

struct client *hub_next_remote(const struct hub *hub, uint32_t *at) {
    struct client *client;
    do {
        client = slots_next(&hub->clients, at);
    } while (client != NULL && client->remote == NULL);
    return client;
}

/* --- the cluster --- */

int hub_slot(const struct hub *hub) {
    return (int)hub->maker;
}

void hub_set_cluster(struct hub *hub, const struct cluster_ops *ops,
                     struct cluster *cluster) {
    hub->cluster_ops = ops;
    hub->cluster = cluster;
}

struct cluster *hub_cluster(const struct hub *hub) {
    return hub->cluster;
}

void hub_tell_left(struct hub *hub, struct session *session) {
    if (session_elsewhere(session) != NULL && !session_is_foreign(session)) {
        hub->cluster_ops->left(hub, session);
    }
}
