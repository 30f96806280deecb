#include "view/canvas.h"

#include <ctype.h>
#include <string.h>

#include "proto/utf8.h"
#include "view/page.h"
#include "view/paint.h"
#include "view/tell.h"

void canvas_init(struct canvas *canvas, int rows) {
    canvas->rows = rows;
    for (int row = 0; row < CANVAS_ROWS; row++) {
        for (int column = 0; column < CANVAS_COLUMNS; column++) {
            canvas->ch[row][column] = ' ';
        }
    }
    memset(canvas->ink, INK_TEXT, sizeof canvas->ink);
}

static void put(struct canvas *canvas, int row, int column, enum ink ink,
                uint32_t point) {
    if (row >= 0 && row < CANVAS_ROWS && column >= 0 && column < CANVAS_COLUMNS) {
        canvas->ch[row][column] = (uint16_t)point;
        canvas->ink[row][column] = (uint8_t)ink;
    }
}

void canvas_text(struct canvas *canvas, int row, int column, enum ink ink,
                 const char *text) {
    for (size_t len = strlen(text), n; len > 0; text += n, len -= n) {
        uint32_t point;
        n = utf8_read(text, len, &point);
        n = n > 0 ? n : 1;
        put(canvas, row, column++, point == ' ' ? INK_TEXT : ink, point);
    }
}

/* --- pieces and marks ----------------------------------------------------------------
 */

/* Finds the next square, a letter and digits, in the text of a move, "d6-f6xa1". */
static const char *next_square(const char *text, char name[static SQUARE_BYTES]) {
    size_t len = 0;
    while (*text != '\0' && !isalnum((unsigned char)*text)) {
        text++;
    }
    for (; isalnum((unsigned char)*text); text++) {
        /* The x of a capture directly follows a square, so it ends the square. */
        if (len == SQUARE_BYTES - 1 || (*text == 'x' && len > 0)) {
            break;
        }
        name[len++] = *text;
    }
    name[len] = '\0';
    return *text == 'x' ? text + 1 : text;
}

static void mark_landing(struct canvas *canvas, const struct state *state,
                         canvas_place *place, const char *square) {
    int row;
    int column;
    if (place(state, square, &row, &column)) {
        put(canvas, row, column - 1, INK_NEW, '[');
        put(canvas, row, column + 1, INK_NEW, ']');
    }
}

/* Marks the square that a piece left, and its new one. */
static void mark_way(struct canvas *canvas, const struct state *state,
                     canvas_place *place, const char *from, const char *to) {
    int row, column, unused;
    if (place(state, to, &unused, &unused) && place(state, from, &row, &column)) {
        put(canvas, row, column - 1, INK_NEW, '(');
        put(canvas, row, column + 1, INK_NEW, ')');
    }
    mark_landing(canvas, state, place, to); /* takes precedence if they overlap */
}

static void mark_capture(struct canvas *canvas, const struct state *state,
                         canvas_place *place, const char *square) {
    int row;
    int column;
    if (place(state, square, &row, &column) && !isalpha(canvas->ch[row][column])) {
        put(canvas, row, column, INK_NEW, 'x');
    }
}

static void mark_note(struct canvas *canvas, const struct state *state,
                      canvas_place *place, const struct note *note) {
    char from[SQUARE_BYTES];
    char to[SQUARE_BYTES];
    switch ((int)note->kind) {
    case NOTE_MOVE:
        next_square(next_square(note->text, from), to);
        /* Placing a man names one square.  A move on the ring names its result instead of
         * a square. */
        if (strchr(note->text, '-') != NULL) {
            mark_way(canvas, state, place, from, to);
        } else if (strchr(note->text, ':') == NULL) {
            mark_landing(canvas, state, place, from);
        }
        break;
    case NOTE_RULE:
        if (note->happening.kind == HAPPENED_LAND ||
            note->happening.kind == HAPPENED_GO_ON) {
            mark_landing(canvas, state, place, note->happening.at);
        } else if (note->happening.kind == HAPPENED_CAPTURE ||
                   note->happening.kind == HAPPENED_KING_CAPTURED) {
            mark_capture(canvas, state, place, note->happening.at);
        }
        break;
    default: break;
    }
}

void canvas_pieces(struct canvas *canvas, const struct state *state,
                   canvas_place *place) {
    struct board board = {0};
    state->game->board(&state->pos, &board);
    for (unsigned i = 0; i < board.n_squares; i++) {
        int row;
        int column;
        if (place(state, board.square[i].name, &row, &column)) {
            put(canvas, row, column, INK_PIECE, (uint8_t)board.square[i].pieces[0]);
        }
    }
    for (size_t i = 0; i < state->n_notes; i++) {
        mark_note(canvas, state, place, &state->notes[i]);
    }
}

/* --- beside the board ----------------------------------------------------------------
 */

void canvas_player(struct canvas *canvas, const struct state *state, int row, int column,
                   enum side side) {
    char line[PLAYER_BYTES];
    tell_player_text(state, side, line);
    canvas_text(canvas, row, column, side == SIDE_WHITE ? INK_WHITE : INK_BLACK, line);
}

static void panel_side(struct canvas *canvas, const struct state *state, int row,
                       int column, enum side side) {
    struct board board = {0};
    char line[32];
    state->game->board(&state->pos, &board);
    canvas_player(canvas, state, row, column, side);
    for (unsigned i = 0; i < board.n_counts; i++) {
        unsigned n = board.count[i].n[side];
        const char *name = board.count[i].name;
        snprintf(line, sizeof line,
                 strcmp(name, "off") == 0    ? tr(state->lang, "  off     %u ")
                 : strcmp(name, "hand") == 0 ? tr(state->lang, "  hand    %u ")
                                             : tr(state->lang, "  reserve %u "),
                 n);
        int len = page_width(line);
        canvas_text(canvas, ++row, column, INK_TEXT, line);
        for (unsigned k = 0; k < n; k++) {
            put(canvas, row, column + len + (int)k, INK_PIECE,
                (uint8_t)side_letter(side));
        }
    }
}

void canvas_panel(struct canvas *canvas, const struct state *state, int column, int top,
                  int bottom) {
    panel_side(canvas, state, top, column, SIDE_BLACK);
    panel_side(canvas, state, bottom, column, SIDE_WHITE);
}

/* --- showing -------------------------------------------------------------------------
 */

static bool is_frame(const struct canvas *canvas, int row, int column, char along) {
    if (row < 0 || row >= canvas->rows || column < 0 || column >= CANVAS_COLUMNS) {
        return false;
    }
    uint16_t c = canvas->ch[row][column];
    return canvas->ink[row][column] == INK_FRAME && (c == along || c == '+');
}

static const char *frame_at(const struct canvas *canvas, int row, int column,
                            const struct style *style) {
    uint16_t c = canvas->ch[row][column];
    unsigned lines = 0;
    if (c == '-') {
        lines = LINE_LEFT | LINE_RIGHT;
    } else if (c == '|') {
        lines = LINE_UP | LINE_DOWN;
    } else {
        lines |= is_frame(canvas, row - 1, column, '|') ? LINE_UP : 0;
        lines |= is_frame(canvas, row + 1, column, '|') ? LINE_DOWN : 0;
        lines |= is_frame(canvas, row, column - 1, '-') ? LINE_LEFT : 0;
        lines |= is_frame(canvas, row, column + 1, '-') ? LINE_RIGHT : 0;
    }
    return paint_frame(style, lines);
}

/* The look of each ink. */
static const struct {
    enum paint paint;
    const char *unicode; /* NULL: the text itself is shown */
} looks[] = {
    [INK_TEXT] = {PAINT_PLAIN, NULL},      [INK_FAINT] = {PAINT_FAINT, NULL},
    [INK_SPECIAL] = {PAINT_SPECIAL, NULL}, [INK_NEW] = {PAINT_NEW, NULL},
    [INK_WHITE] = {PAINT_WHITE, NULL},     [INK_BLACK] = {PAINT_BLACK, NULL},
    [INK_ROSETTE] = {PAINT_SPECIAL, "✿"},  [INK_ARROW] = {PAINT_FAINT, "←"},
    [INK_POINTER] = {PAINT_NEW, "◂"},
};

/* Shows text of one ink that ends before the column end.  Returns the column after it. */
static int show_text(FILE *out, const struct canvas *canvas, int row, int column, int end,
                     const struct style *style) {
    const uint8_t *ink = canvas->ink[row];
    char text[CANVAS_COLUMNS * UTF8_BYTES_MAX + 1];
    size_t len = 0;
    do {
        len += utf8_write(canvas->ch[row][column++], text + len);
    } while (column < end && ink[column] == ink[column - 1]);
    text[len] = '\0';
    const char *unicode = style->unicode ? looks[ink[column - 1]].unicode : NULL;
    paint(out, style, looks[ink[column - 1]].paint, unicode != NULL ? unicode : text);
    return column;
}

static void show_row(FILE *out, const struct canvas *canvas, int row, int end,
                     const struct style *style) {
    for (int column = 0; column < end;) {
        switch ((int)canvas->ink[row][column]) {
        case INK_PIECE: paint_piece(out, style, (char)canvas->ch[row][column++]); break;
        case INK_FRAME: fputs(frame_at(canvas, row, column++, style), out); break;
        default: column = show_text(out, canvas, row, column, end, style); break;
        }
    }
}

void canvas_show(FILE *out, const struct canvas *canvas, const struct style *style) {
    for (int row = 0; row < canvas->rows; row++) {
        int width = CANVAS_COLUMNS;
        while (width > 0 && canvas->ch[row][width - 1] == ' ') {
            width--;
        }
        fputs("  ", out);
        show_row(out, canvas, row, width, style);
        fputc('\n', out);
    }
}
