/* The board of Ur: black's private squares above, the common row between, white's below.
 *
 *   +-----+-----+-----+-----+           +-----+-----+  Black (bob)
 *   |4 *  |3    |2    |1   <|< in  off <|14*  |13   |    reserve 6 bbbbbb
 *   |     |     |     |  b  |           |     |     |    off     0
 *
 * `*` is a rosette, `<` a square where something has just happened. */
#include <string.h>

#include "rules/ur_board.h"
#include "view/board.h"
#include "view/drawings.h"
#include "view/paint.h"

#define ROWS    3
#define COLUMNS 8
#define CELL    5 /* columns inside a square */

/* The path square in each place; 0: there is none. */
static const uint8_t layout[ROWS][COLUMNS] = {
    {4, 3, 2, 1, 0, 0, 14, 13},
    {5, 6, 7, 8, 9, 10, 11, 12},
    {4, 3, 2, 1, 0, 0, 14, 13},
};
/* Whose path squares they are; those of the central row are everybody's. */
static const enum side row_side[ROWS] = {SIDE_BLACK, SIDE_WHITE, SIDE_WHITE};

struct drawing {
    FILE *out;
    const struct state *state;
    const struct style *style;
    struct board board;
    const char *pieces[UR_SQUARES]; /* letters; "" an empty square */
    bool is_left[UR_SQUARES];       /* a piece has just left it */
    bool is_new[UR_SQUARES];        /* something has just happened there */
};

/* --- what is where --- */

static void place_pieces(struct drawing *d) {
    for (unsigned square = 0; square < UR_SQUARES; square++) {
        char name[SQUARE_BYTES];
        struct text_out text;
        text_out_init(&text, name, sizeof name);
        ur_square_write(square, &text);
        d->pieces[square] = "";
        for (unsigned i = 0; i < d->board.n_squares; i++) {
            if (strcmp(d->board.square[i].name, name) == 0) {
                d->pieces[square] = d->board.square[i].pieces;
            }
        }
    }
}

/* Marks the path square that text begins with, if it does. */
static void mark(bool marks[UR_SQUARES], enum side side, const char *text) {
    struct text_in in;
    unsigned path = 0;
    text_in_init(&in, text, strlen(text));
    if (text_take_number(&in, UR_LAST, "", &path) && path > 0) {
        marks[ur_square(side, path)] = true;
    }
}

static void mark_squares(struct drawing *d) {
    for (size_t i = 0; i < d->state->n_notes; i++) {
        const struct note *note = &d->state->notes[i];
        if (note->kind == NOTE_MOVE) {
            const char *dash = strchr(note->text, '-');
            mark(d->is_left, note->side, note->text);
            mark(d->is_new, note->side, dash != NULL ? dash + 1 : "");
        } else if (note->kind == NOTE_RULE) {
            mark(d->is_new, note->side, note->happening.at);
        }
    }
}

/* --- squares --- */

/* Letters as runs, "4w3b": nothing is lost, the order neither. */
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

/* What stands in a square, in at most CELL columns.  Returns whether that is all. */
static bool write_pieces(const char *pieces, struct text_out *text) {
    size_t n = strlen(pieces);
    if (2 * n <= CELL + 1) {
        for (size_t i = 0; i < n; i++) {
            text_put(text, i > 0 ? " " : "");
            text_put_char(text, pieces[i]);
        }
        return true;
    }
    if (n <= CELL) {
        text_put(text, pieces);
        return true;
    }
    char runs[2 * BOARD_PIECES_BYTES];
    struct text_out all;
    text_out_init(&all, runs, sizeof runs);
    write_runs(pieces, &all);
    if (all.len <= CELL) {
        text_put(text, runs);
        return true;
    }
    text_put_bytes(text, runs, CELL - 1);
    text_put_char(text, '+');
    return false;
}

static void draw_pieces(const struct drawing *d, unsigned square) {
    char buf[CELL + 1];
    struct text_out text;
    text_out_init(&text, buf, sizeof buf);
    bool is_empty = d->pieces[square][0] == '\0';
    write_pieces(is_empty && d->is_left[square] ? "." : d->pieces[square], &text);
    size_t before = (CELL - text.len) / 2;
    fprintf(d->out, "%*s", (int)before, "");
    for (const char *c = buf; *c != '\0'; c++) {
        paint_piece(d->out, d->style, *c);
    }
    fprintf(d->out, "%*s", (int)(CELL - before - text.len), "");
}

/* "14* <": the number, a rosette, and whether something happened here. */
static void draw_number(const struct drawing *d, unsigned square, unsigned path) {
    bool unicode = d->style->unicode;
    fprintf(d->out, "%-2u", path);
    paint(d->out, d->style, PAINT_SPECIAL,
          !ur_is_rosette(path) ? " "
          : unicode            ? "✿"
                               : "*");
    paint(d->out, d->style, PAINT_NEW, !d->is_new[square] ? "  " : unicode ? " ◂" : " <");
}

/* --- lines --- */

static bool is_square(int row, int column) {
    return row >= 0 && row < ROWS && column >= 0 && column < COLUMNS &&
           layout[row][column] != 0;
}

/* Whether there is a wall on the left of this column. */
static bool is_wall(int row, int column) {
    return is_square(row, column - 1) || is_square(row, column);
}

/* Whether there is a line above this square. */
static bool is_edge(int row, int column) {
    return is_square(row - 1, column) || is_square(row, column);
}

/* The frame above a row; row ROWS: below the last one. */
static void draw_edges(const struct drawing *d, int row) {
    for (int column = 0; column <= COLUMNS; column++) {
        unsigned directions = 0;
        directions |= is_wall(row - 1, column) ? LINE_UP : 0;
        directions |= is_wall(row, column) ? LINE_DOWN : 0;
        directions |= is_edge(row, column - 1) ? LINE_LEFT : 0;
        directions |= is_edge(row, column) ? LINE_RIGHT : 0;
        fputs(paint_frame(d->style, directions), d->out);
        for (int i = 0; i < CELL && column < COLUMNS; i++) {
            unsigned line = is_edge(row, column) ? LINE_LEFT | LINE_RIGHT : 0;
            fputs(paint_frame(d->style, line), d->out);
        }
    }
}

/* Where no squares are, the first line tells the way in and out: half of each place. */
static const char *gap_text(const struct drawing *d, int column, bool numbers) {
    if (!numbers) {
        return "     ";
    }
    if (is_square(0, column - 1)) {
        return d->style->unicode ? "← in " : "< in ";
    }
    return d->style->unicode ? "off ←" : "off <";
}

/* One of the two lines of a row of squares: its numbers, or its pieces. */
static void draw_squares(const struct drawing *d, int row, bool numbers) {
    for (int column = 0; column <= COLUMNS; column++) {
        unsigned wall = is_wall(row, column) ? LINE_UP | LINE_DOWN : 0;
        fputs(paint_frame(d->style, wall), d->out);
        if (column == COLUMNS) {
            return;
        }
        unsigned path = layout[row][column];
        if (path == 0) {
            paint(d->out, d->style, PAINT_FAINT, gap_text(d, column, numbers));
        } else if (numbers) {
            draw_number(d, ur_square(row_side[row], path), path);
        } else {
            draw_pieces(d, ur_square(row_side[row], path));
        }
    }
}

/* --- beside and below the board --- */

static void draw_player(const struct drawing *d, enum side side) {
    const char *name = d->state->seat[side].name;
    fputs("  ", d->out);
    paint(d->out, d->style, paint_of_side(side), side == SIDE_WHITE ? "White" : "Black");
    if (name[0] != '\0') {
        fprintf(d->out, " (%s)", name);
    }
}

/* The i-th count of a side: "reserve 6 bbbbbb". */
static void draw_count(const struct drawing *d, enum side side, unsigned i) {
    if (i >= d->board.n_counts) {
        return;
    }
    unsigned n = d->board.count[i].n[side];
    fprintf(d->out, "    %-7s %u%s", d->board.count[i].name, n, n > 0 ? " " : "");
    for (unsigned k = 0; k < n; k++) {
        paint_piece(d->out, d->style, side_letter(side));
    }
}

static void draw_dice(const struct drawing *d) {
    if (d->state->n_faces > 0) {
        fputs("  Dice ", d->out);
        dice_draw(d->out, d->state->game, d->state->faces, d->state->n_faces, d->style);
    }
}

/* What stands on the right of each line. */
static void draw_panel(const struct drawing *d, int line) {
    switch (line) {
    case 0: draw_player(d, SIDE_BLACK); break;
    case 1: draw_count(d, SIDE_BLACK, 0); break;
    case 2: draw_count(d, SIDE_BLACK, 1); break;
    case 4: draw_dice(d); break;
    case 7: draw_player(d, SIDE_WHITE); break;
    case 8: draw_count(d, SIDE_WHITE, 0); break;
    case 9: draw_count(d, SIDE_WHITE, 1); break;
    default: break;
    }
}

/* Columns too high for their square, in full. */
static void draw_high_columns(const struct drawing *d) {
    for (unsigned i = 0; i < d->board.n_squares; i++) {
        char buf[CELL + 1];
        struct text_out text;
        text_out_init(&text, buf, sizeof buf);
        const char *pieces = d->board.square[i].pieces;
        if (!write_pieces(pieces, &text)) {
            fprintf(d->out, "  on %s: ", d->board.square[i].name);
            for (; *pieces != '\0'; pieces++) {
                paint_piece(d->out, d->style, *pieces);
            }
            fputc('\n', d->out);
        }
    }
}

void draw_ur(FILE *out, const struct state *state, const struct style *style) {
    struct drawing d = {.out = out, .state = state, .style = style};
    state->game->board(&state->pos, &d.board);
    place_pieces(&d);
    mark_squares(&d);
    for (int line = 0; line <= 3 * ROWS; line++) {
        fputs("  ", out);
        if (line % 3 == 0) {
            draw_edges(&d, line / 3);
        } else {
            draw_squares(&d, line / 3, line % 3 == 1);
        }
        draw_panel(&d, line);
        fputc('\n', out);
    }
    draw_high_columns(&d);
}
