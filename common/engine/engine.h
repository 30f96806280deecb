/* Good moves for a position and a throw: one interface over the table of royal-ur, the
 * networks and the searches.
 *
 * An engine has no clock: to limit its time, pass a function that says when to stop.
 * With the same seed and the same limits of nodes and plies, it gives the same
 * answers. */
#ifndef ALEA_ENGINE_ENGINE_H
#define ALEA_ENGINE_ENGINE_H

#include "rules/play.h"

/* Levels of strength, 1 to this. */
#define ENGINE_LEVELS 8
/* Most plies of engine_value. */
#define ENGINE_PLIES_MAX 6

/* tafl: chances so near to 0 or 1 are those of a forced win; all others are further
 * away. */
#define ENGINE_FORCED 1e-4
/* tafl: with this value (tafl_search.h) the odds to win are e : 1. */
#define ENGINE_TAFL_SCALE 250.0

struct engine;

struct engine_setup {
    const struct game *game;
    const char *table; /* file that `alea solve` wrote for this game; NULL: none */
    int tafl_draw;     /* tafl: what a draw is worth to white, see tafl_search.h */
    uint64_t seed;     /* for the random choices of the levels below the highest */
};

struct engine_limits {
    uint64_t nodes;  /* about how many positions to look at; 0: no limit */
    unsigned plies;  /* plies to look ahead; 0: as many as the other limits allow */
    bool values_all; /* find the value of every move, not only of the best one */
    /* Called about once in a thousand nodes: whether to stop; NULL: never. */
    bool (*is_over)(void *arg);
    void *arg;
};

/* A legal move and the mover's chance to win after it, 0..1; a draw counts half. */
struct engine_choice {
    struct move move;
    double value; /* unless values_all, only an upper bound for all but the best move */
};

struct engine_result {
    const struct engine_choice *choice; /* every legal move, best first; borrowed, valid
                                         * until the next search */
    size_t n;
    bool is_exact; /* the values come from a table: play is perfect */
};

/* The searches of an engine since it is there; looking into a table is none. */
struct engine_work {
    uint64_t searches;
    uint64_t plies; /* of all together: how far each looked ahead for all its moves */
    uint64_t nodes;
};

/* An engine for a game with any options.  Returns owned: engine_free.  NULL with a fault:
 * the table cannot be used. */
struct engine *engine_new(const struct engine_setup *setup,
                          char fault[static FAULT_BYTES]);
void engine_free(struct engine *engine);
struct engine_work engine_work(const struct engine *engine);

/* Finds the best moves of a position in phase move. */
struct engine_result engine_think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits);
/* The chance of `side` to win from a position in any state, 0..1.  plies: how far to look
 * ahead where no table has it, 0 to ENGINE_PLIES_MAX; in phase move the move itself is
 * not counted, so that the value after a move is the one that engine_think, looking
 * plies + 1 ahead, gives to the move.  Sets is_exact: it comes from a table, or the game
 * is over. */
double engine_value(struct engine *engine, const struct play *play, enum side side,
                    unsigned plies, bool *is_exact);
/* Makes the running engine_think return soon; may be called from a signal handler or
 * another thread.  Does nothing when none runs. */
void engine_stop(struct engine *engine);

/* The move that a level (1..ENGINE_LEVELS) plays in a position in phase move.  Lower
 * levels look less far ahead and do not always play the best move that they find, but the
 * better a move, the likelier it is.  nodes, is_over and arg of the limits apply to all
 * levels. */
struct move engine_choose(struct engine *engine, const struct play *play, unsigned level,
                          const struct engine_limits *limits);

#endif
