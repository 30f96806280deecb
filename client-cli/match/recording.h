/* Records of the games of a match.  Their dice can be verified: both games of a pair
 * share secret, id and nonces, and so their throws.  All of these follow from the match's
 * seed. */
#ifndef ALEA_CLIENT_MATCH_RECORDING_H
#define ALEA_CLIENT_MATCH_RECORDING_H

#include "fair/fair.h"
#include "proto/message/record.h"

struct recording {
    struct record record;
    struct fair fair; /* of the throws; complete */
    uint32_t k;       /* number of the next throw */
    bool is_kept;     /* the record is wanted; otherwise only the dice are used */
};

/* Begins a game of the pair with this number.  The record has no player names yet. */
void recording_init(struct recording *recording, const struct game *game,
                    const struct options *opt, uint64_t seed, uint64_t pair);
void recording_fini(struct recording *recording);
/* Throws for the start.  Returns who begins; without dice, by the rules. */
enum side recording_begin(struct recording *recording);
/* Makes the next throw, for this side. */
struct roll recording_throw(struct recording *recording, enum side side);
void recording_move(struct recording *recording, const struct position *pos,
                    const struct move *move);
/* Ends the record: the game is over at pos, or it is too long and a draw. */
void recording_end(struct recording *recording, const struct position *pos);

#endif
