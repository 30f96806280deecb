/* Taking back a decision, in a game that counts for nothing. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "room/inside.h"

/* Adds the pieces that were captured to the score of each side. */
static void count_captures(const struct happened *h, uint16_t *captured) {
    for (size_t i = 0; i < h->n; i++) {
        if (h->item[i].kind == HAPPENED_CAPTURE) {
            captured[h->item[i].side] += h->item[i].n;
        }
    }
}

/* Whether this entry is a move that the side chose from several. */
static bool is_choice(const struct play *play, const struct note *note, enum side side) {
    struct move moves[MOVES_MAX];
    return note->kind == NOTE_MOVE && note->side == side &&
           play->game->moves(&play->pos, moves) > 1;
}

/* Sets room->play to the last position where this side chose a move, and *n_log to the
 * entries before it; captured: the pieces that were captured since.  False: there is
 * none, and nothing has changed. */
static bool find_choice(struct room *room, enum side side, size_t *n_log,
                        uint16_t captured[static SIDE_COUNT]) {
    const struct record *record = room->record;
    struct play *play = mem_new(1, play_bytes(room->game));
    play_start(play, room->game, &room->opt, side_find(record->first));
    bool found = false;
    for (size_t i = 0; i < record->n_log; i++) {
        if (is_choice(play, &record->log[i], side)) {
            memcpy(room->play, play, play_bytes(room->game));
            *n_log = i;
            memset(captured, 0, SIDE_COUNT * sizeof *captured);
            found = true;
        }
        struct happened h = {0};
        (void)note_play(&record->log[i], play, &h); /* a throw for the start is no play */
        count_captures(&h, captured);
    }
    free(play);
    return found;
}

/* The dice are as they were then: the next throw has the number after the last one that
 * stays, so every throw comes again. */
static void restore_dice(struct room *room) {
    const struct record *record = room->record;
    room->n_faces = 0;
    for (size_t i = record->n_log; i > 0; i--) {
        const struct note *note = &record->log[i - 1];
        if (note->kind == NOTE_THROW) {
            room->n_faces = note->n_faces;
            memcpy(room->faces, note->faces[note->side], sizeof room->faces);
        }
        if (note->kind == NOTE_THROW || note->kind == NOTE_START_THROW) {
            room->k = note->k + 1;
            return;
        }
    }
}

bool room_may_take_back(const struct room *room) {
    return room->stage == STAGE_PLAYING && !room->rated &&
           !time_control_is_set(&room->clock.time) && room->n_taken_back < TAKEN_BACK_MAX;
}

enum error_code do_OP_TAKEBACK(struct room *room, const struct op *op) {
    if (room->stage != STAGE_PLAYING) {
        return ERR_NOT_PLAYING;
    }
    size_t n_log;
    uint16_t captured[SIDE_COUNT] = {0};
    if (!room_may_take_back(room) || !find_choice(room, op->side, &n_log, captured)) {
        return ERR_NO_TAKEBACK;
    }
    room->n_taken_back++;
    room->record->n_log = n_log;
    restore_dice(room);
    for (int i = 0; i < SIDE_COUNT; i++) {
        room->match.captured[i] = (uint16_t)(room->match.captured[i] - captured[i]);
        room->seat[i].last = (struct last_move){0};
        room_end_offer(room, (enum side)i);
    }
    room_note_side(room, NOTE_TAKEBACK, op->side);
    room->decision_seq = room->seq + 1;
    room->decision_ms = op->at_ms;
    room->not_idle_ms = 0;
    room_list_moves(room);
    return ERR_OK;
}
