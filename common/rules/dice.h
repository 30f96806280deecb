/* Kinds of dice, and throws as the rules see them. */
#ifndef ALEA_RULES_DICE_H
#define ALEA_RULES_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/text.h"

/* Most dice thrown at once (finkel, blitz, aseb). */
#define DICE_MAX 4
/* Most results of one throw (stelpur: double six). */
#define RESULTS_MAX 4
/* Most distinct throws of any kind of dice (three six-sided dice: 56). */
#define ROLLS_MAX 56

/* A kind of dice.  Static tables only. */
struct dice_kind {
    const char *name; /* "two-faced", "six-sided" */
    uint8_t n_dice;   /* 1..DICE_MAX, all thrown at once */
    uint8_t lowest;   /* lowest face: 0 or 1 */
    uint8_t n_faces;  /* 2: faces 0, 1; 6: faces 1..6 */
    bool summed;      /* the rules see only the sum */
    uint8_t none;     /* summed: what counts for a sum of 0 */
};

extern const struct dice_kind dice_three_binary; /* royal-ur, akalamdung, ur */
extern const struct dice_kind dice_four_binary;  /* finkel, blitz, aseb */
extern const struct dice_kind dice_none_is_four; /* masters: three binary ones */
extern const struct dice_kind dice_two_six;      /* stelpur */
extern const struct dice_kind dice_three_six;    /* morris */

/* A throw as the rules see it: the results, highest first; of summed dice one value, the
 * sum.  n == 0: not thrown.  Unused values are 0, so memcmp works. */
struct roll {
    uint8_t n;
    uint8_t value[RESULTS_MAX];
};

/* Returns the throw of these faces, kind->n_dice of them in the order thrown. */
struct roll roll_of_faces(const struct dice_kind *kind, const uint8_t *faces);
/* Returns the sum of the faces, or what counts for it.  The higher one starts. */
unsigned dice_sum(const struct dice_kind *kind, const uint8_t *faces);
/* Writes the sum if the rules see only that, else the faces, separated. */
void dice_write(const struct dice_kind *kind, const uint8_t *faces, const char *between,
                struct text_out *out);
/* Lists every distinct throw, sorted bytewise by text.  Returns their number. */
size_t dice_rolls(const struct dice_kind *kind, struct roll out[static ROLLS_MAX]);
/* Writes "6,5,4" or "2"; "-" when not thrown. */
void roll_write(const struct roll *roll, struct text_out *out);
/* Takes a throw of this kind, dice in any order, and sorts it.  False, with a fault, if
 * there is none. */
bool roll_take(const struct dice_kind *kind, struct text_in *in, struct roll *roll);
/* The same, but the throw must be the whole rest of the input. */
bool roll_read(const struct dice_kind *kind, struct text_in *in, struct roll *roll);

#endif
