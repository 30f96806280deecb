/* A drawing built character by character, then shown in a style: for boards that are a
 * picture with pieces on it.  Joins the lines of frames automatically. */
#ifndef ALEA_VIEW_CANVAS_H
#define ALEA_VIEW_CANVAS_H

#include <stdio.h>

#include "proto/message/message.h"
#include "view/style.h"

#define CANVAS_ROWS    24
#define CANVAS_COLUMNS 78

/* The kind of a character, which decides its look. */
enum ink {
    INK_TEXT,    /* shown unchanged */
    INK_FRAME,   /* part of a frame: '-', '|' or '+' */
    INK_PIECE,   /* a letter of the position text, or '.' for an empty place */
    INK_FAINT,   /* a coordinate */
    INK_SPECIAL, /* a special square */
    INK_ROSETTE, /* '*': a rosette of Ur */
    INK_ARROW,   /* '<': the direction of the pieces */
    INK_POINTER, /* '<': something just happened here */
    INK_NEW,     /* a mark: something just happened here */
    INK_WHITE,   /* a text about white */
    INK_BLACK,   /* a text about black */
};

struct canvas {
    int rows;                                 /* rows in use */
    uint16_t ch[CANVAS_ROWS][CANVAS_COLUMNS]; /* code points */
    uint8_t ink[CANVAS_ROWS][CANVAS_COLUMNS]; /* enum ink */
};

/* Finds the row and column of a square.  False: there is no such square. */
typedef bool canvas_place(const struct state *state, const char *square, int *row,
                          int *column);

/* Makes the canvas blank. */
void canvas_init(struct canvas *canvas, int rows);
/* Writes text; drops what is outside. */
void canvas_text(struct canvas *canvas, int row, int column, enum ink ink,
                 const char *text);
/* Draws the pieces of a state in their places: in brackets if they just moved;
 * parentheses where they came from; 'x' where one was just captured. */
void canvas_pieces(struct canvas *canvas, const struct state *state, canvas_place *place);
/* Writes "White (ann)". */
void canvas_player(struct canvas *canvas, const struct state *state, int row, int column,
                   enum side side);
/* Writes the text beside a board, from this column on: the players with their pieces off
 * the board, black from row `top` on, white from `bottom` on. */
void canvas_panel(struct canvas *canvas, const struct state *state, int column, int top,
                  int bottom);
/* Writes the canvas to out, each line indented by two columns and without trailing
 * blanks. No row may be blank. */
void canvas_show(FILE *out, const struct canvas *canvas, const struct style *style);

/* --- drawings: one for each value of struct game.drawing; the table is in board.c --- */

/* As board_draw (board.h). */
void draw_ur(FILE *out, const struct state *state, const struct style *style);
void draw_mill(FILE *out, const struct state *state, const struct style *style);
void draw_ring(FILE *out, const struct state *state, const struct style *style);
void draw_tafl(FILE *out, const struct state *state, const struct style *style);
/* Writes a line with the dice of the last throw and the results still to play, if any. */
void draw_results(FILE *out, const struct state *state, const struct style *style);

#endif
