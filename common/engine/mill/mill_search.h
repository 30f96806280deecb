/* morris:dice=none and dice=alfonso: the best moves, by alpha-beta search.
 *
 * Iterative deepening with a transposition table.  Limits,
 * values and results are those of a tafl search; a man is worth 100.  Where a throw comes
 * before a man is placed (alfonso), the search takes it for an ordinary one: 93 % are. */
#ifndef ALEA_ENGINE_MILL_SEARCH_H
#define ALEA_ENGINE_MILL_SEARCH_H

#include "engine/tafl/tafl_search.h"

/* The deepest search, in plies. */
#define MILL_PLIES_MAX 24

struct mill_search;

/* Whether this search is for the game. */
bool mill_search_knows(const struct game *game);
/* Returns owned: mill_search_free. */
struct mill_search *mill_search_new(void);
void mill_search_free(struct mill_search *search);

/* As tafl_search_run; limits->is_full changes nothing. */
struct tafl_result mill_search_run(struct mill_search *search, const struct play *play,
                                   const struct engine_limits *limits);

#endif
