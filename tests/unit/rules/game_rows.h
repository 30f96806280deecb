/* Rows about one position: what a step causes, or why a move is illegal.  For what the
 * shell sessions in tests/rules cannot show. */
#ifndef ALEA_TESTS_UNIT_RULES_GAME_ROWS_H
#define ALEA_TESTS_UNIT_RULES_GAME_ROWS_H

#include <stdbool.h>
#include <string.h>

#include "tests/unit/table.h"

#include "rules/play.h"

/* A game in progress and the step to try. */
struct game_row {
    const char *name;
    const char *game; /* "morris:mills=open" */
    const char *position;
    const char *step;     /* a throw or a move */
    const char *expected; /* see the functions below */
};

/* Begins a game, "morris:mills=open", at a position. */
void play_at(struct play *play, const char *game, const char *position);
/* Whether the text of a position says all that is in memory, and can be read.  A draw
 * depends on what was played before, which no text says. */
bool is_sane(const struct game *game, const struct position *pos);
void write_happened(const struct happened *h, struct text_out *out);
/* expected: "kind side[ at][ xN]", separated by "; ". */
void test_row_happened(void **state);
/* expected: the id of the rule that forbids the move, or "" when it is legal. */
void test_row_why(void **state);
/* A step of a game after `quiet` moves without progress; expected: "POSITION | STATE". */
struct quiet_row {
    struct game_row step;
    uint16_t quiet;
};

void test_row_quiet(void **state);
/* Checks the squares that are drawn: name and pieces of each; n of them. */
void expect_squares(const struct board *board, const char *const expected[][2],
                    unsigned n);

#endif
