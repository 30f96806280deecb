/* Judges positions and moves: an engine that always looks equally far ahead, so its
 * values can be compared. */
#ifndef ALEA_CLIENT_ANALYSE_JUDGE_H
#define ALEA_CLIENT_ANALYSE_JUDGE_H

#include <stdio.h>

#include "engine/engine.h"
#include "lang/lang.h"

/* Most plies that a judge looks ahead. */
#define JUDGE_PLIES_MAX 4

struct judge {
    const struct game *game;
    struct engine *engine;        /* owned */
    struct engine_choice *choice; /* owned: the moves of judge_moves */
    unsigned plies;               /* search depth where no table has the value */
    bool has_table;
};

struct judge_setup {
    const struct game *game;
    const char *table; /* royal-ur: file of the table; NULL: the default, if it exists */
    bool has_plies;    /* plies is set; else as many as fit in a few seconds */
    unsigned plies;    /* 0..JUDGE_PLIES_MAX */
};

/* False with a fault: the table cannot be used. */
ALEA_MUST_USE bool judge_init(struct judge *judge, const struct judge_setup *setup,
                              char fault[static FAULT_BYTES]);
void judge_fini(struct judge *judge);

/* White's chance to win from any position.  Sets is_exact if the value is perfect. */
double judge_value(const struct judge *judge, const struct play *play, bool *is_exact);
/* The legal moves of a position in phase move, with the mover's chances after each, in no
 * particular order.  Borrowed until the next call. */
struct engine_result judge_moves(const struct judge *judge, const struct play *play);
/* Writes a sentence that says how good the judge is.  all_exact: all its values were
 * exact. */
void judge_tell(const struct judge *judge, bool all_exact, enum lang lang, FILE *out);

#endif
