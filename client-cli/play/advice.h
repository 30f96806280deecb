/* Hints: which move an engine would play, and why.  Only in local games, and against a
 * house bot in games that are not rated. */
#ifndef ALEA_CLIENT_PLAY_ADVICE_H
#define ALEA_CLIENT_PLAY_ADVICE_H

#include <stdio.h>

#include "client-cli/engine/thought.h"
#include "proto/message/message.h"
#include "view/style.h"

/* A zeroed one has nothing to advise on. */
struct advice {
    struct thought *thought; /* owned; NULL: nobody has asked yet */
    char room[ROOM_BYTES_MAX + 1];
    uint64_t seq;       /* of the state that has the person's turn; 0: it is not */
    uint64_t asked_seq; /* of the state that the engine thinks about */
    bool is_rated;
    bool is_fair; /* nobody is cheated by a hint: the opponent is no person */
    const struct game *game;
    struct position pos;
};

void advice_fini(struct advice *advice);
/* Looks at a state of a room.  is_fair: as above. */
void advice_see(struct advice *advice, const struct message *msg, bool is_fair);
/* Begins to think, if the person may have a hint now; otherwise says why not. */
void advice_ask(struct advice *advice, FILE *out, const struct style *style);
/* Becomes readable when advice_tell has something to tell; -1: nobody has asked. */
int advice_fd(const struct advice *advice);
/* Tells the hint, unless the game has gone on since it was asked for. */
void advice_tell(struct advice *advice, FILE *out, const struct style *style);

#endif
