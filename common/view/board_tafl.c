/* The boards of the tafl games: a grid with its coordinates; special squares are marked.
 *
 *   9  * . . t t t . . *
 *      a b c d e f g h i
 */
#include <string.h>

#include "rules/tafl/tafl.h"
#include "view/board.h"
#include "view/canvas.h"
#include "view/page.h"

#define FIRST_COLUMN 4 /* of file a */
#define CELL         2 /* columns from one file to the next */

static bool place(const struct state *state, const char *square, int *row, int *column) {
    int size = state->pos.u.tafl.size;
    unsigned rank = 0;
    int file = square[0] - 'a';
    struct text_in in =
        text_in_of(square + 1, strlen(square) > 0 ? strlen(square + 1) : 0);
    if (file < 0 || file >= size || !text_take_number(&in, (unsigned)size, "", &rank) ||
        rank == 0 || !text_at_end(&in)) {
        return false;
    }
    *row = size - (int)rank;
    *column = FIRST_COLUMN + CELL * file;
    return true;
}

static void draw_rank(struct canvas *canvas, const struct tafl *t, int row) {
    char number[16];
    int size = t->size;
    snprintf(number, sizeof number, "%2d", size - row);
    canvas_text(canvas, row, 0, INK_FAINT, number);
    canvas_text(canvas, row, FIRST_COLUMN + CELL * size, INK_FAINT, number);
    for (int file = 0; file < size; file++) {
        unsigned square = tafl_square((unsigned)(size - row), (unsigned)file + 1);
        bool is_corner = tafl_is_corner(t, square), is_camp = tafl_is_camp(t, square);
        bool is_centre = row == size / 2 && file == size / 2;
        canvas_text(canvas, row, FIRST_COLUMN + CELL * file,
                    is_corner || is_centre || is_camp ? INK_SPECIAL : INK_PIECE,
                    is_corner   ? "*"
                    : is_centre ? "+"
                    : is_camp   ? ":"
                                : ".");
    }
}

/* Explains the pieces: each word follows its letter. */
static void draw_legend(struct canvas *canvas, enum lang lang, int size, int panel) {
    const char *defenders = tr(lang, "defenders,");
    int king = panel + 4 + page_width(defenders) + 1;
    canvas_text(canvas, 1, panel + 4, INK_TEXT, tr(lang, "attackers"));
    canvas_text(canvas, 1, panel + 2, INK_PIECE, "t");
    canvas_text(canvas, size - 1, panel + 4, INK_TEXT, defenders);
    canvas_text(canvas, size - 1, king + 2, INK_TEXT, tr(lang, "the king"));
    canvas_text(canvas, size - 1, panel + 2, INK_PIECE, "T");
    canvas_text(canvas, size - 1, king, INK_PIECE, "K");
}

void draw_tafl(FILE *out, const struct state *state, const struct style *style) {
    int size = state->pos.u.tafl.size;
    struct canvas canvas;
    canvas_init(&canvas, size + 1);
    for (int row = 0; row < size; row++) {
        draw_rank(&canvas, &state->pos.u.tafl, row);
    }
    for (int file = 0; file < size; file++) {
        const char letter[] = {(char)('a' + file), '\0'};
        canvas_text(&canvas, size, FIRST_COLUMN + CELL * file, INK_FAINT, letter);
    }
    canvas_pieces(&canvas, state, place);
    int panel = FIRST_COLUMN + CELL * size + 4;
    canvas_panel(&canvas, state, panel, 0, size - 2);
    draw_legend(&canvas, state->lang, size, panel);
    canvas_show(out, &canvas, style);
}
