/* How a bot chooses good moves: an engine for each game that it plays. */
#ifndef ALEA_CLIENT_BOT_MINDS_H
#define ALEA_CLIENT_BOT_MINDS_H

#include "rules/game.h"

struct minds;

/* Without engines; add them with minds_add.  level: 1..ENGINE_LEVELS; think_ms: most time
 * for each move.  Returns owned: minds_free. */
struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed);
void minds_free(struct minds *minds);
unsigned minds_level(const struct minds *minds);
/* Prepares the engine of a game.  False with a fault: its table is damaged. */
ALEA_MUST_USE bool minds_add(struct minds *minds, const struct game *game,
                             char fault[static FAULT_BYTES]);
/* The most time for each move, in ms. */
unsigned minds_think_ms(const struct minds *minds);
bool minds_know(struct minds *minds, const struct game *game);

/* What to think about. */
struct minds_task {
    const struct game *game; /* one that was added */
    struct position pos;     /* in state move, with a legal move */
    unsigned most_ms;        /* the most time to think, in ms; at least 1 */
    int input_fd;            /* think no longer than THINK_LEAST_MS when input waits */
};

/* Writes the chosen move. */
void minds_choose(struct minds *minds, const struct minds_task *task,
                  char move[static MOVE_TEXT_BYTES]);

#endif
