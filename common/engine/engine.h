/* Good moves for a position and a throw: one interface to the table of royal-ur, the
 * networks and the searches.
 *
 * An engine has no clock.  To limit its time, pass a function that says when to stop.
 * The same seed and the same limits of nodes and plies give the same answers. */
#ifndef ALEA_ENGINE_ENGINE_H
#define ALEA_ENGINE_ENGINE_H

#include "engine/limits.h"
#include "rules/play.h"

/* Number of levels of strength; they count from 1. */
#define ENGINE_LEVELS 8
/* Most plies of engine_value. */
#define ENGINE_PLIES_MAX 6

/* tafl: a chance this near to 0 or 1 is a forced win; no other chance is. */
#define ENGINE_FORCED 1e-4
/* tafl: a value of this size (tafl_search.h) means odds of e : 1. */
#define ENGINE_TAFL_SCALE 250.0

struct engine;

struct engine_setup {
    const struct game *game;
    const char *table; /* file that `alea solve` wrote for this game; NULL: none */
    int tafl_draw;     /* tafl: value of a draw for white, see tafl_search.h */
    uint64_t seed;     /* for the random choices of the levels below the highest */
};

/* Totals of all searches of an engine; table look-ups do not count. */
struct engine_work {
    uint64_t searches;
    uint64_t plies; /* sum of the depths that were complete for all moves */
    uint64_t nodes;
};

/* An engine for a game, whatever its options.  Returns owned: engine_free.  NULL with a
 * fault: the table cannot be used. */
struct engine *engine_new(const struct engine_setup *setup,
                          char fault[static FAULT_BYTES]);
void engine_free(struct engine *engine);
struct engine_work engine_work(const struct engine *engine);

/* Finds the best moves of a position in phase move. */
struct engine_result engine_think(struct engine *engine, const struct play *play,
                                  const struct engine_limits *limits);
/* The chance of `side` to win from any position, 0..1.  plies: how far to look ahead
 * where no table has the value, 0 to ENGINE_PLIES_MAX.  In phase move the move itself
 * does not count, so the value after a move equals the one that engine_think gives to the
 * move at plies + 1.  Sets is_exact: it comes from a table, or the game is over. */
double engine_value(struct engine *engine, const struct play *play, enum side side,
                    unsigned plies, bool *is_exact);

/* The move that a level (1..ENGINE_LEVELS) plays in a position in phase move.  Lower
 * levels look less far ahead, and sometimes pick a worse move; the better a move, the
 * likelier it is.  nodes, is_over and arg of the limits apply to all levels. */
struct move engine_choose(struct engine *engine, const struct play *play, unsigned level,
                          const struct engine_limits *limits);

#endif
