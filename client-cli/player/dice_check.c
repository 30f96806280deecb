#include "client-cli/player/dice_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"

void dice_check_fini(struct dice_check *check) {
    free(check->throws);
    free(check->said);
}

/* Makes room for one more entry in an array of n.  It is full if n is a power of two. */
static void *grow(void *all, size_t n, size_t size) {
    return (n & (n - 1)) == 0 ? mem_grow(all, n > 0 ? 2 * n : 1, size) : all;
}

static void see_throw(struct dice_check *check, const struct note *note) {
    if (check->n_throws == DICE_CHECK_THROWS_MAX) {
        return;
    }
    check->throws = grow(check->throws, check->n_throws, sizeof *check->throws);
    struct dice_check_throw *throw = &check->throws[check->n_throws++];
    throw->k = note->k;
    throw->is_start = note->kind == NOTE_START_THROW;
    throw->side = note->side;
    memcpy(throw->faces, note->faces, sizeof throw->faces);
}

static void see_nonce(struct dice_check *check, const struct state *state) {
    const char *nonce = state->seat[side_other(check->side)].nonce;
    if (nonce != NULL && strcmp(state->game_id, check->game_id) == 0) {
        check->knows_other = true;
        snprintf(check->other_nonce, sizeof check->other_nonce, "%s", nonce);
    }
}

void dice_check_see(struct dice_check *check, const struct state *state) {
    if (state->stage == STAGE_WAITING && strcmp(state->game_id, check->game_id) != 0) {
        dice_check_fini(check);
        *check = (struct dice_check){0};
        snprintf(check->game_id, sizeof check->game_id, "%s", state->game_id);
    }
    if (!check->is_ready) {
        snprintf(check->commitment, sizeof check->commitment, "%s", state->commitment);
        return;
    }
    if (state->stage != STAGE_OVER) {
        see_nonce(check, state);
    }
    for (size_t i = 0; i < state->n_notes; i++) {
        uint8_t kind = state->notes[i].kind;
        if (kind == NOTE_START_THROW || kind == NOTE_THROW) {
            see_throw(check, &state->notes[i]);
        }
    }
}

static bool has_said(const struct dice_check *check, const char *nonce) {
    for (size_t i = 0; i < check->n_said; i++) {
        if (strcmp(check->said[i], nonce) == 0) {
            return true;
        }
    }
    return false;
}

void dice_check_promise(struct dice_check *check, enum side side, const char *nonce) {
    check->is_ready = true;
    check->side = side;
    if (!has_said(check, nonce)) {
        check->said = grow(check->said, check->n_said, sizeof *check->said);
        snprintf(check->said[check->n_said++], FAIR_NONCE_BYTES, "%s", nonce);
    }
}

/* --- judging --- */

/* Whether a throw follows from the secret and the nonces. */
static bool follows(const struct fair *fair, const struct dice_kind *kind,
                    const struct dice_check_throw *throw) {
    uint8_t faces[SIDE_COUNT][DICE_MAX] = {{0}};
    if (throw->is_start) {
        fair_start_throw(fair, kind, throw->k, faces);
        return memcmp(faces[SIDE_WHITE], throw->faces[SIDE_WHITE], kind->n_dice) == 0 &&
               memcmp(faces[SIDE_BLACK], throw->faces[SIDE_BLACK], kind->n_dice) == 0;
    }
    fair_throw(fair, kind, throw->k, faces[0]);
    return memcmp(faces[0], throw->faces[throw->side], kind->n_dice) == 0;
}

/* Returns a description of what is wrong with the dice, or NULL. */
static const char *find_fault(const struct dice_check *check, const struct state *state) {
    const struct seat_view *seat = state->seat;
    struct fair fair = {.game_id = check->game_id};
    char commitment[FAIR_HEX_BYTES];
    if (strcmp(state->game_id, check->game_id) != 0) {
        return "the game has another id than when you said ready";
    }
    if (!fair_secret_from_hex(state->secret, fair.secret)) {
        return "the server does not show its secret";
    }
    fair_commitment(fair.secret, commitment);
    if (strcmp(commitment, check->commitment) != 0) {
        return "the secret is not the one whose SHA-256 you saw before the game";
    }
    if (check->n_throws == 0) {
        return NULL;
    }
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        fair.nonce[side] = seat[side].nonce;
    }
    const char *own = seat[check->side].nonce;
    if (own == NULL || !has_said(check, own)) {
        return "the nonce in them is not the one you gave";
    }
    const char **other = &fair.nonce[side_other(check->side)];
    if (*other == NULL && check->knows_other) {
        *other = check->other_nonce; /* the opponent has left */
    }
    if (*other == NULL) {
        return "the server does not show your opponent's nonce";
    }
    for (size_t i = 0; i < check->n_throws; i++) {
        if (!follows(&fair, state->game->dice, &check->throws[i])) {
            return "a throw does not follow from the secret and the nonces";
        }
    }
    return NULL;
}

enum dice_check_verdict dice_check_judge(const struct dice_check *check,
                                         const struct state *state,
                                         struct text_out *out) {
    if (!check->is_ready || state->game->dice == NULL) {
        return DICE_CHECK_NOTHING;
    }
    const char *fault = find_fault(check, state);
    if (fault != NULL) {
        text_put(out, "WARNING: THE DICE ARE NOT AS PROMISED: ");
        text_put(out, fault);
        text_put(out, ".  Save the record!");
        return DICE_CHECK_BROKEN;
    }
    text_put(out,
             "The dice are as promised: the secret fits what you saw before the game");
    if (check->n_throws > 0) {
        text_put(out, ", and the ");
        text_put_number(out, check->n_throws);
        text_put(out, " throws that you saw follow from it");
    }
    text_put_char(out, '.');
    return DICE_CHECK_KEPT;
}
