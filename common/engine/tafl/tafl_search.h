/* tafl: the best moves, by alpha-beta search.
 *
 * Iterative deepening with a transposition table that survives between searches.  Killer
 * moves and the history order the moves; late quiet moves are searched less deeply.  The
 * same searches with the same limits of nodes and plies give the same results. */
#ifndef ALEA_ENGINE_TAFL_SEARCH_H
#define ALEA_ENGINE_TAFL_SEARCH_H

#include "engine/limits.h"
#include "rules/play.h"

/* The value of a won game, minus the plies until the win. */
#define TAFL_WON 30000
/* A value beyond this is a forced win. */
#define TAFL_FORCED 29000
/* The deepest search, in plies. */
#define TAFL_PLIES_MAX 64

struct tafl_search;

/* A value whose win is so many plies nearer.  Tables count plies to a win from their
 * position, searches from the root: what is kept at a ply is nearer by it. */
static inline int tafl_nearer(int value, int plies) {
    return value > TAFL_FORCED    ? value + plies
           : value < -TAFL_FORCED ? value - plies
                                  : value;
}

/* A move and its value for the side that makes it; a defender is worth 100. */
struct tafl_line {
    struct move move;
    int value; /* without values_all, an upper bound for all moves but the best */
};

struct tafl_result {
    const struct tafl_line *line; /* best first; borrowed until the next search */
    size_t n;
    unsigned plies; /* plies searched completely */
    uint64_t nodes;
};

/* A search with a transposition table of at most table_bytes.  Returns owned:
 * tafl_search_free. */
struct tafl_search *tafl_search_new(size_t table_bytes);
void tafl_search_free(struct tafl_search *search);

/* Searches a position in phase move of a tafl game.  Considers the draw rules and the
 * game's earlier positions.  Always completes one ply. */
struct tafl_result tafl_search_run(struct tafl_search *search, const struct play *play,
                                   const struct engine_limits *limits);

/* Sorts lines, best first.  Equal ones keep their order: without values_all, the value of
 * a later line is only a bound, and the best line must stay before it. */
void tafl_sort_lines(struct tafl_line *lines, size_t n);

#endif
