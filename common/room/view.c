/* A room as others see it. */
#include <string.h>

#include "room/inside.h"

static void view_seat(const struct room *room, enum side side, uint64_t now_ms,
                      struct seat_view *view) {
    const struct room_seat *seat = &room->seat[side];
    const struct absence *absence = &seat->absence;
    bool is_settled = room->stage != STAGE_WAITING && seat->opened;
    *view = (struct seat_view){
        .name = seat->name,
        .ready = seat->ready,
        .away = absence->away,
        .seal = room->dice != NULL ? room->dice->seal[side] : "",
        .offer = seat->offer,
        /* A plain nonce is hidden until the other one is settled. */
        .nonce = is_settled ? room->dice->nonce[side] : NULL,
    };
    if (absence->away && absence->due_ms > now_ms) {
        view->grace_ms = (int64_t)(absence->due_ms - now_ms);
    }
}

static void view_clock(const struct room *room, uint64_t now_ms, struct state *state) {
    state->time = room->clock.time;
    state->running = (enum side)room->clock.running;
    for (int i = 0; i < SIDE_COUNT; i++) {
        state->left_ms[i] = clock_left_ms(&room->clock, (enum side)i, now_ms);
    }
}

/* Time left, for a state; 0: no limit; negative: none left. */
static int64_t left_until(uint64_t by_ms, uint64_t now_ms) {
    return by_ms == UINT64_MAX ? 0 : by_ms > now_ms ? (int64_t)(by_ms - now_ms) : -1;
}

void room_state(const struct room *room, const struct room_limits *limits,
                uint64_t now_ms, bool with_moves, struct state *state) {
    bool over = room->stage == STAGE_OVER;
    *state = (struct state){
        .game_id = room->game_id,
        .game = room->game,
        .stage = room->stage,
        .commitment = room->commitment,
        .secret = over ? room->record->secret : "",
        .notes = room->notes,
        .n_notes = room->n_notes,
        .result = room->result,
        .match = room->match,
        .rated = room->rated,
        .is_private = room->is_private,
        .match_over = over && !room_match_goes_on(room),
        .moves = with_moves ? room->moves : NULL,
        .n_faces = room->stage == STAGE_PLAYING || room->stage == STAGE_ADJOURNED
                       ? room->n_faces
                       : 0,
    };
    memcpy(state->faces, room->faces, sizeof state->faces);
    if (room->play != NULL) {
        state->pos = room->play->pos;
    } else {
        game_start(room->game, &room->opt, game_first(room->game, &room->opt),
                   &state->pos);
    }
    if (room->stage == STAGE_OPENING && room->open_by_ms > now_ms) {
        state->open_ms = (int64_t)(room->open_by_ms - now_ms);
    }
    if (room_is_awaited(room) && room->seated_ms != 0) {
        state->ready_ms = left_until(room->seated_ms + limits->ready_ms, now_ms);
    }
    if (room->stage == STAGE_ADJOURNED && room->resume_by_ms != 0) {
        state->resume_ms = left_until(room->resume_by_ms, now_ms);
    }
    state->idle_ms = left_until(room_idle_by_ms(room, limits->idle_ms), now_ms);
    view_clock(room, now_ms, state);
    for (int i = 0; i < SIDE_COUNT; i++) {
        view_seat(room, (enum side)i, now_ms, &state->seat[i]);
    }
}

static void put_faces(struct text_out *out, const struct note *note, int side) {
    for (unsigned i = 0; i < note->n_faces; i++) {
        text_put(out, i > 0 ? "," : "");
        text_put_number(out, note->faces[side][i]);
    }
}

void room_dice_text(const struct room *room, char text[static DICE_TEXT_BYTES]) {
    struct text_out out = text_out_of(text, DICE_TEXT_BYTES);
    for (size_t i = 0; i < room->n_notes; i++) {
        const struct note *note = &room->notes[i];
        if (note->kind != NOTE_THROW && note->kind != NOTE_START_THROW) {
            continue;
        }
        text_put(&out, out.len > 0 ? " " : "");
        text_put_number(&out, note->k);
        text_put(&out, ":");
        if (note->kind == NOTE_THROW) {
            put_faces(&out, note, note->side);
        } else {
            put_faces(&out, note, SIDE_WHITE);
            text_put(&out, "/");
            put_faces(&out, note, SIDE_BLACK);
        }
    }
}
