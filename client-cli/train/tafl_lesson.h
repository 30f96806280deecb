/* Games of tablut that its network learns from.
 *
 * The network chooses each move by the positions after it.  Between equal players white
 * wins nearly always, and black would learn that nothing matters.  So white is given a
 * handicap: it plays random moves, or it overlooks some of its moves.  How many changes
 * with the results, so that both sides win about as often. */
#ifndef ALEA_CLIENT_TRAIN_TAFL_LESSON_H
#define ALEA_CLIENT_TRAIN_TAFL_LESSON_H

#include "engine/network/network.h"
#include "rules/play.h"

struct tafl_lesson {
    double slips, overlooks; /* white's two handicaps, as shares of its moves */
    /* This game: */
    bool is_overlooking; /* else white slips */
    double wild;         /* the share of random moves in the opening, of both */
    unsigned n_wild;     /* its length */
    unsigned turned;     /* how the board is turned and mirrored: 0..7 */
};

void tafl_lesson_init(struct tafl_lesson *lesson);
/* Begins a game. */
void tafl_lesson_begin(struct tafl_lesson *lesson, uint64_t *random);
/* The move of the side in turn.  random: state of splitmix.h. */
struct move tafl_lesson_move(const struct tafl_lesson *lesson,
                             const struct network *network, const struct play *play,
                             uint64_t *random);
/* Whether the game need not go on.  Sets the result for white, 0..1: who to move wins at
 * once, or nothing has been captured for long. */
bool tafl_lesson_is_over(const struct play *play, float *result);
/* The position as this game is turned. */
struct position tafl_lesson_turned(const struct tafl_lesson *lesson,
                                   const struct position *pos);
/* Changes white's handicap by the result. */
void tafl_lesson_end(struct tafl_lesson *lesson, float result);

#endif
