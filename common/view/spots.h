/* Where the squares of a board are in a drawing, at a size that fits; and the squares
 * that a move names. */
#ifndef ALEA_VIEW_SPOTS_H
#define ALEA_VIEW_SPOTS_H

#include <stdbool.h>
#include <stdio.h>

#include "proto/message/message.h"

#define SPOTS_MAX 364 /* 19 x 19, and in and off */
/* Sizes of boards, from the smallest. */
#define SPOTS_SIZES 5
/* The size of boards among lines of text. */
#define SPOTS_TEXT SPOTS_SIZES

/* Parts of a move text: from, to, and two men taken; three men placed and one taken. */
#define SPOTS_PARTS      4
#define SPOTS_PART_BYTES 6

struct spot {
    char name[SQUARE_BYTES];        /* as moves name it */
    char black_name[SQUARE_BYTES];  /* as Black's do, where that differs; else "" */
    enum side side;                 /* whose moves name it so; SIDE_COUNT: both sides' */
    short top, left, height, width; /* inside frames */
    short row, column;              /* where its piece is */
    char special;    /* '*' a rosette or corner, '+' the centre, ':' a camp; '\0' none */
    bool is_outside; /* in, off: not a square */
};

struct spots {
    const struct game *game;
    int size;          /* 0: the smallest */
    int rows, columns; /* of the whole board, with its coordinates */
    int pitch_row, pitch_column;
    unsigned n;
    struct spot spot[SPOTS_MAX];
};

/* Sets *spots for the board of a state.  False, with no spots: its game has no drawing.
 */
bool spots_make(struct spots *spots, const struct state *state, int size);
/* Finds the square that a side's moves name so; -1: none. */
int spots_find(const struct spots *spots, const char *name, enum side side);
/* Finds a square by its name in struct board ("w4" in the games of Ur). */
int spots_find_square(const struct spots *spots, const char *name);
/* The name of a square in the moves of this side. */
const char *spots_name(const struct spot *spot, enum side side);
/* The square at this place of the board; -1: none. */
int spots_at(const struct spots *spots, int row, int column);
/* Takes a move text apart: "d6-f6xa1" gives d6, f6, a1.  Returns the number of parts.
 * has_comma: of each part, whether a comma is before it; NULL: not wanted. */
unsigned spots_parts(const char *move, size_t len,
                     char part[static SPOTS_PARTS][SPOTS_PART_BYTES], bool *has_comma);
/* The square that a part names, by the side's notation; -1: none.  The landing place of a
 * move on the ring (":6") follows from state. */
int spots_of_part(const struct spots *spots, const struct state *state, const char *from,
                  const char *part);

#endif
