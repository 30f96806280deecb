/* Choosing a move square by square: which pieces can move, then where the one in hand can
 * go, then what it takes. */
#ifndef ALEA_CLIENT_SCENE_PICKER_H
#define ALEA_CLIENT_SCENE_PICKER_H

#include "view/spots.h"

struct picker_option {
    char part[SPOTS_PART_BYTES];
    int spot; /* -1: not on the board */
};

struct picker {
    const char *moves; /* borrowed: separated by spaces; NULL: there are none */
    unsigned level;    /* parts chosen */
    char chosen[SPOTS_PARTS][SPOTS_PART_BYTES];
    struct picker_option option[SPOTS_MAX]; /* different parts at this level */
    unsigned n_options;
    unsigned at;   /* the option under the cursor */
    int free_spot; /* a square that is no option, under the cursor; -1: none */
};

/* Begins a choice among these moves, with nothing in hand. */
void picker_begin(struct picker *picker, const struct spots *spots,
                  const struct state *state, const char *moves);
/* The next option, or the one before. */
void picker_step(struct picker *picker, int step);
/* The nearest option in a direction; rows and columns: -1, 0, 1. */
void picker_go(struct picker *picker, const struct spots *spots, int rows, int columns);
/* Moves the cursor to the nearest square in a direction, whether it is an option or not.
 */
void picker_roam(struct picker *picker, const struct spots *spots, int rows, int columns);
/* Puts the cursor on a square.  False: it is no option; the cursor is there all the
 * same. */
bool picker_point(struct picker *picker, int spot);
/* The square under the cursor; -1: none. */
int picker_cursor(const struct picker *picker);
/* Chooses the option under the cursor.  Returns true with a move when it is complete. */
bool picker_pick(struct picker *picker, const struct spots *spots,
                 const struct state *state, char move[static MOVE_TEXT_BYTES]);
/* Takes the last choice back.  False: there is none. */
bool picker_back(struct picker *picker, const struct spots *spots,
                 const struct state *state);
/* Whether the board does not show which option is under the cursor: another one is on the
 * same square, or it is on none. */
bool picker_is_unclear(const struct picker *picker);
/* The next option on the square under the cursor. */
void picker_turn(struct picker *picker);
/* Writes the only move that fits the choice and the option under the cursor; "" if there
 * are several. */
void picker_preview(const struct picker *picker, char move[static MOVE_TEXT_BYTES]);

#endif
