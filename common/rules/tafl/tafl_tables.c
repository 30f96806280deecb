/* tablut and alea-evangelii: the two parameter sets of tafl, and their rows.
 *
 * Sources: "Tablut", sygytobanjo; "Alea Evangelii", rule booklet, Geoludie.
 *
 * tablut, 9 by 9, 16 attackers against 8 defenders and the king:
 * - An enemy piece is captured between two pieces of the mover, or one and a corner.
 * - The king takes part in captures, except with option king=unarmed.
 * - The king is captured by attackers on all four sides.
 * - Option throne=hostile: the central square is like the corners while it is empty.
 * - Option king=weak: the king is captured between two, like the others.  Option
 *   escape=edge: it wins on the edge, and corners are as other squares.
 * - Option rules=linnaeus ("Linnaeus' tablut", aagenielsen.dk, tafl_rules): the castle is
 *   hostile and never entered again; the king wins on the edge, and is captured between
 *   two, on the castle by four, beside it by three.
 *
 * alea-evangelii, 19 by 19, 48 attackers against 24 defenders and the king:
 * - The central square, konakis, is like the corners.
 * - The king takes no part in captures, except with option king=step, which lets it move
 *   only one square at a time.
 * - Edge, corners and konakis count as attackers around the king.
 * - The king can be captured together with one defender beside it.
 * - Black says gare when it threatens the king; white says raichi when it has one way to
 *   a corner, tuichi when it has several.
 *
 * Decided here, where the sources are silent:
 * - [house] In tablut black begins, unless first=white.
 * - [house] In tablut the king cannot be captured on the edge: it takes four attackers.
 * - [house] A weak king is captured between two on the central square, too, but not with
 *   rules=linnaeus.  The castle of Linnaeus may be passed.
 * - [house] The konakis is hostile only while it is empty.
 * - [house] The start position of alea-evangelii: the source's figure lacks two files,
 *   two ranks and three pieces; symmetry restores them.
 * - [house] A side that cannot move has lost.  The third occurrence of a position draws;
 *   so do 200 moves (tablut) or 400 (alea-evangelii) without a capture. */
#include "rules/tafl/tafl.h"

/* --- tablut --- */

static const char tablut_rules[] =
    "A king (K) and his eight defenders (T), white, are surrounded by sixteen\n"
    "attackers (t), black. The king wants to reach a corner, black wants to\n"
    "capture him. Black begins (house rule), unless the option first=white is\n"
    "chosen.\n"
    "- Every piece moves any distance along its rank or file, over empty squares.\n"
    "- Only the king may stop on a corner. There he wins at once.\n"
    "- Your move captures each enemy piece next to the piece you moved, if\n"
    "  directly beyond it there is another piece of yours, or a corner. Several\n"
    "  at once is possible. Moving in between two enemies is safe.\n"
    "- The king captures too, unless the option king=unarmed is chosen: then he\n"
    "  neither takes pieces nor helps to take them.\n"
    "- The king is captured when a black move next to him leaves attackers on\n"
    "  all four sides of him. On the edge he cannot be captured (house rule).\n"
    "- With the option king=weak he takes part in captures, and is captured like\n"
    "  the others, between two. With escape=edge he wins on any square of the\n"
    "  edge, and corners are squares like others. Both together are a balanced\n"
    "  game: between equal programs white wins 36 of 100 at level 8, and 43 at\n"
    "  level 6. So alea and its page offer these two first.\n"
    "- With the option throne=hostile the central square is like a corner: only\n"
    "  the king may stop on it, others may pass over it, and while it is empty it\n"
    "  helps either side to capture, the king included.\n"
    "- With rules=linnaeus the king wins on the edge, and is captured between\n"
    "  two, on the central square by attackers on all four sides, beside it on\n"
    "  the other three. Nobody comes back to that square, not even the king; it\n"
    "  may be passed, and is hostile while it is empty. Between equal programs\n"
    "  white wins 53 of 100 at level 8, and 61 at level 6.\n"
    "- A side that cannot move has lost (house rule).\n"
    "- The third occurrence of a position, and 200 moves in a row without a\n"
    "  capture, are a draw (house rules).\n"
    "Announced: raichi, the king can reach a corner; tuichi, he can reach two or\n"
    "more; gare, black can capture him with its next move.\n"
    "\n"
    "Moves: d1-d4 moves from d1 to d4; files a to i, ranks 1 to 9 from below.\n";

static const struct option_kind tablut_options[] = {
    {"king",
     {"armed", "unarmed", "weak"},
     "unarmed: it captures nothing; weak: captured by two"},
    {"throne", {"plain", "hostile"}, "whether the central square is like the corners"},
    {"first", {"black", "white"}, "who begins"},
    {"escape", {"corner", "edge"}, "where the king wins"},
    {"rules", {"booklet", "linnaeus"}, "linnaeus: as he wrote them down in 1732"},
    OPTION_LEGS("1", "2"),
    OPTIONS_END,
};

static const struct tafl_set tablut = {
    .size = 9,
    .attackers = 16,
    .defenders = 8,
    .rules = TAFL_ARMED,
    .option_rules = {{TAFL_UNARMED, TAFL_WEAK}, /* king */
                     {TAFL_THRONE},
                     {0}, /* first */
                     {TAFL_EDGE_WINS},
                     {TAFL_THRONE | TAFL_LEFT | TAFL_WEAK | TAFL_BY_THRONE |
                      TAFL_EDGE_WINS}}, /* rules */
};

TAFL_READ(tablut)

const struct game game_tablut = {
    .id = "tablut",
    .title = "Tablut",
    .source = "Tablut, sygytobanjo",
    .goal = "white: king to a corner, by options to the edge; black: capture him",
    .rules = tablut_rules,
    .example = "4t4/9/2t1T1t2/3T5/1t2K2Tt/3T1t3/9/2t6/5t3 b",
    .options = tablut_options,
    .quiet_max = 200,
    .first = SIDE_BLACK,
    .occurrences = 3,
    .start = "3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 ?",
    TAFL_MEMBERS(tablut),
};

/* --- alea-evangelii --- */

static const char alea_rules[] =
    "The largest of the tafl games, 19 by 19: a king (K) with 24 defenders (T),\n"
    "white, and 48 attackers (t), black. The king wants to reach a corner, black\n"
    "wants to capture him. White begins.\n"
    "- Every piece moves any distance along its rank or file, over empty squares.\n"
    "- The corners and the central square, the konakis, are for the king alone.\n"
    "  The others may pass over the empty konakis. On a corner the king wins at\n"
    "  once.\n"
    "- Your move captures each enemy piece next to the piece you moved, if\n"
    "  directly beyond it there is another piece of yours, a corner, or the\n"
    "  konakis while it is empty (house rule). Several at once is possible.\n"
    "  Moving in between two enemies is safe.\n"
    "- The king neither captures nor helps to capture. With the option king=step\n"
    "  he does, but moves only one square at a time.\n"
    "- The king is captured when a black move next to him leaves him shut in on\n"
    "  all four sides by attackers, the edge of the board, corners, or the empty\n"
    "  konakis.\n"
    "- He is captured together with one defender next to him when the two are\n"
    "  shut in like that on all other sides, by a move next to either of them.\n"
    "- A side that cannot move has lost (house rule).\n"
    "- The third occurrence of a position, and 400 moves in a row without a\n"
    "  capture, are a draw (house rules).\n"
    "Announced: raichi, the king can reach a corner; tuichi, he can reach two or\n"
    "more; gare, black can capture him with its next move.\n"
    "A match is two games, sides changing; then pieces captured break a tie.\n"
    "Part of the start position is reconstructed (house rule).\n"
    "\n"
    "Moves: c1-c4 moves from c1 to c4; files a to s, ranks 1 to 19 from below.\n";

static const struct option_kind alea_options[] = {
    {"king", {"long", "step"}, "step: the king moves one square at a time, and captures"},
    OPTION_LEGS("2", "1"),
    OPTIONS_END,
};

static const struct tafl_set alea_evangelii = {
    .size = 19,
    .attackers = 48,
    .defenders = 24,
    .rules = TAFL_THRONE | TAFL_EDGE | TAFL_COMPANION,
    .option_rules = {{TAFL_ARMED | TAFL_STEPS}}, /* king=step */
};

TAFL_READ(alea_evangelii)

const struct game game_alea_evangelii = {
    .id = "alea-evangelii",
    .title = "Alea Evangelii",
    .source = "Alea Evangelii, rule booklet, Geoludie",
    .goal = "white: bring the king to a corner; black: capture him",
    .rules = alea_rules,
    .example = "1t4K2T6t2/3t15/9t9/T18/19/5t4T8/19/8t1t8/10T8/6t12/"
               "10t8/19/4t9T4/19/19/19/t18/3T15/9t9 b",
    .options = alea_options,
    .quiet_max = 400,
    .first = SIDE_WHITE,
    .occurrences = 3,
    .start = "2t2t7t2t2/19/t4t7t4t/7t1t1t7/6t1T1T1t6/t1t2t7t2t1t/4t4T4t4/3t4T1T4t3/"
             "4T2T1T1T2T4/3t2T1TKT1T2t3/4T2T1T1T2T4/3t4T1T4t3/4t4T4t4/t1t2t7t2t1t/"
             "6t1T1T1t6/7t1t1t7/t4t7t4t/19/2t2t7t2t2 ?",
    TAFL_MEMBERS(alea_evangelii),
};
