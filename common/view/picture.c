#include "view/picture.h"

#include <string.h>

#include "view/style.h"

/* Directions of the lines of a board, by place; the size of the largest board. */
#define LINES_ROWS    72
#define LINES_COLUMNS 130

/* Columns of a square that has room for marks beside its piece. */
#define BRACKETS_LEAST 3
/* With more pieces that can move than this, or without dice, when nearly all can, marking
 * them is no help. */
#define LIT_MOST 4

struct lines {
    unsigned char at[LINES_ROWS][LINES_COLUMNS];
};

/* --- symbols --- */

static const struct {
    char letter;
    enum side side;
    uint32_t symbol;
} symbols[] = {
    {'w', SIDE_WHITE, 0x25CB}, {'b', SIDE_BLACK, 0x25CF}, {'W', SIDE_WHITE, 0x2606},
    {'B', SIDE_BLACK, 0x2605}, {'T', SIDE_WHITE, 0x25CB}, {'t', SIDE_BLACK, 0x25CF},
    {'K', SIDE_WHITE, 0x2654},
};

#define N_SYMBOLS (sizeof symbols / sizeof symbols[0])

static size_t find_symbol(char letter) {
    size_t i = 0;
    while (i < N_SYMBOLS && symbols[i].letter != letter) {
        i++;
    }
    return i;
}

uint32_t picture_symbol(char letter, bool unicode) {
    size_t i = find_symbol(letter);
    return i < N_SYMBOLS && unicode ? symbols[i].symbol : (unsigned char)letter;
}

enum side picture_side(char letter) {
    size_t i = find_symbol(letter);
    return i < N_SYMBOLS ? symbols[i].side : SIDE_COUNT;
}

static enum ink_look look_of(char letter) {
    static const enum ink_look looks[] = {
        [SIDE_WHITE] = LOOK_WHITE, [SIDE_BLACK] = LOOK_BLACK, [SIDE_COUNT] = LOOK_TEXT};
    return looks[picture_side(letter)];
}

void picture_piece(struct grid *grid, int row, int column, char letter, bool unicode) {
    grid_put(grid, row, column, look_of(letter), picture_symbol(letter, unicode));
}

/* --- lines --- */

static void across(struct lines *lines, int row, int from, int to) {
    for (int c = from; c <= to; c++) {
        lines->at[row][c] |=
            (unsigned char)((c > from ? LINE_LEFT : 0U) | (c < to ? LINE_RIGHT : 0U));
    }
}

static void down(struct lines *lines, int column, int from, int to) {
    for (int r = from; r <= to; r++) {
        lines->at[r][column] |=
            (unsigned char)((r > from ? LINE_UP : 0U) | (r < to ? LINE_DOWN : 0U));
    }
}

static void frame(struct lines *lines, const struct spot *spot) {
    int top = spot->top - 1, left = spot->left - 1;
    int bottom = spot->top + spot->height, right = spot->left + spot->width;
    across(lines, top, left, right);
    across(lines, bottom, left, right);
    down(lines, left, top, bottom);
    down(lines, right, top, bottom);
}

/* The three squares of the mill, and the lines that join them. */
static void mill(struct lines *lines, const struct spots *spots) {
    int h = spots->pitch_row, w = spots->pitch_column, left = spots->spot[0].column;
    for (int i = 0; i < 3; i++) {
        across(lines, i * h, left + i * w, left + (6 - i) * w);
        across(lines, (6 - i) * h, left + i * w, left + (6 - i) * w);
        down(lines, left + i * w, i * h, (6 - i) * h);
        down(lines, left + (6 - i) * w, i * h, (6 - i) * h);
    }
    across(lines, 3 * h, left, left + 2 * w);
    across(lines, 3 * h, left + 4 * w, left + 6 * w);
    down(lines, left + 3 * w, 0, 2 * h);
    down(lines, left + 3 * w, 4 * h, 6 * h);
}

static bool is_text(const struct picture *p) {
    return p->spots->size == SPOTS_TEXT;
}

static bool is_drawing(const struct picture *p, const char *name) {
    return strcmp(p->spots->game->drawing, name) == 0;
}

static void put(struct grid *grid, const struct picture *p, int row, int column,
                enum ink_look look, uint32_t point) {
    if (row < p->rows) {
        grid_put(grid, p->row + row, p->column + column, look, point);
    }
}

static void text(struct grid *grid, const struct picture *p, int row, int column,
                 enum ink_look look, const char *words) {
    if (row < p->rows) {
        grid_text(grid, p->row + row, p->column + column, GRID_COLUMNS, look, words);
    }
}

/* Pieces on a square. */
static size_t n_pieces(const struct picture *p, int at) {
    struct board board = {0};
    p->state->game->board(&p->state->pos, &board);
    for (unsigned i = 0; i < board.n_squares; i++) {
        if (spots_find_square(p->spots, board.square[i].name) == at) {
            return strlen(board.square[i].pieces);
        }
    }
    return 0;
}

/* Colours a square, or of a low one what is on it. */
static void ground(struct grid *grid, const struct picture *p, int spot,
                   enum ground what) {
    const struct spot *at = &p->spots->spot[spot];
    bool is_board = what == GROUND_BOARD || what == GROUND_MARK;
    int top = at->top, height = at->height, left = at->left, width = at->width;
    if (!is_board && height <= 2) {
        top = at->row;
        height = 1;
    }
    if (!is_board && height == 1 && n_pieces(p, spot) <= 1) {
        bool is_one = (what == GROUND_CAN && !at->is_outside) || width < BRACKETS_LEAST;
        int half = is_one ? 0 : 1;
        left = at->column - half;
        width = 2 * half + 1;
    }
    height = top + height <= p->rows ? height : p->rows - top;
    grid_ground(grid, p->row + top, p->column + left, height, width, what);
}

static void draw_lines(struct grid *grid, const struct picture *p) {
    struct lines lines = {0};
    if (is_drawing(p, "mill")) {
        mill(&lines, p->spots);
    }
    for (unsigned i = 0; i < p->spots->n; i++) {
        if ((is_drawing(p, "ur") || is_drawing(p, "ring")) &&
            !p->spots->spot[i].is_outside) {
            frame(&lines, &p->spots->spot[i]);
        }
    }
    for (int row = 0; row < LINES_ROWS; row++) {
        for (int column = 0; column < LINES_COLUMNS; column++) {
            if (lines.at[row][column] != 0) {
                text(grid, p, row, column, LOOK_LINE,
                     paint_frame(p->unicode, lines.at[row][column]));
            }
        }
    }
}

/* --- squares --- */

/* Among lines of text: where pieces enter and leave. */
static void draw_outside(struct grid *grid, const struct picture *p,
                         const struct spot *spot) {
    bool is_in = strcmp(spot->name, "in") == 0;
    bool is_last = spot->left + spot->width + 1 == p->spots->columns;
    text(grid, p, spot->top, spot->left + (is_in ? 2 : 0), LOOK_FAINT, spot->name);
    if (is_in || !is_last) {
        put(grid, p, spot->top, spot->left + (is_in ? 0 : spot->width - 1), LOOK_FAINT,
            p->unicode ? 0x2190 : '<');
    }
}

static void draw_ur_square(struct grid *grid, const struct picture *p,
                           const struct spot *spot) {
    char number[8];
    snprintf(number, sizeof number, "%.3s", spot->name);
    if (spot->is_outside && is_text(p)) {
        draw_outside(grid, p, spot);
        return;
    }
    if (spot->is_outside) {
        bool is_in = strcmp(spot->name, "in") == 0;
        int left = spot->left + (is_in ? 0 : spot->width - 4);
        text(grid, p, spot->row, left, LOOK_TEXT, is_in ? "< in" : "off<");
        if (p->unicode) {
            put(grid, p, spot->row, is_in ? left : left + 3, LOOK_TEXT, 0x25C2);
        }
        return;
    }
    text(grid, p, spot->top, spot->left, LOOK_FAINT, number);
    if (spot->special != '\0') {
        put(grid, p, spot->top, spot->left + 2, LOOK_SPECIAL, p->unicode ? 0x273F : '*');
    }
    text(grid, p, spot->top, spot->left + 3, LOOK_FAINT, spot->black_name);
}

static void draw_square(struct grid *grid, const struct picture *p, unsigned i) {
    const struct spot *spot = &p->spots->spot[i];
    if (is_drawing(p, "ur")) {
        draw_ur_square(grid, p, spot);
    } else if (is_drawing(p, "ring")) {
        char number[16];
        snprintf(number, sizeof number, "%s%s", spot->name,
                 spot->special != '\0' ? "*" : "");
        bool is_upper = spot->top == 2;
        text(grid, p, is_upper ? 0 : p->spots->rows - 1,
             spot->column - (spot->name[1] != '\0'),
             spot->special != '\0' ? LOOK_SPECIAL : LOOK_FAINT, number);
    } else if (is_drawing(p, "tafl")) {
        bool is_special = spot->special != '\0';
        bool is_as_named = is_text(p) || spot->special == ':';
        ground(grid, p, (int)i, is_special ? GROUND_MARK : GROUND_BOARD);
        put(grid, p, spot->row, spot->column, is_special ? LOOK_SPECIAL : LOOK_FAINT,
            !is_special   ? (p->unicode ? 0x00B7 : '.')
            : is_as_named ? (unsigned char)spot->special
            : p->unicode  ? 0x25C7
                          : '+');
    }
}

/* Coordinates beside and below a board with files and ranks. */
static void draw_coordinates(struct grid *grid, const struct picture *p) {
    bool is_tafl = is_drawing(p, "tafl");
    if (!is_tafl && !is_drawing(p, "mill")) {
        return;
    }
    for (unsigned i = 0; i < p->spots->n; i++) {
        const struct spot *spot = &p->spots->spot[i];
        const char file[2] = {spot->name[0], '\0'};
        text(grid, p, p->spots->rows - 1, spot->column, LOOK_FAINT, file);
        if (spot->name[0] == 'a' || (!is_tafl && spot->name[1] == '4')) {
            int column = is_tafl && spot->name[2] == '\0' ? 1 : 0;
            text(grid, p, spot->row, column, LOOK_FAINT, spot->name + 1);
            if (is_tafl && is_text(p)) { /* on the right, too */
                text(grid, p, spot->row, p->spots->columns + 1 + column, LOOK_FAINT,
                     spot->name + 1);
            }
        }
    }
    for (int rank = 1; !is_tafl && rank <= 7; rank++) {
        put(grid, p, (7 - rank) * p->spots->pitch_row, 0, LOOK_FAINT,
            (uint32_t)('0' + rank));
    }
}

/* The pieces of one colour on top of the others. */
static int run_of(const char *pieces) {
    return (int)strspn(pieces, (const char[]){pieces[0], '\0'});
}

int picture_width(const char *pieces, int columns) {
    int n = (int)strlen(pieces), width = 0;
    if (2 * n - 1 <= columns || n <= columns) {
        return 2 * n - 1 <= columns ? 2 * n - 1 : n;
    }
    for (int run; *pieces != '\0'; pieces += run) { /* too many: as runs */
        run = run_of(pieces);
        width += run > 9 ? 3 : run > 1 ? 2 : 1;
    }
    return width;
}

/* Writes "w w", "www", or as runs "4w3b" what stands on a square. */
static void draw_column(struct grid *grid, const struct picture *p,
                        const struct spot *spot, const char *pieces) {
    int n = (int)strlen(pieces), width = picture_width(pieces, spot->width);
    int step = 2 * n - 1 <= spot->width ? 2 : 1;
    int end = spot->left + spot->width;
    int column =
        width < spot->width ? spot->left + (spot->width - width) / 2 : spot->left;
    for (int i = 0, run; i < n; i += run, column += step) {
        enum ink_look look = look_of(pieces[i]);
        char number[12] = "";
        run = n > spot->width ? run_of(pieces + i) : 1;
        if (run > 1) {
            snprintf(number, sizeof number, "%d", run);
        }
        int at = column + (int)strlen(number);
        bool is_cut = at + 1 > end || (at + 1 == end && i + run < n);
        text(grid, p, spot->row, column, look, number);
        if (is_cut) {
            put(grid, p, spot->row, end - 1, look, '+');
            return;
        }
        put(grid, p, spot->row, at, look, picture_symbol(pieces[i], p->unicode));
        column = at;
    }
}

/* A square high and wide enough shows a large piece. */
static void draw_large(struct grid *grid, const struct picture *p,
                       const struct spot *spot, char piece) {
    static const char *const shapes[2][3] = {{"╭─╮", "│ │", "╰─╯"},
                                             {"▄▄▄", "███", "▀▀▀"}};
    enum ink_look look = look_of(piece);
    const char *const *shape = shapes[look == LOOK_BLACK];
    for (int row = -1; row <= 1; row++) {
        text(grid, p, spot->row + row, spot->column - 1, look, shape[row + 1]);
    }
    if (strchr("WBK", piece) != NULL) {
        put(grid, p, spot->row, spot->column, look, picture_symbol(piece, true));
    }
}

static void draw_pieces(struct grid *grid, const struct picture *p) {
    struct board board = {0};
    p->state->game->board(&p->state->pos, &board);
    for (unsigned i = 0; i < board.n_squares; i++) {
        int at = spots_find_square(p->spots, board.square[i].name);
        if (at < 0) {
            continue;
        }
        const struct spot *spot = &p->spots->spot[at];
        const char *pieces = board.square[i].pieces;
        int room_above = spot->row - spot->top,
            room_below = spot->top + spot->height - 1 - spot->row;
        bool is_large = p->unicode && pieces[1] == '\0' && room_above >= 1 &&
                        room_below >= 1 && spot->width >= 5 && spot->height >= 3;
        if (is_large) {
            draw_large(grid, p, spot, pieces[0]);
        } else {
            draw_column(grid, p, spot, pieces);
        }
    }
}

/* --- what just happened, what can be chosen --- */

/* Puts marks left and right of a piece, in its look, if there is room in its square;
 * around several pieces, over the frame. */
static void bracket(struct grid *grid, const struct picture *p, int at, char left,
                    char right) {
    const struct spot *spot = &p->spots->spot[at];
    bool is_wide = spot->width >= 5 && spot->height >= 3;
    int half = spot->is_outside      ? (spot->width - 1) / 2
               : n_pieces(p, at) > 1 ? (spot->width + 1) / 2
               : is_wide             ? 2
                                     : 1;
    if ((spot->width >= BRACKETS_LEAST || is_text(p)) && spot->row < p->rows) {
        enum ink_look look =
            is_text(p) ? LOOK_NEW
                       : grid_look(grid, p->row + spot->row, p->column + spot->column);
        put(grid, p, spot->row, spot->column - half, look, (unsigned char)left);
        put(grid, p, spot->row, spot->column + half, look, (unsigned char)right);
    }
}

/* Among lines of text, in the games of Ur. */
static void mark_text(struct grid *grid, const struct picture *p, int at, bool is_to) {
    const struct spot *spot = &p->spots->spot[at];
    bool is_full = strlen(spot->name) + strlen(spot->black_name) == 4; /* "12*16" */
    if (is_to) {
        put(grid, p, spot->top + (is_full ? 1 : 0), spot->left + spot->width - 1,
            LOOK_NEW, p->unicode ? 0x25C2 : '<');
    } else if (n_pieces(p, at) == 0) {
        put(grid, p, spot->row, spot->column, LOOK_FAINT, p->unicode ? 0x00B7 : '.');
    }
}

/* Marks where a piece went to; or came from, on a screen only if no throw tells it. */
static void mark(struct grid *grid, const struct picture *p, int at, bool is_to) {
    bool is_told = !is_to && !is_text(p) && p->spots->game->dice != NULL;
    if (at < 0 || p->spots->spot[at].is_outside || is_told) {
        return;
    }
    if (is_text(p) && is_drawing(p, "ur")) {
        mark_text(grid, p, at, is_to);
        return;
    }
    if (p->spots->spot[at].width < BRACKETS_LEAST) {
        ground(grid, p, at, is_to ? GROUND_TO : GROUND_FROM);
    }
    bracket(grid, p, at, is_to ? '[' : '(', is_to ? ']' : ')');
}

static void mark_move(struct grid *grid, const struct picture *p,
                      const struct note *note) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES];
    unsigned n = spots_parts(note->text, strlen(note->text), part, NULL);
    struct state state = *p->state;
    state.pos.turn = note->side; /* whose notation it is */
    bool has_from = n > 1 && strchr(note->text, '-') != NULL;
    if (has_from) {
        int to = spots_of_part(p->spots, &state, "", part[1]);
        mark(grid, p, to >= 0 ? spots_of_part(p->spots, &state, "", part[0]) : -1, false);
        mark(grid, p, to, true);
    } else if (n > 0 && strchr(note->text, ':') == NULL) {
        mark(grid, p, spots_of_part(p->spots, &state, "", part[0]), true);
    }
}

/* Marks the last move of anybody but the user, and everything captured since the last
 * decision; among lines of text, everything that happened. */
static void mark_notes(struct grid *grid, const struct picture *p) {
    unsigned last = p->n_since;
    bool is_ur_text = is_text(p) && is_drawing(p, "ur");
    for (unsigned i = 0; i < p->n_since; i++) {
        bool is_move = p->since[i].kind == NOTE_MOVE;
        last = is_move && p->since[i].side != p->side ? i : last;
    }
    for (unsigned i = 0; i < p->n_since; i++) {
        const struct note *note = &p->since[i];
        int kind = note->kind == NOTE_RULE ? (int)note->happening.kind : -1;
        int at = kind >= 0
                     ? spots_find(p->spots, note->happening.at, (enum side)note->side)
                     : -1;
        bool is_landing = kind == HAPPENED_LAND || kind == HAPPENED_GO_ON;
        if (note->kind == NOTE_MOVE && (i == last || is_text(p))) {
            mark_move(grid, p, note);
        } else if (is_ur_text || (is_landing && (i > last || is_text(p)))) {
            mark(grid, p, at, true);
        } else if ((kind == HAPPENED_CAPTURE || kind == HAPPENED_KING_CAPTURED) &&
                   at >= 0 && n_pieces(p, at) == 0) {
            put(grid, p, p->spots->spot[at].row, p->spots->spot[at].column, LOOK_NEW,
                'x');
        }
    }
}

static void mark_choice(struct grid *grid, const struct picture *p) {
    const struct picture_choice *choice = p->choice;
    if (choice == NULL) {
        return;
    }
    bool has_dice = p->spots->game->dice != NULL;
    bool is_lit = choice->are_targets || (has_dice && choice->n <= LIT_MOST);
    for (unsigned i = 0; is_lit && i < choice->n; i++) {
        int at = choice->spot[i];
        if (at < 0) {
            continue;
        }
        const struct spot *spot = &p->spots->spot[at];
        if (choice->are_targets && !spot->is_outside && n_pieces(p, at) == 0) {
            put(grid, p, spot->row, spot->column, LOOK_NEW, p->unicode ? 0x25CC : 'o');
        } else {
            ground(grid, p, at, choice->are_targets ? GROUND_TARGET : GROUND_CAN);
        }
    }
    if (choice->in_hand >= 0) {
        ground(grid, p, choice->in_hand, GROUND_CAN);
    }
    if (choice->cursor >= 0) {
        ground(grid, p, choice->cursor, GROUND_CURSOR);
        bracket(grid, p, choice->cursor, '>', '<');
    }
}

void picture_draw(struct grid *grid, const struct picture *picture) {
    draw_lines(grid, picture);
    for (unsigned i = 0; i < picture->spots->n; i++) {
        draw_square(grid, picture, i);
    }
    draw_coordinates(grid, picture);
    draw_pieces(grid, picture);
    mark_notes(grid, picture);
    mark_choice(grid, picture);
}
