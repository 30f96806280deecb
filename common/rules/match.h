/* A match: one game, or two with sides exchanged (option legs=).  Pure.
 *
 * Source: the match of Alea Evangelii, 003_a3c777d777e1ce4b.  [house] for other games. */
#ifndef ALEA_RULES_MATCH_H
#define ALEA_RULES_MATCH_H

#include "rules/position.h"

#define LEGS_MAX 2

/* Each score belongs to the seat where the player now sits. */
struct match {
    uint8_t legs;               /* games of the match: 1 or 2 */
    uint8_t leg;                /* the current one, from 1 */
    uint8_t halves[SIDE_COUNT]; /* half points: a win 2, a draw 1 */
    uint16_t
        captured[SIDE_COUNT]; /* enemy pieces captured in all legs, kings not counted */
};

/* Begins the first leg of a match with this many legs. */
void match_start(struct match *match, uint8_t legs);
/* Counts the result of the current leg. */
void match_add(struct match *match, enum outcome outcome);
/* Whether another leg follows the current one. */
bool match_goes_on(const struct match *match);
/* Begins the next leg: exchanges the sides and their scores. */
void match_next_leg(struct match *match);
/* Returns the winner of the match: by points, then by pieces captured.  Sides are those
 * of the last leg. */
enum outcome match_outcome(const struct match *match);

#endif
