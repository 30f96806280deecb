/* What the page asks of the games and the engine, compiled to WebAssembly.  One game at a
 * time; texts go in and out through memory that the page reads. */
#ifndef ALEA_CLIENT_WEB_CORE_H
#define ALEA_CLIENT_WEB_CORE_H

#include <stdbool.h>
#include <stddef.h>

/* Longest text of a game: some 60,000 throws and moves, as many as a record has. */
#define CORE_TEXT_BYTES ((size_t)1 << 20)

/* A game, as text: "GAME:OPTIONS SIDE" in the first line, SIDE being who began.  Then a
 * line for each throw or move, "throw 1 0 1" or "move in-2". */

/* Memory for a text of at most CORE_TEXT_BYTES.  Borrowed, always the same. */
char *core_text(void);
/* Follows the game of len bytes in core_text.  Returns a line for the start and for each
 * throw and move: the side that threw or moved, and the position after it.  It stops
 * before the first line that breaks the rules.  Borrowed until the next call. */
const char *core_follow(size_t len);
/* Judges the next throw or move of the game that core_follow has followed.  False: all
 * are judged. */
bool core_judge(void);
/* After core_judge was false: a line with White's chances at the start, then a line for
 * each throw and move: the chances of its side before and after it, how many moves were
 * legal (0: a throw), the best move, the mark ("-": none).  Chances are in millionths.
 * Borrowed until the next call. */
const char *core_judged(void);
/* The two best moves of the position in core_text, which is "GAME:OPTIONS POSITION": a
 * line for each, the move and the chance of its side after it, in millionths.  An empty
 * line: nobody is to move there.  Borrowed until the next call; the game is forgotten. */
const char *core_hint(size_t len);
/* How many plies the judge looks ahead. */
unsigned core_plies(void);
/* A player's luck and skill; skill is negative if no choice mattered. */
double core_luck(unsigned side);
double core_skill(unsigned side);

#endif
