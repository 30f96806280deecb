#include "proto/message/inside.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/shape.h"

/* Members of a clock: the time left on each side. */
static const char *const left_key[SIDE_COUNT] = {"white_ms", "black_ms"};

/* --- writing --- */

/* Puts null for a free seat. */
static void put_seat(struct wire_out *out, const char *key,
                     const struct seat_view *seat) {
    if (seat->name[0] == '\0') {
        wire_put_null(out, key);
        return;
    }
    wire_begin_object(out, key);
    wire_put_text(out, "name", seat->name);
    if (seat->is_house) {
        wire_put_flag(out, "house", true);
    }
    wire_put_flag(out, "ready", seat->ready);
    wire_put_flag(out, "away", seat->away);
    if (seat->away) {
        wire_put_number(out, "grace_ms", seat->grace_ms);
    }
    wire_put_text_or_null(out, "seal", seat->seal);
    if (seat->nonce != NULL) {
        wire_put_text(out, "nonce", seat->nonce);
    } else {
        wire_put_null(out, "nonce");
    }
    wire_put_text_or_null(out, "offer", seat_offer_name(seat->offer));
    wire_end_object(out);
}

/* Puts the time left, if there is a limit. */
static void put_left(struct wire_out *out, const char *key, int64_t left_ms) {
    if (left_ms != 0) {
        wire_put_number(out, key, left_ms > 0 ? left_ms : 0);
    }
}

/* Puts the members that a state_head has. */
static void put_head(struct wire_out *out, const struct state *state) {
    wire_put_text(out, "game_id", state->game_id);
    game_json_put(out, state->game, &state->pos.opt);
    wire_put_text(out, "stage", stage_name(state->stage));
    wire_begin_object(out, "seats");
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        put_seat(out, side_name((enum side)side), &state->seat[side]);
    }
    wire_end_object(out);
    wire_put_text(out, "commitment", state->commitment);
    wire_put_text_or_null(out, "secret", state->secret);
}

static void put_room(struct wire_out *out, const struct state *state) {
    if (state->head != NULL) {
        wire_put_json_keyed(out, NULL, 0, state->head->text, state->head->len);
    } else {
        put_head(out, state);
    }
    if (state->stage == STAGE_OPENING) {
        wire_put_number(out, "open_ms", state->open_ms);
    }
    put_left(out, "ready_ms", state->ready_ms);
    put_left(out, "idle_ms", state->idle_ms);
    put_left(out, "resume_ms", state->resume_ms);
}

static void put_position(struct wire_out *out, const struct state *state) {
    const struct position *pos = &state->pos;
    position_json_put(out, state->game, pos);
    wire_put_text(out, "phase", phase_name((enum phase)pos->phase));
    wire_put_text(out, "turn", side_name((enum side)pos->turn));
    wire_put_numbers(out, "roll", pos->roll.value, pos->roll.n);
    wire_put_numbers(out, "left", pos->left.value, pos->left.n);
    wire_put_numbers(out, "dice", state->faces, state->n_faces);
    board_json_put(out, "board", state->game, pos);
}

/* Puts null for a single game. */
static void put_match(struct wire_out *out, const struct state *state) {
    const struct match *match = &state->match;
    if (match->legs < 2) {
        wire_put_null(out, "match");
        return;
    }
    wire_begin_object(out, "match");
    wire_put_number(out, "legs", match->legs);
    wire_put_number(out, "leg", match->leg);
    wire_put_numbers(out, "half_points", match->halves, SIDE_COUNT);
    wire_begin_array(out, "captured");
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        wire_put_number(out, NULL, match->captured[side]);
    }
    wire_end_array(out);
    wire_put_text_or_null(out, "outcome",
                          state->match_over ? outcome_name(match_outcome(match)) : "");
    wire_end_object(out);
}

/* Puts null without clocks. */
static void put_clock(struct wire_out *out, const struct state *state) {
    if (!time_control_is_set(&state->time)) {
        wire_put_null(out, "clock");
        return;
    }
    wire_begin_object(out, "clock");
    time_json_put(out, &state->time);
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        wire_put_number(out, left_key[side], state->left_ms[side]);
    }
    wire_put_text_or_null(out, "running",
                          state->running < SIDE_COUNT ? side_name(state->running) : "");
    wire_end_object(out);
}

void state_put(struct wire_out *out, const struct state *state) {
    put_room(out, state);
    put_position(out, state);
    wire_begin_array(out, "happened");
    for (size_t i = 0; i < state->n_notes; i++) {
        note_json_put(out, &state->notes[i]);
    }
    wire_end_array(out);
    result_json_put(out, &state->result);
    put_match(out, state);
    put_clock(out, state);
    wire_put_flag(out, "rated", state->rated);
    wire_put_flag(out, "private", state->is_private);
    if (state->moves != NULL) { /* the last member, see message_put_moves */
        wire_put_text(out, "moves", state->moves);
    }
}

/* --- the head --- */

/* Whether nothing the player can do before the game ends changes the head. */
static bool is_steady(const struct seat_view *seat) {
    return seat->ready && !seat->away && seat->nonce != NULL &&
           seat->offer == SEAT_OFFER_NONE;
}

/* Whether the head is that of this game: it begins with the game's id. */
static bool is_head_of(const struct state_head *head, const char *game_id) {
    static const char key[] = "\"game_id\":\"";
    size_t n_key = sizeof key - 1, n_id = strlen(game_id);
    return head->len > n_key + n_id && memcmp(head->text + n_key, game_id, n_id) == 0 &&
           head->text[n_key + n_id] == '"';
}

void state_head_update(struct state_head *head, struct state *state) {
    state->head = NULL;
    if (state->stage != STAGE_PLAYING || !is_steady(&state->seat[SIDE_WHITE]) ||
        !is_steady(&state->seat[SIDE_BLACK])) {
        return;
    }
    if (!is_head_of(head, state->game_id)) {
        struct wire_out out = {.len = 0};
        put_head(&out, state);
        state_head_fini(head);
        head->len = out.len;
        head->text = mem_grow(wire_out_take(&out), head->len, 1);
    }
    state->head = head;
}

void state_head_fini(struct state_head *head) {
    free(head->text);
    *head = (struct state_head){.len = 0};
}

/* --- reading --- */

static unsigned find_stage(const char *name) {
    unsigned stage = 0;
    while (stage < STAGE_COUNT && strcmp(stage_name((enum stage)stage), name) != 0) {
        stage++;
    }
    return stage;
}

static bool is_stage(const char *text) {
    return find_stage(text) < STAGE_COUNT;
}

enum stage stage_read(struct wire_in *in) {
    const char *name = wire_shaped(in, "stage", is_stage,
                                   "waiting, opening, playing, adjourned or over");
    return wire_failed(in) ? STAGE_WAITING : (enum stage)find_stage(name);
}

static enum seat_offer find_offer(const char *name) {
    unsigned offer = SEAT_OFFER_NONE;
    while (offer < SEAT_OFFER_COUNT &&
           strcmp(seat_offer_name((enum seat_offer)offer), name) != 0) {
        offer++;
    }
    return (enum seat_offer)offer;
}

static bool is_offer(const char *text) {
    return text[0] != '\0' && find_offer(text) < SEAT_OFFER_COUNT;
}

static void read_seat(struct wire_in *in, struct seat_view *seat) {
    *seat = (struct seat_view){.name = "", .seal = ""};
    if (in->object == NULL) {
        return;
    }
    seat->name = arena_clean(in->arena,
                             wire_shaped(in, "name", is_player_name, "a player's name"));
    seat->is_house = wire_flag_if(in, "house");
    seat->ready = wire_flag(in, "ready");
    seat->away = wire_flag_if(in, "away");
    seat->grace_ms = seat->away ? wire_number_if(in, "grace_ms", INT64_MAX) : 0;
    seat->seal = shape_read(in, "seal", is_hex, "a SHA-256");
    if (wire_has(in, "nonce")) {
        seat->nonce =
            arena_clean(in->arena, wire_shaped(in, "nonce", is_nonce, "a nonce"));
    }
    seat->offer =
        find_offer(wire_shaped_if(in, "offer", is_offer, "draw, adjourn or null"));
}

static int64_t read_left(struct wire_in *in, const char *key) {
    int64_t left_ms = wire_number_if(in, key, INT64_MAX);
    return left_ms == 0 && wire_has(in, key) ? -1 : left_ms;
}

static void read_room(struct wire_in *in, struct state *state) {
    state->game_id =
        arena_clean(in->arena, wire_shaped(in, "game_id", is_game_id, "an id"));
    state->stage = stage_read(in);
    struct wire_in seats = wire_member(in, "seats");
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        struct wire_in seat = wire_member(&seats, side_name((enum side)side));
        read_seat(&seat, &state->seat[side]);
    }
    state->commitment =
        arena_clean(in->arena, wire_shaped(in, "commitment", is_hex, "a SHA-256"));
    state->secret = shape_read(in, "secret", is_hex, "32 bytes in hex");
    state->open_ms = wire_number_if(in, "open_ms", INT64_MAX);
    state->ready_ms = read_left(in, "ready_ms");
    state->idle_ms = read_left(in, "idle_ms");
    state->resume_ms = read_left(in, "resume_ms");
    result_read(in, &state->result);
}

/* Reads the phase: a position text does not show a draw by repetition or no progress. */
static void read_phase(struct wire_in *in, struct state *state) {
    struct position *pos = &state->pos;
    bool is_over = strcmp(wire_text_if(in, "phase"), phase_name(PHASE_OVER)) == 0;
    if (is_over == (pos->phase == PHASE_OVER)) {
        return;
    }
    const char *reason = state->result.reason;
    bool repeated = strcmp(reason, end_reason_name(END_REPETITION)) == 0;
    enum end_reason end = repeated ? END_REPETITION : END_NOPROGRESS;
    if (!is_over || strcmp(reason, end_reason_name(end)) != 0) {
        wire_fail(in, "phase", "not that of the position");
        return;
    }
    pos->phase = PHASE_OVER;
    pos->outcome = OUTCOME_DRAW;
    pos->end = (uint8_t)end;
}

static void read_position(struct wire_in *in, struct state *state) {
    struct options opt;
    state->game = game_json_read(in, &opt);
    if (state->game == NULL || !position_json_read(in, state->game, &opt, &state->pos)) {
        return;
    }
    read_phase(in, state);
    if (json_array_size(wire_array_if(in, "dice")) > 0) {
        faces_read(in, "dice", state->game->dice, state->faces);
        state->n_faces = state->game->dice != NULL ? state->game->dice->n_dice : 0;
    }
}

static void read_notes(struct wire_in *in, struct state *state) {
    json_t *array = wire_array_if(in, "happened");
    size_t n = json_array_size(array);
    struct note *notes = arena_alloc(in->arena, n, sizeof *notes);
    if (state->game == NULL) {
        return;
    }
    for (size_t i = 0; i < n; i++) {
        struct wire_in item = wire_item(in, "happened", array, i);
        state->n_notes += note_read(&item, state->game, &notes[state->n_notes]);
    }
    state->notes = notes;
}

/* Reads two numbers, white's and black's. */
static void read_pair(struct wire_in *in, const char *key, int64_t max,
                      uint16_t pair[static SIDE_COUNT]) {
    json_t *array = wire_array_if(in, key);
    for (size_t side = 0; side < SIDE_COUNT; side++) {
        json_t *item = json_array_get(array, side);
        json_int_t n = json_is_integer(item) ? json_integer_value(item) : -1;
        if (n < 0 || n > max) {
            wire_fail(in, key, "expected two numbers");
            return;
        }
        pair[side] = (uint16_t)n;
    }
}

static void read_match(struct wire_in *state_in, struct state *state) {
    struct wire_in in = wire_member(state_in, "match");
    if (in.object == NULL) {
        match_start(&state->match, 1);
        return;
    }
    uint16_t halves[SIDE_COUNT] = {0};
    state->match.legs = (uint8_t)wire_number(&in, "legs", LEGS_MAX);
    state->match.leg = (uint8_t)wire_number(&in, "leg", LEGS_MAX);
    read_pair(&in, "half_points", UINT8_MAX, halves);
    read_pair(&in, "captured", UINT16_MAX, state->match.captured);
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        state->match.halves[side] = (uint8_t)halves[side];
    }
    if (state->match.leg == 0 || state->match.leg > state->match.legs) {
        wire_fail(&in, "leg", "not one of the legs");
    }
    state->match_over = wire_has(&in, "outcome");
}

static void read_clock(struct wire_in *state_in, struct state *state) {
    struct wire_in in = wire_member(state_in, "clock");
    state->running = SIDE_COUNT;
    if (in.object == NULL) {
        return;
    }
    state->time = time_json_read(&in);
    if (!time_control_is_set(&state->time)) {
        wire_fail(&in, "time", "expected a time like 5+10");
    }
    for (unsigned side = 0; side < SIDE_COUNT; side++) {
        state->left_ms[side] = wire_number(&in, left_key[side], CLOCK_MOST_MS);
    }
    state->running =
        side_find(wire_shaped_if(&in, "running", is_side_name, "white, black or null"));
}

const struct state *state_read(struct wire_in *in) {
    struct state *state = arena_alloc(in->arena, 1, sizeof *state);
    read_room(in, state);
    read_position(in, state);
    read_match(in, state);
    read_clock(in, state);
    read_notes(in, state);
    state->rated = wire_flag_if(in, "rated");
    state->is_private = wire_flag_if(in, "private");
    if (wire_has(in, "moves")) {
        state->moves = text_read(in, "moves");
    }
    return wire_failed(in) ? NULL : state;
}
