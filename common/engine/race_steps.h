/* Races: what each throw allows, as steps between blocks and rows.
 *
 * What self can do depends only on self's pieces and the lane, not on the other side's
 * row.  So one step applies to all columns of a block.  The rules core plays every move
 * once; this module records the results. */
#ifndef ALEA_ENGINE_RACE_STEPS_H
#define ALEA_ENGINE_RACE_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/race_index.h"

#define RACE_THROWS_MAX 5 /* kinds of throws, of four two-faced dice */

enum race_then {
    RACE_OTHER,  /* the other side throws */
    RACE_AGAIN,  /* self throws again, in the same layer */
    RACE_OFF,    /* a piece was borne off: self throws again, with one piece fewer */
    RACE_PASSED, /* a piece was borne off: the other side throws */
    RACE_WON,    /* the last piece was borne off */
};

/* Where a move leads. */
struct race_step {
    uint32_t lane : 20; /* as self sees it, whoever throws next */
    uint32_t row : 9;   /* self's row */
    uint32_t then : 3;  /* enum race_then */
};
_Static_assert(RACE_LANES_MAX <= 1 << 20 && RACE_ROWS_MAX <= 1 << 9, "a step");
_Static_assert(sizeof(struct race_step) == 4, "there are 100 million of them");

/* All steps of a side with a given number of pieces left. */
struct race_steps {
    uint32_t *first_row; /* [lane]: number of its first row */
    uint32_t n_rows;
    uint32_t *first;               /* [row]: its steps in `step`, sorted by throw */
    uint8_t (*n)[RACE_THROWS_MAX]; /* [row][throw]: how many steps; 0: the turn passes */
    struct race_step *step;
};

/* The steps of a side with `left` pieces, as the rules core plays them.  Borrows index
 * for the call.  Returns owned: race_steps_free. */
struct race_steps *race_steps_new(const struct race_index *index, unsigned left);
/* The memory of the steps for every number of pieces left, about. */
uint64_t race_steps_bytes(const struct race_index *index);
void race_steps_free(struct race_steps *steps);

#endif
