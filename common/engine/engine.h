/* Good moves for a position and a throw: one interface over the table of royal-ur, the
 * networks and the searches.
 *
 * An engine has no clock: whoever limits its time passes a function that says when it is
 * over.  With the same seed and limits of nodes and plies, it answers the same. */
#ifndef ALEA_ENGINE_ENGINE_H
#define ALEA_ENGINE_ENGINE_H

#include "rules/play.h"

/* Levels of strength, 1 to this. */
#define ENGINE_LEVELS 8
/* Most plies of engine_value. */
#define ENGINE_PLIES_MAX 6

struct engine;

struct engine_setup {
    const struct game *game;
    const char *royal_table; /* file that `alea solve` wrote; NULL: a network instead */
    uint64_t seed;           /* for what levels below the highest leave to chance */
};

struct engine_limits {
    uint64_t nodes;  /* positions looked at, more or less; 0: any number */
    unsigned plies;  /* how far to look ahead; 0: as far as the others allow */
    bool values_all; /* find the value of every move, not only of the best */
    /* Asked after every thousand nodes or so whether to stop; NULL: never. */
    bool (*is_over)(void *arg);
    void *arg;
};

/* A legal move and the mover's chance to win after it, 0..1; a draw counts half. */
struct engine_choice {
    struct move move;
    double value; /* unless values_all, for all but the best only an upper bound */
};

struct engine_result {
    const struct engine_choice *choice; /* every legal move, best first; borrowed,
                                           valid until the engine thinks again */
    size_t n;
    bool is_exact; /* the values come from a table: nobody plays better */
};

/* An engine for a game with any options.  Returns owned: engine_free.  NULL with a fault:
 * royal_table cannot be used. */
struct engine *engine_new(const struct engine_setup *setup,
                          char fault[static FAULT_BYTES]);
void engine_free(struct engine *engine);

/* Finds the best moves of a position in state move. */
struct engine_result engine_think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits);
/* The chance of `side` to win from a position in any state, 0..1.  plies: how far to look
 * ahead where no table has it, 0 to ENGINE_PLIES_MAX; in state move the move itself is
 * not counted, so that the value after a move is the one that engine_think, looking
 * plies + 1 ahead, gives to the move.  Sets is_exact: it comes from a table, or the game
 * is over. */
double engine_value(struct engine *engine, const struct play *play, enum side side,
                    unsigned plies, bool *is_exact);
/* Makes the engine_think that runs now return soon; may be called from a signal handler
 * or another thread.  Nothing happens when none runs. */
void engine_stop(struct engine *engine);

/* The move that a level (1..ENGINE_LEVELS) plays in a position in state move.  Lower
 * levels look less far ahead and do not always play the best move they find, but they
 * pick better moves with higher probability.  nodes, is_over and arg of the limits hold
 * for all levels. */
struct move engine_choose(struct engine *engine, const struct play *play, unsigned level,
                          const struct engine_limits *limits);

#endif
