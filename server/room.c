/* Seats, and the way from two strangers to the first throw: sit, ready, open. */
#include "server/room.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/mem.h"
#include "server/room_game.h"

void room_note(struct room *room, const struct note *note) {
    if (room->n_notes == room->cap_notes) {
        room->cap_notes = room->cap_notes == 0 ? 8 : room->cap_notes * 2;
        room->notes = mem_grow(room->notes, room->cap_notes, sizeof *room->notes);
    }
    room->notes[room->n_notes++] = *note;
    if (note_is_logged(note->kind)) {
        record_add(&room->record, note);
    }
}

void room_note_side(struct room *room, enum note_kind kind, enum side side,
                    const char *text) {
    struct note note = {.kind = (uint8_t)kind, .side = (uint8_t)side};
    assert(strlen(text) < sizeof note.text);
    snprintf(note.text, sizeof note.text, "%s", text);
    room_note(room, &note);
}

/* Forgets the last game, but not its record, and waits for the one drawn. */
static void wait_for_game(struct room *room, const struct draw *draw) {
    free(room->play);
    free(room->moves);
    room->play = NULL;
    room->moves = NULL;
    room->stage = STAGE_WAITING;
    room->k = 0;
    room->n_faces = 0;
    room->result = (struct result){0};
    memcpy(room->secret, draw->secret, sizeof room->secret);
    snprintf(room->game_id, sizeof room->game_id, "%s", draw->game_id);
    fair_commitment(room->secret, room->commitment);
    for (int i = 0; i < SIDE_COUNT; i++) {
        /* A repeat of the last move stays one: numbers of events never come again. */
        struct room_seat fresh = {.session = room->seat[i].session,
                                  .last = room->seat[i].last};
        memcpy(fresh.name, room->seat[i].name, sizeof fresh.name);
        room->seat[i] = fresh;
    }
}

/* The first leg of a match as long as option legs= says. */
static void start_match(struct room *room) {
    for (unsigned i = 0; room->game->options[i].name != NULL; i++) {
        const struct option_kind *kind = &room->game->options[i];
        if (strcmp(kind->name, "legs") == 0) {
            match_start(&room->match,
                        strcmp(kind->values[room->opt.value[i]], "2") == 0 ? 2 : 1);
        }
    }
}

struct room *room_new(const char *code, const struct game *game,
                      const struct options *opt, const struct draw *draw) {
    struct room *room = mem_new(1, sizeof *room);
    snprintf(room->code, sizeof room->code, "%s", code);
    room->game = game;
    room->opt = *opt;
    record_init(&room->record);
    start_match(room);
    wait_for_game(room, draw);
    return room;
}

void room_free(struct room *room) {
    sodium_memzero(room->secret, sizeof room->secret);
    record_fini(&room->record);
    free(room->play);
    free(room->moves);
    free(room->notes);
    free(room);
}

bool room_side_of(const struct room *room, uint64_t session, enum side *side) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (room->seat[i].session == session) {
            *side = (enum side)i;
            return true;
        }
    }
    return false;
}

bool room_free_seat(const struct room *room, enum side *side) {
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (room->seat[i].name[0] == '\0') {
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
    return room->stage == STAGE_OPENING || room->stage == STAGE_PLAYING;
}

enum error_code room_sit(struct room *room, enum side side, uint64_t session,
                         const char *name) {
    struct room_seat *seat = &room->seat[side];
    if (seat->name[0] != '\0') {
        return ERR_SEAT_TAKEN;
    }
    seat->session = session;
    snprintf(seat->name, sizeof seat->name, "%s", name);
    room_note_side(room, NOTE_JOINED, side, name);
    return ERR_OK;
}

static void wait_for_another(struct room *room, const struct draw *draw) {
    wait_for_game(room, draw);
    room_note_side(room, NOTE_NEW_GAME, SIDE_WHITE, "");
}

/* Frees a seat while no game is running.  A nonce that was named before somebody else
 * sat down must not go into his dice, nor a commitment that is known too long. */
static void free_seat(struct room *room, enum side side, const struct draw *draw) {
    room_note_side(room, NOTE_GONE, side, room->seat[side].name);
    room->seat[side] = (struct room_seat){0};
    start_match(room);
    if (room->stage == STAGE_WAITING && room->seat[side_other(side)].ready) {
        wait_for_another(room, draw);
    }
}

enum error_code room_stand(struct room *room, enum side side, const struct draw *draw) {
    if (room_is_busy(room)) {
        return ERR_IN_GAME;
    }
    free_seat(room, side, draw);
    return ERR_OK;
}

static bool both(const struct room *room, bool (*holds)(const struct room_seat *)) {
    return holds(&room->seat[SIDE_WHITE]) && holds(&room->seat[SIDE_BLACK]);
}

static bool is_ready(const struct room_seat *seat) {
    return seat->ready;
}

static bool is_opened(const struct room_seat *seat) {
    return seat->opened;
}

static void begin_if_opened(struct room *room, int64_t now_s) {
    if (!both(room, is_opened)) {
        return;
    }
    room_begin(room, now_s);
    for (int i = 0; i < SIDE_COUNT; i++) {
        if (room->seat[i].session == 0) {
            room_end_by(room, NOTE_ABSENT, (enum side)i, now_s);
            return;
        }
    }
}

enum error_code room_ready(struct room *room, enum side side, const char *nonce,
                           uint64_t open_by_ms, int64_t now_s) {
    struct room_seat *seat = &room->seat[side];
    if (room_is_busy(room) || room->stage == STAGE_OVER) {
        return ERR_NOT_OVER;
    }
    if (room->seat[side_other(side)].name[0] == '\0') {
        return ERR_NO_OPPONENT;
    }
    if (seat->ready) {
        return ERR_ALREADY_READY;
    }
    size_t prefix = strlen(FAIR_SEAL_PREFIX);
    bool sealed = strncmp(nonce, FAIR_SEAL_PREFIX, prefix) == 0;
    if (sealed ? !fair_is_hex(nonce + prefix, strlen(nonce + prefix))
               : !fair_is_nonce(nonce, strlen(nonce))) {
        return ERR_BAD_NONCE;
    }
    seat->ready = true;
    seat->sealed = sealed;
    seat->opened = !sealed;
    snprintf(seat->seal, sizeof seat->seal, "%s", sealed ? nonce + prefix : "");
    snprintf(seat->nonce, sizeof seat->nonce, "%s", sealed ? "" : nonce);
    struct note note = {.kind = NOTE_READY, .side = (uint8_t)side, .sealed = sealed};
    room_note(room, &note);
    if (both(room, is_ready)) {
        room->stage = STAGE_OPENING;
        room->open_by_ms = open_by_ms;
        begin_if_opened(room, now_s);
    }
    return ERR_OK;
}

enum error_code room_open(struct room *room, enum side side, const char *nonce,
                          int64_t now_s) {
    struct room_seat *seat = &room->seat[side];
    if (room->stage != STAGE_OPENING || seat->opened) {
        return ERR_NOTHING_SEALED;
    }
    if (!fair_is_nonce(nonce, strlen(nonce))) {
        return ERR_BAD_NONCE;
    }
    char seal[FAIR_HEX_BYTES];
    fair_seal(nonce, seal);
    if (strcmp(seal, seat->seal) != 0) {
        return ERR_WRONG_SEAL;
    }
    seat->opened = true;
    snprintf(seat->nonce, sizeof seat->nonce, "%s", nonce);
    room_note_side(room, NOTE_OPENED, side, "");
    begin_if_opened(room, now_s);
    return ERR_OK;
}

bool room_expire(struct room *room, uint64_t now_ms, int64_t now_s) {
    if (room->stage != STAGE_OPENING || now_ms < room->open_by_ms) {
        return false;
    }
    room_call_off(room, now_s);
    return true;
}

static void exchange_sides(struct room *room) {
    struct room_seat white = room->seat[SIDE_WHITE];
    room->seat[SIDE_WHITE] = room->seat[SIDE_BLACK];
    room->seat[SIDE_BLACK] = white;
}

enum error_code room_rematch(struct room *room, const struct draw *draw) {
    if (room->stage != STAGE_OVER) {
        return ERR_NOT_OVER;
    }
    if (!room->result.called_off) {
        exchange_sides(room);
        start_match(room);
    }
    wait_for_another(room, draw);
    return ERR_OK;
}

void room_renew(struct room *room, const struct draw *draw) {
    start_match(room);
    wait_for_another(room, draw);
}

bool room_match_goes_on(const struct room *room) {
    return room->stage == STAGE_OVER && !room->result.called_off &&
           match_goes_on(&room->match) && room->seat[SIDE_WHITE].session != 0 &&
           room->seat[SIDE_BLACK].session != 0;
}

void room_next_leg(struct room *room, const struct draw *draw) {
    match_next_leg(&room->match);
    exchange_sides(room);
    wait_for_another(room, draw);
}

void room_drop(struct room *room, enum side side, const struct draw *draw,
               int64_t now_s) {
    if (!room_is_busy(room)) {
        free_seat(room, side, draw);
        return;
    }
    /* The seat keeps its name until the end has been told.  While seals are being
     * opened his may still be due: see room_expire and begin_if_opened. */
    room->seat[side].session = 0;
    if (room->stage == STAGE_PLAYING) {
        room_end_by(room, NOTE_ABSENT, side, now_s);
    }
}

uint64_t room_next_seq(struct room *room) {
    return ++room->seq;
}

void room_published(struct room *room) {
    room->n_notes = 0;
    for (int i = 0; i < SIDE_COUNT; i++) {
        struct room_seat *seat = &room->seat[i];
        if (room->stage == STAGE_OVER && seat->session == 0) {
            *seat = (struct room_seat){0};
            start_match(room); /* with somebody else it is another match */
        }
    }
}
