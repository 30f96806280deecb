#include "proto/note_json.h"

#include <stdio.h>
#include <string.h>

#include "proto/shape.h"
#include "rules/clock.h"

/* --- dice, sides --- */

static void fail_faces(struct wire_in *in, const char *key,
                       const struct dice_kind *kind) {
    char what[FAULT_BYTES];
    snprintf(what, sizeof what, "expected %d faces from %d to %d", kind->n_dice,
             kind->lowest, kind->lowest + kind->n_faces - 1);
    wire_fail(in, key, what);
}

void faces_read(struct wire_in *in, const char *key, const struct dice_kind *kind,
                uint8_t faces[static DICE_MAX]) {
    if (kind == NULL) {
        wire_fail(in, key, "this game has no dice");
        return;
    }
    json_t *array = wire_array_if(in, key);
    if (json_array_size(array) != kind->n_dice) {
        fail_faces(in, key, kind);
        return;
    }
    for (size_t i = 0; i < kind->n_dice; i++) {
        json_t *face = json_array_get(array, i);
        json_int_t n = json_integer_value(face);
        if (!json_is_integer(face) || n < kind->lowest ||
            n >= kind->lowest + kind->n_faces) {
            fail_faces(in, key, kind);
            return;
        }
        faces[i] = (uint8_t)n;
    }
}

static uint8_t side_read(struct wire_in *in) {
    const char *side = wire_shaped(in, "side", is_side_name, "white or black");
    return strcmp(side, side_name(SIDE_BLACK)) == 0 ? SIDE_BLACK : SIDE_WHITE;
}

/* --- notes --- */

/* The members of each kind; "at", "n" and a move's "left_ms" only where they say
 * something. */
static const char *const members[NOTE_KIND_COUNT] = {
    [NOTE_JOINED] = "what side name",
    [NOTE_GONE] = "what side name",
    [NOTE_NEW_GAME] = "what",
    [NOTE_READY] = "what side sealed",
    [NOTE_OPENED] = "what side",
    [NOTE_START_THROW] = "what k white black",
    [NOTE_BEGINS] = "what side",
    [NOTE_THROW] = "what k side dice",
    [NOTE_MOVE] = "what side move",
    [NOTE_RULE] = "what side at n",
    [NOTE_RESIGN] = "what side",
    [NOTE_ABORT] = "what side",
    [NOTE_OFFERS_DRAW] = "what side",
    [NOTE_DRAW] = "what side",
    [NOTE_OFFERS_ADJOURN] = "what side",
    [NOTE_AWAY] = "what side",
    [NOTE_OVERDUE] = "what side",
    [NOTE_BACK] = "what side",
    [NOTE_ADJOURNED] = "what side",
    [NOTE_RESUMES] = "what side",
    [NOTE_ABSENT] = "what side",
    [NOTE_FLAG] = "what side",
    [NOTE_ABANDONED] = "what",
    [NOTE_UNOPENED] = "what side",
    [NOTE_OVER] = "what",
    [NOTE_ENDLESS] = "what",
};

static bool has(const struct note *note, const char *key) {
    return wire_is_listed(members[note->kind], key);
}

/* A happening has a side of its own; a note that was read has both. */
static uint8_t side_of(const struct note *note) {
    return note->kind == NOTE_RULE ? note->happening.side : note->side;
}

static const char *what_name(const struct note *note) {
    return note->kind == NOTE_RULE
               ? happening_name((enum happening_kind)note->happening.kind)
               : note_name((enum note_kind)note->kind);
}

json_t *note_to_json(const struct note *note) {
    json_t *object = wire_object();
    wire_put_text(object, "what", what_name(note));
    if (has(note, "k")) {
        wire_put_number(object, "k", note->k);
    }
    if (has(note, "side")) {
        wire_put_text(object, "side", side_name((enum side)side_of(note)));
    }
    if (has(note, "name")) {
        wire_put_text(object, "name", note->text);
    }
    if (has(note, "move")) {
        wire_put_text(object, "move", note->text);
    }
    if (note->left_ms > 0) {
        wire_put_number(object, "left_ms", note->left_ms);
    }
    if (has(note, "sealed")) {
        wire_put(object, "sealed", json_boolean(note->sealed));
    }
    if (has(note, "dice")) {
        wire_put_numbers(object, "dice", note->faces[note->side], note->n_faces);
    }
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        const char *key = side_name((enum side)side);
        if (has(note, key)) {
            wire_put_numbers(object, key, note->faces[side], note->n_faces);
        }
    }
    if (has(note, "at")) {
        wire_put_text_if(object, "at", note->happening.at);
    }
    if (has(note, "n") && note->happening.n > 0) {
        wire_put_number(object, "n", note->happening.n);
    }
    return object;
}

/* The kind of note with this name, and of happening.  False: there is none. */
static bool find_kind(const char *what, struct note *note) {
    for (unsigned kind = 0; kind < NOTE_KIND_COUNT; kind++) {
        if (kind != NOTE_RULE && strcmp(note_name((enum note_kind)kind), what) == 0) {
            note->kind = (uint8_t)kind;
            return true;
        }
    }
    note->kind = NOTE_RULE;
    note->happening.kind = (uint8_t)happening_find(what);
    return note->happening.kind < HAPPENING_KIND_COUNT;
}

static void read_dice(struct wire_in *in, const struct game *game, struct note *note) {
    note->k = (uint32_t)wire_number(in, "k", UINT32_MAX);
    note->n_faces = game->dice != NULL ? game->dice->n_dice : 0;
    if (has(note, "dice")) {
        faces_read(in, "dice", game->dice, note->faces[note->side]);
        return;
    }
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        faces_read(in, side_name((enum side)side), game->dice, note->faces[side]);
    }
}

static void read_happening(struct wire_in *in, struct note *note) {
    note->happening.side = note->side;
    note->happening.n = (uint8_t)wire_number_if(in, "n", UINT8_MAX);
    snprintf(note->happening.at, sizeof note->happening.at, "%s",
             wire_shaped_if(in, "at", is_square, "a square"));
}

bool note_read(struct wire_in *in, const struct game *game, struct note *note) {
    *note = (struct note){0};
    if (!find_kind(wire_text(in, "what"), note)) {
        return false;
    }
    if (has(note, "side")) {
        note->side = side_read(in);
    }
    const char *text = "";
    if (has(note, "name")) {
        text = wire_shaped(in, "name", is_player_name, "a player's name");
    }
    if (has(note, "move")) {
        text = wire_shaped(in, "move", is_move, "a move");
        note->left_ms = (uint32_t)wire_number_if(in, "left_ms", CLOCK_MOST_MS);
    }
    snprintf(note->text, sizeof note->text, "%s", text);
    if (has(note, "sealed")) {
        note->sealed = wire_flag(in, "sealed");
    }
    if (has(note, "k")) {
        read_dice(in, game, note);
    }
    if (note->kind == NOTE_RULE) {
        read_happening(in, note);
    }
    return !wire_failed(in);
}

void note_only(struct wire_in *in, const struct note *note, bool has_clocks) {
    if (note->kind != NOTE_MOVE || !has_clocks) {
        wire_only(in, members[note->kind]);
        return;
    }
    wire_only(in, "what side move left_ms");
    if (note->left_ms == 0) { /* who has nothing left cannot have moved */
        wire_fail(in, "left_ms", "expected more than 0");
    }
}

/* --- results --- */

#define CALLED_OFF "none" /* the outcome when nobody won and nothing counts */

void result_put(json_t *object, const struct result *result) {
    wire_put_text(object, "outcome",
                  result->called_off ? CALLED_OFF
                                     : outcome_name((enum outcome)result->outcome));
    wire_put_text(object, "reason", result->reason);
}

json_t *result_to_json(const struct result *result) {
    if (!result->over) {
        return json_null();
    }
    json_t *object = wire_object();
    result_put(object, result);
    return object;
}

/* The outcome with this name; after the last one: called off, or none at all. */
static unsigned find_outcome(const char *name) {
    unsigned outcome = OUTCOME_WHITE;
    while (outcome <= OUTCOME_DRAW &&
           strcmp(outcome_name((enum outcome)outcome), name) != 0) {
        outcome++;
    }
    return outcome;
}

static bool is_outcome(const char *text) {
    return find_outcome(text) <= OUTCOME_DRAW || strcmp(text, CALLED_OFF) == 0;
}

void result_read_members(struct wire_in *in, struct result *result) {
    *result = (struct result){.over = true};
    const char *name =
        wire_shaped(in, "outcome", is_outcome, "white, black, draw or none");
    unsigned outcome = find_outcome(name);
    result->called_off = outcome > OUTCOME_DRAW;
    result->outcome = result->called_off ? 0 : (uint8_t)outcome;
    snprintf(result->reason, sizeof result->reason, "%s",
             wire_shaped(in, "reason", is_reason, "a word"));
}

void result_read(struct wire_in *in, struct result *result) {
    *result = (struct result){.over = false};
    if (wire_has(in, "result")) {
        struct wire_in member = wire_member(in, "result");
        result_read_members(&member, result);
    }
}
