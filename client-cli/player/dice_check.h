/* What a player has seen of the dice of a game, and whether it fits what the server says
 * at the end.  A record can be checked later and by anybody (alea verify); only the
 * player knows what was shown to him while the game went on. */
#ifndef ALEA_CLIENT_PLAYER_DICE_CHECK_H
#define ALEA_CLIENT_PLAYER_DICE_CHECK_H

#include "fair/fair.h"
#include "proto/message/message.h"

/* Most throws remembered of one game: games are a tenth as long, and no server can make
 * us remember more. */
#define DICE_CHECK_THROWS_MAX 20000

struct dice_check_throw {
    uint32_t k;
    bool is_start; /* for the start: faces of both sides */
    uint8_t side;
    uint8_t faces[SIDE_COUNT][DICE_MAX];
};

struct dice_check {
    bool is_ready; /* the player has said so, after this commitment */
    enum side side;
    /* Nonces that he has said for this game: the first that the server took counts. */
    char (*said)[FAIR_NONCE_BYTES]; /* owned */
    size_t n_said;
    bool knows_other; /* the opponent's nonce, who may be gone at the end: */
    char other_nonce[FAIR_NONCE_BYTES];
    char game_id[FAIR_GAME_ID_BYTES];
    char commitment[FAIR_HEX_BYTES];
    struct dice_check_throw *throws; /* owned */
    size_t n_throws;
};

enum dice_check_verdict {
    DICE_CHECK_NOTHING, /* nothing was promised: no dice, or never ready */
    DICE_CHECK_KEPT,    /* all that was seen fits */
    DICE_CHECK_BROKEN,
};

void dice_check_fini(struct dice_check *dice_check);
/* Call with every state of the room. */
void dice_check_see(struct dice_check *dice_check, const struct state *state);
/* Call when the player, on this side, says that he is ready; once more when he says it
 * again, whatever becomes of it. */
void dice_check_promise(struct dice_check *dice_check, enum side side, const char *nonce);
/* Judges the state of a game that is over; writes what there is to tell the player, one
 * line without its end, "" for DICE_CHECK_NOTHING. */
enum dice_check_verdict dice_check_judge(const struct dice_check *dice_check,
                                         const struct state *state, struct text_out *out);

#endif
