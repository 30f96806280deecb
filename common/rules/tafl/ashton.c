/* ashton: tablut on 9 by 9 with camps.
 *
 * Source: "Ashton's tablut" (aagenielsen.dk, ashton_rules), as the Bologna tablut
 * challenge plays it.
 *
 * - 16 attackers in four camps against 8 defenders and the king, who is armed.  White
 *   begins.
 * - The camps are a4 a5 a6 b5, d1 e1 f1 e2, i4 i5 i6 h5, d9 e9 f9 e8; the castle is e5.
 * - Nobody enters or passes the empty castle.  Nobody enters or passes a camp, except an
 *   attacker that is still inside its own.
 * - Castle and camps are hostile: the castle to both sides even with the king in it; of
 *   the camps, e1, a5, i5 and e9 not to attackers.
 * - The king is captured between two, or one and a camp; in the castle by four, beside it
 *   by three.
 * - The king wins anywhere on the edge.
 * - A position that occurs again since the last capture is a draw.
 *
 * Decided here, where the source is silent:
 * - [house] 200 moves without a capture draw. */
#include "rules/tafl/tafl.h"

static const char rules[] =
    "Tablut as Ashton found it in Linnaeus, 9 by 9: a king (K) and his eight\n"
    "defenders (T), white, and sixteen attackers (t), black, in four camps. The\n"
    "king wants to reach the edge of the board, black wants to capture him. White\n"
    "begins.\n"
    "- Every piece moves any distance along its rank or file, over empty squares.\n"
    "- Nobody enters or passes the central square, the castle, once the king has\n"
    "  left it. Nobody enters or passes a camp: a4 a5 a6 b5, d1 e1 f1 e2, i4 i5 i6\n"
    "  h5, d9 e9 f9 e8. Only an attacker that never left its camp moves inside it.\n"
    "- On any square of the edge the king wins at once.\n"
    "- Your move captures each enemy piece next to the piece you moved, if\n"
    "  directly beyond it there is another piece of yours, the castle (empty or\n"
    "  not), or a camp; but e1, a5, i5 and e9 do not help to capture attackers.\n"
    "  Several at once is possible. Moving in between two enemies is safe. The\n"
    "  king captures like the others.\n"
    "- The king is captured like the others, between two attackers or one and a\n"
    "  camp; in the castle by attackers on all four sides, beside it by attackers\n"
    "  on the other three.\n"
    "- A side that cannot move has lost.\n"
    "- A position that occurs again is a draw; so are 200 moves in a row without\n"
    "  a capture (house rule).\n"
    "- Black is stronger: between equal programs white wins 16 of 100 games at\n"
    "  level 8, and 40 at level 6.\n"
    "Announced: raichi, the king can reach the edge in one way; tuichi, he can in\n"
    "two or more; gare, black can capture him with its next move.\n"
    "\n"
    "Moves: e4-f4 moves from e4 to f4; files a to i, ranks 1 to 9 from below.\n";

static const struct tafl_set ashton = {
    .size = 9,
    .attackers = 16,
    .defenders = 8,
    .rules = TAFL_ARMED | TAFL_THRONE | TAFL_LEFT | TAFL_WEAK | TAFL_BY_THRONE |
             TAFL_EDGE_WINS | TAFL_CAMPS,
};

TAFL_READ(ashton)

const struct game game_ashton = {
    .id = "ashton",
    .title = "Ashton's Tablut",
    .source = "Ashton's tablut, aagenielsen.dk",
    .goal = "white: bring the king to the edge; black: capture him",
    .rules = rules,
    .example = "3t1t3/4t4/2T6/t3T3t/tt1TK1Ttt/t3T4/4T2t1/4t4/3t1t3 b",
    .options = options_legs,
    .quiet_max = 200,
    .first = SIDE_WHITE,
    .occurrences = 2,
    .start = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 ?",
    TAFL_MEMBERS(ashton),
};
