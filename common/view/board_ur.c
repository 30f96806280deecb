/* The boards of Ur: black's private squares above, the common row between, white's below.
 *
 *   +-----+-----+-----+-----+           +-----+-----+  Black (bob)
 *   |4 *  |3    |2    |1   <|< in  off <|14*  |13   |    reserve 6 bbbbbb
 *   |     |     |     |  b  |           |     |     |    off     0
 *
 * `*` is a rosette, `<` a square where something just happened.  A dot marks the square
 * that a piece just left.  Where the sides walk against each other, a square has White's
 * number and then Black's. */
#include <string.h>

#include "rules/ur/ur_board.h"
#include "view/canvas.h"
#include "view/paint.h"

#define ROWS        3
#define ROW_LINES   3 /* from one row to the next: a frame, numbers, pieces */
#define CELL        5 /* columns inside a square */
#define PANEL_WHITE (ROWS * ROW_LINES - 2)

/* The pieces on a square, and what just happened there. */
struct square {
    const char *pieces; /* letters; "" none */
    bool is_left;       /* a piece just left it */
    bool is_new;        /* something just happened here */
};

/* --- what is on each square --- */

static void place_pieces(const struct ur_shape *shape, const struct board *board,
                         struct square squares[UR_SQUARES]) {
    for (unsigned i = 0; i < UR_SQUARES; i++) {
        squares[i] = (struct square){.pieces = ""};
    }
    for (unsigned k = 0; k < board->n_squares; k++) {
        unsigned square = ur_shape_find(shape, board->square[k].name);
        squares[square].pieces = board->square[k].pieces;
    }
}

/* Finds the square with this name in the side's path numbers; NULL: none. */
static struct square *find_square(const struct ur_shape *shape,
                                  struct square squares[UR_SQUARES], enum side side,
                                  const char *text) {
    unsigned path = 0;
    struct text_in in = text_in_of(text, strlen(text));
    bool is_path = text_take_number(&in, shape->last, "", &path) && path > 0;
    return is_path ? &squares[shape->square[side][path]] : NULL;
}

static void mark_notes(const struct state *state, struct square squares[UR_SQUARES]) {
    const struct ur_shape *shape = state->game->shape;
    for (size_t i = 0; i < state->n_notes; i++) {
        const struct note *note = &state->notes[i];
        const char *dash = strchr(note->text, '-');
        const char *at = note->kind == NOTE_RULE ? note->happening.at : "";
        if (note->kind == NOTE_MOVE && dash != NULL) {
            struct square *from = find_square(shape, squares, note->side, note->text);
            if (from != NULL) {
                from->is_left = true;
            }
            at = dash + 1;
        }
        struct square *square = find_square(shape, squares, note->side, at);
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

/* Writes "4 *", "12*16": its numbers, White's first, and whether it is a rosette. */
static void write_number(const struct ur_shape *shape, unsigned square,
                         char text[static CELL + 1]) {
    unsigned white = ur_shape_path(shape, SIDE_WHITE, square);
    unsigned black = ur_shape_path(shape, SIDE_BLACK, square);
    bool is_rosette = ur_shape_is_rosette(shape, square);
    struct text_out out = text_out_of(text, CELL + 1);
    text_put_number(&out, white > 0 ? white : black);
    if (white > 0 && black > 0 && white != black) {
        text_put_char(&out, is_rosette ? '*' : ' ');
        text_put_number(&out, black);
    } else if (is_rosette) {
        text_put(&out, out.len < 2 ? " *" : "*");
    }
}

static void draw_square(struct canvas *canvas, const struct ur_shape *shape, int row,
                        int column, const struct square squares[UR_SQUARES]) {
    unsigned at = ur_shape_square(shape, row, column);
    if (at == UR_SQUARES) {
        return;
    }
    const struct square *square = &squares[at];
    int top = row * ROW_LINES;
    int left = column * (CELL + 1);
    char number[CELL + 1], shown[CELL + 1];
    for (int line = 0; line <= ROW_LINES; line++) {
        canvas_text(canvas, top + line, left, INK_FRAME,
                    line % ROW_LINES == 0 ? "+-----+" : "|     |");
    }
    write_number(shape, at, number);
    canvas_text(canvas, top + 1, left + 1, INK_TEXT, number);
    const char *star = strchr(number, '*');
    canvas_text(canvas, top + 1, left + 1 + (int)(star != NULL ? star - number : 0),
                INK_ROSETTE, star != NULL ? "*" : "");
    bool is_double = strlen(number) == CELL;
    canvas_text(canvas, top + 1 + is_double, left + CELL, INK_POINTER,
                square->is_new ? "<" : "");
    bool is_empty = square->pieces[0] == '\0';
    write_pieces(is_empty && square->is_left ? "." : square->pieces, shown);
    int before = (CELL - (int)strlen(shown)) / 2;
    canvas_text(canvas, top + 2, left + 1 + before, INK_PIECE, shown);
}

/* --- the whole board --- */

/* Draws where pieces enter and leave, beside a side's own squares. */
static void draw_gap(struct canvas *canvas, const struct ur_shape *shape, int row) {
    for (int column = 0; column < shape->columns; column++) {
        int left = column * (CELL + 1) + 1;
        if (shape->own[column] == UR_IN) {
            canvas_text(canvas, row * ROW_LINES + 1, left, INK_ARROW, "<");
            canvas_text(canvas, row * ROW_LINES + 1, left + 2, INK_FAINT, "in");
        } else if (shape->own[column] == shape->last + 1) {
            canvas_text(canvas, row * ROW_LINES + 1, left, INK_FAINT, "off");
            canvas_text(canvas, row * ROW_LINES + 1, left + CELL - 1, INK_ARROW,
                        column + 1 < shape->columns ? "<" : "");
        }
    }
}

static void draw_squares(struct canvas *canvas, const struct ur_shape *shape,
                         const struct square squares[UR_SQUARES]) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < shape->columns; column++) {
            draw_square(canvas, shape, row, column, squares);
        }
    }
    draw_gap(canvas, shape, 0);
    draw_gap(canvas, shape, ROWS - 1);
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
    const struct ur_shape *shape = state->game->shape;
    /* A long board has place for the text between its own squares and its end. */
    int panel = shape->columns > 8 ? 5 : shape->columns;
    struct canvas canvas;
    struct board board = {0};
    struct square squares[UR_SQUARES];
    canvas_init(&canvas, ROWS * ROW_LINES + 1);
    state->game->board(&state->pos, &board);
    place_pieces(shape, &board, squares);
    mark_notes(state, squares);
    draw_squares(&canvas, shape, squares);
    canvas_panel(&canvas, state, panel * (CELL + 1) + 3, 0, PANEL_WHITE);
    canvas_show(out, &canvas, style);
    draw_high_columns(out, state->lang, &board, style);
    draw_results(out, state, style);
}
