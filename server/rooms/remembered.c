#include "server/rooms/remembered.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/jobs.h"
#include "server/people/send.h"
#include "server/rooms/state.h"
#include "server/rooms/watchers.h"
#include "server/rooms/watching.h"

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

static void put_back_watching(struct rooms *rooms, struct session *session,
                              const struct remembered *was) {
    for (size_t i = session->n_watched; i > 0; i--) {
        if (!watched(was, session->watched[i - 1]->code)) {
            rooms_unwatch(session, session->watched[i - 1]);
        }
    }
    for (size_t i = 0; i < was->n_watched; i++) {
        struct room *room = lobby_find(&rooms->lobby, was->watched[i]);
        if (room == NULL) {
            rooms_tell_closed(rooms, people_client_of(rooms->people, session),
                              was->watched[i]);
        } else if (session_find_watched(session, room->code) == NULL) {
            rooms_watch(session, room);
        }
    }
}

static void put_back_session(struct rooms *rooms, struct client *client,
                             struct session *session) {
    struct session *present = client->session;
    if (present != NULL && present != session && present->client == client->id) {
        present->client = 0;
    }
    client->session = session;
    if (session != NULL) {
        session->client = client->id;
        people_unkeep_session(rooms->people, session);
    } else {
        people_await_login(rooms->people, client);
    }
}

/* The goodbye of a client that stays was dropped with the turn. */
static void stay(struct rooms *rooms, struct client *client) {
    if (turn_is_ending(rooms->turns)) {
        people_bye(rooms->people, client,
                   ERR_SHUTTING_DOWN); /* hub_shut_down left it out */
    }
    people_release(rooms->people, client->id, client->conn);
}

void remembered_put_back(struct rooms *rooms, const struct remembered *was) {
    struct client *client = people_any_client(rooms->people, was->client);
    struct session *session = people_find_session(rooms->people, was->session);
    if (client != NULL) {
        put_back_session(rooms, client, session);
        client->style = was->style;
        client->json = was->json;
        client->no_moves = was->no_moves;
        client->told_role = was->told_role;
        client->quits = was->quits;
    }
    if (session != NULL) {
        put_back_watching(rooms, session, was);
    }
    if (client != NULL) {
        bool stays = client->closing && !was->closing && !client->is_dismissed;
        client->closing = was->closing || client->is_dismissed;
        if (stays) {
            stay(rooms, client);
        }
    }
}

static void undo(void *owner, void *value, bool fails) {
    if (fails) {
        remembered_put_back(owner, value);
    }
    remembered_fini(value);
    free(value);
}

void rooms_remember(struct rooms *rooms, const struct client *client) {
    struct remembered *was = mem_new(1, sizeof *was);
    remembered_take(was, client);
    turn_if_it_fails(rooms->turns, undo, rooms, was);
}

void rooms_bye_if_stored(struct rooms *rooms, struct client *client, enum error_code why,
                         const char *text) {
    struct message msg = people_goodbye(why, text);
    rooms_remember(rooms, client);
    people_send(rooms->people, client, &msg);
    people_queue_end(rooms->people, client, why, SEND_IF_STORED);
    client->closing = true;
    people_hold(rooms->people, client);
}
