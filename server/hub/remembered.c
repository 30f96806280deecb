#include "server/hub/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/clients.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/watchers.h"

void remembered_take(struct remembered *was, const struct client *client) {
    const struct session *session = client->session;
    *was = (struct remembered){
        .client = client->id,
        .style = client->style,
        .json = client->json,
        .no_moves = client->no_moves,
        .told_role = client->told_role,
        .quits = client->quits,
        .closing = client->closing,
    };
    if (session == NULL) {
        return;
    }
    was->session = session->id;
    was->n_watched = session->n_watched;
    was->watched = mem_new((size_t)was->n_watched + 1, sizeof *was->watched);
    for (size_t i = 0; i < was->n_watched; i++) {
        memcpy(was->watched[i], session->watched[i]->code, sizeof was->watched[i]);
    }
}

void remembered_fini(struct remembered *was) {
    free(was->watched);
}

static bool watched(const struct remembered *was, const char *code) {
    size_t i = 0;
    while (i < was->n_watched && strcmp(was->watched[i], code) != 0) {
        i++;
    }
    return i < was->n_watched;
}

static void put_back_watching(struct hub *hub, struct session *session,
                              const struct remembered *was) {
    for (size_t i = session->n_watched; i > 0; i--) {
        if (!watched(was, session->watched[i - 1]->code)) {
            hub_unwatch(session, session->watched[i - 1]);
        }
    }
    for (size_t i = 0; i < was->n_watched; i++) {
        struct room *room = lobby_find(&hub->lobby, was->watched[i]);
        if (room == NULL) {
            hub_tell_closed(hub, hub_client_of(hub, session), was->watched[i]);
        } else if (session_find_watched(session, room->code) == NULL) {
            hub_watch(session, room);
        }
    }
}

static void put_back_session(struct hub *hub, struct client *client,
                             struct session *session) {
    struct session *present = client->session;
    if (present != NULL && present != session && present->client == client->id) {
        present->client = 0;
    }
    client->session = session;
    if (session != NULL) {
        session->client = client->id;
        hub_unkeep_session(hub, session);
    } else {
        hub_await_login(hub, client);
    }
}

/* The goodbye of a client that stays was dropped with the turn. */
static void stay(struct hub *hub, struct client *client) {
    if (hub->shutting_down) {
        hub_bye(hub, client, ERR_SHUTTING_DOWN); /* hub_shut_down left it out */
    }
    if (hub->thread.release != NULL) {
        hub_release(hub, client->id, client->conn);
    }
}

void remembered_put_back(struct hub *hub, const struct remembered *was) {
    struct client *client = slots_get(&hub->clients, was->client);
    struct session *session = slots_get(&hub->sessions, was->session);
    if (client != NULL) {
        put_back_session(hub, client, session);
        client->style = was->style;
        client->json = was->json;
        client->no_moves = was->no_moves;
        client->told_role = was->told_role;
        client->quits = was->quits;
    }
    if (session != NULL) {
        put_back_watching(hub, session, was);
    }
    if (client != NULL) {
        bool stays = client->closing && !was->closing && !client->is_dismissed;
        client->closing = was->closing || client->is_dismissed;
        if (stays) {
            stay(hub, client);
        }
    }
}
