/* fetlar and copenhagen: hnefatafl on 11 by 11.
 *
 * Sources: "Fetlar Hnefatafl rules" and "Copenhagen Hnefatafl rules" (aagenielsen.dk).
 *
 * Both:
 * - 24 attackers against 12 defenders and the king, who is armed.  Black begins.
 * - Corners and throne are for the king alone; others may pass over the empty throne.
 *   Corners are hostile to all, the throne while it is empty.
 * - The king is captured by attackers on all four sides, the empty throne standing for
 *   one.  On the edge he cannot be captured.
 * fetlar: the third occurrence of a position is a draw.
 * copenhagen:
 * - A row of two or more at the edge is captured when it is shut in: a shieldwall.
 * - White wins with the king in a fort at the edge that cannot be broken.
 * - Black wins by enclosing all defenders, who cannot reach the edge any more.
 * - Positions must not repeat: who brings one about a third time has lost.
 *
 * Decided here, where the sources are silent:
 * - [house] The position that a capture made does not count for a repetition
 *   in copenhagen.
 * - [house] The corner of a shieldwall is its end; the king in one is not captured.
 * - [house] Forts and rings are unbreakable if no piece of their border can be captured
 *   as the board is now (tafl_area.c).
 * - [house] 200 moves without a capture draw.  A side that cannot move has lost. */
#include "rules/tafl/tafl.h"

#define START "3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3 ?"

/* What both rules begin with, and what they end with. */
#define COMMON                                                                           \
    "- Every piece moves any distance along its rank or file, over empty squares.\n"     \
    "- The corners and the central square, the throne, are for the king alone.\n"        \
    "  The others may pass over the empty throne. On a corner the king wins at\n"        \
    "  once.\n"                                                                          \
    "- Your move captures each enemy piece next to the piece you moved, if\n"            \
    "  directly beyond it there is another piece of yours, a corner, or the\n"           \
    "  throne while it is empty. Several at once is possible. Moving in between\n"       \
    "  two enemies is safe. The king captures like the others.\n"                        \
    "- The king is captured when a black move next to him leaves attackers on\n"         \
    "  all four sides of him; the empty throne stands for one. On the edge he\n"         \
    "  cannot be captured.\n"
#define COMMON_END                                                                       \
    "- A side that cannot move has lost.\n"                                              \
    "- 200 moves in a row without a capture are a draw (house rule).\n"                  \
    "Announced: raichi, the king can reach a corner; tuichi, he can reach two or\n"      \
    "more; gare, black can capture him with its next move.\n"
#define NOTATION                                                                         \
    "\n"                                                                                 \
    "Moves: d1-d4 moves from d1 to d4; files a to k, ranks 1 to 11 from below.\n"

static const char fetlar_rules[] =
    "Hnefatafl on 11 by 11, as on the Shetland island of Fetlar: a king\n"
    "(K) with twelve defenders (T), white, and 24 attackers (t), black. The king\n"
    "wants to reach a corner, black wants to capture him. Black begins.\n" COMMON
    "- The third occurrence of a position is a draw.\n"
    "- Between equal programs white wins 20 of 40 games at level 8, black none; at\n"
    "  level 6, where white errs more often, 8.\n" COMMON_END NOTATION;

static const char copenhagen_rules[] =
    "Hnefatafl on 11 by 11, as most people play it today: a king\n"
    "(K) with twelve defenders (T), white, and 24 attackers (t), black. The king\n"
    "wants to reach a corner, black wants to capture him. Black begins.\n" COMMON
    "- Shieldwall: your move to the edge captures a row of two or more enemies\n"
    "  along the edge next to it, if each has a piece of yours before it, and the\n"
    "  row ends at another piece of yours or at a corner. The king in such a row\n"
    "  is not captured (house rule).\n"
    "- Exit fort: white wins if the king is on the edge and can move, while white\n"
    "  pieces enclose him so that black cannot break in: none of them can be\n"
    "  captured as the board is (house rule).\n"
    "- Encirclement: black wins if its pieces enclose all white ones away from\n"
    "  the edge, and none of those around them can be captured.\n"
    "- Positions must not repeat: who brings about the third occurrence of one\n"
    "  has lost. The position that a capture made is not counted (house rule).\n"
    "- Between equal programs white wins 33 of 40 games at level 8, black none; at\n"
    "  level 6, where white errs more often, 12.\n" COMMON_END NOTATION;

static const struct tafl_set fetlar = {
    .size = 11,
    .attackers = 24,
    .defenders = 12,
    .rules = TAFL_ARMED | TAFL_THRONE,
};

static const struct tafl_set copenhagen = {
    .size = 11,
    .attackers = 24,
    .defenders = 12,
    .rules = TAFL_ARMED | TAFL_THRONE | TAFL_WALLS | TAFL_FORTS,
};

TAFL_READ(fetlar)
TAFL_READ(copenhagen)

const struct game game_fetlar = {
    .id = "fetlar",
    .title = "Fetlar Hnefatafl",
    .source = "Fetlar Hnefatafl rules, aagenielsen.dk",
    .goal = "white: bring the king to a corner; black: capture him",
    .rules = fetlar_rules,
    .example = "3tt1t4/5t5/3T7/t4T4t/t3T1T3t/tt1T1K1T1tt/t3T1T3t/t4T4t/7t3/5t5/3tttt4 w",
    .options = options_legs,
    .quiet_max = 200,
    .first = SIDE_BLACK,
    .occurrences = 3,
    .start = START,
    TAFL_MEMBERS(fetlar),
};

const struct game game_copenhagen = {
    .id = "copenhagen",
    .title = "Copenhagen Hnefatafl",
    .source = "Copenhagen Hnefatafl rules, aagenielsen.dk",
    .goal = "white: king to a corner or fort; black: capture or enclose",
    .rules = copenhagen_rules,
    .example = "3tt1t4/5t5/3T7/t4T4t/t3T1T3t/tt1T1K1T1tt/t3T1T3t/t4T4t/7t3/5t5/3TT2t3 b",
    .options = options_legs,
    .quiet_max = 200,
    .first = SIDE_BLACK,
    .occurrences = 3,
    .repeating_loses = true,
    .start = START,
    TAFL_MEMBERS(copenhagen),
};
