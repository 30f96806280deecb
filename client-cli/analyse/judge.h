/* The judge of positions and moves: an engine that looks equally far ahead everywhere, so
 * that its values can be compared. */
#ifndef ALEA_CLIENT_ANALYSE_JUDGE_H
#define ALEA_CLIENT_ANALYSE_JUDGE_H

#include <stdio.h>

#include "engine/engine.h"

/* Most plies that a judge looks ahead. */
#define JUDGE_PLIES_MAX 4

struct judge {
    const struct game *game;
    struct engine *engine;        /* owned */
    struct engine_choice *choice; /* owned: the moves of judge_moves */
    unsigned plies;               /* to look ahead where no table has the value */
    bool has_table;
};

struct judge_setup {
    const struct game *game;
    const char *table; /* royal-ur: file of the table; NULL: the default one, if it
                        * exists */
    bool has_plies;    /* plies is set; else as many as the game allows in a few
                        * seconds */
    unsigned plies;    /* 0..JUDGE_PLIES_MAX */
};

/* False with a fault: the table cannot be used. */
ALEA_MUST_USE bool judge_init(struct judge *judge, const struct judge_setup *setup,
                              char fault[static FAULT_BYTES]);
void judge_fini(struct judge *judge);

/* White's chance to win from a position in any state.  Sets is_exact: the value is
 * perfect. */
double judge_value(const struct judge *judge, const struct play *play, bool *is_exact);
/* The legal moves of a position in state move, with the mover's chances after each, in no
 * particular order; valid
 * until the next call. */
struct engine_result judge_moves(const struct judge *judge, const struct play *play);
/* Writes a sentence that says how good the judge is.  all_exact: each of its values
 * was. */
void judge_tell(const struct judge *judge, bool all_exact, FILE *out);

#endif
