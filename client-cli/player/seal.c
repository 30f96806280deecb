#include "client-cli/player/seal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "proto/shape.h"

#define ID_OPEN "player.open"
/* Letters and digits of a sealed nonce: 190 random bits, too many to guess. */
#define NONCE_LETTERS 32

static void make_nonce(char nonce[static FAIR_NONCE_BYTES]) {
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    for (size_t i = 0; i < NONCE_LETTERS; i++) {
        nonce[i] = letters[randombytes_uniform(sizeof letters - 1)];
    }
    nonce[NONCE_LETTERS] = '\0';
}

/* --- loose nonces --- */

static void add_loose(struct player *player, const char *nonce) {
    for (size_t i = 0; i < PLAYER_LOOSE_MAX; i++) {
        if (strcmp(player->loose[i], nonce) == 0) {
            return;
        }
    }
    char *oldest = player->loose[player->n_loose++ % PLAYER_LOOSE_MAX];
    snprintf(oldest, FAIR_NONCE_BYTES, "%s", nonce);
}

static bool fits(const char *nonce, const char *seal) {
    char hex[FAIR_HEX_BYTES];
    fair_seal(nonce, hex);
    return nonce[0] != '\0' && strcmp(hex, seal) == 0;
}

/* Finds our nonce for a seal in the room, and moves it from the loose nonces to the room:
 * an opened nonce must not serve another game.  False: the seal is not ours. */
static bool take_nonce(struct player *player, struct player_room *room,
                       const char *seal) {
    for (size_t i = 0; i < PLAYER_LOOSE_MAX; i++) {
        if (fits(player->loose[i], seal)) {
            memcpy(room->sealed, player->loose[i], sizeof room->sealed);
            player->loose[i][0] = '\0';
            return true;
        }
    }
    return fits(room->sealed, seal);
}

/* --- ready --- */

void player_ready(struct player *player, const char *code, const char *word) {
    struct player_room *room = player_find_room(player, code);
    char nonce[FAIR_NONCE_BYTES], seal[sizeof FAIR_SEAL_PREFIX + FAIR_HEX_BYTES];
    /* As far as we know.  After the start of the game, the promise stands. */
    bool begins = room != NULL && room->side < SIDE_COUNT && !room->is_ready &&
                  room->stage == STAGE_WAITING;
    const char *said = word;
    if (word == NULL && room != NULL && room->is_diceless) { /* needs no nonce */
        player_ask(player,
                   &(struct request){.kind = CMD_READY, .id = code, .room = code});
        return;
    }
    if (word == NULL) {
        make_nonce(nonce);
        if (begins && room->sealed[0] != '\0') { /* one nonce for the whole game */
            memcpy(nonce, room->sealed, sizeof nonce);
        } else if (begins) {
            memcpy(room->sealed, nonce, sizeof nonce);
        }
        add_loose(player, nonce);
        said = nonce;
        memcpy(seal, FAIR_SEAL_PREFIX, sizeof FAIR_SEAL_PREFIX);
        fair_seal(nonce, seal + strlen(FAIR_SEAL_PREFIX));
        word = seal;
    }
    if (begins && is_nonce(said)) {
        dice_check_promise(&room->dice_check, room->side, said);
    }
    player_ask(player, &(struct request){
                           .kind = CMD_READY, .id = code, .room = code, .arg = {word}});
}

/* --- opening seals --- */

void player_open_seal(struct player *player, const struct player_room *room) {
    player_ask(player, &(struct request){.kind = CMD_OPEN,
                                         .id = ID_OPEN,
                                         .room = room->code,
                                         .arg = {room->sealed}});
}

void player_see_seal(struct player *player, struct player_room *room,
                     const struct state *state) {
    room->is_sealed = false;
    if (room->side == SIDE_COUNT) {
        return;
    }
    const struct seat_view *seat = &state->seat[room->side];
    room->is_sealed = seat->seal[0] != '\0' && take_nonce(player, room, seat->seal);
    if (room->is_sealed && strcmp(room->dice_check.game_id, state->game_id) == 0) {
        dice_check_promise(&room->dice_check, room->side, room->sealed);
    }
    if (room->is_sealed && state->stage == STAGE_OPENING && seat->nonce == NULL) {
        player_open_seal(player, room);
    }
}

bool player_is_opened(struct player *player, const struct message *msg) {
    if (strcmp(msg->id, ID_OPEN) != 0) {
        return false;
    }
    if (msg->kind == MESSAGE_ERROR && msg->retry_after_ms > 0) {
        player->open_in_ms = msg->retry_after_ms;
    }
    return true;
}

uint64_t player_act(struct player *player, uint64_t now_ms) {
    if (player->open_in_ms > 0) {
        player->open_due_ms = now_ms + (uint64_t)player->open_in_ms;
        player->open_in_ms = 0;
    }
    if (player->open_due_ms > now_ms) {
        return player->open_due_ms;
    }
    for (size_t i = 0; player->open_due_ms > 0 && i < PLAYER_ROOMS_MAX; i++) {
        const struct player_room *room = &player->rooms[i];
        if (room->is_sealed && room->stage == STAGE_OPENING) {
            player_open_seal(player, room);
        }
    }
    player->open_due_ms = 0;
    return UINT64_MAX;
}
