#include "client-cli/replay/replay.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/play.h"

/* The game at one place of the record, and the step under construction. */
struct player {
    struct replay *replay;
    struct play play;
    struct replay_step *step; /* the last one: under construction */
};

/* --- notes --- */

static void add_note(struct player *p, const struct note *note) {
    struct replay *replay = p->replay;
    MEM_ROOM(replay->notes, replay->n_notes, replay->cap_notes, 64);
    replay->notes[replay->n_notes++] = *note;
    p->step->n_notes++;
}

static void add_happened(struct player *p, const struct happened *h) {
    for (unsigned i = 0; i < h->n; i++) {
        struct note note = {
            .kind = NOTE_RULE, .side = h->item[i].side, .happening = h->item[i]};
        add_note(p, &note);
    }
}

/* --- steps --- */

/* Adds a step in which nothing has happened yet. */
static void next_step(struct player *p) {
    struct replay *replay = p->replay;
    struct replay_step *step = &replay->steps[replay->n_steps++];
    *step = *p->step;
    step->first_note = replay->n_notes;
    step->n_notes = 0;
    p->step = step;
}

static void begin(struct player *p, enum side first) {
    const struct record *record = p->replay->record;
    play_start(&p->play, record->game, &record->opt, first);
    p->step->pos = p->play.pos;
    add_note(p, &(struct note){.kind = NOTE_BEGINS, .side = (uint8_t)first});
}

static void take_start_throw(struct player *p, const struct note *note) {
    const struct dice_kind *dice = p->replay->record->game->dice;
    unsigned white = dice_sum(dice, note->faces[SIDE_WHITE]);
    unsigned black = dice_sum(dice, note->faces[SIDE_BLACK]);
    if (note->k == 0) {
        next_step(p);
    }
    add_note(p, note);
    if (white != black) {
        begin(p, white > black ? SIDE_WHITE : SIDE_BLACK);
    }
}

/* Takes a throw or a move. */
static void take_play(struct player *p, const struct note *note) {
    struct happened h = {0};
    bool is_due = note_play(note, &p->play, &h);
    assert(is_due); /* verify_record checked it */
    add_note(p, note);
    add_happened(p, &h);
    p->step->pos = p->play.pos;
}

static void take_throw(struct player *p, const struct note *note) {
    take_play(p, note);
    p->step->n_faces = note->n_faces;
    memcpy(p->step->faces, note->faces[note->side], sizeof p->step->faces);
}

static void take_move(struct player *p, const struct note *note) {
    next_step(p);
    take_play(p, note);
    p->step->left_ms[note->side] = note->left_ms;
}

static void take(struct player *p, const struct note *note) {
    switch ((int)note->kind) {
    case NOTE_START_THROW: take_start_throw(p, note); break;
    case NOTE_THROW: take_throw(p, note); break;
    case NOTE_MOVE: take_move(p, note); break;
    case NOTE_UNOPENED: /* one step for both players */
        if (p->step->n_notes == 0) {
            next_step(p);
        }
        add_note(p, note);
        break;
    default:
        next_step(p);
        add_note(p, note);
        if (note->kind == NOTE_FLAG) {
            p->step->left_ms[note->side] = 0;
        }
        break;
    }
}

void replay_init(struct replay *replay, const struct record *record) {
    struct player p = {.replay = replay};
    struct clock clock;
    *replay = (struct replay){.record = record};
    /* At most one step for each entry, and the start. */
    replay->steps = mem_new(record->n_log + 1, sizeof *replay->steps);
    replay->n_steps = 1;
    p.step = replay->steps;
    game_start(record->game, &record->opt, game_first(record->game, &record->opt),
               &p.step->pos);
    clock_start(&clock, &record->time);
    for (int side = 0; side < SIDE_COUNT; side++) {
        p.step->left_ms[side] = (uint32_t)clock.left_ms[side];
    }
    if (record->game->dice == NULL && record->first[0] != '\0') {
        begin(&p, game_first(record->game, &record->opt));
    }
    for (size_t i = 0; i < record->n_log; i++) {
        take(&p, &record->log[i]);
    }
}

void replay_fini(struct replay *replay) {
    free(replay->steps);
    free(replay->notes);
}

/* --- states --- */

bool replay_is_last(const struct replay *replay, size_t step) {
    return step + 1 == replay->n_steps;
}

struct state replay_state(const struct replay *replay, size_t step) {
    assert(step < replay->n_steps);
    const struct record *record = replay->record;
    const struct replay_step *at = &replay->steps[step];
    bool is_over = record->result.over && replay_is_last(replay, step);
    bool has_to_move = at->pos.phase == PHASE_MOVE && !is_over;
    struct state state = {
        .game_id = record->game_id,
        .game = record->game,
        .pos = at->pos,
        .stage = is_over ? STAGE_OVER : STAGE_PLAYING,
        .commitment = record->commitment,
        .secret = record->secret,
        .n_faces = is_over ? 0 : at->n_faces,
        .notes = at->n_notes > 0 ? replay->notes + at->first_note : NULL,
        .n_notes = at->n_notes,
        .time = record->time,
        .running = has_to_move ? (enum side)at->pos.turn : SIDE_COUNT,
    };
    memcpy(state.faces, at->faces, sizeof state.faces);
    for (int side = 0; side < SIDE_COUNT; side++) {
        state.seat[side].name = record->player[side].name;
        state.seat[side].seal = record->player[side].seal;
        state.left_ms[side] = at->left_ms[side];
    }
    if (is_over) {
        state.result = record->result;
    }
    return state;
}
