/* royal-ur: what each throw allows, as steps between blocks and rows.
 *
 * What self can do depends only on self's pieces and the lane, not on the other side's
 * row.  So one step applies to all columns of a block.  The rules core plays every move
 * once; this module records the results. */
#ifndef ALEA_ENGINE_ROYAL_STEPS_H
#define ALEA_ENGINE_ROYAL_STEPS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/royal_index.h"

#define ROYAL_THROWS (UR_THROW_MAX + 1)

enum royal_then {
    ROYAL_OTHER, /* the other side throws */
    ROYAL_AGAIN, /* self throws again, in the same layer */
    ROYAL_OFF,   /* a piece was borne off: self throws again, with one piece fewer */
    ROYAL_WON,   /* the last piece was borne off */
};

/* Where a move leads. */
struct royal_step {
    uint16_t lane; /* as self sees it, whoever throws next */
    uint16_t row;  /* self's row */
    uint8_t then;  /* enum royal_then */
};

/* All steps of a side with a given number of pieces left. */
struct royal_steps {
    uint32_t first_row[ROYAL_LANES]; /* number of the first row of a lane */
    uint32_t n_rows;
    uint32_t *first;            /* [row]: its steps in `step`, sorted by throw */
    uint8_t (*n)[ROYAL_THROWS]; /* [row][throw]: how many steps; 0: the turn passes */
    struct royal_step *step;
};

/* The steps of a side with `left` pieces, as the rules core plays them.  Borrows index
 * for the call.  Returns owned: royal_steps_free. */
struct royal_steps *royal_steps_new(const struct royal_index *index, unsigned left);
void royal_steps_free(struct royal_steps *steps);

#endif
