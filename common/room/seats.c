/* Seats, and what happens before the first throw: sit, ready, open. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"
#include "room/inside.h"

/* Leaves the last game, and waits for the drawn one to begin. */
static void wait_for_another(struct room *room, const struct draw *draw) {
    free(room->play);
    free(room->moves);
    room->play = NULL;
    room->moves = NULL;
    room_drop_dice(room);
    room->k = 0;
    room->n_taken_back = 0;
    room->n_faces = 0;
    room->result = (struct result){0};
    room_drop_record(room);
    clock_start(&room->clock, &room->clock.time);
    if (room->stage == STAGE_OVER) {
        memcpy(room->last_game_id, room->game_id, sizeof room->last_game_id);
    }
    room->stage = STAGE_WAITING;
    room->start_seq = room->seq + 1; /* the event that shows it */
    memcpy(room->secret, draw->secret, sizeof room->secret);
    snprintf(room->game_id, sizeof room->game_id, "%s", draw->game_id);
    fair_commitment(room->secret, room->commitment);
    for (int i = 0; i < SIDE_COUNT; i++) {
        /* Keeps the last move, to recognize a repeat: event numbers are never reused. */
        struct room_seat fresh = {.session = room->seat[i].session,
                                  .absence = room->seat[i].absence,
                                  .last = room->seat[i].last};
        memcpy(fresh.name, room->seat[i].name, sizeof fresh.name);
        room->seat[i] = fresh;
    }
    room_note_side(room, NOTE_NEW_GAME, SIDE_WHITE);
}

/* If both sit there, they must get ready from now on. */
static void await_ready(struct room *room, uint64_t now_ms) {
    room->seated_ms = room_is_awaited(room) ? now_ms : 0;
}

static void restart_match(struct room *room) {
    room_start_match(room->game, &room->opt, &room->match);
}

enum error_code do_OP_SIT(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (seat->session != 0) {
        return ERR_SEAT_TAKEN;
    }
    if (room->stage == STAGE_OVER) { /* the new player has not played this game */
        restart_match(room);
        wait_for_another(room, &op->draw);
    }
    seat->session = op->session;
    snprintf(seat->name, sizeof seat->name, "%s", op->name);
    if (room->seat[side_other(op->side)].session == 0) {
        room->opener = op->session;
    }
    await_ready(room, op->at_ms);
    room_note_name(room, NOTE_JOINED, op->side, op->name);
    return ERR_OK;
}

/* Empties a seat.  A nonce or a commitment known before another player sat down must not
 * be used for their dice. */
void room_vacate_seat(struct room *room, enum side side, const struct draw *draw) {
    room_note_name(room, NOTE_GONE, side, room->seat[side].name);
    room->seat[side] = (struct room_seat){0};
    room->opener = room->seat[side_other(side)].session;
    room->seated_ms = 0;
    if (room->dice != NULL) {
        room->dice->seal[side][0] = '\0';
        room->dice->nonce[side][0] = '\0';
    }
    restart_match(room); /* with another player, the match starts again */
    if (room->stage == STAGE_WAITING && room->seat[side_other(side)].ready) {
        wait_for_another(room, draw);
    }
}

enum error_code do_OP_STAND(struct room *room, const struct op *op) {
    if (room->seat[op->side].session == 0) {
        return ERR_BAD_ARGUMENT;
    }
    if (room_is_busy(room)) {
        return ERR_IN_GAME;
    }
    room_vacate_seat(room, op->side, &op->draw);
    return ERR_OK;
}

static void begin_if_opened(struct room *room, const struct op *op) {
    if (room->seat[SIDE_WHITE].opened && room->seat[SIDE_BLACK].opened) {
        room_begin(room, op);
    }
}

enum error_code do_OP_READY(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    const struct room_seat *other = &room->seat[side_other(op->side)];
    if (room->stage != STAGE_WAITING) {
        return ERR_NOT_OVER;
    }
    if (other->session == 0 || seat->session == 0) {
        return ERR_NO_OPPONENT;
    }
    if (seat->ready) {
        return ERR_ALREADY_READY;
    }
    size_t prefix = strlen(FAIR_SEAL_PREFIX);
    const char *nonce = op->text;
    bool sealed = strncmp(nonce, FAIR_SEAL_PREFIX, prefix) == 0;
    if (sealed ? !is_hex(nonce + prefix) : !is_nonce(nonce)) {
        return ERR_BAD_NONCE;
    }
    seat->ready = true;
    seat->sealed = sealed;
    seat->opened = !sealed;
    if (room->dice == NULL) {
        room->dice = mem_new(1, sizeof *room->dice);
    }
    snprintf(sealed ? room->dice->seal[op->side] : room->dice->nonce[op->side],
             FAIR_HEX_BYTES, "%.*s", FAIR_HEX_BYTES - 1, sealed ? nonce + prefix : nonce);
    struct note note = {.kind = NOTE_READY, .side = (uint8_t)op->side, .sealed = sealed};
    room_note(room, &note);
    if (other->ready) {
        room->stage = STAGE_OPENING;
        room->open_by_ms = op->due_ms;
        begin_if_opened(room, op);
    }
    return ERR_OK;
}

enum error_code do_OP_OPEN(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (room->stage != STAGE_OPENING || seat->opened) {
        return ERR_NOTHING_SEALED;
    }
    if (!is_nonce(op->text)) {
        return ERR_BAD_NONCE;
    }
    char seal[FAIR_HEX_BYTES];
    fair_seal(op->text, seal);
    if (strcmp(seal, room->dice->seal[op->side]) != 0) {
        return ERR_WRONG_SEAL;
    }
    seat->opened = true;
    snprintf(room->dice->nonce[op->side], FAIR_NONCE_BYTES, "%.*s", FAIR_NONCE_BYTES - 1,
             op->text);
    room_note_side(room, NOTE_OPENED, op->side);
    begin_if_opened(room, op);
    return ERR_OK;
}

static void exchange_sides(struct room *room) {
    struct room_seat white = room->seat[SIDE_WHITE];
    room->seat[SIDE_WHITE] = room->seat[SIDE_BLACK];
    room->seat[SIDE_BLACK] = white;
}

/* Starts another match with sides exchanged.  After a game that was called off, starts
 * the same leg again. */
enum error_code do_OP_REMATCH(struct room *room, const struct op *op) {
    if (room->stage != STAGE_OVER) {
        return ERR_NOT_OVER;
    }
    if (!room->result.called_off) {
        exchange_sides(room);
        restart_match(room);
    }
    wait_for_another(room, &op->draw);
    await_ready(room, op->at_ms);
    return ERR_OK;
}

enum error_code do_OP_NEXT_LEG(struct room *room, const struct op *op) {
    if (!room_match_goes_on(room)) {
        return ERR_BAD_ARGUMENT;
    }
    match_next_leg(&room->match);
    exchange_sides(room);
    wait_for_another(room, &op->draw);
    await_ready(room, op->at_ms);
    return ERR_OK;
}

/* Takes the seat of a player who is not ready. */
static enum error_code send_away(struct room *room, enum side side, enum note_kind why,
                                 const struct op *op) {
    if (!room_is_awaited(room) || room->seat[side].ready) {
        return ERR_CANNOT_UNSEAT;
    }
    room_note_side(room, why, side);
    room_vacate_seat(room, side, &op->draw);
    return ERR_OK;
}

enum error_code do_OP_LATE(struct room *room, const struct op *op) {
    return send_away(room, op->side, NOTE_LATE, op) == ERR_OK ? ERR_OK : ERR_BAD_ARGUMENT;
}

enum error_code do_OP_UNSEAT(struct room *room, const struct op *op) {
    enum side other = side_other(op->side);
    if (room->seat[other].session == 0) {
        return ERR_NO_OPPONENT;
    }
    if (room->seat[op->side].session != room->opener) {
        return ERR_NOT_OPENER;
    }
    return send_away(room, other, NOTE_UNSEATED, op);
}
