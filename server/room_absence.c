/* Players who are away: their seats are kept, their clocks stand still, and after the
 * grace time the opponent may have the win or put the game off. */
#include "server/room_inside.h"

/* Marks the player of a side as away, and stops his clock. */
static void go_away(struct room *room, enum side side, const struct op *op) {
    struct room_seat *seat = &room->seat[side];
    seat->absence = (struct absence){.away = true,
                                     .by_server = op->kind == OP_RESTART,
                                     .since_ms = op->at_ms,
                                     .due_ms = op->due_ms};
    if (room->stage == STAGE_ADJOURNED) {
        seat->ready = false; /* he will have to say so again */
    }
    if (room->clock.running == (uint8_t)side) {
        clock_stop(&room->clock, op->at_ms);
        seat->absence.held_ms = op->at_ms;
    }
    room_note_side(room, NOTE_AWAY, side);
}

enum error_code room_away(struct room *room, const struct op *op) {
    const struct room_seat *seat = &room->seat[op->side];
    if (seat->session == 0 || seat->absence.away) {
        return ERR_BAD_ARGUMENT;
    }
    go_away(room, op->side, op);
    return ERR_OK;
}

/* Everybody who was there is away.  Who was away already gets the whole grace time again:
 * nobody could come back. */
enum error_code room_restart(struct room *room, const struct op *op) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct room_seat *seat = &room->seat[i];
        if (seat->session != 0 && !seat->absence.away) {
            go_away(room, (enum side)i, op);
        } else if (seat->session != 0 && !seat->absence.overdue) {
            seat->absence.due_ms = op->due_ms;
        }
        seat->absence.by_server = seat->absence.away; /* from now on nobody pays */
    }
    if (room->stage == STAGE_OPENING) {
        room->open_by_ms = op->due_ms; /* the nonces come from those who are away */
    }
    return ERR_OK;
}

/* What the clock of a player who comes back has to pay: it stands still while he is away,
 * but in one game not longer than one grace time.  [house] */
static void charge_absence(struct room *room, enum side side, uint64_t now_ms) {
    struct room_seat *seat = &room->seat[side];
    const struct absence *absence = &seat->absence;
    if (absence->held_ms == 0 || absence->by_server) {
        return;
    }
    uint64_t grace_ms = absence->due_ms - absence->since_ms;
    uint64_t free_ms = grace_ms > seat->absent_ms ? grace_ms - seat->absent_ms : 0;
    uint64_t held_ms = now_ms > absence->held_ms ? now_ms - absence->held_ms : 0;
    uint64_t paid_ms = held_ms > free_ms ? held_ms - free_ms : 0;
    int64_t *left_ms = &room->clock.left_ms[side];
    seat->absent_ms += held_ms - paid_ms;
    *left_ms = paid_ms < (uint64_t)*left_ms ? *left_ms - (int64_t)paid_ms : 0;
}

enum error_code room_back(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (seat->session == 0 || !seat->absence.away) {
        return ERR_BAD_ARGUMENT;
    }
    charge_absence(room, op->side, op->at_ms);
    bool was_held = seat->absence.held_ms != 0;
    seat->absence = (struct absence){0};
    room_note_side(room, NOTE_BACK, op->side);
    if (was_held) {
        room_run_clock(room, op->at_ms);
    }
    return ERR_OK;
}

enum error_code room_overdue(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (seat->session == 0 || !seat->absence.away) {
        return ERR_BAD_ARGUMENT;
    }
    if (room_is_busy(room)) {
        seat->absence.overdue = true;
        room_note_side(room, NOTE_OVERDUE, op->side);
    } else {
        room_free_seat_of(room, op->side, &op->draw);
    }
    return ERR_OK;
}

/* Puts the game off at once if the opponent has been away too long, or offers just that;
 * else it is an offer. */
enum error_code room_adjourn(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    bool is_agreed = room_check_absence(room, op) == ERR_OK;
    enum error_code error =
        is_agreed ? ERR_OK : room_offer(room, op, SEAT_OFFER_ADJOURN, &is_agreed);
    if (error != ERR_OK || !is_agreed) {
        return error;
    }
    clock_stop(&room->clock, op->at_ms);
    room->stage = STAGE_ADJOURNED;
    for (int i = 0; i < SIDE_COUNT; i++) {
        room->seat[i].ready = false;
        room->seat[i].absence.held_ms = 0;
        room_end_offer(room, (enum side)i);
    }
    room_note_side(room, NOTE_ADJOURNED, op->side);
    room_list_moves(room);
    return ERR_OK;
}

enum error_code room_resume(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (room->stage != STAGE_ADJOURNED) {
        return ERR_NOT_ADJOURNED;
    }
    if (seat->ready) {
        return ERR_ALREADY_READY;
    }
    seat->ready = true;
    room_note_side(room, NOTE_RESUMES, op->side);
    if (room->seat[side_other(op->side)].ready) {
        room->stage = STAGE_PLAYING;
        room->decision_seq = room->seq + 1;
        room_list_moves(room);
        room_run_clock(room, op->at_ms);
    }
    return ERR_OK;
}

enum error_code room_check_absence(const struct room *room, const struct op *op) {
    const struct absence *other = &room->seat[side_other(op->side)].absence;
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    return other->away && op->at_ms >= other->due_ms ? ERR_OK : ERR_NOT_ABSENT;
}
