/* The board of the mill: three squares joined at their midpoints.
 *
 *   7 +-----------+-----------+
 *     |           |           |
 *   6 |   +-------+-------+   |
 */
#include "view/board.h"
#include "view/canvas.h"

#define RANKS        7
#define FILE_COLUMNS 4 /* from one file to the next */
#define FIRST_COLUMN 2 /* of file a */
#define PANEL_COLUMN 32

static bool place(const struct state *state, const char *square, int *row, int *column) {
    (void)state;
    if (square[0] < 'a' || square[0] > 'g' || square[1] < '1' || square[1] > '7') {
        return false;
    }
    *row = 2 * ('7' - square[1]);
    *column = FIRST_COLUMN + FILE_COLUMNS * (square[0] - 'a');
    return true;
}

/* The lines; each point is drawn as a crossing. */
static const char *const lines[2 * RANKS - 1] = {
    "+-----------+-----------+", "|           |           |", "|   +-------+-------+   |",
    "|   |       |       |   |", "|   |   +---+---+   |   |", "|   |   |       |   |   |",
    "+---+---+       +---+---+", "|   |   |       |   |   |", "|   |   +---+---+   |   |",
    "|   |       |       |   |", "|   +-------+-------+   |", "|           |           |",
    "+-----------+-----------+",
};

void draw_mill(FILE *out, const struct state *state, const struct style *style) {
    struct canvas canvas;
    canvas_init(&canvas, 2 * RANKS);
    for (int row = 0; row < 2 * RANKS - 1; row++) {
        canvas_text(&canvas, row, FIRST_COLUMN, INK_FRAME, lines[row]);
        const char rank[] = {(char)('7' - row / 2), '\0'};
        canvas_text(&canvas, row, 0, INK_FAINT, row % 2 == 0 ? rank : "");
    }
    canvas_text(&canvas, 2 * RANKS - 1, FIRST_COLUMN, INK_FAINT,
                "a   b   c   d   e   f   g");
    canvas_pieces(&canvas, state, place);
    canvas_panel(&canvas, state, PANEL_COLUMN, 0, 2 * RANKS - 3);
    canvas_show(out, &canvas, style);
    draw_results(out, state, style);
}
