#include "server/rooms/tell.h"

#include "server/people/send.h"
#include "server/rooms/state.h"

/* The client of the i-th watcher of a room; NULL: it is away, or sits there. */
static struct client *watcher(const struct rooms *rooms, const struct room *room,
                              size_t i) {
    enum side side;
    uint64_t id = const_kept_room(room)->watchers.session[i];
    bool sits = room_side_of(room, id, &side);
    return sits ? NULL
                : people_client_of(rooms->people, people_find_session(rooms->people, id));
}

/* The i-th client that is told what happens in a room: the players, then the watchers.
 * NULL: not connected. */
static struct client *hearer(const struct rooms *rooms, const struct room *room,
                             size_t i) {
    struct client *client = i < SIDE_COUNT
                                ? people_client_at(rooms->people, room, (enum side)i)
                                : watcher(rooms, room, i - SIDE_COUNT);
    return client != NULL && !client->closing ? client : NULL;
}

static size_t n_hearers(const struct room *room) {
    return SIDE_COUNT + const_kept_room(room)->watchers.n_told;
}

/* Which clients in a room get a message. */
struct audience {
    bool no_players, no_watchers;
    const struct client *but; /* this one gets another message; NULL: none does */
};

/* A line of chat for a client that has gagged the speaker: without its text. */
static struct message gagged_of(const struct message *say) {
    struct message msg = *say;
    msg.text = "";
    msg.is_gagged = true;
    return msg;
}

/* Whether the client has gagged the speaker of this line of chat. */
static bool is_gagged(const struct client *client, const struct message *msg) {
    return msg->event == EVENT_SAY && client->session != NULL &&
           gags_have_name(&client->session->gags, msg->name);
}

/* The bytes of a gagged line of chat: programs get the number of the event, if it has
 * one; people get nothing (NULL). */
static struct buf *bytes_gagged(struct rooms *rooms, struct shared *gagged,
                                const struct client *client) {
    return client->json && gagged->msg->seq > 0
               ? people_bytes_of(rooms->people, gagged, client)
               : NULL;
}

static bool is_meant(const struct audience *audience, const struct client *client,
                     bool is_watcher) {
    return client != NULL && client != audience->but &&
           !(is_watcher ? audience->no_watchers : audience->no_players);
}

/* Sends a message to its audience in a room. */
static void broadcast(struct rooms *rooms, const struct room *room, struct shared *shared,
                      const struct audience *audience) {
    struct message silence = gagged_of(shared->msg);
    struct shared gagged = {.msg = &silence};
    if (!audience->no_watchers) {
        const struct watchers *watchers = &const_kept_room(room)->watchers;
        rooms->metrics->skipped += (int64_t)(watchers->n - watchers->n_told);
    }
    for (size_t i = 0; i < n_hearers(room); i++) {
        struct client *c = hearer(rooms, room, i);
        bool is_watcher = i >= SIDE_COUNT;
        if (!is_meant(audience, c, is_watcher)) {
            continue;
        }
        if (is_watcher && c->lags) {
            rooms->metrics->skipped++;
            continue;
        }
        struct buf *buf = is_gagged(c, shared->msg)
                              ? bytes_gagged(rooms, &gagged, c)
                              : people_bytes_of(rooms->people, shared, c);
        if (buf != NULL) {
            people_queue(rooms->people, c, buf,
                         is_watcher ? SEND_WATCHED : SEND_IF_STORED);
        }
    }
    shared_fini(&gagged);
}

/* As broadcast, for a message that is not sent in another form as well. */
static void broadcast_message(struct rooms *rooms, const struct room *room,
                              const struct message *msg,
                              const struct audience *audience) {
    struct shared shared = {.msg = msg};
    broadcast(rooms, room, &shared, audience);
    shared_fini(&shared);
}

/* The event that tells an op; state is filled in by the caller. */
static struct message event_of(const struct room *room, const struct op *op) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = op->kind == OP_SAY ? EVENT_SAY : EVENT_STATE;
    msg.room = room->code;
    msg.seq = room->seq;
    if (op->kind == OP_SAY) {
        msg.name = room->seat[op->side].name;
        msg.text = op->text;
    }
    return msg;
}

void rooms_state(const struct rooms *rooms, const struct room *room, uint64_t at_ms,
                 bool with_moves, struct state *state) {
    struct room_limits limits = rooms_limits(rooms);
    room_state(room, &limits, at_ms, with_moves, state);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session =
            people_session_at(rooms->people, room, (enum side)i);
        state->seat[i].is_house = session != NULL && session->of_host;
    }
}

/* Whether this client gets the legal moves: it is its turn, and it wants them. */
static bool gets_moves(const struct client *client, const struct room *room) {
    enum side side;
    return room->moves != NULL && !client->no_moves && client->session != NULL &&
           room_side_of(room, client->session->id, &side) && room->play->pos.turn == side;
}

/* Sends a state event to one client, with the legal moves if it gets them. */
static void send_state(struct rooms *rooms, struct client *client,
                       const struct room *room, const struct message *event,
                       uint64_t at_ms) {
    struct state state;
    rooms_state(rooms, room, at_ms, gets_moves(client, room), &state);
    struct message msg = *event;
    msg.state = &state;
    people_send(rooms->people, client, &msg);
}

void rooms_tell_client(struct rooms *rooms, struct client *client,
                       const struct room *room, const struct op *op) {
    struct message msg = event_of(room, op);
    if (msg.event == EVENT_SAY) {
        struct message gagged = gagged_of(&msg);
        if (!is_gagged(client, &msg)) {
            people_send(rooms->people, client, &msg);
        } else if (client->json) {
            people_send(rooms->people, client, &gagged);
        }
    } else {
        send_state(rooms, client, room, &msg, op->at_ms);
    }
}

/* The one client that gets the legal moves with a state event; NULL: none. */
static struct client *mover_of(const struct rooms *rooms, const struct room *room) {
    struct client *mover =
        room->moves != NULL
            ? people_client_at(rooms->people, room, (enum side)room->play->pos.turn)
            : NULL;
    bool is_here = mover != NULL && !mover->closing;
    return is_here && gets_moves(mover, room) ? mover : NULL;
}

void rooms_tell(struct rooms *rooms, struct room *room, const struct op *op) {
    struct message msg = event_of(room, op);
    if (msg.event == EVENT_SAY) {
        broadcast_message(rooms, room, &msg, &(struct audience){.but = NULL});
        return;
    }
    struct state state;
    rooms_state(rooms, room, op->at_ms, false, &state);
    if (op->kind == OP_MOVE) {
        state_head_update(&kept_room(room)->head, &state);
    }
    msg.state = &state;
    struct shared shared = {.msg = &msg};
    struct client *mover = mover_of(rooms, room);
    if (mover != NULL) {
        struct buf *buf =
            people_bytes_with_moves(rooms->people, &shared, mover, room->moves);
        people_queue(rooms->people, mover, buf, SEND_IF_STORED);
        buf_unref(buf);
    }
    broadcast(rooms, room, &shared, &(struct audience){.but = mover});
    shared_fini(&shared);
}

static struct message watcher_says(const struct room *room, const char *name,
                                   const char *text) {
    struct message msg = message_event(EVENT_SAY, room->code, text);
    msg.name = name;
    msg.is_watcher = true;
    return msg;
}

void rooms_watcher_says(struct rooms *rooms, struct room *room, const char *name,
                        const char *text) {
    struct message msg = watcher_says(room, name, text);
    bool waits = room_is_busy(room);
    broadcast_message(rooms, room, &msg, &(struct audience){.no_players = waits});
    if (waits) {
        watchers_hold(&kept_room(room)->watchers, name, text);
    }
}

void rooms_tell_held(struct rooms *rooms, struct room *room) {
    for (size_t i = 0; i < kept_room(room)->watchers.n_held; i++) {
        const struct said *said = kept_room(room)->watchers.held[i];
        struct message msg = watcher_says(room, said->name, said->text);
        broadcast_message(rooms, room, &msg, &(struct audience){.no_watchers = true});
    }
    watchers_clear_held(&kept_room(room)->watchers);
}

void rooms_send_snapshot(struct rooms *rooms, struct client *client,
                         const struct room *room) {
    struct message msg = message_event(EVENT_STATE, room->code, "");
    if (turn_storage(rooms->turns)->state == STORAGE_LOADS) {
        return; /* it may have what was dropped; the load shows it */
    }
    msg.seq = room->seq;
    msg.snapshot = true;
    send_state(rooms, client, room, &msg, turn_now_ms(rooms->turns));
}

void rooms_notice(struct rooms *rooms, const struct room *room, const char *text,
                  bool always) {
    struct message msg = message_event(EVENT_NOTICE, room->code, text);
    for (size_t i = 0; i < n_hearers(room); i++) {
        struct client *client = hearer(rooms, room, i);
        if (client != NULL) {
            (always ? people_send_always : people_send)(rooms->people, client, &msg);
        }
    }
}
