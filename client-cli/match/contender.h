/* A player of alea match: its name on the command line, and how it chooses moves. */
#ifndef ALEA_CLIENT_MATCH_CONTENDER_H
#define ALEA_CLIENT_MATCH_CONTENDER_H

#include "rules/play.h"

struct contender;

struct contender_setup {
    const struct game *game;
    uint64_t seed; /* for the random choices of the levels */
    unsigned ms;   /* for each move of a level; 0: THINK_MS */
};

/* text: "random", "plain", "plies=N" or "level=N".  Returns owned: contender_free; NULL
 * after printing on standard error what is wrong. */
struct contender *contender_new(const char *text, const struct contender_setup *setup);
void contender_free(struct contender *contender);
/* The player's move in a position in state move.  random: state of engine/splitmix.h. */
struct move contender_move(struct contender *contender, const struct play *play,
                           uint64_t *random);

#endif
