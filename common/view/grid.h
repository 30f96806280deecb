/* Characters in rows and columns: a board, or a whole screen.
 *
 * Only printable characters get in: whatever a player said, the terminal receives no
 * escape of theirs. */
#ifndef ALEA_VIEW_GRID_H
#define ALEA_VIEW_GRID_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "view/style.h"

/* Larger windows show a screen of this size in their corner. */
#define GRID_ROWS    80
#define GRID_COLUMNS 240

/* What is behind it. */
enum ground {
    GROUND_NONE,
    GROUND_BOARD,  /* a square of a board */
    GROUND_MARK,   /* a special square */
    GROUND_FROM,   /* a piece just left */
    GROUND_TO,     /* a piece just came */
    GROUND_CAN,    /* a piece that can move */
    GROUND_TARGET, /* a square where the piece can go */
    GROUND_CURSOR,
    GROUND_BAR, /* a line of the frame around it all */
};

struct grid_cell {
    uint32_t point; /* 0: the right half of a wide character */
    uint8_t look;
    uint8_t ground;
};

struct grid {
    int rows, columns;
    bool is_ascii; /* the terminal knows no others: letters lose their accents, and what
                      is no letter becomes a question mark */
    int cursor_row, cursor_column; /* row -1: hidden */
    struct grid_cell cell[GRID_ROWS][GRID_COLUMNS];
};

/* Makes the grid blank.  Sizes are cut to what a grid can hold. */
void grid_init(struct grid *grid, int rows, int columns);
/* Writes UTF-8 text from this place on, up to the column `end`; drops what is outside,
 * and characters that are not printable.  Returns the column after it. */
int grid_text(struct grid *grid, int row, int column, int end, enum ink_look look,
              const char *text);
/* Writes one character of one column. */
void grid_put(struct grid *grid, int row, int column, enum ink_look look, uint32_t point);
/* The look of the character at a place; LOOK_TEXT outside. */
enum ink_look grid_look(const struct grid *grid, int row, int column);
/* Sets what is behind a rectangle. */
void grid_ground(struct grid *grid, int row, int column, int height, int width,
                 enum ground ground);
/* Columns that a text takes. */
int grid_width(const char *text);
/* Columns of a character: 0 (not shown), 1 or 2. */
int grid_point_width(uint32_t point);
/* Writes the grid as lines of text, each indented by two columns and without trailing
 * blanks.  What is behind the characters is not shown. */
void grid_show(FILE *out, const struct grid *grid, const struct style *style);

#endif
