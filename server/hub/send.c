#include "server/hub/send.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "mem/mem.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"
#include "server/hub/watchers.h"
#include "view/render.h"

/* Ways of showing a message: JSON, or text that is plain, unicode, colour, or both, each
 * with every look of the board. */
#define WAYS (1 + 4 * BOARD_LOOK_COUNT)

/* Memory for JSON that is kept for the next message: nearly all need less. */
#define JSON_KEPT_BYTES 65536

static size_t way_of(const struct client *s) {
    return s->json ? 0
                   : (size_t)1 + s->style.unicode + 2 * (size_t)s->style.colour +
                         4 * (size_t)s->style.board;
}

static struct buf *encode_text(const struct message *msg, const struct style *style) {
    char *text = NULL;
    size_t len = 0;
    FILE *out = mem_stream(&text, &len);
    render_message(out, msg, style);
    fclose(out);
    struct buf *buf = buf_new_crlf(text, len);
    free(text);
    return buf;
}

struct buf *hub_encode(struct hub *hub, const struct message *msg,
                       const struct client *s) {
    if (!s->json) {
        return encode_text(msg, &s->style);
    }
    if (hub->json.cap > JSON_KEPT_BYTES) {
        wire_out_fini(&hub->json);
    }
    wire_out_clear(&hub->json);
    message_write(&hub->json, msg);
    return buf_new_line(hub->json.text, hub->json.len);
}

/* A message for several clients, and its bytes, made once for each way of showing it. */
struct shared {
    const struct message *msg;
    struct buf *way[WAYS]; /* owned; NULL: not needed so far */
};

/* Borrowed. */
static struct buf *bytes_of(struct hub *hub, struct shared *shared,
                            const struct client *client) {
    struct buf **way = &shared->way[way_of(client)];
    if (*way == NULL) {
        *way = hub_encode(hub, shared->msg, client);
    }
    return *way;
}

static void shared_fini(struct shared *shared) {
    for (size_t i = 0; i < WAYS; i++) {
        buf_unref(shared->way[i]);
    }
}

/* Queues a message that depends on turns up to this number.  Returns its bytes. */
static size_t send(struct hub *hub, struct client *client, const struct message *msg,
                   uint64_t needs, enum outbox_how how) {
    if (client->closing) {
        return 0;
    }
    struct buf *buf = hub_encode(hub, msg, client);
    size_t bytes = buf->len;
    outbox_add(hub_outbox_for(hub, client, needs), client->conn, buf, how);
    buf_unref(buf);
    return bytes;
}

void hub_send(struct hub *hub, struct client *client, const struct message *msg) {
    send(hub, client, msg, hub_needs(hub), SEND_IF_STORED);
}

void hub_send_always(struct hub *hub, struct client *client, const struct message *msg) {
    send(hub, client, msg, 0, SEND_ALWAYS);
}

static size_t answer(struct hub *hub, struct client *client, const struct message *msg,
                     uint64_t needs, enum outbox_how how) {
    size_t bytes = send(hub, client, msg, needs, how);
    hub->metrics.errors += msg->kind == MESSAGE_ERROR;
    hub_note_asked(hub, client, msg->id);
    return bytes;
}

size_t hub_answer(struct hub *hub, struct client *client, const struct message *msg) {
    return answer(hub, client, msg, hub_needs(hub), SEND_IF_STORED);
}

size_t hub_answer_still(struct hub *hub, struct client *client, const struct message *msg,
                        const struct room *room) {
    return answer(hub, client, msg, room != NULL ? const_hub_room(room)->turn : 0,
                  SEND_IF_STORED);
}

size_t hub_answer_certain(struct hub *hub, struct client *client,
                          const struct message *msg) {
    /* If it waits for a turn that fails it becomes `storage`. */
    return answer(hub, client, msg, 0,
                  hub_is_awaited(hub, client) ? SEND_IF_STORED : SEND_ALWAYS);
}

/* --- what happens in rooms --- */

static struct client *client_at(const struct hub *hub, const struct room *room,
                                enum side side) {
    return hub_client_of(hub, hub_session_at(hub, room, side));
}

/* The i-th client that is told what happens in a room: the players, then the watchers.
 * NULL: not connected. */
static struct client *hearer(const struct hub *hub, const struct room *room, size_t i) {
    struct client *client = i < SIDE_COUNT ? client_at(hub, room, (enum side)i)
                                           : hub_watcher(hub, room, i - SIDE_COUNT);
    return client != NULL && !client->closing ? client : NULL;
}

static size_t n_hearers(const struct room *room) {
    return SIDE_COUNT + const_hub_room(room)->watchers.n_told;
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
static struct buf *bytes_gagged(struct hub *hub, struct shared *gagged,
                                const struct client *client) {
    return client->json && gagged->msg->seq > 0 ? bytes_of(hub, gagged, client) : NULL;
}

static bool is_meant(const struct audience *audience, const struct client *client,
                     bool is_watcher) {
    return client != NULL && client != audience->but &&
           !(is_watcher ? audience->no_watchers : audience->no_players);
}

/* Sends a message to its audience in a room. */
static void broadcast(struct hub *hub, const struct room *room, struct shared *shared,
                      const struct audience *audience) {
    struct message silence = gagged_of(shared->msg);
    struct shared gagged = {.msg = &silence};
    if (!audience->no_watchers) {
        const struct watchers *watchers = &const_hub_room(room)->watchers;
        hub->metrics.skipped += (int64_t)(watchers->n - watchers->n_told);
    }
    for (size_t i = 0; i < n_hearers(room); i++) {
        struct client *c = hearer(hub, room, i);
        bool is_watcher = i >= SIDE_COUNT;
        if (!is_meant(audience, c, is_watcher)) {
            continue;
        }
        if (is_watcher && c->lags) {
            hub->metrics.skipped++;
            continue;
        }
        struct buf *buf = is_gagged(c, shared->msg) ? bytes_gagged(hub, &gagged, c)
                                                    : bytes_of(hub, shared, c);
        if (buf != NULL) {
            hub_queue(hub, c, buf, is_watcher ? SEND_WATCHED : SEND_IF_STORED);
        }
    }
    shared_fini(&gagged);
}

/* As broadcast, for a message that is not sent in another form as well. */
static void broadcast_message(struct hub *hub, const struct room *room,
                              const struct message *msg,
                              const struct audience *audience) {
    struct shared shared = {.msg = msg};
    broadcast(hub, room, &shared, audience);
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

void hub_state(const struct hub *hub, const struct room *room, uint64_t at_ms,
               bool with_moves, struct state *state) {
    struct room_limits limits = hub_room_limits(hub);
    room_state(room, &limits, at_ms, with_moves, state);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct session *session = hub_session_at(hub, room, (enum side)i);
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
static void send_state(struct hub *hub, struct client *client, const struct room *room,
                       const struct message *event, uint64_t at_ms) {
    struct state state;
    hub_state(hub, room, at_ms, gets_moves(client, room), &state);
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

/* The one client that gets the legal moves with a state event; NULL: none. */
static struct client *mover_of(const struct hub *hub, const struct room *room) {
    struct client *mover = room->moves != NULL
                               ? client_at(hub, room, (enum side)room->play->pos.turn)
                               : NULL;
    bool is_here = mover != NULL && !mover->closing;
    return is_here && gets_moves(mover, room) ? mover : NULL;
}

/* Sends the mover a state event: the same as to the others, with the legal moves. */
static void tell_mover(struct hub *hub, struct client *mover, struct shared *shared,
                       const char *moves) {
    struct buf *buf;
    if (mover->json) {
        assert(shared->way[way_of(mover)] == NULL);
        bytes_of(hub, shared, mover); /* now hub->json has them, too */
        message_put_moves(&hub->json, moves);
        buf = buf_new_line(hub->json.text, hub->json.len);
    } else {
        struct state state = *shared->msg->state;
        struct message msg = *shared->msg;
        state.moves = moves;
        msg.state = &state;
        buf = encode_text(&msg, &mover->style);
    }
    hub_queue(hub, mover, buf, SEND_IF_STORED);
    buf_unref(buf);
}

void hub_tell(struct hub *hub, struct room *room, const struct op *op) {
    struct message msg = event_of(room, op);
    if (msg.event == EVENT_SAY) {
        broadcast_message(hub, room, &msg, &(struct audience){.but = NULL});
        return;
    }
    struct state state;
    hub_state(hub, room, op->at_ms, false, &state);
    if (op->kind == OP_MOVE) {
        state_head_update(&hub_room(room)->head, &state);
    }
    msg.state = &state;
    struct shared shared = {.msg = &msg};
    struct client *mover = mover_of(hub, room);
    if (mover != NULL) {
        tell_mover(hub, mover, &shared, room->moves);
    }
    broadcast(hub, room, &shared, &(struct audience){.but = mover});
    shared_fini(&shared);
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
    broadcast_message(hub, room, &msg, &(struct audience){.no_players = waits});
    if (waits) {
        watchers_hold(&hub_room(room)->watchers, name, text);
    }
}

void hub_tell_held(struct hub *hub, struct room *room) {
    for (size_t i = 0; i < hub_room(room)->watchers.n_held; i++) {
        const struct said *said = hub_room(room)->watchers.held[i];
        struct message msg = watcher_says(room, said->name, said->text);
        broadcast_message(hub, room, &msg, &(struct audience){.no_watchers = true});
    }
    watchers_clear_held(&hub_room(room)->watchers);
}

struct rate *hub_shouts(struct hub *hub) {
    return &hub->shouts;
}

void hub_shout(struct hub *hub, const struct session *by, const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_SHOUT;
    msg.name = by->name;
    msg.text = text;
    struct shared shared = {.msg = &msg};
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (!c->closing && c->session != NULL && !gags_have(&c->session->gags, by->key)) {
            hub_queue(hub, c, bytes_of(hub, &shared, c), SEND_IF_STORED);
        }
    }
    shared_fini(&shared);
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

void hub_show_players(struct hub *hub, const struct room *room) {
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct client *client =
            hub_client_of(hub, hub_session_at(hub, room, (enum side)side));
        if (client != NULL) {
            hub_send_snapshot(hub, client, room);
        }
    }
}

void hub_tell_notice(struct hub *hub, struct client *client, const char *room,
                     const char *text) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_NOTICE;
    msg.room = room;
    msg.text = text;
    hub_send(hub, client, &msg);
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
    struct shared shared = {.msg = msg};
    int64_t n = 0;
    uint32_t at = 0;
    for (struct client *c; (c = hub_next_client(hub, &at)) != NULL;) {
        if (c->closing || !wants(arg, c)) {
            continue;
        }
        hub_queue(hub, c, bytes_of(hub, &shared, c),
                  always ? SEND_ALWAYS : SEND_IF_STORED);
        n++;
    }
    shared_fini(&shared);
    return n;
}

static bool is_any(const void *arg, const struct client *client) {
    (void)arg;
    (void)client;
    return true;
}

int64_t hub_announce(struct hub *hub, const char *text, bool always) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_NOTICE;
    msg.text = text;
    return hub_fan_out(hub, &msg, is_any, NULL, always);
}
