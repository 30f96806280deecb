/* The ring of 24 squares, as two rows of two quarters.  The lower row runs to the right,
 * the upper one back.  A `*` under or over a square marks a corner.
 *
 *    24* 23  22  21  20  19*  18* 17  16  15  14  13*
 *   +---+---+---+---+---+---++---+---+---+---+---+---+
 */
#include <string.h>

#include "view/board.h"
#include "view/canvas.h"

#define SQUARES      24
#define CELL         4 /* columns from one square to the next */
#define QUARTER      6
#define GAP          2 /* columns between two quarters */
#define UPPER_ROW    3
#define LOWER_ROW    7
#define PLAYER_ROW_B 0
#define PLAYER_ROW_W 10
#define LEFT_COLUMN  26 /* after the longest name */

/* The column of the middle of a square. */
static int column_of(unsigned square) {
    unsigned from_left = square <= SQUARES / 2 ? square - 1 : SQUARES - square;
    return (int)(2 + from_left * CELL + from_left / QUARTER * GAP);
}

static int row_of(unsigned square) {
    return square <= SQUARES / 2 ? LOWER_ROW : UPPER_ROW;
}

static bool place(const struct state *state, const char *square, int *row, int *column) {
    (void)state;
    unsigned number = 0;
    struct text_in in = text_in_of(square, strlen(square));
    if (!text_take_number(&in, SQUARES, "", &number) || number == 0 ||
        !text_at_end(&in)) {
        return false;
    }
    *row = row_of(number);
    *column = column_of(number);
    return true;
}

/* Draws the frame of a square in both rows, and the numbers outside it. */
static void draw_square(struct canvas *canvas, unsigned square) {
    int row = row_of(square);
    int column = column_of(square);
    bool is_corner = square % QUARTER <= 1; /* 1 6 7 12 13 18 19 24 */
    char number[8];
    snprintf(number, sizeof number, "%2u%s", square, is_corner ? "*" : "");
    canvas_text(canvas, row == UPPER_ROW ? row - 2 : row + 2, column - 1,
                is_corner ? INK_SPECIAL : INK_FAINT, number);
    canvas_text(canvas, row - 1, column - 2, INK_FRAME, "+---+");
    canvas_text(canvas, row, column - 2, INK_FRAME, "|");
    canvas_text(canvas, row, column + 2, INK_FRAME, "|");
    canvas_text(canvas, row + 1, column - 2, INK_FRAME, "+---+");
}

/* Draws the player, and their number of pieces. */
static void draw_player(struct canvas *canvas, const struct state *state, int row,
                        enum side side) {
    struct board board = {0};
    unsigned n = 0;
    char line[32];
    state->game->board(&state->pos, &board);
    for (unsigned i = 0; i < board.n_squares; i++) {
        n += board.square[i].pieces[0] == side_letter(side);
    }
    snprintf(line, sizeof line, tr(state->lang, "%u left"), n);
    canvas_player(canvas, state, row, 0, side);
    canvas_text(canvas, row, LEFT_COLUMN, INK_TEXT, line);
}

void draw_ring(FILE *out, const struct state *state, const struct style *style) {
    struct canvas canvas;
    canvas_init(&canvas, PLAYER_ROW_W + 1);
    for (unsigned square = 1; square <= SQUARES; square++) {
        draw_square(&canvas, square);
    }
    canvas_pieces(&canvas, state, place);
    draw_player(&canvas, state, PLAYER_ROW_B, SIDE_BLACK);
    draw_player(&canvas, state, PLAYER_ROW_W, SIDE_WHITE);
    canvas_text(&canvas, (UPPER_ROW + LOWER_ROW) / 2, 2, INK_FAINT,
                tr(state->lang, "the lower row runs to the right, the upper one back"));
    canvas_show(out, &canvas, style);
    draw_results(out, state, style);
}
