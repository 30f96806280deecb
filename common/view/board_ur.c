/* The board of Ur: black's private squares above, the common row between, white's below.
 *
 *   +-----+-----+-----+-----+           +-----+-----+  Black (bob)
 *   |4 *  |3    |2    |1   <|< in  off <|14*  |13   |    reserve 6 bbbbbb
 *   |     |     |     |  b  |           |     |     |    off     0
 *
 * `*` is a rosette, `<` a square where something just happened.  A dot marks the square
 * that a piece just left. */
#include <string.h>

#include "rules/ur/ur_board.h"
#include "view/canvas.h"
#include "view/paint.h"

#define ROWS         3
#define COLUMNS      8
#define ROW_LINES    3 /* from one row to the next: a frame, numbers, pieces */
#define CELL         5 /* columns inside a square */
#define PANEL_COLUMN (COLUMNS * (CELL + 1) + 3)
#define PANEL_WHITE  (ROWS * ROW_LINES - 2)

/* The path square in each place; 0: there is none. */
static const uint8_t layout[ROWS][COLUMNS] = {
    {4, 3, 2, 1, 0, 0, 14, 13},
    {5, 6, 7, 8, 9, 10, 11, 12},
    {4, 3, 2, 1, 0, 0, 14, 13},
};
/* The side whose path numbers a row shows; both sides share the central row. */
static const enum side row_side[ROWS] = {SIDE_BLACK, SIDE_WHITE, SIDE_WHITE};

/* The pieces on a square, and what just happened there. */
struct square {
    const char *pieces; /* letters; "" none */
    bool is_left;       /* a piece just left it */
    bool is_new;        /* something just happened here */
};

/* --- what is on each square --- */

static void place_pieces(const struct board *board, struct square squares[UR_SQUARES]) {
    for (unsigned i = 0; i < UR_SQUARES; i++) {
        char name[SQUARE_BYTES];
        struct text_out text = text_out_of(name, sizeof name);
        ur_square_write(i, &text);
        squares[i] = (struct square){.pieces = ""};
        for (unsigned k = 0; k < board->n_squares; k++) {
            if (strcmp(board->square[k].name, name) == 0) {
                squares[i].pieces = board->square[k].pieces;
            }
        }
    }
}

/* Finds the square with this name in the side's path numbers; NULL: none. */
static struct square *find_square(struct square squares[UR_SQUARES], enum side side,
                                  const char *text) {
    unsigned path = 0;
    struct text_in in = text_in_of(text, strlen(text));
    bool is_path = text_take_number(&in, UR_LAST, "", &path) && path > 0;
    return is_path ? &squares[ur_square(side, path)] : NULL;
}

static void mark_notes(const struct state *state, struct square squares[UR_SQUARES]) {
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        const char *dash = strchr(note->text, '-');
        const char *at = note->kind == NOTE_RULE ? note->happening.at : "";
        if (note->kind == NOTE_MOVE && dash != NULL) {
            struct square *from = find_square(squares, note->side, note->text);
            if (from != NULL) {
                from->is_left = true;
            }
            at = dash + 1;
        }
        struct square *square = find_square(squares, note->side, at);
        if (square != NULL) {
            square->is_new = true;
        }
    }
}

/* --- squares --- */

/* Writes letters as runs ("4w3b"), complete and in order. */
static void write_runs(const char *pieces, struct text_out *text) {
    while (*pieces != '\0') {
        size_t n = strspn(pieces, (const char[]){*pieces, '\0'});
        if (n > 1) {
            text_put_number(text, n);
        }
        text_put_char(text, *pieces);
        pieces += n;
    }
}

/* Writes the pieces of a square in at most CELL columns.  False: they do not fit. */
static bool write_pieces(const char *pieces, char shown[static CELL + 1]) {
    size_t n = strlen(pieces);
    struct text_out text = text_out_of(shown, CELL + 1);
    if (2 * n <= CELL + 1) {
        for (size_t i = 0; i < n; i++) {
            text_put(&text, i > 0 ? " " : "");
            text_put_char(&text, pieces[i]);
        }
    } else if (n <= CELL) {
        text_put(&text, pieces);
    } else {
        write_runs(pieces, &text);
    }
    if (text.len > CELL) {
        shown[CELL - 1] = '+';
        return false;
    }
    return true;
}

static void draw_square(struct canvas *canvas, int row, int column,
                        const struct square *square) {
    int top = row * ROW_LINES;
    int left = column * (CELL + 1);
    unsigned path = layout[row][column];
    char number[4], shown[CELL + 1];
    for (int line = 0; line <= ROW_LINES; line++) {
        canvas_text(canvas, top + line, left, INK_FRAME,
                    line % ROW_LINES == 0 ? "+-----+" : "|     |");
    }
    snprintf(number, sizeof number, "%u", path);
    canvas_text(canvas, top + 1, left + 1, INK_TEXT, number);
    canvas_text(canvas, top + 1, left + 3, INK_ROSETTE, ur_is_rosette(path) ? "*" : "");
    canvas_text(canvas, top + 1, left + CELL, INK_POINTER, square->is_new ? "<" : "");
    bool is_empty = square->pieces[0] == '\0';
    write_pieces(is_empty && square->is_left ? "." : square->pieces, shown);
    int before = (CELL - (int)strlen(shown)) / 2;
    canvas_text(canvas, top + 2, left + 1 + before, INK_PIECE, shown);
}

/* --- the whole board --- */

/* Draws the gap between squares 1 and 14, where pieces enter and leave. */
static void draw_gap(struct canvas *canvas, int row) {
    int left = 4 * (CELL + 1) + 1;
    canvas_text(canvas, row * ROW_LINES + 1, left, INK_FAINT, "  in  off");
    canvas_text(canvas, row * ROW_LINES + 1, left, INK_ARROW, "<");
    canvas_text(canvas, row * ROW_LINES + 1, left + 2 * CELL, INK_ARROW, "<");
}

static void draw_squares(struct canvas *canvas, const struct square squares[UR_SQUARES]) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            unsigned path = layout[row][column];
            if (path != 0) {
                draw_square(canvas, row, column,
                            &squares[ur_square(row_side[row], path)]);
            }
        }
    }
    draw_gap(canvas, 0);
    draw_gap(canvas, ROWS - 1);
}

/* Writes out the columns of pieces that are too high for their square. */
static void draw_high_columns(FILE *out, enum lang lang, const struct board *board,
                              const struct style *style) {
    for (unsigned i = 0; i < board->n_squares; i++) {
        const char *pieces = board->square[i].pieces;
        char shown[CELL + 1];
        if (write_pieces(pieces, shown)) {
            continue;
        }
        fprintf(out, tr(lang, "  on %s: "), board->square[i].name);
        for (; *pieces != '\0'; pieces++) {
            paint_piece(out, style, *pieces);
        }
        fputc('\n', out);
    }
}

void draw_ur(FILE *out, const struct state *state, const struct style *style) {
    struct canvas canvas;
    struct board board = {0};
    struct square squares[UR_SQUARES];
    canvas_init(&canvas, ROWS * ROW_LINES + 1);
    state->game->board(&state->pos, &board);
    place_pieces(&board, squares);
    mark_notes(state, squares);
    draw_squares(&canvas, squares);
    canvas_panel(&canvas, state, PANEL_COLUMN, 0, PANEL_WHITE);
    canvas_show(out, &canvas, style);
    draw_high_columns(out, state->lang, &board, style);
    draw_results(out, state, style);
}
