#include "proto/message/inside.h"

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
    enum side side = side_find(wire_shaped(in, "side", is_side_name, "white or black"));
    return side == SIDE_BLACK ? SIDE_BLACK : SIDE_WHITE; /* also after a fault */
}

/* --- notes --- */

static const struct {
    const char *name;
    bool logged;
} notes[NOTE_KIND_COUNT] = {
#define X(id, name, logged) [id] = {name, logged},
    NOTE_KINDS(X)
#undef X
};

const char *note_name(enum note_kind kind) {
    return notes[kind].name;
}

const char *note_reason(enum note_kind end) {
    static const char *const reasons[NOTE_KIND_COUNT] = {
#define X(id, name) [id] = (name),
        ROOM_ENDS(X)
#undef X
    };
    return reasons[end];
}

bool note_is_logged(enum note_kind kind) {
    return notes[kind].logged;
}

bool note_play(const struct note *note, struct play *play, struct happened *h) {
    const struct game *game = play->game;
    struct move move;
    if (note->side != play->pos.turn) {
        return false;
    }
    if (note->kind == NOTE_THROW && play->pos.phase == PHASE_ROLL) {
        struct roll roll = roll_of_faces(game->dice, note->faces[note->side]);
        play_roll(play, &roll, h, NULL);
        return true;
    }
    bool is_due = note->kind == NOTE_MOVE && play->pos.phase == PHASE_MOVE &&
                  game_find_move(game, &play->pos, note->text, strlen(note->text), &move);
    if (is_due) {
        play_move(play, &move, h, NULL);
    }
    return is_due;
}

/* Members that a note can have besides "what", in the order of writing. */
#define MEMBERS(X)                                                                       \
    X(HAS_K, "k")                                                                        \
    X(HAS_SIDE, "side")                                                                  \
    X(HAS_NAME, "name")                                                                  \
    X(HAS_MOVE, "move")                                                                  \
    X(HAS_LEFT, "left_ms")                                                               \
    X(HAS_SEALED, "sealed")                                                              \
    X(HAS_DICE, "dice")                                                                  \
    X(HAS_WHITE, "white") /* the faces of each side */                                   \
    X(HAS_BLACK, "black")                                                                \
    X(HAS_AT, "at")                                                                      \
    X(HAS_N, "n")

enum member_number {
#define X(id, key) NUMBER_##id,
    MEMBERS(X)
#undef X
        MEMBER_COUNT
};

enum member {
#define X(id, key) id = 1 << NUMBER_##id,
    MEMBERS(X)
#undef X
};

/* The members of each kind.  "at", "n" and a move's "left_ms" need a value. */
static const uint16_t members[NOTE_KIND_COUNT] = {
    [NOTE_JOINED] = HAS_SIDE | HAS_NAME,
    [NOTE_GONE] = HAS_SIDE | HAS_NAME,
    [NOTE_NEW_GAME] = 0,
    [NOTE_LATE] = HAS_SIDE,
    [NOTE_UNSEATED] = HAS_SIDE,
    [NOTE_READY] = HAS_SIDE | HAS_SEALED,
    [NOTE_OPENED] = HAS_SIDE,
    [NOTE_START_THROW] = HAS_K | HAS_WHITE | HAS_BLACK,
    [NOTE_BEGINS] = HAS_SIDE,
    [NOTE_THROW] = HAS_K | HAS_SIDE | HAS_DICE,
    [NOTE_MOVE] = HAS_SIDE | HAS_MOVE,
    [NOTE_TAKEBACK] = HAS_SIDE,
    [NOTE_RULE] = HAS_SIDE | HAS_AT | HAS_N,
    [NOTE_RESIGN] = HAS_SIDE,
    [NOTE_ABORT] = HAS_SIDE,
    [NOTE_OFFERS_DRAW] = HAS_SIDE,
    [NOTE_DRAW] = HAS_SIDE,
    [NOTE_OFFERS_ADJOURN] = HAS_SIDE,
    [NOTE_AWAY] = HAS_SIDE,
    [NOTE_OVERDUE] = HAS_SIDE,
    [NOTE_BACK] = HAS_SIDE,
    [NOTE_ADJOURNED] = HAS_SIDE,
    [NOTE_RESUMES] = HAS_SIDE,
    [NOTE_ABSENT] = HAS_SIDE,
    [NOTE_FLAG] = HAS_SIDE,
    [NOTE_IDLE] = HAS_SIDE,
    [NOTE_ABANDONED] = 0,
    [NOTE_UNRESUMED] = HAS_SIDE,
    [NOTE_LAPSED] = 0,
    [NOTE_ADJUDICATED] = HAS_SIDE,
    [NOTE_UNOPENED] = HAS_SIDE,
    [NOTE_OVER] = 0,
    [NOTE_ENDLESS] = 0,
};

static bool has(const struct note *note, enum member member) {
    return (members[note->kind] & member) != 0;
}

/* A happening has its own side; a note that was read has both. */
static uint8_t side_of(const struct note *note) {
    return note->kind == NOTE_RULE ? note->happening.side : note->side;
}

static const char *what_name(const struct note *note) {
    return note->kind == NOTE_RULE
               ? happening_name((enum happening_kind)note->happening.kind)
               : note_name((enum note_kind)note->kind);
}

void note_json_put(struct wire_out *out, const struct note *note) {
    wire_begin_object(out, NULL);
    wire_put_text(out, "what", what_name(note));
    if (has(note, HAS_K)) {
        wire_put_number(out, "k", note->k);
    }
    if (has(note, HAS_SIDE)) {
        wire_put_text(out, "side", side_name((enum side)side_of(note)));
    }
    if (has(note, HAS_NAME)) {
        wire_put_text(out, "name", note->name);
    }
    if (has(note, HAS_MOVE)) {
        wire_put_text(out, "move", note->text);
    }
    if (note->left_ms > 0) {
        wire_put_number(out, "left_ms", note->left_ms);
    }
    if (has(note, HAS_SEALED)) {
        wire_put_flag(out, "sealed", note->sealed);
    }
    if (has(note, HAS_DICE)) {
        wire_put_numbers(out, "dice", note->faces[note->side], note->n_faces);
    }
    if (has(note, HAS_WHITE)) {
        wire_put_numbers(out, "white", note->faces[SIDE_WHITE], note->n_faces);
    }
    if (has(note, HAS_BLACK)) {
        wire_put_numbers(out, "black", note->faces[SIDE_BLACK], note->n_faces);
    }
    if (has(note, HAS_AT)) {
        wire_put_text_if(out, "at", note->happening.at);
    }
    if (has(note, HAS_N) && note->happening.n > 0) {
        wire_put_number(out, "n", note->happening.n);
    }
    wire_end_object(out);
}

/* Sets the kind of the note with this name, and of its happening.  False: unknown. */
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
    if (has(note, HAS_DICE)) {
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
    if (has(note, HAS_SIDE)) {
        note->side = side_read(in);
    }
    if (has(note, HAS_NAME)) {
        const char *name = wire_shaped(in, "name", is_player_name, "a player's name");
        note->name = in->arena != NULL ? arena_clean(in->arena, name) : "";
    }
    if (has(note, HAS_MOVE)) {
        snprintf(note->text, sizeof note->text, "%s",
                 wire_shaped(in, "move", is_move, "a move"));
        note->left_ms = (uint32_t)wire_number_if(in, "left_ms", CLOCK_MOST_MS);
    }
    if (has(note, HAS_SEALED)) {
        note->sealed = wire_flag(in, "sealed");
    }
    if (has(note, HAS_K)) {
        read_dice(in, game, note);
    }
    if (note->kind == NOTE_RULE) {
        read_happening(in, note);
    }
    return !wire_failed(in);
}

void note_only(struct wire_in *in, const struct note *note, bool has_clocks) {
    static const char *const keys[MEMBER_COUNT] = {
#define X(id, key) key,
        MEMBERS(X)
#undef X
    };
    bool is_timed = note->kind == NOTE_MOVE && has_clocks;
    unsigned all = members[note->kind] | (is_timed ? (unsigned)HAS_LEFT : 0);
    char list[128];
    struct text_out out = text_out_of(list, sizeof list);
    text_put(&out, "what");
    for (unsigned i = 0; i < MEMBER_COUNT; i++) {
        if ((all & 1U << i) != 0) {
            text_put(&out, " ");
            text_put(&out, keys[i]);
        }
    }
    wire_only(in, list);
    if (is_timed && note->left_ms == 0) { /* nobody moves without time left */
        wire_fail(in, "left_ms", "expected more than 0");
    }
}

/* --- results --- */

#define CALLED_OFF "none" /* the outcome of a game that was called off */

void result_put(struct wire_out *out, const struct result *result) {
    wire_put_text(out, "outcome",
                  result->called_off ? CALLED_OFF
                                     : outcome_name((enum outcome)result->outcome));
    wire_put_text(out, "reason", result->reason);
}

void result_json_put(struct wire_out *out, const struct result *result) {
    if (!result->over) {
        wire_put_null(out, "result");
        return;
    }
    wire_begin_object(out, "result");
    result_put(out, result);
    wire_end_object(out);
}

/* Returns the outcome with this name; above OUTCOME_DRAW: called off, or unknown. */
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
