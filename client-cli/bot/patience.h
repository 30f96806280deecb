/* How long a bot waits for the server and for an opponent.  Time is an argument. */
#ifndef ALEA_CLIENT_BOT_PATIENCE_H
#define ALEA_CLIENT_BOT_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

/* Time for the server to accept the bot's name, once connected. */
#define PATIENCE_NAME_MS 10000
/* Time for a lost server to come back; by default it keeps a seat no longer (grace_ms).
 */
#define PATIENCE_SERVER_MS 120000
/* Time for an opponent to come, with --games. */
#define PATIENCE_OPPONENT_MS 300000

struct patience {
    bool is_endless;         /* --retry: waits for ever for everything */
    bool is_house;           /* waits for ever for a server that has accepted it before */
    bool wants_opponent;     /* --games: waits for an opponent for a time only */
    bool was_in;             /* the server has accepted the bot before */
    uint64_t last_in_ms;     /* if was_in: when the bot was last at the server */
    uint64_t last_played_ms; /* when somebody last sat with it, or it began to wait */
};

/* Call while the bot is at the server.  has_opponent: somebody sits with it. */
void patience_is_in(struct patience *patience, bool has_opponent, uint64_t now_ms);
/* Whether to connect again after the connection was lost. */
bool patience_tries_again(const struct patience *patience, uint64_t now_ms);
/* When to stop waiting for an opponent; UINT64_MAX: never. */
uint64_t patience_opponent_due_ms(const struct patience *patience);

#endif
