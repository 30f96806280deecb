/* Players who are away.  Their seats are kept, and their clocks stop for a short time.
 * After the grace time, the opponent may claim the win or adjourn the game. */
#include "room/inside.h"

/* [house] In one game, an absent player's clock stops for this part of its base time, at
 * most FREE_MOST_MS: enough to reconnect, too short to think for free. */
#define FREE_PART    10
#define FREE_MOST_MS 10000
/* [house] The part of the grace time that each absence gets, however long the player has
 * been away in this game. */
#define GRACE_PART 10

/* --- clocks of absent players --- */

/* How much longer this side's clock may stand still. */
static uint64_t free_ms(const struct room *room, enum side side) {
    struct clock full;
    clock_start(&full, &room->clock.time);
    uint64_t part_ms = (uint64_t)full.left_ms[side] / FREE_PART;
    uint64_t all_ms = part_ms < FREE_MOST_MS ? part_ms : FREE_MOST_MS;
    uint64_t used_ms = room->seat[side].absent_ms;
    return all_ms > used_ms ? all_ms - used_ms : 0;
}

void room_hold_clock(struct room *room, enum side side, uint64_t now_ms) {
    struct absence *absence = &room->seat[side].absence;
    absence->held_ms = now_ms;
    room->clock_started = false; /* room_event_sent must not move free time */
    if (absence->pays) {
        clock_run(&room->clock, side, now_ms + free_ms(room, side));
    }
}

/* For old logs.  There the clock stood still for an absent player, for at most one grace
 * time in a game: charges the rest. */
static void charge_old(struct room *room, enum side side, uint64_t now_ms) {
    struct room_seat *seat = &room->seat[side];
    const struct absence *absence = &seat->absence;
    uint64_t grace_ms = absence->due_ms - absence->since_ms;
    uint64_t left_free_ms = grace_ms > seat->absent_ms ? grace_ms - seat->absent_ms : 0;
    uint64_t held_ms = now_ms > absence->held_ms ? now_ms - absence->held_ms : 0;
    uint64_t paid_ms = held_ms > left_free_ms ? held_ms - left_free_ms : 0;
    int64_t *left_ms = &room->clock.left_ms[side];
    seat->absent_ms += held_ms - paid_ms;
    *left_ms = paid_ms < (uint64_t)*left_ms ? *left_ms - (int64_t)paid_ms : 0;
}

/* Stops the clock of an absent player who pays.  The free time that has passed counts as
 * used. */
static void stop_paying(struct room *room, enum side side, uint64_t now_ms) {
    struct room_seat *seat = &room->seat[side];
    if (!seat->absence.pays || seat->absence.held_ms == 0) {
        return;
    }
    uint64_t end_ms = now_ms < room->clock.since_ms ? now_ms : room->clock.since_ms;
    seat->absent_ms +=
        end_ms > seat->absence.held_ms ? end_ms - seat->absence.held_ms : 0;
    clock_stop(&room->clock, now_ms);
    seat->absence.held_ms = 0;
}

/* --- away and back --- */

/* Counts an absence by the player's own connection when it ends, or the server
 * restarts. */
static void count_away(struct room *room, enum side side, uint64_t now_ms) {
    struct room_seat *seat = &room->seat[side];
    if (room->stage == STAGE_PLAYING && !seat->absence.by_server) {
        seat->away_ms +=
            now_ms > seat->absence.since_ms ? now_ms - seat->absence.since_ms : 0;
    }
}

uint64_t room_grace_ms(const struct room *room, enum side side, uint64_t grace_ms) {
    uint64_t used_ms = room->stage == STAGE_PLAYING ? room->seat[side].away_ms : 0;
    uint64_t least_ms = grace_ms / GRACE_PART;
    return used_ms < grace_ms - least_ms ? grace_ms - used_ms : least_ms;
}

/* Marks a side's player as away, and holds the clock. */
static void go_away(struct room *room, enum side side, const struct op *op) {
    struct room_seat *seat = &room->seat[side];
    seat->absence = (struct absence){.away = true,
                                     .by_server = op->kind == OP_RESTART,
                                     .pays = op->kind == OP_DROP,
                                     .since_ms = op->at_ms,
                                     .due_ms = op->due_ms};
    if (room->stage == STAGE_ADJOURNED && seat->ready) {
        seat->waited_ms += op->at_ms - seat->waits_ms;
        seat->ready = false; /* they must send resume again */
    }
    if (room->clock.running == (uint8_t)side) {
        clock_stop(&room->clock, op->at_ms);
        room_hold_clock(room, side, op->at_ms);
    }
    room_note_side(room, NOTE_AWAY, side);
}

enum error_code do_OP_DROP(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (seat->session == 0 || seat->absence.away) {
        return ERR_BAD_ARGUMENT;
    }
    seat->n_drops += room_is_busy(room);
    go_away(room, op->side, op);
    return ERR_OK;
}

enum error_code do_OP_AWAY(struct room *room, const struct op *op) {
    return do_OP_DROP(room, op);
}

/* The server was stopped while the player was away.  From now on the player pays nothing,
 * and has used no free time. */
static void restart_absence(struct room *room, enum side side, const struct op *op) {
    struct absence *absence = &room->seat[side].absence;
    count_away(room, side, op->at_ms);
    if (absence->pays && absence->held_ms != 0) {
        clock_stop(&room->clock, op->at_ms);
        absence->held_ms = op->at_ms;
    }
    absence->pays = false;
    absence->by_server = true;
    if (!absence->overdue) { /* a whole grace time again: nobody could come back */
        absence->due_ms = op->due_ms;
    }
}

enum error_code do_OP_RESTART(struct room *room, const struct op *op) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct room_seat *seat = &room->seat[i];
        if (seat->absence.away) {
            restart_absence(room, (enum side)i, op);
        } else if (seat->session != 0) {
            go_away(room, (enum side)i, op);
        }
    }
    if (room->stage == STAGE_OPENING) {
        room->open_by_ms = op->due_ms; /* those who must open seals are away */
    }
    room->seated_ms = room_is_awaited(room) ? op->at_ms : 0; /* the whole time again */
    room->not_idle_ms = op->due_ms;
    if (room->resume_by_ms != 0 && room->resume_by_ms < op->due_ms) {
        room->resume_by_ms = op->due_ms; /* all are away, and can still come */
    }
    return ERR_OK;
}

enum error_code do_OP_BACK(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    const struct absence *absence = &seat->absence;
    if (seat->session == 0 || !absence->away) {
        return ERR_BAD_ARGUMENT;
    }
    bool was_held = absence->held_ms != 0;
    count_away(room, op->side, op->at_ms);
    if (absence->pays) {
        stop_paying(room, op->side, op->at_ms);
    } else if (was_held && !absence->by_server) {
        charge_old(room, op->side, op->at_ms);
    }
    seat->absence = (struct absence){0};
    room_note_side(room, NOTE_BACK, op->side);
    if (was_held) {
        room_run_clock(room, op->at_ms);
    }
    return ERR_OK;
}

enum error_code do_OP_OVERDUE(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (seat->session == 0 || !seat->absence.away) {
        return ERR_BAD_ARGUMENT;
    }
    if (room_is_busy(room)) {
        seat->absence.overdue = true;
        room_note_side(room, NOTE_OVERDUE, op->side);
    } else {
        room_vacate_seat(room, op->side, &op->draw);
    }
    return ERR_OK;
}

/* Adjourns the game if the opponent has been away too long or has offered it; otherwise
 * makes an offer. */
enum error_code do_OP_ADJOURN(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    bool is_agreed = room_check_absence(room, op) == ERR_OK;
    enum error_code error =
        is_agreed ? ERR_OK : room_offer(room, op, SEAT_OFFER_ADJOURN, &is_agreed);
    if (error != ERR_OK || !is_agreed) {
        return error;
    }
    for (int i = 0; i < SIDE_COUNT; i++) {
        stop_paying(room, (enum side)i, op->at_ms);
    }
    clock_stop(&room->clock, op->at_ms);
    room->stage = STAGE_ADJOURNED;
    room->resume_by_ms = op->due_ms;
    room->resume_in_ms = op->due_ms != 0 ? op->due_ms - op->at_ms : 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        room->seat[i].ready = false;
        room->seat[i].waited_ms = 0;
        room->seat[i].absence.held_ms = 0;
        room_end_offer(room, (enum side)i);
    }
    room_note_side(room, NOTE_ADJOURNED, op->side);
    room_list_moves(room);
    return ERR_OK;
}

enum error_code do_OP_RESUME(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (room->stage != STAGE_ADJOURNED) {
        return ERR_NOT_ADJOURNED;
    }
    if (seat->ready) {
        return ERR_ALREADY_READY;
    }
    seat->ready = true;
    seat->waits_ms = op->at_ms;
    room_note_side(room, NOTE_RESUMES, op->side);
    if (room->seat[side_other(op->side)].ready) {
        room->stage = STAGE_PLAYING;
        room->seat[SIDE_WHITE].away_ms = room->seat[SIDE_BLACK].away_ms = 0;
        room->decision_seq = room->seq + 1;
        room->decision_ms = op->at_ms;
        room->not_idle_ms = 0;
        room->resume_by_ms = 0;
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
