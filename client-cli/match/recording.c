#include "client-cli/match/recording.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* Copies a text that fits. */
#define SET(array, text) snprintf(array, sizeof(array), "%s", text)

_Static_assert(FAIR_SECRET_BYTES == crypto_hash_sha256_BYTES, "a secret is a hash");

void recording_init(struct recording *r, const struct game *game,
                    const struct options *opt, uint64_t seed, uint64_t pair) {
    char words[FAIR_NONCE_BYTES];
    struct record *record = &r->record;
    *r = (struct recording){.k = 0};
    record_init(record);
    record->game = game;
    record->opt = *opt;
    record->started_s = (int64_t)time(NULL);
    SET(record->server, "alea match");
    snprintf(record->game_id, sizeof record->game_id, "m%" PRIu64 "-%" PRIu64, seed,
             pair);
    snprintf(words, sizeof words, "alea-match-%" PRIu64 "-pair-%" PRIu64, seed, pair);
    crypto_hash_sha256(r->fair.secret, (const uint8_t *)words, strlen(words));
    fair_secret_to_hex(r->fair.secret, record->secret);
    fair_commitment(r->fair.secret, record->commitment);
    r->fair.game_id = record->game_id;
    for (int side = 0; side < SIDE_COUNT; side++) {
        struct record_player *player = &record->player[side];
        SET(player->nonce, words);
        fair_seal(words, player->seal);
        player->opened = true;
        r->fair.nonce[side] = player->nonce;
    }
    fair_begin(&r->fair);
}

void recording_fini(struct recording *r) {
    record_fini(&r->record);
}

static void keep(struct recording *r, const struct note *note) {
    if (r->is_kept) {
        record_add(&r->record, note);
    }
}

enum side recording_begin(struct recording *r) {
    const struct dice_kind *dice = r->record.game->dice;
    enum side first = game_first(r->record.game, &r->record.opt);
    unsigned white = 0, black = 0;
    while (dice != NULL && white == black) {
        struct note note = {.kind = NOTE_START_THROW, .k = r->k, .n_faces = dice->n_dice};
        fair_start_throw(&r->fair, dice, r->k++, note.faces);
        white = dice_sum(dice, note.faces[SIDE_WHITE]);
        black = dice_sum(dice, note.faces[SIDE_BLACK]);
        first = white > black ? SIDE_WHITE : SIDE_BLACK;
        keep(r, &note);
    }
    SET(r->record.first, side_name(first));
    return first;
}

struct roll recording_throw(struct recording *r, enum side side) {
    const struct dice_kind *dice = r->record.game->dice;
    struct note note = {
        .kind = NOTE_THROW, .side = (uint8_t)side, .k = r->k, .n_faces = dice->n_dice};
    fair_throw(&r->fair, dice, r->k++, note.faces[side]);
    keep(r, &note);
    return roll_of_faces(dice, note.faces[side]);
}

void recording_move(struct recording *r, const struct position *pos,
                    const struct move *move) {
    struct note note = {.kind = NOTE_MOVE, .side = pos->turn};
    if (r->is_kept) {
        struct text_out out = text_out_of(note.text, sizeof note.text);
        r->record.game->write_move(pos, move, &out);
        record_add(&r->record, &note);
    }
}

void recording_end(struct recording *r, const struct position *pos) {
    struct record *record = &r->record;
    struct result *result = &record->result;
    struct text_out out = text_out_of(record->position, sizeof record->position);
    record->game->write(pos, &out);
    record->ended_s = (int64_t)time(NULL);
    result->over = true;
    if (pos->phase == PHASE_OVER) {
        result->outcome = pos->outcome;
        SET(result->reason, end_reason_name((enum end_reason)pos->end));
    } else {
        result->outcome = OUTCOME_DRAW;
        SET(result->reason, note_reason(NOTE_DRAW));
        keep(r, &(struct note){.kind = NOTE_DRAW});
    }
}
