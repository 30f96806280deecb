/* Messages become bytes: each is encoded once for each way of showing it. */
#include <stdio.h>
#include <stdlib.h>

#include "server/hub_inside.h"
#include "server/mem.h"
#include "view/render.h"

/* Ways of showing: JSON, or text that is plain, unicode, colour, or both. */
#define WAYS 5

static size_t way_of(const struct client *s) {
    return s->json ? 0 : (size_t)1 + s->style.unicode + 2 * (size_t)s->style.colour;
}

static struct buf *encode_text(const struct message *msg, const struct style *style) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = open_memstream(&text, &len);
    if (out == NULL) {
        abort(); /* only for want of memory */
    }
    render_message(out, msg, style);
    fclose(out);
    struct buf *buf = buf_new_crlf(text, len);
    free(text);
    return buf;
}

static struct buf *encode(const struct message *msg, const struct client *s) {
    if (!s->json) {
        return encode_text(msg, &s->style);
    }
    size_t len;
    char *json = message_to_json(msg, &len);
    struct buf *buf = buf_new_line(json, len);
    free(json);
    return buf;
}

static void queue(struct hub *hub, const struct client *client, const struct message *msg,
                  bool always) {
    if (client->closing) {
        return;
    }
    struct buf *buf = encode(msg, client);
    (always ? outbox_send_always : outbox_send)(&hub->outbox, client->conn, buf);
    buf_unref(buf);
}

void hub_send(struct hub *hub, struct client *client, const struct message *msg) {
    queue(hub, client, msg, false);
}

void hub_send_always(struct hub *hub, struct client *client, const struct message *msg) {
    queue(hub, client, msg, true);
}

void hub_answer(struct hub *hub, struct client *client, const struct message *msg) {
    hub_send(hub, client, msg);
    hub->metrics.errors += msg->kind == MESSAGE_ERROR;
    if (!hub->outbox.is_unsure) {
        return;
    }
    if (hub->n_unsure == hub->cap_unsure) {
        hub->cap_unsure = hub->cap_unsure == 0 ? 16 : hub->cap_unsure * 2;
        hub->unsure = mem_grow(hub->unsure, hub->cap_unsure, sizeof *hub->unsure);
    }
    struct unsure *unsure = &hub->unsure[hub->n_unsure++];
    unsure->client = *client;
    unsure->client.closing = false;
    snprintf(unsure->id, sizeof unsure->id, "%s", msg->id);
}

/* --- what happens in rooms --- */

static struct client *client_at(const struct hub *hub, const struct room *room,
                                enum side side) {
    return hub_client_of(hub, hub_session_at(hub, room, side));
}

/* The i-th of those who are told what happens in a room: the players, then the watchers.
 * NULL: he is not here. */
static struct client *hearer(const struct hub *hub, const struct room *room, size_t i) {
    struct client *client = i < SIDE_COUNT ? client_at(hub, room, (enum side)i)
                                           : hub_watcher(hub, room, i - SIDE_COUNT);
    return client != NULL && !client->closing ? client : NULL;
}

static size_t n_hearers(const struct room *room) {
    return SIDE_COUNT + room->watchers.n_told;
}

/* To whom of those in a room something is sent. */
struct audience {
    bool no_players, no_watchers;
    const struct client *but; /* this one gets another message; NULL: nobody does */
};

/* What remains of a line of chat for whom does not want to hear it: its number. */
static struct message gagged_of(const struct message *say) {
    struct message msg = *say;
    msg.text = "";
    msg.is_gagged = true;
    return msg;
}

/* Whether the client does not want to hear this line of chat. */
static bool is_gagged(const struct client *client, const struct message *msg) {
    return msg->event == EVENT_SAY && client->session != NULL &&
           gags_have(&client->session->gags, msg->name);
}

/* The bytes of msg for this client, made once for each way of showing it.  NULL: it is
 * not told; people do not look at the numbers of events. */
static struct buf *bytes_for(const struct client *client, const struct message *msg,
                             struct buf *done[static WAYS + 1]) {
    bool gagged = is_gagged(client, msg);
    if (gagged && (!client->json || msg->seq == 0)) {
        return NULL;
    }
    struct buf **way = &done[gagged ? WAYS : way_of(client)];
    if (*way == NULL) {
        struct message shown = gagged ? gagged_of(msg) : *msg;
        *way = encode(&shown, client);
    }
    return *way;
}

static bool is_meant(const struct audience *audience, const struct client *client,
                     bool is_watcher) {
    return client != NULL && client != audience->but &&
           !(is_watcher ? audience->no_watchers : audience->no_players);
}

/* Sends msg to those in a room whom it is for. */
static void broadcast(struct hub *hub, const struct room *room, const struct message *msg,
                      const struct audience *audience) {
    struct buf *done[WAYS + 1] = {NULL};
    if (!audience->no_watchers) {
        hub->metrics.skipped += (int64_t)(room->watchers.n - room->watchers.n_told);
    }
    for (size_t i = 0; i < n_hearers(room); i++) {
        const struct client *c = hearer(hub, room, i);
        bool is_watcher = i >= SIDE_COUNT;
        if (!is_meant(audience, c, is_watcher)) {
            continue;
        }
        if (is_watcher && c->lags) {
            hub->metrics.skipped++;
            continue;
        }
        struct buf *buf = bytes_for(c, msg, done);
        if (buf != NULL) {
            (is_watcher ? outbox_send_watched : outbox_send)(&hub->outbox, c->conn, buf);
        }
    }
    for (size_t i = 0; i <= WAYS; i++) {
        buf_unref(done[i]);
    }
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

/* Whether the legal moves are for this client: it has the move, and wants them. */
static bool gets_moves(const struct client *client, const struct room *room) {
    enum side side;
    return room->moves != NULL && !client->no_moves && client->session != NULL &&
           room_side_of(room, client->session->id, &side) && room->play->pos.turn == side;
}

/* Sends a state event to one client; the legal moves travel only where they are wanted.
 */
static void send_state(struct hub *hub, struct client *client, const struct room *room,
                       const struct message *event, uint64_t at_ms) {
    struct state state;
    room_state(room, at_ms, gets_moves(client, room), &state);
    struct message msg = *event;
    msg.state = &state;
    hub_send(hub, client, &msg);
}

void hub_tell_client(struct hub *hub, struct client *client, const struct room *room,
                     const struct op *op) {
    struct message msg = event_of(room, op);
    if (msg.event == EVENT_SAY) {
        struct message gagged = gagged_of(&msg);
        if (!is_gagged(client, &msg)) {
            hub_send(hub, client, &msg);
        } else if (client->json) {
            hub_send(hub, client, &gagged);
        }
    } else {
        send_state(hub, client, room, &msg, op->at_ms);
    }
}

/* The one client for whom a state event is made by itself: with his moves; or NULL. */
static struct client *mover_of(const struct hub *hub, const struct room *room) {
    struct client *mover = room->moves != NULL
                               ? client_at(hub, room, (enum side)room->play->pos.turn)
                               : NULL;
    return mover != NULL && gets_moves(mover, room) ? mover : NULL;
}

void hub_tell(struct hub *hub, const struct room *room, const struct op *op) {
    struct message msg = event_of(room, op);
    if (msg.event == EVENT_SAY) {
        broadcast(hub, room, &msg, &(struct audience){.but = NULL});
        return;
    }
    struct client *mover = mover_of(hub, room);
    if (mover != NULL) {
        send_state(hub, mover, room, &msg, op->at_ms);
    }
    struct state state;
    room_state(room, op->at_ms, false, &state);
    msg.state = &state;
    broadcast(hub, room, &msg, &(struct audience){.but = mover});
}

/* --- talk --- */

static struct message watcher_says(const struct room *room, const char *name,
                                   const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_SAY;
    msg.room = room->code;
    msg.name = name;
    msg.text = text;
    msg.is_watcher = true;
    return msg;
}

void hub_watcher_says(struct hub *hub, struct room *room, const char *name,
                      const char *text) {
    struct message msg = watcher_says(room, name, text);
    bool waits = room_is_busy(room);
    broadcast(hub, room, &msg, &(struct audience){.no_players = waits});
    if (waits) {
        watchers_hold(&room->watchers, name, text);
    }
}

void hub_tell_held(struct hub *hub, struct room *room) {
    for (size_t i = 0; i < room->watchers.n_held; i++) {
        const struct said *said = room->watchers.held[i];
        struct message msg = watcher_says(room, said->name, said->text);
        broadcast(hub, room, &msg, &(struct audience){.no_watchers = true});
    }
    watchers_clear_held(&room->watchers);
}

void hub_shout(struct hub *hub, const struct session *by, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_SHOUT;
    msg.name = by->name;
    msg.text = text;
    struct buf *done[WAYS] = {NULL};
    uint32_t at = 0;
    for (const struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        if (c->closing || c->session == NULL || gags_have(&c->session->gags, by->name)) {
            continue;
        }
        struct buf **way = &done[way_of(c)];
        if (*way == NULL) {
            *way = encode(&msg, c);
        }
        outbox_send(&hub->outbox, c->conn, *way);
    }
    for (size_t i = 0; i < WAYS; i++) {
        buf_unref(done[i]);
    }
}

void hub_send_snapshot(struct hub *hub, struct client *client, const struct room *room) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.room = room->code;
    msg.seq = room->seq;
    msg.snapshot = true;
    send_state(hub, client, room, &msg, hub->now.ms);
}

void hub_notice(struct hub *hub, const struct room *room, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_NOTICE;
    msg.room = room->code;
    msg.text = text;
    for (size_t i = 0; i < n_hearers(room); i++) {
        struct client *client = hearer(hub, room, i);
        if (client != NULL) {
            hub_send_always(hub, client, &msg);
        }
    }
}

int64_t hub_fan_out(struct hub *hub, const struct message *msg,
                    bool (*wants)(const void *arg, const struct client *client),
                    const void *arg, bool always) {
    struct buf *done[WAYS] = {NULL};
    int64_t n = 0;
    uint32_t at = 0;
    for (const struct client *c; (c = slots_next(&hub->clients, &at)) != NULL;) {
        if (c->closing || !wants(arg, c)) {
            continue;
        }
        struct buf **way = &done[way_of(c)];
        if (*way == NULL) {
            *way = encode(msg, c);
        }
        (always ? outbox_send_always : outbox_send)(&hub->outbox, c->conn, *way);
        n++;
    }
    for (size_t i = 0; i < WAYS; i++) {
        buf_unref(done[i]);
    }
    return n;
}

static bool is_anybody(const void *arg, const struct client *client) {
    (void)arg;
    (void)client;
    return true;
}

int64_t hub_announce(struct hub *hub, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_NOTICE;
    msg.text = text;
    return hub_fan_out(hub, &msg, is_anybody, NULL, true);
}
