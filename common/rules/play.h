/* A game in progress: its position, and the history that the draw rules need. */
#ifndef ALEA_RULES_PLAY_H
#define ALEA_RULES_PLAY_H

#include "rules/game.h"

/* Keys remembered for repetition.  A power of two above the largest quiet_max of a game
 * with keys (alea-evangelii: 400): no position repeats across a capture. */
#define PLAY_KEYS 512
/* Deepest perft: each level keeps a list of moves, 36 kB, on the stack. */
#define PERFT_DEPTH_MAX 64

struct play {
    const struct game *game;
    struct position pos;
    uint32_t ply;            /* moves made since play_init */
    uint16_t quiet;          /* moves since the last progress */
    uint64_t key[PLAY_KEYS]; /* key[ply % PLAY_KEYS]: position after that ply; last,
                                because games without keys leave it out */
};

/* Returns the size of struct play for this game, in bytes; without keys it is less than a
 * tenth. */
size_t play_bytes(const struct game *game);

/* What is needed to undo one step. */
struct play_undo {
    struct position pos;
    uint32_t ply;
    uint16_t quiet;
    uint64_t lost_key; /* the key that the step overwrote */
};

/* Begins at pos without history: the position has occurred once. */
void play_init(struct play *play, const struct game *game, const struct position *pos);
/* Begins at the start of the game; see game_start. */
void play_start(struct play *play, const struct game *game, const struct options *opt,
                enum side first);
/* Takes a throw.  The phase must be roll.  h, undo: may be NULL. */
void play_roll(struct play *play, const struct roll *roll, struct happened *h,
               struct play_undo *undo);
/* Plays a legal move, then applies the draw rules: [house] no progress, which has
 * priority, and repetition.  The phase must be move.  h, undo: may be NULL. */
void play_move(struct play *play, const struct move *m, struct happened *h,
               struct play_undo *undo);
/* Undoes the last step; *undo must be its own. */
void play_take_back(struct play *play, const struct play_undo *undo);
/* Counts leaves: perft(0) is 1; perft(n) is the sum of perft(n-1) over all distinct
 * throws (phase roll) or legal moves (phase move).  A finished game has no successors.
 * depth: at most PERFT_DEPTH_MAX.  Leaves the play unchanged. */
uint64_t play_perft(struct play *play, unsigned depth);

#endif
