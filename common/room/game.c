/* The running game: throws, moves, clocks, the end. */
#include "room/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/typed_move.h"

/* The secret and both nonces are settled: they determine all throws. */
static void settle_dice(struct room *room) {
    struct fair *fair = &room->dice->fair;
    *fair = (struct fair){
        .game_id = room->game_id,
        .nonce = {room->dice->nonce[SIDE_WHITE], room->dice->nonce[SIDE_BLACK]},
    };
    memcpy(fair->secret, room->secret, sizeof fair->secret);
    fair_begin(fair);
}

static void note_happened(struct room *room, const struct happened *h) {
    for (size_t i = 0; i < h->n; i++) {
        struct note note = {
            .kind = NOTE_RULE, .side = h->item[i].side, .happening = h->item[i]};
        room_note(room, &note);
        if (h->item[i].kind == HAPPENED_CAPTURE) {
            uint16_t *captured = &room->match.captured[h->item[i].side];
            *captured = (uint16_t)(*captured + h->item[i].n);
        }
    }
}

/* Throws until a player must decide.  Every position allows a move after some throw, so
 * this ends with probability 1. */
static void throw_dice(struct room *room) {
    const struct dice_kind *kind = room->game->dice;
    while (room->play->pos.phase == PHASE_ROLL) {
        struct note note = {
            .kind = NOTE_THROW,
            .side = room->play->pos.turn,
            .n_faces = kind->n_dice,
            .k = room->k,
        };
        fair_throw(&room->dice->fair, kind, room->k, note.faces[note.side]);
        room->seat[note.side].has_thrown = true;
        room->k++;
        room_note(room, &note);
        room->n_faces = kind->n_dice;
        memcpy(room->faces, note.faces[note.side], sizeof room->faces);
        struct roll roll = roll_of_faces(kind, room->faces);
        struct happened h = {0};
        play_roll(room->play, &roll, &h, NULL);
        note_happened(room, &h);
    }
}

/* Both sides throw all the dice; the higher total starts; ties are thrown again. */
static enum side throw_for_start(struct room *room) {
    const struct dice_kind *kind = room->game->dice;
    for (;;) {
        struct note note = {
            .kind = NOTE_START_THROW, .n_faces = kind->n_dice, .k = room->k};
        fair_start_throw(&room->dice->fair, kind, room->k, note.faces);
        room->k++;
        room_note(room, &note);
        unsigned white = dice_sum(kind, note.faces[SIDE_WHITE]);
        unsigned black = dice_sum(kind, note.faces[SIDE_BLACK]);
        if (white != black) {
            return white > black ? SIDE_WHITE : SIDE_BLACK;
        }
    }
}

/* Whether a player must decide. */
static bool is_decision(const struct room *room) {
    return room->stage == STAGE_PLAYING && room->play->pos.phase == PHASE_MOVE;
}

void room_list_moves(struct room *room) {
    free(room->moves);
    room->moves = NULL;
    if (room->is_quiet || !is_decision(room)) {
        return;
    }
    room->moves = typed_move_list(room->game, &room->play->pos);
}

void room_write_position(struct room *room) {
    struct text_out out =
        text_out_of(room->record->position, sizeof room->record->position);
    room->game->write(&room->play->pos, &out);
}

/* Fills in the players and the dice once they are known. */
static void fill_record(struct room *room, int64_t now_s) {
    struct record *record = room_need_record(room);
    record_fini(record);
    record->game = room->game;
    record->opt = room->opt;
    record->started_s = now_s;
    record->time = room->clock.time;
    snprintf(record->game_id, sizeof record->game_id, "%s", room->game_id);
    snprintf(record->server, sizeof record->server, "alead " ALEA_VERSION);
    snprintf(record->commitment, sizeof record->commitment, "%s", room->commitment);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct room_seat *seat = &room->seat[i];
        struct record_player *player = &record->player[i];
        snprintf(player->name, sizeof player->name, "%s", seat->name);
        snprintf(player->nonce, sizeof player->nonce, "%s", room->dice->nonce[i]);
        snprintf(player->seal, sizeof player->seal, "%s", room->dice->seal[i]);
        player->opened = seat->opened;
    }
}

static void set_up(struct room *room, int64_t now_s) {
    enum side first = game_first(room->game, &room->opt);
    fill_record(room, now_s);
    room->play = mem_new(1, play_bytes(room->game));
    play_start(room->play, room->game, &room->opt, first);
    room_write_position(room);
}

/* Adds a note of the move, with the time left on the clock after it. */
static void note_move(struct room *room, enum side side, const char *text,
                      uint64_t now_ms) {
    clock_moved(&room->clock, now_ms);
    struct note note = {.kind = NOTE_MOVE, .side = (uint8_t)side};
    if (time_control_is_set(&room->clock.time)) {
        note.left_ms = (uint32_t)room->clock.left_ms[side];
    }
    text_copy(note.text, sizeof note.text, text);
    room_note(room, &note);
}

/* Plays a legal move of the side to move. */
static void play_one(struct room *room, const struct move *m, const char *text,
                     uint64_t now_ms) {
    enum side side = (enum side)room->play->pos.turn;
    room->seat[side].has_moved = true;
    note_move(room, side, text, now_ms);
    struct happened h = {0};
    play_move(room->play, m, &h, NULL);
    note_happened(room, &h);
}

/* Most forced moves in an op: even if both players have theirs played automatically, the
 * event must end.  The next one is left to its player. */
#define FORCED_MAX 32

/* Plays the only legal move of a side whose forced moves are played automatically.  It
 * takes no time, and declines no offer, as no player has decided.  False: a player must
 * decide. */
static bool play_forced(struct room *room, const struct op *op) {
    const struct position *pos = &room->play->pos;
    enum side side = (enum side)pos->turn;
    if (pos->phase != PHASE_MOVE || (op->auto_sides >> side & 1) == 0 ||
        room->record->n_log >= LOG_NOTES_MAX) {
        return false;
    }
    struct move move[MOVES_MAX];
    if (room->game->moves(pos, move) != 1) {
        return false;
    }
    char text[MOVE_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    room->game->write_move(pos, &move[0], &out);
    clock_run(&room->clock, side, op->at_ms);
    play_one(room, &move[0], text, op->at_ms);
    return true;
}

/* Goes on after a step: throws the dice, plays forced moves, and checks whether the game
 * is over. */
static void go_on(struct room *room, const struct op *op) {
    throw_dice(room);
    for (unsigned n = 0; n < FORCED_MAX && play_forced(room, op); n++) {
        throw_dice(room);
    }
    const struct position *pos = &room->play->pos;
    if (pos->phase == PHASE_OVER) {
        room->result.outcome = pos->outcome;
        snprintf(room->result.reason, sizeof room->result.reason, "%s",
                 end_reason_name(pos->end));
        room_finish(room, op);
    } else if (room->record->n_log >= LOG_NOTES_MAX) {
        room_note_side(room, NOTE_ENDLESS, SIDE_WHITE);
        room_call_off(room, NOTE_ENDLESS, op);
    }
    room->decision_seq = room->seq + 1; /* the event that shows it */
    room->decision_ms = op->at_ms;
    room->not_idle_ms = 0;
    room_list_moves(room);
    room_run_clock(room, op->at_ms);
}

void room_set_quiet(struct room *room, bool is_quiet) {
    room->is_quiet = is_quiet;
    room_list_moves(room);
}

void room_run_clock(struct room *room, uint64_t now_ms) {
    if (!is_decision(room) || !time_control_is_set(&room->clock.time)) {
        return;
    }
    enum side side = room->play->pos.turn;
    if (room->seat[side].absence.away) {
        room_hold_clock(room, side, now_ms);
    } else {
        clock_run(&room->clock, side, now_ms);
        room->clock_started = true;
    }
}

void room_begin(struct room *room, const struct op *op) {
    set_up(room, op->at_s);
    room->stage = STAGE_PLAYING;
    enum side first = (enum side)room->play->pos.turn;
    if (room->game->dice != NULL) {
        settle_dice(room);
        first = throw_for_start(room);
        play_start(room->play, room->game, &room->opt, first);
    }
    snprintf(room->record->first, sizeof room->record->first, "%s", side_name(first));
    room_note_side(room, NOTE_BEGINS, first);
    go_on(room, op);
}

enum error_code do_OP_UNOPENED(struct room *room, const struct op *op) {
    if (room->stage != STAGE_OPENING) {
        return ERR_BAD_ARGUMENT;
    }
    set_up(room, op->at_s); /* the record shows the start position */
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (!room->seat[i].opened) {
            room_note_side(room, NOTE_UNOPENED, (enum side)i);
        }
    }
    room_call_off(room, NOTE_UNOPENED, op);
    return ERR_OK;
}

bool room_is_move_number(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len <= 4 && strspn(text, "0123456789") == len;
}

bool room_nth_move(const struct room *room, const char *text,
                   char move[static MOVE_TEXT_BYTES]) {
    return typed_move_nth(room->moves, strtoul(text, NULL, 10), move);
}

const struct rule *room_why(const struct room *room, const char *move,
                            struct rule *rule) {
    const struct rule *found = game_why(room->game, &room->play->pos, move, strlen(move));
    if (found == NULL) {
        return NULL;
    }
    *rule = *found;
    if (strcmp(rule->source, "source") == 0) {
        rule->source = room->game->source;
    }
    return rule;
}

/* Finds a move as the player wrote it: its text, or its number in the list. */
static bool find_move(const struct room *room, const char *text, struct move *m,
                      char canonical[static MOVE_TEXT_BYTES]) {
    if (room_is_move_number(text)) {
        if (!room_nth_move(room, text, canonical)) {
            return false;
        }
    } else if (strlen(text) < MOVE_TEXT_BYTES) {
        text_copy(canonical, MOVE_TEXT_BYTES, text);
    } else {
        return false;
    }
    return game_find_move(room->game, &room->play->pos, canonical, strlen(canonical), m);
}

bool room_is_repeat(const struct room *room, enum side side, const char *text,
                    uint64_t seq) {
    const struct last_move *last = &room->seat[side].last;
    return seq != 0 && seq >= last->from_seq && seq < last->to_seq &&
           strcmp(text, last->text) == 0;
}

/* Whether a move is a decision: there are several legal ones. */
static bool has_choice(const struct room *room) {
    if (room->moves != NULL) {
        return strchr(room->moves, ' ') != NULL;
    }
    struct move moves[MOVES_MAX];
    return room->game->moves(&room->play->pos, moves) > 1;
}

enum error_code do_OP_MOVE(struct room *room, const struct op *op) {
    struct room_seat *seat = &room->seat[op->side];
    if (room->stage != STAGE_PLAYING || op->at_ms >= clock_flag_ms(&room->clock)) {
        return ERR_NOT_PLAYING;
    }
    if (op->seq != 0 && (op->seq < room->decision_seq || op->seq > room->seq)) {
        return ERR_STALE;
    }
    if (room->play->pos.turn != op->side) {
        return ERR_NOT_YOUR_TURN;
    }
    struct move m;
    char canonical[MOVE_TEXT_BYTES];
    if (!find_move(room, op->text, &m, canonical)) {
        return ERR_ILLEGAL_MOVE;
    }
    seat->decisions += room->rated && has_choice(room);
    room_end_offer(room, side_other(op->side));
    seat->last.from_seq = room->decision_seq;
    seat->last.to_seq = room->seq + 1;
    text_copy(seat->last.text, sizeof seat->last.text, op->text);
    play_one(room, &m, canonical, op->at_ms);
    go_on(room, op);
    return ERR_OK;
}
