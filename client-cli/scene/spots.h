/* Where the squares of a board are on the screen, at a size that fits the window. */
#ifndef ALEA_CLIENT_SCENE_SPOTS_H
#define ALEA_CLIENT_SCENE_SPOTS_H

#include <stdbool.h>
#include <stdio.h>

#include "proto/message/message.h"

#define SPOTS_MAX 364 /* 19 x 19, and in and off */
/* Sizes of boards, from the smallest. */
#define SPOTS_SIZES 5

struct spot {
    char name[SQUARE_BYTES];        /* as moves name it */
    char black_name[SQUARE_BYTES];  /* as Black's do, where that differs; else "" */
    enum side side;                 /* whose moves name it so; SIDE_COUNT: both sides' */
    short top, left, height, width; /* inside frames */
    short row, column;              /* where its piece is */
    bool is_special;                /* a rosette, a corner, the centre */
    bool is_outside;                /* in, off: not a square */
};

struct spots {
    const struct game *game;
    int size;          /* 0: the smallest */
    int rows, columns; /* of the whole board, with its coordinates */
    int pitch_row, pitch_column;
    unsigned n;
    struct spot spot[SPOTS_MAX];
};

/* Sets *spots for the board of a state. */
void spots_make(struct spots *spots, const struct state *state, int size);
/* Finds the square that a side's moves name so; -1: none. */
int spots_find(const struct spots *spots, const char *name, enum side side);
/* Finds a square by its name in struct board ("w4" in the games of Ur). */
int spots_find_square(const struct spots *spots, const char *name);
/* The name of a square in the moves of this side. */
const char *spots_name(const struct spot *spot, enum side side);
/* The square at this place of the board; -1: none. */
int spots_at(const struct spots *spots, int row, int column);

#endif
