#include "client-cli/player/witness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void witness_fini(struct witness *witness) {
    free(witness->throws);
    free(witness->said);
}

/* Room for one more of n, which is full at every power of two. */
static void *grow(void *all, size_t n, size_t size) {
    return (n & (n - 1)) == 0 ? mem_grow(all, n > 0 ? 2 * n : 1, size) : all;
}

static void see_throw(struct witness *witness, const struct note *note) {
    if (witness->n_throws == WITNESS_THROWS_MAX) {
        return;
    }
    witness->throws = grow(witness->throws, witness->n_throws, sizeof *witness->throws);
    struct witness_throw *throw = &witness->throws[witness->n_throws++];
    throw->k = note->k;
    throw->is_start = note->kind == NOTE_START_THROW;
    throw->side = note->side;
    memcpy(throw->faces, note->faces, sizeof throw->faces);
}

static void see_nonce(struct witness *witness, const struct state *state) {
    const char *nonce = state->seat[side_other(witness->side)].nonce;
    if (nonce != NULL && strcmp(state->game_id, witness->game_id) == 0) {
        witness->knows_other = true;
        snprintf(witness->other_nonce, sizeof witness->other_nonce, "%s", nonce);
    }
}

void witness_see(struct witness *witness, const struct state *state) {
    if (state->stage == STAGE_WAITING && strcmp(state->game_id, witness->game_id) != 0) {
        witness_fini(witness);
        *witness = (struct witness){0};
        snprintf(witness->game_id, sizeof witness->game_id, "%s", state->game_id);
    }
    if (!witness->is_ready) {
        snprintf(witness->commitment, sizeof witness->commitment, "%s",
                 state->commitment);
        return;
    }
    if (state->stage != STAGE_OVER) {
        see_nonce(witness, state);
    }
    for (size_t i = 0; i < state->n_notes; i++) {
        uint8_t kind = state->notes[i].kind;
        if (kind == NOTE_START_THROW || kind == NOTE_THROW) {
            see_throw(witness, &state->notes[i]);
        }
    }
}

static bool has_said(const struct witness *witness, const char *nonce) {
    for (size_t i = 0; i < witness->n_said; i++) {
        if (strcmp(witness->said[i], nonce) == 0) {
            return true;
        }
    }
    return false;
}

void witness_promise(struct witness *witness, enum side side, const char *nonce) {
    witness->is_ready = true;
    witness->side = side;
    if (!has_said(witness, nonce)) {
        witness->said = grow(witness->said, witness->n_said, sizeof *witness->said);
        snprintf(witness->said[witness->n_said++], FAIR_NONCE_BYTES, "%s", nonce);
    }
}

/* --- judging --- */

static bool follows(const struct fair *fair, const struct dice_kind *kind,
                    const struct witness_throw *throw) {
    uint8_t faces[SIDE_COUNT][DICE_MAX] = {{0}};
    if (throw->is_start) {
        fair_start_throw(fair, kind, throw->k, faces);
        return memcmp(faces[SIDE_WHITE], throw->faces[SIDE_WHITE], kind->n_dice) == 0 &&
               memcmp(faces[SIDE_BLACK], throw->faces[SIDE_BLACK], kind->n_dice) == 0;
    }
    fair_throw(fair, kind, throw->k, faces[0]);
    return memcmp(faces[0], throw->faces[throw->side], kind->n_dice) == 0;
}

/* What does not fit, or NULL. */
static const char *find_fault(const struct witness *witness, const struct state *state) {
    const struct seat_view *seat = state->seat;
    struct fair fair = {.game_id = witness->game_id};
    char commitment[FAIR_HEX_BYTES];
    if (strcmp(state->game_id, witness->game_id) != 0) {
        return "the game has another id than when you said ready";
    }
    if (!fair_secret_from_hex(state->secret, fair.secret)) {
        return "the server does not tell its secret";
    }
    fair_commitment(fair.secret, commitment);
    if (strcmp(commitment, witness->commitment) != 0) {
        return "the secret is not the one whose SHA-256 you saw before the game";
    }
    if (witness->n_throws == 0) {
        return NULL;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        fair.nonce[side] = seat[side].nonce;
    }
    const char *own = seat[witness->side].nonce;
    if (own == NULL || !has_said(witness, own)) {
        return "the nonce in them is not the one that you gave";
    }
    const char **other = &fair.nonce[side_other(witness->side)];
    if (*other == NULL && witness->knows_other) {
        *other = witness->other_nonce; /* he has left */
    }
    if (*other == NULL) {
        return "the server does not tell your opponent's nonce";
    }
    for (size_t i = 0; i < witness->n_throws; i++) {
        if (!follows(&fair, state->game->dice, &witness->throws[i])) {
            return "a throw does not follow from the secret and the nonces";
        }
    }
    return NULL;
}

enum witness_verdict witness_judge(const struct witness *witness,
                                   const struct state *state, struct text_out *out) {
    if (!witness->is_ready || state->game->dice == NULL) {
        return WITNESS_NOTHING;
    }
    const char *fault = find_fault(witness, state);
    if (fault != NULL) {
        text_put(out, "WARNING: THE DICE ARE NOT AS PROMISED: ");
        text_put(out, fault);
        text_put(out, ".  Save the record!");
        return WITNESS_BROKEN;
    }
    text_put(out,
             "The dice are as promised: the secret fits what you saw before the game");
    if (witness->n_throws > 0) {
        text_put(out, ", and the ");
        text_put_number(out, witness->n_throws);
        text_put(out, " throws that you saw follow from it");
    }
    text_put_char(out, '.');
    return WITNESS_KEPT;
}
