/* Hints: which move an engine would play, and why.  Only in local games, and in unrated
 * games against a house bot. */
#ifndef ALEA_CLIENT_PLAY_ADVICE_H
#define ALEA_CLIENT_PLAY_ADVICE_H

#include <stdio.h>

#include "client-cli/engine/thinker.h"
#include "proto/message/message.h"
#include "view/style.h"

/* What a hint is about. */
struct advice_place {
    char room[ROOM_BYTES_MAX + 1];
    uint64_t seq; /* number of the state if it is the user's turn; else 0 */
    const struct game *game;
    struct position pos;
};

/* A zeroed struct is ready for use. */
struct advice {
    struct thought *thought; /* owned; NULL: no hint was ever asked for */
    struct advice_place now;
    struct advice_place asked; /* of the last hint asked for */
    bool is_rated;
    bool is_fair; /* a local game, or one against a house bot */
};

void advice_fini(struct advice *advice);
/* Call for each state of a room.  is_fair: as above. */
void advice_see(struct advice *advice, const struct message *msg, bool is_fair);
/* Starts thinking if the user may have a hint now; otherwise says why not. */
void advice_ask(struct advice *advice, FILE *out, const struct style *style);
/* Becomes readable when a hint is ready; -1: none was asked for. */
int advice_fd(const struct advice *advice);
/* Writes the hint, unless the game has gone on meanwhile. */
void advice_tell(struct advice *advice, FILE *out, const struct style *style);

#endif
