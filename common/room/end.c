/* How a game ends other than by its rules: by a player, by agreement, or by time. */
#include "room/inside.h"

#include <stdio.h>
#include <string.h>

void room_finish(struct room *room, const struct op *op) {
    room->stage = STAGE_OVER;
    room->result.over = true;
    clock_stop(&room->clock, op->at_ms);
    for (int i = 0; i < SIDE_COUNT; i++) {
        room->seat[i].absence.held_ms = 0;
        room_end_offer(room, (enum side)i);
    }
    if (!room->result.called_off) {
        match_add(&room->match, (enum outcome)room->result.outcome);
    }
    struct record *record = room_need_record(room);
    record->result = room->result;
    /* The wall clock may have been set back. */
    record->ended_s = op->at_s > record->started_s ? op->at_s : record->started_s;
    fair_secret_to_hex(room->secret, record->secret);
    room_write_position(room);
    room_note_side(room, NOTE_OVER, SIDE_WHITE);
}

/* Ends the game for a reason other than its rules. */
static void end_for(struct room *room, enum note_kind why, const struct op *op) {
    snprintf(room->result.reason, sizeof room->result.reason, "%s", note_reason(why));
    room_finish(room, op);
    room_list_moves(room);
}

void room_call_off(struct room *room, enum note_kind why, const struct op *op) {
    room->result.called_off = true;
    end_for(room, why, op);
}

/* This side resigned, or lost in another way; the other side wins. */
static void end_by(struct room *room, enum note_kind why, enum side side,
                   const struct op *op) {
    room_note_side(room, why, side);
    room->result.outcome = side == SIDE_WHITE ? OUTCOME_BLACK : OUTCOME_WHITE;
    end_for(room, why, op);
}

/* --- by agreement --- */

void room_end_offer(struct room *room, enum side side) {
    room->seat[side].offer = SEAT_OFFER_NONE;
    room->seat[side].offered = 0;
}

enum error_code room_offer(struct room *room, const struct op *op, enum seat_offer offer,
                           bool *is_agreed) {
    struct room_seat *seat = &room->seat[op->side];
    *is_agreed = room->seat[side_other(op->side)].offer == offer;
    if (*is_agreed) {
        return ERR_OK;
    }
    if ((seat->offered >> offer & 1U) != 0) {
        return ERR_ALREADY_OFFERED;
    }
    seat->offer = offer;
    seat->offered |= 1U << offer;
    room_note_side(room,
                   offer == SEAT_OFFER_DRAW ? NOTE_OFFERS_DRAW : NOTE_OFFERS_ADJOURN,
                   op->side);
    return ERR_OK;
}

enum error_code do_OP_DRAW(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    bool is_agreed;
    enum error_code error = room_offer(room, op, SEAT_OFFER_DRAW, &is_agreed);
    if (error == ERR_OK && is_agreed) {
        room_note_side(room, NOTE_DRAW, op->side);
        room->result.outcome = OUTCOME_DRAW;
        end_for(room, NOTE_DRAW, op);
    }
    return error;
}

/* --- by one player --- */

static bool is_begun(const struct room *room) {
    return room->stage == STAGE_PLAYING || room->stage == STAGE_ADJOURNED;
}

enum error_code do_OP_RESIGN(struct room *room, const struct op *op) {
    if (!is_begun(room)) {
        return ERR_NOT_PLAYING;
    }
    end_by(room, NOTE_RESIGN, op->side, op);
    return ERR_OK;
}

static bool have_both_moved(const struct room *room) {
    return room->seat[SIDE_WHITE].has_moved && room->seat[SIDE_BLACK].has_moved;
}

bool room_may_abort(const struct room *room, enum side side) {
    if (!is_begun(room)) {
        return false;
    }
    const struct room_seat *own = &room->seat[side],
                           *other = &room->seat[side_other(side)];
    return !own->has_thrown &&
           !(other->has_moved && (own->has_moved || other->has_thrown));
}

static enum error_code abort_if(struct room *room, const struct op *op, bool may) {
    if (!is_begun(room)) {
        return ERR_NOT_PLAYING;
    }
    if (!may) {
        return ERR_TOO_LATE;
    }
    room_note_side(room, NOTE_ABORT, op->side);
    room_call_off(room, NOTE_ABORT, op);
    return ERR_OK;
}

enum error_code do_OP_CALL_OFF(struct room *room, const struct op *op) {
    return abort_if(room, op, room_may_abort(room, op->side));
}

enum error_code do_OP_ABORT(struct room *room, const struct op *op) {
    return abort_if(room, op, !have_both_moved(room));
}

enum error_code do_OP_CLAIM(struct room *room, const struct op *op) {
    enum error_code error = room_check_absence(room, op);
    if (error == ERR_OK) {
        end_by(room, NOTE_ABSENT, side_other(op->side), op);
    }
    return error;
}

enum error_code do_OP_IDLE(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    /* Logs of older servers have claims in the grace time after a restart. */
    bool is_awaited = room_idle_by_ms(room, 0) != UINT64_MAX;
    if (!is_awaited || room->decision_ms > op->due_ms || op->at_ms < op->due_ms ||
        room->play->pos.turn == op->side) {
        return ERR_NOT_ABSENT;
    }
    end_by(room, NOTE_IDLE, side_other(op->side), op);
    return ERR_OK;
}

enum error_code do_OP_FLAG(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING || op->at_ms < clock_flag_ms(&room->clock)) {
        return ERR_BAD_ARGUMENT;
    }
    end_by(room, NOTE_FLAG, (enum side)room->clock.running, op);
    return ERR_OK;
}

enum error_code do_OP_ABANDON(struct room *room, const struct op *op) {
    if (!is_begun(room)) {
        return ERR_BAD_ARGUMENT;
    }
    room_note_side(room, NOTE_ABANDONED, SIDE_WHITE);
    room_call_off(room, NOTE_ABANDONED, op);
    return ERR_OK;
}

/* --- adjourned games that are not resumed --- */

/* Whether the player has waited, present and ready to go on, for as long as counts. */
static bool has_come(const struct room *room, enum side side, uint64_t now_ms) {
    const struct room_seat *seat = &room->seat[side];
    uint64_t waited_ms = seat->waited_ms + (seat->ready ? now_ms - seat->waits_ms : 0);
    return waited_ms > 0 && waited_ms >= room->resume_in_ms / ROOM_WAIT_PART;
}

/* A player who has not come loses to one who has.  If both have come, but never at once,
 * nobody can say who is to blame: then the game is called off, as if nobody had come. */
enum error_code do_OP_LAPSE(struct room *room, const struct op *op) {
    if (room->stage != STAGE_ADJOURNED || room->resume_by_ms == 0 ||
        op->at_ms < room->resume_by_ms) {
        return ERR_BAD_ARGUMENT;
    }
    bool white = has_come(room, SIDE_WHITE, op->at_ms);
    bool black = has_come(room, SIDE_BLACK, op->at_ms);
    if (white != black) {
        end_by(room, NOTE_UNRESUMED, white ? SIDE_BLACK : SIDE_WHITE, op);
        return ERR_OK;
    }
    return do_OP_ANNUL(room, op);
}

enum error_code do_OP_ADJUDICATE(struct room *room, const struct op *op) {
    if (room->stage != STAGE_ADJOURNED) {
        return ERR_NOT_ADJOURNED;
    }
    end_by(room, NOTE_ADJUDICATED, side_other(op->side), op);
    return ERR_OK;
}

enum error_code do_OP_ANNUL(struct room *room, const struct op *op) {
    if (room->stage != STAGE_ADJOURNED) {
        return ERR_NOT_ADJOURNED;
    }
    room_note_side(room, NOTE_LAPSED, SIDE_WHITE);
    room_call_off(room, NOTE_LAPSED, op);
    return ERR_OK;
}
