/* Messages become bytes: each is encoded once for each way of showing it. */
#include <stdio.h>
#include <stdlib.h>

#include "server/hub_inside.h"
#include "server/mem.h"
#include "view/render.h"

/* Ways of showing: JSON, or text that is plain, unicode, colour, or both. */
#define WAYS 5

static size_t way_of(const struct session *s) {
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

static struct buf *encode(const struct message *msg, const struct session *s) {
    if (!s->json) {
        return encode_text(msg, &s->style);
    }
    size_t len;
    char *json = message_to_json(msg, &len);
    struct buf *buf = buf_new_line(json, len);
    free(json);
    return buf;
}

void hub_send(struct hub *hub, struct session *session, const struct message *msg) {
    if (session->closing) {
        return;
    }
    struct buf *buf = encode(msg, session);
    outbox_send(&hub->outbox, session->conn, buf);
    buf_unref(buf);
}

/* Sends msg to the player on one side, if he is there; encodings already made are in
 * done. */
static void send_to_side(struct hub *hub, const struct room *room, enum side side,
                         const struct message *msg, struct buf *done[static WAYS]) {
    struct session *s = slots_get(&hub->sessions, room->seat[side].session);
    if (s == NULL || s->closing) {
        return;
    }
    struct buf **way = &done[way_of(s)];
    if (*way == NULL) {
        *way = encode(msg, s);
    }
    outbox_send(&hub->outbox, s->conn, *way);
}

void hub_broadcast(struct hub *hub, struct room *room, const struct message *msg) {
    struct buf *done[WAYS] = {NULL};
    for (int side = 0; side < SIDE_COUNT; side++) {
        send_to_side(hub, room, (enum side)side, msg, done);
    }
    for (size_t i = 0; i < WAYS; i++) {
        buf_unref(done[i]);
    }
}

static void log_game(const struct hub *hub, const struct room *room) {
    for (size_t i = 0; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_BEGINS) {
            log_line(&hub->config->log, LOG_INFO, "game_begun room=%s id=%s game=%s",
                     room->code, room->game_id, room->game->id);
        } else if (room->notes[i].kind == NOTE_OVER) {
            log_line(&hub->config->log, LOG_INFO,
                     "game_over room=%s id=%s game=%s reason=%s", room->code,
                     room->game_id, room->game->id, room->result.reason);
        }
    }
}

/* Sends the state to the player on one side, if he is there; the legal moves travel only
 * to the side to move, and only if it wants them. */
static void send_state_to(struct hub *hub, const struct room *room, enum side side,
                          const struct message *event) {
    struct session *s = slots_get(&hub->sessions, room->seat[side].session);
    if (s == NULL) {
        return;
    }
    struct state state;
    bool is_mover = room->moves != NULL && room->play->pos.turn == side;
    room_state(room, hub->now.ms, is_mover && !s->no_moves, &state);
    struct message msg = *event;
    msg.state = &state;
    hub_send(hub, s, &msg);
}

void hub_publish(struct hub *hub, struct room *room) {
    struct message msg = message_empty;
    msg.kind = MESSAGE_EVENT;
    msg.event = EVENT_STATE;
    msg.room = room->code;
    msg.seq = room_next_seq(room);
    if (room->moves != NULL) {
        send_state_to(hub, room, SIDE_WHITE, &msg);
        send_state_to(hub, room, SIDE_BLACK, &msg);
    } else {
        struct state state;
        room_state(room, hub->now.ms, false, &state);
        msg.state = &state;
        hub_broadcast(hub, room, &msg);
    }
    log_game(hub, room);
    room_published(room);
    if (room_match_goes_on(room)) {
        struct draw draw = hub_draw(hub);
        room_next_leg(room, &draw);
        hub_publish(hub, room); /* once: the next leg has not begun */
    }
}
