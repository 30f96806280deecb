/* Checks at the end of a game that the dice kept the server's promise.  During the game,
 * it remembers the commitment, the nonces and the throws that the player saw.  A record
 * alone (alea verify) does not tell what they saw. */
#ifndef ALEA_CLIENT_PLAYER_DICE_CHECK_H
#define ALEA_CLIENT_PLAYER_DICE_CHECK_H

#include "fair/fair.h"
#include "proto/message/message.h"

/* Most throws remembered for a game, to bound the memory.  Real games have a tenth. */
#define DICE_CHECK_THROWS_MAX 20000

struct dice_check_throw {
    uint32_t k;    /* number of the throw */
    bool is_start; /* for the start: faces of both sides */
    uint8_t side;
    uint8_t faces[SIDE_COUNT][DICE_MAX];
};

struct dice_check {
    bool is_ready;  /* the player said ready, which accepted the commitment */
    enum side side; /* side of the player */
    /* Nonces that the player sent for this game; the server uses the first to arrive. */
    char (*said)[FAIR_NONCE_BYTES]; /* owned */
    size_t n_said;
    bool knows_other;                   /* the opponent's nonce was shown: other_nonce */
    char other_nonce[FAIR_NONCE_BYTES]; /* kept, as they may leave before the end */
    char game_id[FAIR_GAME_ID_BYTES];
    char commitment[FAIR_HEX_BYTES];
    struct dice_check_throw *throws; /* owned */
    size_t n_throws;
};

enum dice_check_verdict {
    DICE_CHECK_NOTHING, /* no promise: no dice, or the player was never ready */
    DICE_CHECK_KEPT,    /* everything shown fits the commitment */
    DICE_CHECK_BROKEN,
};

void dice_check_fini(struct dice_check *check);
/* Call for every state of the room. */
void dice_check_see(struct dice_check *check, const struct state *state);
/* Call each time the player on this side says ready with this nonce. */
void dice_check_promise(struct dice_check *check, enum side side, const char *nonce);
/* Judges the last state of a game.  Writes a line for the player, without line feed; ""
 * for DICE_CHECK_NOTHING. */
enum dice_check_verdict dice_check_judge(const struct dice_check *check,
                                         const struct state *state, struct text_out *out);

#endif
