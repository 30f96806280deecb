/* brandubh: tafl on 7 by 7.
 *
 * Source: "Brandubh", as the World Tafl Federation plays it (aagenielsen.dk).
 *
 * - 8 attackers against 4 defenders and the king, who is armed.  Black begins.
 * - Corners and throne are for the king alone; others may pass over the empty throne.
 *   Both are hostile to all, the throne while it is empty.
 * - The king is captured between two, on the throne by four, beside it by three.
 * - The third occurrence of a position loses for the side that brings it about.
 *
 * Decided here, where the source is silent:
 * - [house] The position that a capture made does not count for a repetition.
 * - [house] The empty throne stands for an attacker beside the king.
 * - [house] 200 moves without a capture draw. */
#include "rules/tafl/tafl.h"

static const char rules[] =
    "The smallest of the tafl games, 7 by 7: a king (K) with four defenders (T),\n"
    "white, and eight attackers (t), black. The king wants to reach a corner,\n"
    "black wants to capture him. Black begins.\n"
    "- Every piece moves any distance along its rank or file, over empty squares.\n"
    "- The corners and the central square, the throne, are for the king alone.\n"
    "  The others may pass over the empty throne. On a corner the king wins at\n"
    "  once.\n"
    "- Your move captures each enemy piece next to the piece you moved, if\n"
    "  directly beyond it there is another piece of yours, a corner, or the\n"
    "  throne while it is empty. Several at once is possible. Moving in between\n"
    "  two enemies is safe. The king captures like the others.\n"
    "- The king is captured like the others, between two; on the throne by\n"
    "  attackers on all four sides, beside it by attackers on the other three\n"
    "  (house rule: the empty throne stands for an attacker).\n"
    "- A side that cannot move has lost.\n"
    "- Who brings about the third occurrence of a position has lost. The position\n"
    "  that a capture made is not counted (house rule).\n"
    "- 200 moves in a row without a capture are a draw (house rule).\n"
    "- White is stronger: between equal programs that play their best (level 8)\n"
    "  it wins 99 of 100 games; at level 6, where it errs more often, 54.\n"
    "Announced: raichi, the king can reach a corner; tuichi, he can reach two or\n"
    "more; gare, black can capture him with its next move.\n"
    "\n"
    "Moves: d1-c1 moves from d1 to c1; files a to g, ranks 1 to 7 from below.\n";

static const struct tafl_set brandubh = {
    .size = 7,
    .attackers = 8,
    .defenders = 4,
    .rules = TAFL_ARMED | TAFL_THRONE | TAFL_WEAK | TAFL_BY_THRONE,
};

TAFL_READ(brandubh)

const struct game game_brandubh = {
    .id = "brandubh",
    .title = "Brandubh",
    .source = "Brandubh, World Tafl Federation, aagenielsen.dk",
    .goal = "white: bring the king to a corner; black: capture him",
    .rules = rules,
    .example = "3t3/2t4/1T1K2t/t5t/2T4/4t2/3t3 w",
    .options = options_legs,
    .quiet_max = 200,
    .first = SIDE_BLACK,
    .occurrences = 3,
    .repeating_loses = true,
    .start = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 ?",
    TAFL_MEMBERS(brandubh),
};
