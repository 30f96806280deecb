#include "server/rooms/ops.h"

#include <assert.h>
#include <string.h>

#include "mem/mem.h"
#include "server/people/come.h"
#include "server/people/send.h"
#include "server/rooms/sessions.h"
#include "server/rooms/state.h"
#include "server/rooms/tell.h"

/* Most events of a room before a player is ready; then its log is started again. */
#define WAITING_EVENTS_MAX 1000

/* How long a dead game waits for others, in ms, so that one transaction deletes all. */
#define PRUNE_MS 1000

/* A game that is not kept waits to be deleted: looks soon. */
static void prune_soon(struct rooms *rooms) {
    uint64_t by_ms = turn_now_ms(rooms->turns) + PRUNE_MS;
    if (rooms_sweep_ms(rooms) > by_ms) {
        rooms_set_sweep_ms(rooms, by_ms);
    }
}

static void store_start(struct rooms *rooms, struct room *room) {
    struct room_start start;
    room_start_of(room, &start);
    kept_room(room)->stored = ++rooms->last_game;
    writes_add_game(turn_writes(rooms->turns), rooms->last_game, &start,
                    turn_now_s(rooms->turns));
}

struct room *rooms_open(struct rooms *rooms, const struct room_start *start,
                        const char *address) {
    struct kept_room *kept = rooms_new_room();
    struct room *room = &kept->room;
    room_init(room, start);
    rooms_touch(rooms, room);
    store_start(rooms, room);
    lobby_add(&rooms->lobby, room);
    kept_room(room)->counts = people_count_room(rooms->people, address);
    log_line(&rooms->config->log, LOG_DEBUG, "room_opened room=%s game=%s", room->code,
             room->game->id);
    return room;
}

/* Whether an op of this kind may begin another game. */
static bool needs_draw(enum op_kind kind) {
    return kind == OP_SIT || kind == OP_STAND || kind == OP_REMATCH ||
           kind == OP_NEXT_LEG || kind == OP_OVERDUE || kind == OP_LATE ||
           kind == OP_UNSEAT;
}

static void log_game(struct rooms *rooms, const struct room *room) {
    for (size_t i = 0; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_BEGINS) {
            rooms->metrics->games_begun++;
            log_line(&rooms->config->log, LOG_INFO, "game_begun room=%s id=%s game=%s",
                     room->code, room->game_id, room->game->id);
        } else if (room->notes[i].kind == NOTE_OVER) {
            rooms->metrics->games_over++;
            log_line(&rooms->config->log, LOG_INFO,
                     "game_over room=%s id=%s game=%s reason=%s", room->code,
                     room->game_id, room->game->id, room->result.reason);
        }
    }
}

/* Whether to start the log again: too much has happened before a player is ready.
 * Players who come, chat and leave must not make it grow forever. */
static bool is_long_wait(const struct room *room) {
    return room->stage == STAGE_WAITING && !room->seat[SIDE_WHITE].ready &&
           !room->seat[SIDE_BLACK].ready &&
           room->seq - room->start_seq >= WAITING_EVENTS_MAX;
}

/* A bit for each side whose player has forced moves played automatically. */
static uint8_t auto_sides(struct rooms *rooms, const struct room *room) {
    unsigned sides = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *session =
            people_session_at(rooms->people, room, (enum side)side);
        sides |= session != NULL && session->profile.auto_moves ? 1U << side : 0;
    }
    return (uint8_t)sides;
}

enum error_code rooms_do(struct rooms *rooms, struct room *room, struct op *op) {
    if (!turn_may_write(rooms->turns)) {
        return ERR_STORAGE;
    }
    op->at_ms = turn_now_ms(rooms->turns);
    op->at_s = turn_now_s(rooms->turns);
    op->since_ms = room->clock.running < SIDE_COUNT ? room->clock.since_ms : 0;
    op->auto_sides = op_goes_on(op->kind) ? auto_sides(rooms, room) : 0;
    if (needs_draw(op->kind)) {
        op->draw = turn_draw(rooms->turns);
    }
    enum stage stage = room->stage;
    char game_id[FAIR_GAME_ID_BYTES];
    memcpy(game_id, room->game_id, sizeof game_id);
    enum error_code error = room_apply(room, op);
    if (error != ERR_OK) {
        return error;
    }
    rooms_touch(rooms, room);
    rooms->metrics->moves += op->kind == OP_MOVE;
    rooms->metrics->said += op->kind == OP_SAY;
    char dice[DICE_TEXT_BYTES];
    room_dice_text(room, dice);
    writes_add_op(turn_writes(rooms->turns), kept_room(room)->stored, room->seq, op,
                  dice);
    if (stage != STAGE_OVER && room->stage == STAGE_OVER) {
        rooms_end_game(rooms, room);
    }
    if (strcmp(game_id, room->game_id) != 0 || is_long_wait(room)) {
        writes_retire_game(turn_writes(rooms->turns), kept_room(room)->stored);
        prune_soon(rooms);
        store_start(rooms, room);
        room->start_seq = room->seq;
    }
    log_game(rooms, room);
    rooms_update_deadline(rooms, room);
    return ERR_OK;
}

/* Closes an empty room.  It is freed when that is committed. */
static void close_room(struct rooms *rooms, struct room *room) {
    log_line(&rooms->config->log, LOG_DEBUG, "room_closed room=%s", room->code);
    writes_retire_game(turn_writes(rooms->turns), kept_room(room)->stored);
    prune_soon(rooms);
    kept_room(room)->is_closed = true;
}

void rooms_publish(struct rooms *rooms, struct room *room, const struct op *op) {
    rooms_tell(rooms, room, op);
    rooms_tell_ratings(rooms, room);
    room_clear_notes(room);
    if (room_is_empty(room)) {
        close_room(rooms, room);
    } else if (room_match_goes_on(room)) {
        struct op next = {.kind = OP_NEXT_LEG};
        rooms_do_and_tell(rooms, room, &next); /* not again: the next leg has not begun */
    }
}

void rooms_do_and_tell(struct rooms *rooms, struct room *room, struct op *op) {
    enum error_code error = rooms_do(rooms, room, op);
    assert(error == ERR_OK || error == ERR_STORAGE);
    if (error == ERR_OK) {
        rooms_publish(rooms, room, op);
    }
}

static struct rate_rule late_rule(const struct rooms *rooms) {
    return rate_rule_of(rooms->config->limits.late_per_hour, 3600000);
}

static struct rate *late_bucket(struct rooms *rooms, const struct client *client) {
    return rate_limits_at(people_rates(rooms->people), RATE_LATE, client->address_place);
}

int64_t rooms_late_wait_ms(struct rooms *rooms, const struct client *client) {
    struct rate_rule rule = late_rule(rooms);
    return rate_wait(late_bucket(rooms, client), &rule, 1, turn_now_ms(rooms->turns));
}

/* Charges a lost seat, but never more than two hours' worth: others at that address
 * must not be kept out for weeks. */
static void charge_late(struct rooms *rooms, const struct client *client) {
    struct rate_rule rule = late_rule(rooms);
    rule.burst *= 2;
    (void)rate_take(late_bucket(rooms, client), &rule, 1, turn_now_ms(rooms->turns));
}

void rooms_charge_idler(struct rooms *rooms, const struct client *client,
                        const struct room *room, enum side side) {
    const struct room_seat *seat = &room->seat[side];
    if (client != NULL && room_is_awaited(room) && room->last_game_id[0] == '\0' &&
        !seat->ready && seat->session != room->opener) {
        charge_late(rooms, client);
    }
}

enum error_code rooms_stand(struct rooms *rooms, struct session *session,
                            struct room *room, struct op *op) {
    *op = (struct op){.kind = OP_STAND};
    bool seated = room_side_of(room, session->id, &op->side);
    assert(seated);
    (void)seated;
    rooms_charge_idler(rooms, people_client_of(rooms->people, session), room, op->side);
    enum error_code error = rooms_do(rooms, room, op);
    if (error == ERR_OK) {
        session_remove_room(session, room);
    }
    return error;
}

void rooms_tell_unseated(struct rooms *rooms, struct session *session, struct room *room,
                         const struct op *op) {
    struct client *client = people_client_of(rooms->people, session);
    if (client != NULL) {
        rooms_tell_client(rooms, client, room, op);
    }
    session_remove_room(session, room);
    rooms_end_session(rooms, session);
}

/* A player was not ready in time, and loses the seat.  The address is charged:
 * otherwise one address could take the seats of a whole lobby again and again. */
static void do_late(struct rooms *rooms, struct room *room, struct op *op) {
    struct session *session = people_session_at(rooms->people, room, op->side);
    if (rooms_do(rooms, room, op) != ERR_OK) {
        return;
    }
    const struct client *client = people_client_of(rooms->people, session);
    if (client != NULL) {
        charge_late(rooms, client);
    }
    if (session != NULL) {
        rooms_tell_unseated(rooms, session, room, op);
    }
    rooms_publish(rooms, room, op);
}

void rooms_run_due_ops(struct rooms *rooms, struct room *room) {
    struct op op = {.kind = OP_KIND_COUNT};
    struct room_limits limits = rooms_limits(rooms);
    while (turn_may_write(rooms->turns) && !kept_room(room)->is_closed &&
           room_next_due_op(room, &limits, turn_now_ms(rooms->turns), &op)) {
        struct session *session = people_session_at(rooms->people, room, op.side);
        if (op.kind == OP_LATE) {
            do_late(rooms, room, &op);
            op = (struct op){.kind = OP_KIND_COUNT};
            continue;
        }
        rooms_do_and_tell(rooms, room, &op);
        if (op.kind == OP_OVERDUE && session != NULL &&
            room->seat[op.side].session == 0) {
            session_remove_room(session, room);
            rooms_end_session(rooms, session);
        }
        op = (struct op){.kind = OP_KIND_COUNT};
    }
    rooms_update_deadline(rooms, room);
}

void rooms_tick(struct rooms *rooms, bool stalls) {
    for (struct deadline *due;
         !stalls && (due = deadline_heap_first(&rooms->deadlines,
                                               turn_now_ms(rooms->turns))) != NULL;) {
        rooms_run_due_ops(rooms, &DEADLINE_OF(due, struct kept_room)->room);
    }
}

void rooms_wake(struct rooms *rooms) {
    turn_wake_at(rooms->turns, deadline_heap_next_ms(&rooms->deadlines));
}
