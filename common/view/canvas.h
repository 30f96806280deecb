/* A drawing put together character by character, then shown in a style.  For boards that
 * are a picture with pieces on it; frames join up by themselves. */
#ifndef ALEA_VIEW_CANVAS_H
#define ALEA_VIEW_CANVAS_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

#define CANVAS_ROWS    24
#define CANVAS_COLUMNS 78

/* What a character is: how it is shown. */
enum ink {
    INK_TEXT,    /* as it is */
    INK_FRAME,   /* part of a frame: '-', '|' or '+' */
    INK_PIECE,   /* a letter of the position text, or '.' for an empty place */
    INK_FAINT,   /* a coordinate */
    INK_SPECIAL, /* a special square */
    INK_ROSETTE, /* '*': a rosette of Ur */
    INK_ARROW,   /* '<': the way that pieces go */
    INK_POINTER, /* '<': something has just happened here */
    INK_NEW,     /* a mark: something has just happened here */
    INK_WHITE,   /* about white */
    INK_BLACK,   /* about black */
};

struct canvas {
    int rows;                                 /* used */
    uint16_t ch[CANVAS_ROWS][CANVAS_COLUMNS]; /* code points: names are not ASCII only */
    uint8_t ink[CANVAS_ROWS][CANVAS_COLUMNS]; /* enum ink */
};

/* Where a square stands.  False: there is no such square. */
typedef bool canvas_place(const struct state *state, const char *square, int *row,
                          int *column);

/* All blank. */
void canvas_init(struct canvas *canvas, int rows);
/* Writes text; what does not fit is dropped. */
void canvas_text(struct canvas *canvas, int row, int column, enum ink ink,
                 const char *text);
/* Puts the pieces of a state in their places, brackets around those that have just
 * moved, parentheses where they have gone from, and 'x' where one was just taken. */
void canvas_pieces(struct canvas *canvas, const struct state *state, canvas_place *place);
/* "White (ann)" */
void canvas_player(struct canvas *canvas, const struct state *state, int row, int column,
                   enum side side);
/* What is said beside a board: the players from row top (black) and bottom (white) on,
 * with what they have off the board, all from this column on. */
void canvas_panel(struct canvas *canvas, const struct state *state, int column, int top,
                  int bottom);
/* Writes it, each line indented by two columns and without blanks at its end; no
 * row may be blank. */
void canvas_show(FILE *out, const struct canvas *canvas, const struct style *style);

/* --- drawings: one for each value of struct game.drawing; the table is in board.c --- */

/* As board_draw (board.h). */
void draw_ur(FILE *out, const struct state *state, const struct style *style);
void draw_mill(FILE *out, const struct state *state, const struct style *style);
void draw_ring(FILE *out, const struct state *state, const struct style *style);
void draw_tafl(FILE *out, const struct state *state, const struct style *style);
/* Writes one line with the dice as last thrown and the results still to be played, if
 * there are any. */
void draw_results(FILE *out, const struct state *state, const struct style *style);

#endif
