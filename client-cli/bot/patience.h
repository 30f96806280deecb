/* How long a bot waits: for the server, and for an opponent.  Time is given to it. */
#ifndef ALEA_CLIENT_BOT_PATIENCE_H
#define ALEA_CLIENT_BOT_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* A server that has greeted must let the bot in within this time. */
#define PATIENCE_NAME_MS 10000
/* A server that is gone must be back within this time: by default it keeps a seat no
 * longer (grace_ms). */
#define PATIENCE_SERVER_MS 120000
/* With --games an opponent must come within this time. */
#define PATIENCE_OPPONENT_MS 300000

struct patience {
    bool is_endless;         /* --retry: waits for ever for all of this */
    bool is_house;           /* waits for ever, once the server has let it in */
    bool wants_opponent;     /* --games: not for ever for an opponent */
    bool was_in;             /* the server has let the bot in some time */
    uint64_t last_in_ms;     /* if so: when it was last in */
    uint64_t last_played_ms; /* when somebody last sat with it, or it began to wait */
};

/* Call while the bot is in.  has_opponent: somebody sits with it. */
void patience_is_in(struct patience *patience, bool has_opponent, uint64_t now_ms);
/* Whether to try again now that there is no connection. */
bool patience_tries_again(const struct patience *patience, uint64_t now_ms);
/* When to give up waiting for an opponent, while the bot is in; UINT64_MAX: never. */
uint64_t patience_opponent_due_ms(const struct patience *patience);

#endif
