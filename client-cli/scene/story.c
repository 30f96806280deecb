#include "client-cli/scene/story.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/scene/history.h"
#include "mem/mem.h"
#include "view/tell.h"

void story_fini(struct story *story) {
    message_free(story->msg);
    story->msg = NULL;
}

/* Returns an owned copy. */
static struct message *copy_message(const struct message *msg) {
    size_t len;
    char fault[FAULT_BYTES];
    char *json = message_to_json(msg, &len);
    struct message *copy = message_from_json(json, len, fault);
    free(json);
    return copy;
}

/* --- positions between two states --- */

static bool begins_step(const struct note *note) {
    return note->kind == NOTE_THROW || note->kind == NOTE_MOVE;
}

/* Plays notes from one position.  is_lost: they did not fit, as we have missed some. */
struct track {
    struct play play;
    uint8_t n_faces, faces[DICE_MAX]; /* of the last throw */
    bool is_lost;
};

static void play_note(struct track *track, const struct note *note) {
    struct play *play = &track->play;
    if (note->kind == NOTE_BEGINS) {
        struct options opt = play->pos.opt;
        play_start(play, play->game, &opt, (enum side)note->side);
    } else if (begins_step(note) && !note_play(note, play, NULL)) {
        track->is_lost = true;
    } else if (note->kind == NOTE_THROW) {
        track->n_faces = note->n_faces;
        memcpy(track->faces, note->faces[note->side], sizeof track->faces);
    }
}

/* --- hearing --- */

static void add_note(struct story *story, const struct note *note) {
    if (story->n_notes == STORY_NOTES) {
        memmove(story->notes, story->notes + STORY_NOTES / 2,
                STORY_NOTES / 2 * sizeof story->notes[0]);
        story->n_notes = STORY_NOTES / 2;
        for (unsigned i = 0; i < story->n_steps; i++) {
            unsigned first = story->steps[i].first;
            story->steps[i].first = first > STORY_NOTES / 2 ? first - STORY_NOTES / 2 : 0;
        }
    }
    story->notes[story->n_notes] = *note;
    if (note->kind == NOTE_JOINED || note->kind == NOTE_GONE) {
        story->notes[story->n_notes].kind =
            NOTE_OVER; /* says nothing: it borrows a name */
    }
    story->n_notes++;
}

/* Once the game begins, how it came to that is no news; who throws first is. */
static void forget_waiting(struct story *story) {
    unsigned n = 0;
    for (unsigned i = 0; i < story->n_notes; i++) {
        bool is_last_throw =
            story->notes[i].kind == NOTE_START_THROW && i + 1 == story->n_notes;
        if (is_last_throw) {
            story->notes[n++] = story->notes[i];
        }
    }
    story->n_notes = n;
    for (unsigned i = 0; i < story->n_steps; i++) {
        story->steps[i].first = 0;
        story->steps[i].n = n;
    }
}

static struct story_step *add_step(struct story *story) {
    if (story->n_steps == STORY_STEPS) {
        return &story->steps[STORY_STEPS - 1];
    }
    struct story_step *step = &story->steps[story->n_steps++];
    *step = (struct story_step){.first = story->n_notes};
    return step;
}

static void take_notes(struct story *story, const struct state *state,
                       struct track *track) {
    struct story_step *step = NULL;
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        if (step == NULL || begins_step(note)) {
            step = add_step(story);
        }
        play_note(track, note);
        if (note->kind == NOTE_BEGINS) {
            forget_waiting(story);
        }
        add_note(story, note);
        step->n = story->n_notes - step->first;
        step->pos = track->play.pos;
        step->n_faces = track->n_faces;
        memcpy(step->faces, track->faces, sizeof step->faces);
    }
}

/* Whether two positions show the same pieces. */
static bool is_same_board(const struct game *game, const struct position *a,
                          const struct position *b) {
    struct board x = {0}, y = {0};
    game->board(a, &x);
    game->board(b, &y);
    return memcmp(&x, &y, sizeof x) == 0;
}

void story_hear(struct story *story, const struct message *msg, enum side side,
                uint64_t now_ms) {
    struct message *copy = copy_message(msg);
    if (copy == NULL) {
        return;
    }
    const struct state *before = story->msg != NULL ? story->msg->state : NULL;
    const struct state *state = copy->state;
    bool is_new = before == NULL || before->game != state->game || msg->snapshot ||
                  strcmp(before->game_id, state->game_id) != 0;
    struct track track = {.is_lost = false};
    play_init(&track.play, state->game, is_new ? &state->pos : &before->pos);
    if (!is_new) { /* the dice lie until they are thrown again */
        track.n_faces = before->n_faces;
        memcpy(track.faces, before->faces, sizeof track.faces);
    }
    story->n_steps = story->shown = 0;
    if (is_new || history_is_decision(state, side)) {
        story->n_notes = 0;
    }
    if (!msg->snapshot) {
        take_notes(story, state, &track);
    }
    bool is_known = !is_new && !track.is_lost && story->n_steps < STORY_STEPS &&
                    is_same_board(state->game, &track.play.pos, &state->pos);
    message_free(story->msg);
    story->msg = copy;
    story->due_ms = now_ms;
    if (!is_known || story->pace_ms == 0) {
        story_skip(story);
    } else {
        story_go_on(story, now_ms);
    }
}

/* --- showing --- */

bool story_is_playing(const struct story *story) {
    return story->shown < story->n_steps;
}

void story_skip(struct story *story) {
    story->shown = story->n_steps;
}

void story_go_on(struct story *story, uint64_t now_ms) {
    while (story_is_playing(story) && now_ms >= story->due_ms) {
        story->shown++;
        story->due_ms += story->pace_ms;
    }
}

void story_state(const struct story *story, struct state *state) {
    *state = *story->msg->state;
    state->lang = (uint8_t)lang_of_environment();
    if (story->shown == 0) {
        return;
    }
    const struct story_step *step = &story->steps[story->shown - 1];
    state->notes = story->notes + step->first;
    state->n_notes = step->n;
    if (story_is_playing(story)) {
        state->pos = step->pos;
        state->n_faces = step->n_faces;
        memcpy(state->faces, step->faces, sizeof state->faces);
        state->moves = NULL;
        state->stage = STAGE_PLAYING;
        state->result = (struct result){0};
    }
}

unsigned story_n_shown(const struct story *story) {
    if (!story_is_playing(story)) {
        return story->n_notes;
    }
    const struct story_step *last =
        story->shown > 0 ? &story->steps[story->shown - 1] : NULL;
    return last != NULL ? last->first + last->n : story->steps[0].first;
}

void story_tell(const struct story *story, FILE *out) {
    struct state state = *story->msg->state;
    state.lang = (uint8_t)lang_of_environment();
    state.notes = story->notes;
    state.n_notes = story_n_shown(story);
    state.seat[SIDE_WHITE].name = state.seat[SIDE_BLACK].name = ""; /* beside the board */
    tell_notes(out, &state);
}
