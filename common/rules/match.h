/* A match: one game, or two with sides exchanged (option legs=).  Pure.
 *
 * Source: the match of Alea Evangelii, 003_a3c777d777e1ce4b.  [house] for other games. */
#ifndef ALEA_RULES_MATCH_H
#define ALEA_RULES_MATCH_H

#include "rules/position.h"

#define LEGS_MAX 2

/* Scores are kept by the seat that the player has in the present leg. */
struct match {
    uint8_t legs;                  /* games of the match: 1 or 2 */
    uint8_t leg;                   /* the present one, from 1 */
    uint8_t halves[SIDE_COUNT];    /* half points: a win 2, a draw 1 */
    uint16_t captured[SIDE_COUNT]; /* enemy pieces taken in all legs, no king counted */
};

/* The first leg of a match of so many legs. */
void match_start(struct match *match, uint8_t legs);
/* Counts the result of the present leg. */
void match_add(struct match *match, enum outcome outcome);
/* Whether another leg is to be played after the present one. */
bool match_goes_on(const struct match *match);
/* The next leg: sides, and with them the scores, are exchanged. */
void match_next_leg(struct match *match);
/* Who won the match, by points, then by pieces captured; by the sides of the last leg. */
enum outcome match_outcome(const struct match *match);

#endif
