#include "server/hub/rooms.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "server/hub/cleanup.h"
#include "server/hub/clients.h"
#include "server/hub/send.h"
#include "server/hub/sessions.h"
#include "server/hub/state.h"
#include "server/hub/turn.h"

/* Most events of a room before a player is ready; then its log is started again. */
#define WAITING_EVENTS_MAX 1000

struct room_limits hub_room_limits(const struct hub *hub) {
    const struct limits *limits = &hub->config->limits;
    return (struct room_limits){
        .keep_ms = (uint64_t)limits->keep_s * 1000,
        .idle_ms = (uint64_t)limits->idle_ms,
        .ready_ms = (uint64_t)limits->ready_ms,
    };
}

int64_t hub_resume_by_s(const struct hub *hub, const struct room *room) {
    bool lapses = room->stage == STAGE_ADJOURNED && room->resume_by_ms != 0;
    return lapses ? hub_now_s(hub) +
                        ((int64_t)room->resume_by_ms - (int64_t)hub->now.ms) / 1000
                  : 0;
}

static void count_clock(struct hub *hub, struct room *room, bool is_timed) {
    hub->n_clocks += (size_t)is_timed - (size_t)hub_room(room)->is_timed;
    hub_room(room)->is_timed = is_timed;
}

/* Never sets a time in the past: hub_tick would not end. */
void hub_update_room_deadline(struct hub *hub, struct room *room) {
    bool is_still = hub_room(room)->is_closed;
    count_clock(hub, room, !is_still && room->clock.running < SIDE_COUNT);
    struct room_limits limits = hub_room_limits(hub);
    uint64_t at_ms = is_still ? DEADLINE_NEVER : room_due_ms(room, &limits);
    at_ms = at_ms > hub->now.ms ? at_ms : hub->now.ms + 1;
    deadline_heap_set(&hub->room_deadlines, &hub_room(room)->deadline, at_ms);
    hub_wake_at(hub, at_ms);
}

/* Frees a room that is in no list any more. */
static void free_room(struct hub *hub, struct hub_room *room) {
    address_table_remove(&hub->addresses, room->counts, ADDRESS_ROOMS);
    deadline_heap_set(&hub->room_deadlines, &room->deadline, DEADLINE_NEVER);
    watchers_fini(&room->watchers);
    free(room->news);
    state_head_fini(&room->head);
    room_fini(&room->room);
    free(room);
}

void hub_remove_room(struct hub *hub, struct room *room) {
    if (hub_room(room)->in_shown) {
        room_list_remove(&hub->shown, room);
    }
    count_clock(hub, room, false);
    lobby_remove(&hub->lobby, room);
    free_room(hub, hub_room(room));
}

void hub_free_rooms(struct hub *hub) {
    for (size_t i = 0; i < hub->lobby.rooms.n; i++) {
        free_room(hub, hub_room(hub->lobby.rooms.room[i]));
    }
    lobby_fini(&hub->lobby);
    deadline_heap_fini(&hub->room_deadlines);
}

static void store_start(struct hub *hub, struct room *room) {
    struct room_start start;
    room_start_of(room, &start);
    hub_room(room)->stored = ++hub->last_game;
    writes_add_game(hub_writes(hub), hub->last_game, &start, hub_now_s(hub));
}

bool hub_is_closed(const struct room *room) {
    return const_hub_room(room)->is_closed;
}

int64_t hub_game_number(const struct room *room) {
    return const_hub_room(room)->stored;
}

struct room *hub_find_room(const struct hub *hub, const char *code) {
    struct room *room = lobby_find(&hub->lobby, code);
    return room != NULL && !hub_room(room)->is_closed ? room : NULL;
}

struct room *hub_next_room(const struct hub *hub, size_t *at) {
    return *at < hub->lobby.rooms.n ? hub->lobby.rooms.room[(*at)++] : NULL;
}

static struct hub_room *hub_room_new(void) {
    struct hub_room *kept = mem_new(1, sizeof *kept);
    kept->self = kept;
    return kept;
}

struct room *hub_adopt_room(struct hub *hub, struct room *room, int64_t game) {
    struct hub_room *kept = hub_room_new();
    room_relocate(&kept->room, room);
    kept->stored = kept->committed = game;
    kept->seq = kept->room.seq;
    lobby_add(&hub->lobby, &kept->room);
    return &kept->room;
}

void hub_draw_code(const struct hub *hub, char code[static ROOM_BYTES_MAX + 1]) {
    lobby_new_code(&hub->lobby, hub->config->random_bytes, code);
}

struct room *hub_open_room(struct hub *hub, const struct room_start *start,
                           const char *address) {
    struct hub_room *kept = hub_room_new();
    struct room *room = &kept->room;
    room_init(room, start);
    hub_touch_room(hub, room);
    store_start(hub, room);
    lobby_add(&hub->lobby, room);
    hub_room(room)->counts = address_table_add(&hub->addresses, address, ADDRESS_ROOMS);
    log_line(&hub->config->log, LOG_DEBUG, "room_opened room=%s game=%s", room->code,
             room->game->id);
    return room;
}

/* Whether an op of this kind may begin another game. */
static bool needs_draw(enum op_kind kind) {
    return kind == OP_SIT || kind == OP_STAND || kind == OP_REMATCH ||
           kind == OP_NEXT_LEG || kind == OP_OVERDUE || kind == OP_LATE ||
           kind == OP_UNSEAT;
}

static void log_game(struct hub *hub, const struct room *room) {
    for (size_t i = 0; i < room->n_notes; i++) {
        if (room->notes[i].kind == NOTE_BEGINS) {
            hub->metrics.games_begun++;
            log_line(&hub->config->log, LOG_INFO, "game_begun room=%s id=%s game=%s",
                     room->code, room->game_id, room->game->id);
        } else if (room->notes[i].kind == NOTE_OVER) {
            hub->metrics.games_over++;
            log_line(&hub->config->log, LOG_INFO,
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
static uint8_t auto_sides(struct hub *hub, const struct room *room) {
    unsigned sides = 0;
    for (int side = 0; side < SIDE_COUNT; side++) {
        const struct session *session = hub_session_at(hub, room, (enum side)side);
        sides |= session != NULL && session->profile.auto_moves ? 1U << side : 0;
    }
    return (uint8_t)sides;
}

enum error_code hub_do(struct hub *hub, struct room *room, struct op *op) {
    if (!hub_may_write(hub)) {
        return ERR_STORAGE;
    }
    op->at_ms = hub->now.ms;
    op->at_s = hub_now_s(hub);
    op->since_ms = room->clock.running < SIDE_COUNT ? room->clock.since_ms : 0;
    op->auto_sides = op_goes_on(op->kind) ? auto_sides(hub, room) : 0;
    if (needs_draw(op->kind)) {
        op->draw = hub_draw(hub);
    }
    enum stage stage = room->stage;
    char game_id[FAIR_GAME_ID_BYTES];
    memcpy(game_id, room->game_id, sizeof game_id);
    enum error_code error = room_apply(room, op);
    if (error != ERR_OK) {
        return error;
    }
    hub_touch_room(hub, room);
    hub->metrics.moves += op->kind == OP_MOVE;
    hub->metrics.said += op->kind == OP_SAY;
    char dice[DICE_TEXT_BYTES];
    room_dice_text(room, dice);
    writes_add_op(hub_writes(hub), hub_room(room)->stored, room->seq, op, dice);
    if (stage != STAGE_OVER && room->stage == STAGE_OVER) {
        hub_end_game(hub, room);
    }
    if (strcmp(game_id, room->game_id) != 0 || is_long_wait(room)) {
        writes_retire_game(hub_writes(hub), hub_room(room)->stored);
        hub_sweep_soon(hub);
        store_start(hub, room);
        room->start_seq = room->seq;
    }
    log_game(hub, room);
    hub_update_room_deadline(hub, room);
    return ERR_OK;
}

/* Closes an empty room.  It is freed when that is committed. */
static void close_room(struct hub *hub, struct room *room) {
    log_line(&hub->config->log, LOG_DEBUG, "room_closed room=%s", room->code);
    writes_retire_game(hub_writes(hub), hub_room(room)->stored);
    hub_sweep_soon(hub);
    hub_room(room)->is_closed = true;
}

void hub_publish(struct hub *hub, struct room *room, const struct op *op) {
    hub_tell(hub, room, op);
    hub_tell_ratings(hub, room);
    room_clear_notes(room);
    if (room_is_empty(room)) {
        close_room(hub, room);
    } else if (room_match_goes_on(room)) {
        struct op next = {.kind = OP_NEXT_LEG};
        hub_do_and_tell(hub, room, &next); /* not again: the next leg has not begun */
    }
}

void hub_do_and_tell(struct hub *hub, struct room *room, struct op *op) {
    enum error_code error = hub_do(hub, room, op);
    assert(error == ERR_OK || error == ERR_STORAGE);
    if (error == ERR_OK) {
        hub_publish(hub, room, op);
    }
}

void hub_seat_sessions(struct hub *hub, struct room *room) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct session *session = hub_session_at(hub, room, (enum side)i);
        if (session != NULL) {
            session_add_room(session, room);
        }
    }
}

static struct rate_rule late_rule(const struct hub *hub) {
    int64_t n = hub->config->limits.late_per_hour;
    return (struct rate_rule){.burst = n, .tokens = n, .period_ms = 3600000};
}

static struct rate *late_bucket(struct hub *hub, const struct client *client) {
    return rate_limits_bucket(&hub->rate_limits, RATE_LATE, client->counts->address);
}

int64_t hub_late_wait_ms(struct hub *hub, const struct client *client) {
    struct rate_rule rule = late_rule(hub);
    int64_t wait_ms = rate_take(late_bucket(hub, client), &rule, 1, hub->now.ms);
    if (wait_ms == 0) {
        rate_give_back(late_bucket(hub, client), &rule, 1);
    }
    return wait_ms;
}

/* Charges a lost seat, but never more than two hours' worth: others at that address
 * must not be kept out for weeks. */
static void charge_late(struct hub *hub, const struct client *client) {
    struct rate_rule rule = late_rule(hub);
    rule.burst *= 2;
    (void)rate_take(late_bucket(hub, client), &rule, 1, hub->now.ms);
}

void hub_charge_idler(struct hub *hub, const struct client *client,
                      const struct room *room, enum side side) {
    const struct room_seat *seat = &room->seat[side];
    if (client != NULL && room_is_awaited(room) && room->last_game_id[0] == '\0' &&
        !seat->ready && seat->session != room->opener) {
        charge_late(hub, client);
    }
}

enum error_code hub_stand(struct hub *hub, struct session *session, struct room *room,
                          struct op *op) {
    *op = (struct op){.kind = OP_STAND};
    bool seated = room_side_of(room, session->id, &op->side);
    assert(seated);
    (void)seated;
    hub_charge_idler(hub, hub_client_of(hub, session), room, op->side);
    enum error_code error = hub_do(hub, room, op);
    if (error == ERR_OK) {
        session_remove_room(session, room);
    }
    return error;
}

void hub_tell_unseated(struct hub *hub, struct session *session, struct room *room,
                       const struct op *op) {
    struct client *client = hub_client_of(hub, session);
    if (client != NULL) {
        hub_tell_client(hub, client, room, op);
    }
    session_remove_room(session, room);
    hub_end_session(hub, session);
}

/* A player was not ready in time, and loses the seat.  The address is charged:
 * otherwise one address could take the seats of a whole lobby again and again. */
static void do_late(struct hub *hub, struct room *room, struct op *op) {
    struct session *session = hub_session_at(hub, room, op->side);
    if (hub_do(hub, room, op) != ERR_OK) {
        return;
    }
    const struct client *client = hub_client_of(hub, session);
    if (client != NULL) {
        charge_late(hub, client);
    }
    if (session != NULL) {
        hub_tell_unseated(hub, session, room, op);
    }
    hub_publish(hub, room, op);
}

void hub_run_due_ops(struct hub *hub, struct room *room) {
    struct op op = {.kind = OP_KIND_COUNT};
    struct room_limits limits = hub_room_limits(hub);
    while (hub_may_write(hub) && !hub_room(room)->is_closed &&
           room_next_due_op(room, &limits, hub->now.ms, &op)) {
        struct session *session = hub_session_at(hub, room, op.side);
        if (op.kind == OP_LATE) {
            do_late(hub, room, &op);
            op = (struct op){.kind = OP_KIND_COUNT};
            continue;
        }
        hub_do_and_tell(hub, room, &op);
        if (op.kind == OP_OVERDUE && session != NULL &&
            room->seat[op.side].session == 0) {
            session_remove_room(session, room);
            hub_end_session(hub, session);
        }
        op = (struct op){.kind = OP_KIND_COUNT};
    }
    hub_update_room_deadline(hub, room);
}
