/* A room as a whole: start, ops, deadlines. */
#include "room/room.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "room/inside.h"

struct record *room_need_record(struct room *room) {
    if (room->record == NULL) {
        room->record = mem_new(1, sizeof *room->record);
        record_init(room->record);
    }
    return room->record;
}

void room_drop_record(struct room *room) {
    if (room->record != NULL) {
        record_fini(room->record);
        free(room->record);
        room->record = NULL;
    }
}

void room_drop_dice(struct room *room) {
    if (room->dice != NULL) {
        sodium_memzero(room->dice, sizeof *room->dice);
        free(room->dice);
        room->dice = NULL;
    }
}

void room_note(struct room *room, const struct note *note) {
    MEM_ROOM(room->notes, room->n_notes, room->cap_notes, 8);
    room->notes[room->n_notes++] = *note;
    if (note_is_logged(note->kind)) {
        record_add(room_need_record(room), note);
    }
}

void room_note_side(struct room *room, enum note_kind kind, enum side side) {
    room_note(room, &(struct note){.kind = (uint8_t)kind, .side = (uint8_t)side});
}

void room_note_name(struct room *room, enum note_kind kind, enum side side,
                    const char *name) {
    text_copy(room->named[side], sizeof room->named[side], name);
    room_note(room, &(struct note){.kind = (uint8_t)kind,
                                   .side = (uint8_t)side,
                                   .name = room->named[side]});
}

void room_clear_notes(struct room *room) {
    free(room->notes);
    room->notes = NULL;
    room->n_notes = 0;
    room->cap_notes = 0;
}

/* --- starting --- */

void room_start_match(const struct game *game, const struct options *opt,
                      struct match *match) {
    match_start(match, 1);
    for (unsigned i = 0; game->options[i].name != NULL; i++) {
        const struct option_kind *kind = &game->options[i];
        if (strcmp(kind->name, "legs") == 0 &&
            strcmp(kind->values[opt->value[i]], "2") == 0) {
            match_start(match, 2);
        }
    }
}

void room_init(struct room *room, const struct room_start *start) {
    *room = (struct room){.game = start->game};
    snprintf(room->code, sizeof room->code, "%s", start->code);
    room->opt = start->opt;
    room->stage = STAGE_WAITING;
    room->seq = start->seq;
    room->start_seq = start->seq;
    room->match = start->match;
    room->rated = start->rated;
    room->opener = start->opener;
    room->seated_ms = start->seated_ms;
    room->is_private = start->is_private;
    memcpy(room->word_hash, start->word_hash, sizeof room->word_hash);
    clock_start(&room->clock, &start->time);
    snprintf(room->game_id, sizeof room->game_id, "%s", start->draw.game_id);
    snprintf(room->last_game_id, sizeof room->last_game_id, "%s", start->last_game_id);
    memcpy(room->secret, start->draw.secret, sizeof room->secret);
    fair_commitment(room->secret, room->commitment);
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct room_seat *seat = &room->seat[i];
        seat->session = start->seat[i].session;
        seat->absence = start->seat[i].absence;
        seat->last = start->seat[i].last;
        snprintf(seat->name, sizeof seat->name, "%s", start->seat[i].name);
    }
}

struct room *room_new(const struct room_start *start) {
    struct room *room = mem_new(1, sizeof *room);
    room_init(room, start);
    return room;
}

void room_start_of(const struct room *room, struct room_start *start) {
    *start = (struct room_start){
        .game = room->game,
        .opt = room->opt,
        .time = room->clock.time,
        .seq = room->seq,
        .match = room->match,
        .rated = room->rated,
        .opener = room->opener,
        .seated_ms = room->seated_ms,
        .is_private = room->is_private,
    };
    memcpy(start->word_hash, room->word_hash, sizeof start->word_hash);
    memcpy(start->code, room->code, sizeof start->code);
    memcpy(start->last_game_id, room->last_game_id, sizeof start->last_game_id);
    memcpy(start->draw.secret, room->secret, sizeof start->draw.secret);
    memcpy(start->draw.game_id, room->game_id, sizeof start->draw.game_id);
    for (int i = 0; i < SIDE_COUNT; i++) {
        const struct room_seat *seat = &room->seat[i];
        start->seat[i] = (struct seat_start){
            .session = seat->session, .absence = seat->absence, .last = seat->last};
        memcpy(start->seat[i].name, seat->name, sizeof seat->name);
    }
}

void room_relocate(struct room *to, struct room *from) {
    *to = *from; /* only notes point into it; they were published and cleared */
    sodium_memzero(from, sizeof *from);
    free(from);
}

void room_fini(struct room *room) {
    sodium_memzero(room->secret, sizeof room->secret);
    room_drop_dice(room);
    room_drop_record(room);
    free(room->play);
    free(room->moves);
    free(room->notes);
}

void room_destroy(struct room *room) {
    if (room != NULL) {
        room_fini(room);
        free(room);
    }
}

/* --- questions --- */

void room_hash_word(const char *code, const char *word,
                    uint8_t hash[static WORD_HASH_BYTES]) {
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, WORD_HASH_BYTES);
    /* With the NUL, the same word has different hashes in any two rooms. */
    crypto_generichash_update(&state, (const uint8_t *)code, strlen(code) + 1);
    crypto_generichash_update(&state, (const uint8_t *)word, strlen(word));
    crypto_generichash_final(&state, hash, WORD_HASH_BYTES);
}

bool room_may_enter(const struct room *room, const char *word) {
    uint8_t hash[WORD_HASH_BYTES];
    room_hash_word(room->code, word, hash);
    return !room->is_private || sodium_memcmp(hash, room->word_hash, sizeof hash) == 0;
}

bool room_side_of(const struct room *room, uint64_t session, enum side *side) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (session != 0 && room->seat[i].session == session) {
            *side = (enum side)i;
            return true;
        }
    }
    return false;
}

bool room_find_free_seat(const struct room *room, enum side *side) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (room->seat[i].session == 0) {
            *side = (enum side)i;
            return true;
        }
    }
    return false;
}

bool room_is_empty(const struct room *room) {
    return room->seat[SIDE_WHITE].session == 0 && room->seat[SIDE_BLACK].session == 0;
}

bool room_is_busy(const struct room *room) {
    return room->stage == STAGE_OPENING || room->stage == STAGE_PLAYING ||
           room->stage == STAGE_ADJOURNED;
}

bool room_is_awaited(const struct room *room) {
    return room->stage == STAGE_WAITING && room->seat[SIDE_WHITE].session != 0 &&
           room->seat[SIDE_BLACK].session != 0;
}

/* The side that loses its seat if a player does not get ready in time.  If neither is
 * ready, the opener keeps the seat: nobody can take it by sitting down. */
static enum side late_side(const struct room *room) {
    bool is_white_late = !room->seat[SIDE_WHITE].ready;
    bool is_whites = room->seat[SIDE_WHITE].session == room->opener;
    bool neither = is_white_late && !room->seat[SIDE_BLACK].ready;
    return is_white_late && !(neither && is_whites) ? SIDE_WHITE : SIDE_BLACK;
}

bool room_is_waiting_for(const struct room *room, enum side side) {
    const struct room_seat *seat = &room->seat[side];
    switch (room->stage) {
    case STAGE_WAITING: return !seat->ready && room->seat[side_other(side)].session != 0;
    case STAGE_OPENING: return !seat->opened;
    case STAGE_PLAYING: return room->moves != NULL && room->play->pos.turn == side;
    case STAGE_ADJOURNED: return !seat->ready;
    case STAGE_OVER:
    case STAGE_COUNT: break;
    }
    return false;
}

bool room_match_goes_on(const struct room *room) {
    return room->stage == STAGE_OVER && !room->result.called_off &&
           match_goes_on(&room->match) && room->seat[SIDE_WHITE].session != 0 &&
           room->seat[SIDE_BLACK].session != 0;
}

bool room_is_between_legs(const struct room *room) {
    return room->stage == STAGE_WAITING && room->match.leg > 1;
}

/* --- ops --- */

static const char *const names[] = {
#define X(id, name) [id] = (name),
    OP_KINDS(X)
#undef X
};

const char *op_name(enum op_kind kind) {
    assert(kind < OP_KIND_COUNT);
    return names[kind];
}

bool op_goes_on(enum op_kind kind) {
    return kind == OP_READY || kind == OP_OPEN || kind == OP_MOVE;
}

enum op_kind op_find(const char *name) {
    int kind = 0;
    while (kind < OP_KIND_COUNT && strcmp(names[kind], name) != 0) {
        kind++;
    }
    return (enum op_kind)kind;
}

/* Chat changes nothing, but it is an event. */
enum error_code do_OP_SAY(struct room *room, const struct op *op) {
    return room->seat[op->side].session != 0 ? ERR_OK : ERR_BAD_ARGUMENT;
}

enum error_code room_apply(struct room *room, const struct op *op) {
    static room_op *const ops[OP_KIND_COUNT] = {
#define X(id, name) [id] = do_##id,
        OP_KINDS(X)
#undef X
    };
    if (op->since_ms != 0 && room->clock.running < SIDE_COUNT) {
        room->clock.since_ms = op->since_ms;
    }
    enum error_code error = ops[op->kind](room, op);
    if (error == ERR_OK) {
        room->seq++;
    }
    return error;
}

/* --- deadlines --- */

/* When this side's absence is announced, or its seat is given up. */
static uint64_t overdue_ms(const struct room *room, enum side side) {
    const struct absence *absence = &room->seat[side].absence;
    bool is_told = absence->overdue && room_is_busy(room);
    bool matters = room->stage != STAGE_OPENING && room->stage != STAGE_ADJOURNED;
    return absence->away && matters && !is_told ? absence->due_ms : UINT64_MAX;
}

/* When a game that both players have left is abandoned. */
static uint64_t abandon_ms(const struct room *room, uint64_t keep_ms) {
    const struct absence *white = &room->seat[SIDE_WHITE].absence;
    const struct absence *black = &room->seat[SIDE_BLACK].absence;
    bool lapses = room->stage == STAGE_ADJOURNED && room->resume_by_ms != 0;
    if ((room->stage != STAGE_PLAYING && room->stage != STAGE_ADJOURNED) || lapses ||
        !white->away || !black->away) {
        return UINT64_MAX;
    }
    return keep_ms +
           (white->since_ms > black->since_ms ? white->since_ms : black->since_ms);
}

/* When an adjourned game ends. */
static uint64_t lapse_ms(const struct room *room) {
    return room->stage == STAGE_ADJOURNED && room->resume_by_ms != 0 ? room->resume_by_ms
                                                                     : UINT64_MAX;
}

static uint64_t open_ms(const struct room *room) {
    return room->stage == STAGE_OPENING ? room->open_by_ms : UINT64_MAX;
}

/* When a player who is not ready loses the seat. */
static uint64_t late_ms(const struct room *room, uint64_t ready_ms) {
    bool is_known = room_is_awaited(room) && room->seated_ms != 0;
    return is_known ? room->seated_ms + ready_ms : UINT64_MAX;
}

/* Finds the first deadline, and writes to *op what is due then.  Returns its time. */
static uint64_t first_due(const struct room *room, const struct room_limits *limits,
                          struct op *op) {
    const struct {
        enum op_kind kind;
        enum side side;
        uint64_t at_ms;
    } dues[] = {
        {OP_UNOPENED, SIDE_WHITE, open_ms(room)},
        {OP_FLAG, SIDE_WHITE, clock_flag_ms(&room->clock)},
        {OP_OVERDUE, SIDE_WHITE, overdue_ms(room, SIDE_WHITE)},
        {OP_OVERDUE, SIDE_BLACK, overdue_ms(room, SIDE_BLACK)},
        {OP_ABANDON, SIDE_WHITE, abandon_ms(room, limits->keep_ms)},
        {OP_LAPSE, SIDE_WHITE, lapse_ms(room)},
        {OP_LATE, late_side(room), late_ms(room, limits->ready_ms)},
    };
    uint64_t first_ms = UINT64_MAX;
    for (size_t i = 0; i < sizeof dues / sizeof dues[0]; i++) {
        if (dues[i].at_ms < first_ms) {
            first_ms = dues[i].at_ms;
            op->kind = dues[i].kind;
            op->side = dues[i].side;
        }
    }
    return first_ms;
}

bool room_next_due_op(const struct room *room, const struct room_limits *limits,
                      uint64_t now_ms, struct op *op) {
    return first_due(room, limits, op) <= now_ms;
}

uint64_t room_due_ms(const struct room *room, const struct room_limits *limits) {
    struct op op;
    return first_due(room, limits, &op);
}

uint64_t room_idle_by_ms(const struct room *room, uint64_t idle_ms) {
    bool is_awaited = room->stage == STAGE_PLAYING &&
                      room->play->pos.phase == PHASE_MOVE &&
                      !time_control_is_set(&room->clock.time);
    uint64_t by_ms = room->decision_ms + idle_ms;
    if (!is_awaited) {
        return UINT64_MAX;
    }
    return by_ms > room->not_idle_ms ? by_ms : room->not_idle_ms;
}

void room_event_sent(struct room *room, uint64_t now_ms) {
    if (room->clock_started && room->clock.running < SIDE_COUNT) {
        room->clock.since_ms = now_ms;
    }
    room->clock_started = false;
}
