/* A game being played: its position and as much history as the draw rules need. */
#ifndef ALEA_RULES_PLAY_H
#define ALEA_RULES_PLAY_H

#include "rules/game.h"

/* Keys remembered for repetition.  A power of two above the largest quiet_max of a game
 * that repeats (alea-evangelii: 400), because a capture makes repetition impossible. */
#define PLAY_KEYS 512
/* Deepest perft: each level keeps a list of moves, 36 kB, on the stack. */
#define PERFT_DEPTH_MAX 64

struct play {
    const struct game *game;
    struct position pos;
    uint32_t ply;            /* moves made since new or position */
    uint16_t quiet;          /* moves since the last progress */
    uint64_t key[PLAY_KEYS]; /* key[ply % PLAY_KEYS]: position after that ply; last,
                                because games without keys do not touch it */
};

/* Bytes of a struct play that this game needs: less than a tenth without keys. */
size_t play_bytes(const struct game *game);

/* What taking one step back needs. */
struct play_undo {
    struct position pos;
    uint32_t ply;
    uint16_t quiet;
    uint64_t lost_key; /* the key that the step wrote over */
};

/* Stands at pos, with no history: it counts as having occurred once. */
void play_init(struct play *play, const struct game *game, const struct position *pos);
/* Takes a throw.  The state must be roll.  h, undo: may be NULL. */
void play_roll(struct play *play, const struct roll *roll, struct happened *h,
               struct play_undo *undo);
/* Plays a legal move of the position, then applies the draw rules: [house] no
 * progress, whose reason is given when both hold, and repetition.  The state must be
 * move.  h, undo: may be NULL. */
void play_move(struct play *play, const struct move *m, struct happened *h,
               struct play_undo *undo);
/* Takes back the last step, whose undo this is. */
void play_take_back(struct play *play, const struct play_undo *undo);
/* Leaf count: perft(0) is 1; perft(n) sums perft(n-1) over all distinct throws (state
 * roll) or legal moves (state move); a finished game has no successors.
 * depth: at most PERFT_DEPTH_MAX.  The play is as before when it returns. */
uint64_t play_perft(struct play *play, unsigned depth);

#endif
