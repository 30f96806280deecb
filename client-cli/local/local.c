#include "client-cli/local/local.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Bytes of a game id, and of an opponent's nonce; in hex, they have two digits each. */
#define ID_BYTES    8
#define NONCE_BYTES 16

/* There are no deadlines, and unfinished games are kept. */
static const struct room_limits no_limits = {
    .keep_ms = UINT64_MAX, .idle_ms = UINT64_MAX, .ready_ms = UINT64_MAX};

static struct draw make_draw(void) {
    struct draw draw;
    uint8_t id[ID_BYTES];
    randombytes_buf(draw.secret, sizeof draw.secret);
    randombytes_buf(id, sizeof id);
    sodium_bin2hex(draw.game_id, sizeof draw.game_id, id, sizeof id);
    return draw;
}

/* --- messages --- */

void local_send(struct local *local, const struct message *msg) {
    size_t len;
    char *line = message_to_json(msg, &len);
    net_add_line(local->net, line, len);
    free(line);
}

enum side local_side(const struct local *local) {
    const struct room *room = local->room;
    enum side side = SIDE_WHITE;
    room_side_of(room, KEEP_PERSON, &side);
    bool is_shared = local->level == 0 && room->stage == STAGE_PLAYING;
    return is_shared ? (enum side)room->play->pos.turn : side;
}

void local_state(const struct local *local, struct state *state) {
    bool is_ours = local_awaits(local) == NULL;
    room_state(local->room, &no_limits, 0, is_ours, state);
}

/* Sends an event with what happened. */
static void publish(struct local *local, bool is_snapshot) {
    struct state state;
    struct message msg = message_event(EVENT_STATE, local->room->code, "");
    local_state(local, &state);
    msg.seq = local->room->seq;
    msg.snapshot = is_snapshot;
    msg.state = &state;
    local_send(local, &msg);
    room_clear_notes(local->room);
}

/* --- ops --- */

static enum error_code apply(struct local *local, struct op *op) {
    unsigned people = 0, engine = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        bool is_engine =
            local->level > 0 && local->room->seat[side].session == KEEP_OTHER;
        *(is_engine ? &engine : &people) |= 1U << side;
    }
    op->at_s = (int64_t)time(NULL);
    op->auto_sides =
        op_goes_on(op->kind) ? (uint8_t)(engine | (local->is_auto ? people : 0)) : 0;
    return room_apply(local->room, op);
}

/* Carries out an op of the other player: the engine or the second person. */
static void do_other(struct local *local, enum op_kind kind, const char *text) {
    struct op op = {.kind = kind};
    text_copy(op.text, sizeof op.text, text);
    if (room_side_of(local->room, KEEP_OTHER, &op.side) && apply(local, &op) == ERR_OK) {
        keep_add(local->keep, &op);
    }
}

/* A new game waits for both players.  The other player says ready at once; the client
 * does when it has seen this. */
static void await(struct local *local) {
    uint8_t bytes[NONCE_BYTES];
    char seal[sizeof FAIR_SEAL_PREFIX + FAIR_HEX_BYTES] = FAIR_SEAL_PREFIX;
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(local->nonce, sizeof local->nonce, bytes, sizeof bytes);
    fair_seal(local->nonce, seal + strlen(FAIR_SEAL_PREFIX));
    keep_begin(local->keep, local->room, local->level);
    do_other(local, OP_READY, local->room->game->dice != NULL ? seal : "");
    publish(local, false);
}

enum error_code local_do(struct local *local, enum op_kind kind, enum side side,
                         const char *text) {
    struct room *room = local->room;
    struct op op = {.kind = kind, .side = side, .draw = make_draw()};
    text_copy(op.text, sizeof op.text, text);
    enum error_code error = apply(local, &op);
    if (error != ERR_OK) {
        return error;
    }
    if (kind == OP_REMATCH || kind == OP_NEXT_LEG) {
        await(local);
        return ERR_OK;
    }
    if (room->stage == STAGE_OVER) {
        keep_end(local->keep);
    } else {
        keep_add(local->keep, &op);
    }
    if (room->stage == STAGE_OPENING) {
        do_other(local, OP_OPEN, local->nonce);
    }
    publish(local, false);
    return ERR_OK;
}

/* --- the engine --- */

const struct play *local_awaits(const struct local *local) {
    const struct room *room = local->room;
    bool is_due = local->level > 0 && room->stage == STAGE_PLAYING &&
                  room->play->pos.phase == PHASE_MOVE &&
                  room->seat[room->play->pos.turn].session == KEEP_OTHER;
    return is_due ? room->play : NULL;
}

uint64_t local_number(const struct local *local) {
    return local->room->seq;
}

void local_move(struct local *local, uint64_t number, const struct move *move) {
    if (local_awaits(local) == NULL || local_number(local) != number) {
        return;
    }
    const struct position *pos = &local->room->play->pos;
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    local->room->game->write_move(pos, move, &out);
    (void)local_do(local, OP_MOVE, (enum side)pos->turn, text);
}

/* --- beginning and end --- */

static void take(void *owner, const char *line) {
    struct command cmd;
    struct command_fault fault;
    if (command_from_json(line, strlen(line), &cmd, &fault) == ERR_OK) {
        local_obey(owner, &cmd);
    } else {
        struct message msg = message_error(fault.id, fault.code, fault.text);
        local_send(owner, &msg);
    }
}

static void begin(struct local *local, const struct local_start *start) {
    struct room_start first = {
        .code = KEEP_ROOM, .game = start->game, .opt = start->opt, .seq = start->seq};
    struct seat_start *own = &first.seat[start->side];
    struct seat_start *other = &first.seat[side_other(start->side)];
    first.draw = make_draw();
    own->session = KEEP_PERSON;
    other->session = KEEP_OTHER;
    memcpy(own->name, start->name, sizeof own->name);
    memcpy(other->name, start->other, sizeof other->name);
    room_start_match(start->game, &start->opt, &first.match);
    local->level = start->level;
    local->room = room_new(&first);
    await(local);
}

/* Takes the unfinished game that was kept, or begins one. */
static void take_or_begin(struct local *local, const struct local_start *start) {
    local->room = local->keep->room;
    local->keep->room = NULL;
    if (local->room != NULL) {
        local->level = local->keep->level;
        publish(local, true);
    } else {
        begin(local, start);
    }
}

void local_init(struct local *local, const struct local_start *start, struct net *net,
                struct keep *keep) {
    *local = (struct local){.net = net, .keep = keep};
    net_open_inside(net, take, local);
    take_or_begin(local, start);
}

void local_play(struct local *local, const struct local_start *start) {
    struct local_start next = *start;
    struct room *last = local->room;
    char fault[FAULT_BYTES];
    snprintf(next.name, sizeof next.name, "%s", local_name(local));
    next.seq = last->seq; /* a player skips events with numbers seen before */
    if (local->keep->file != NULL) {
        keep_close(local->keep);
        bool is_open =
            keep_open(local->keep, start->game, fault); /* else it is not kept */
        if (is_open && local->keep->found == KEEP_DAMAGED) {
            keep_close(local->keep); /* leaves the file as it is */
        }
    }
    take_or_begin(local, &next);
    room_destroy(last);
}

void local_fini(struct local *local) {
    room_destroy(local->room);
}

const char *local_name(const struct local *local) {
    enum side side = SIDE_WHITE;
    room_side_of(local->room, KEEP_PERSON, &side);
    return local->room->seat[side].name;
}
