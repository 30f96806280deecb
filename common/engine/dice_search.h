/* Values the legal moves in games with dice, by a network and look-ahead.
 *
 * At 0 plies, the network judges the position after each move.  One more ply replaces
 * that value by the mean, over all throws, of the best reply, judged one ply later.  A
 * throw that passes and an extra throw each count as a ply.  The same position with the
 * same limits of plies and nodes gives the same values.  All moves come from the rules
 * core. */
#ifndef ALEA_ENGINE_DICE_SEARCH_H
#define ALEA_ENGINE_DICE_SEARCH_H

#include "engine/limits.h"
#include "rules/play.h"

struct layers_table;
struct network;
struct dice_search;

/* The deepest search, in plies without the move itself. */
#define DICE_PLIES_MAX 6

/* A search with this game's network.  Returns owned: dice_search_free.  NULL: the game
 * has no dice. */
struct dice_search *dice_search_new(const struct game *game);
/* As dice_search_new with another network, borrowed.  It may change between searches. */
struct dice_search *dice_search_new_with(const struct game *game,
                                         const struct network *network);
void dice_search_free(struct dice_search *search);
/* Takes values from the table where it has them.  Borrows the table. */
void dice_search_use_table(struct dice_search *search, const struct layers_table *table);

/* Searches a position in phase move, one ply deeper each time, until a limit is reached.
 * The limits and the result count the move itself as the first ply.  Always completes
 * that one, and goes at most DICE_PLIES_MAX further. */
struct engine_result dice_search_run(struct dice_search *search, const struct play *play,
                                     const struct engine_limits *limits);
/* The chance of `side` to win from any position.  Looks exactly `plies` ahead; in phase
 * move, the moves of the current throw do not count. */
double dice_search_value(struct dice_search *search, const struct play *play,
                         enum side side, unsigned plies);

#endif
