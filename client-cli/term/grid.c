#include "client-cli/term/full.h"

#include <string.h>

#include "proto/name.h"
#include "proto/utf8.h"

/* Writing so few unchanged characters is shorter than moving the cursor over them. */
#define GAP_WRITTEN 4
/* Characters from here on may have another width than we think; after them the cursor is
 * moved explicitly.  Lines of frames are below UNSURE_TO: all terminals agree on them. */
#define UNSURE_FROM 0x0300
#define LINES_FROM  0x2500
#define LINES_TO    0x257F

/* Keep and restore the place of the cursor and the attributes: those of before a screen
 * are back in two bytes. */
#define SAVE_CURSOR    "\0337"
#define RESTORE_CURSOR "\0338"

/* Colours as parameters of SGR, by palette; "": the terminal's own.  Without colours, a
 * look is bold, and what is behind it underlined or reversed. */
static const struct {
    bool is_bold;
    const char *colour[PALETTE_256 + 1];
} looks[LOOK_LOUD + 1] = {
    [LOOK_TEXT] = {false, {"", "", ""}},
    [LOOK_WHITE] = {true, {"", "33", "33"}},
    [LOOK_BLACK] = {true, {"", "35", "35"}},
    [LOOK_SPECIAL] = {false, {"", "32", "32"}},
    [LOOK_FAINT] = {false, {"", "", "38;5;245"}},
    [LOOK_NEW] = {true, {"", "36", "36"}},
    [LOOK_LINE] = {false, {"", "", "38;5;245"}},
    [LOOK_LOUD] = {true, {"", "", ""}},
};

static const struct {
    enum { PLAIN, UNDERLINED, REVERSED } mode[PALETTE_256 + 1];
    const char *colour[PALETTE_256 + 1]; /* behind */
    const char *front;                   /* of all looks, with colours; NULL: their own */
} grounds[GROUND_BAR + 1] = {
    [GROUND_NONE] = {{0}, {"", "", ""}, NULL},
    [GROUND_BOARD] = {{0}, {"", "", "48;5;236"}, NULL},
    [GROUND_MARK] = {{0}, {"", "", "48;5;238"}, NULL},
    [GROUND_FROM] = {{0}, {"", "", "48;5;239"}, NULL},
    [GROUND_TO] = {{0}, {"", "", "48;5;24"}, NULL},
    [GROUND_CAN] = {{UNDERLINED, UNDERLINED, PLAIN}, {"", "", "48;5;58"}, NULL},
    [GROUND_TARGET] = {{UNDERLINED, PLAIN, PLAIN}, {"", "42", "42"}, "30"},
    [GROUND_CURSOR] = {{REVERSED, REVERSED, REVERSED}, {"", "", ""}, ""},
    [GROUND_BAR] = {{REVERSED, REVERSED, PLAIN}, {"", "", "48;5;236"}, NULL},
};

/* The attributes of a cell, or those in force on the terminal. */
struct attributes {
    bool is_bold;
    int mode;
    const char *front, *back;
};

static struct attributes attributes_of(const struct grid_cell *cell,
                                       enum palette palette) {
    const char *front = grounds[cell->ground].front;
    bool has_front = front != NULL && palette != PALETTE_NONE;
    bool is_cursor = cell->ground == GROUND_CURSOR; /* all of it in one look */
    return (struct attributes){.is_bold = looks[cell->look].is_bold || is_cursor,
                               .mode = (int)grounds[cell->ground].mode[palette],
                               .front =
                                   has_front ? front : looks[cell->look].colour[palette],
                               .back = grounds[cell->ground].colour[palette]};
}

/* Whether both look the same.  Of a blank only what is behind it is seen. */
static bool looks_same(const struct attributes *a, const struct attributes *b,
                       bool is_blank) {
    return a->mode == b->mode && strcmp(a->back, b->back) == 0 &&
           (is_blank || (a->is_bold == b->is_bold && strcmp(a->front, b->front) == 0));
}

static bool is_same(const struct grid_cell *a, const struct grid_cell *b,
                    enum palette palette) {
    if (a->point == b->point && a->look == b->look && a->ground == b->ground) {
        return true;
    }
    struct attributes x = attributes_of(a, palette), y = attributes_of(b, palette);
    return a->point == b->point && looks_same(&x, &y, a->point == ' ' && x.mode == 0);
}

static bool is_unsure(uint32_t point) {
    return point >= UNSURE_FROM && (point < LINES_FROM || point > LINES_TO);
}

/* What is known of the terminal while it is drawn. */
struct pen {
    FILE *out;
    enum palette palette;
    bool is_ascii;
    struct attributes now; /* in force */
    int row, column;       /* of the cursor; -1: unknown */
};

/* Sets what differs from the attributes in force, in as few bytes as it takes. */
static void set_attributes(struct pen *pen, const struct attributes *to, bool is_blank) {
    static const char *const begin[] = {"", "4", "7"}, *const end[] = {"", "24", "27"};
    struct attributes *now = &pen->now;
    const char *codes[5] = {"", "", "", "", ""};
    struct attributes next = *to;
    if (looks_same(now, to, is_blank && to->mode == 0)) {
        return;
    }
    if (is_blank && to->mode == 0) {
        next.is_bold = now->is_bold;
        next.front = now->front;
    }
    bool is_plain =
        !next.is_bold && next.mode == 0 && next.front[0] == '\0' && next.back[0] == '\0';
    if (is_plain) {
        fputs("\033[m", pen->out);
        *now = next;
        return;
    }
    codes[0] = next.is_bold == now->is_bold ? "" : next.is_bold ? "1" : "22";
    codes[1] = next.mode == now->mode ? "" : end[now->mode];
    codes[2] = next.mode == now->mode ? "" : begin[next.mode];
    bool is_front = strcmp(next.front, now->front) == 0,
         is_back = strcmp(next.back, now->back) == 0;
    codes[3] = is_front ? "" : next.front[0] != '\0' ? next.front : "39";
    codes[4] = is_back ? "" : next.back[0] != '\0' ? next.back : "49";
    const char *before = "\033[";
    for (int i = 0; i < 5; i++) {
        if (codes[i][0] != '\0') {
            fprintf(pen->out, "%s%s", before, codes[i]);
            before = ";";
        }
    }
    fputc('m', pen->out);
    *now = next;
}

/* The nearest of ASCII: a letter without its accent, or else a question mark. */
static uint32_t plain_of(uint32_t point) {
    switch (point) {
    case 0x00AB: /* quotation marks */
    case 0x00BB:
    case 0x201C:
    case 0x201D: return '"';
    case 0x2019: return '\'';
    default: return point > '~' ? (uint32_t)name_plain_letter(point) : point;
    }
}

static void write_cell(struct pen *pen, const struct grid_cell *cell, int column) {
    char bytes[UTF8_BYTES_MAX];
    struct attributes to = attributes_of(cell, pen->palette);
    set_attributes(pen, &to, cell->point == ' ');
    uint32_t point = pen->is_ascii ? plain_of(cell->point) : cell->point;
    size_t n = utf8_write(point, bytes);
    fwrite(bytes, 1, n, pen->out);
    pen->column = is_unsure(point) ? -1 : column + grid_point_width(point);
}

/* Whether the cells of a row between two columns can be written as they are, without
 * changing the attributes. */
static bool is_short_gap(const struct pen *pen, const struct grid *grid, int row,
                         int from, int to) {
    bool is_short = from >= 0 && from <= to && to - from <= GAP_WRITTEN;
    for (int i = from; is_short && i < to; i++) {
        const struct grid_cell *cell = &grid->cell[row][i];
        struct attributes at = attributes_of(cell, pen->palette);
        is_short = cell->point != 0 && !is_unsure(cell->point) &&
                   looks_same(&at, &pen->now, cell->point == ' ' && at.mode == 0);
    }
    return is_short;
}

/* Moves the cursor, over a short gap by writing what is there. */
static void go_to(struct pen *pen, const struct grid *grid, int row, int column) {
    if (pen->row >= 0 && row == pen->row + 1 && is_short_gap(pen, grid, row, 0, column)) {
        fputs("\r\n", pen->out);
        pen->row = row;
        pen->column = 0;
    }
    int ahead = pen->column >= 0 ? column - pen->column : -1;
    if (pen->row == row && is_short_gap(pen, grid, row, pen->column, column)) {
        for (int i = pen->column; i < column; i++) {
            write_cell(pen, &grid->cell[row][i], i);
        }
    } else if (pen->row >= 0 && pen->row + 1 == row && pen->column == column) {
        fputs("\033[B", pen->out);
    } else if (pen->row != row && column == 0) {
        fprintf(pen->out, "\033[%dH", row + 1);
    } else if (pen->row != row) {
        fprintf(pen->out, "\033[%d;%dH", row + 1, column + 1);
    } else if (ahead > 0 && ahead < 10 && column >= 9) {
        fprintf(pen->out, "\033[%dC", ahead);
    } else {
        fprintf(pen->out, "\033[%dG", column + 1);
    }
    pen->row = row;
    pen->column = column;
}

/* The column from which on a row is blank. */
static int blank_from(const struct grid *grid, int row) {
    int column = grid->columns;
    while (column > 0) {
        const struct grid_cell *cell = &grid->cell[row][column - 1];
        if (cell->point != ' ' || cell->ground != GROUND_NONE) {
            break;
        }
        column--;
    }
    return column;
}

/* What is behind the cells that have changed: a bit each. */
static unsigned changed_grounds(const struct grid *grid, const struct grid *shown,
                                enum palette palette) {
    unsigned bits = 1U << GROUND_NONE; /* a row may have become shorter */
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const struct grid_cell *cell = &grid->cell[row][column];
            if (shown == NULL || !is_same(cell, &shown->cell[row][column], palette)) {
                bits |= 1U << cell->ground;
            }
        }
    }
    return bits;
}

/* Draws the cells of a row with this behind them: with those of other rows, so that the
 * attributes change seldom. */
static void write_row(struct pen *pen, const struct grid *grid, const struct grid *shown,
                      int row, enum ground ground) {
    int end = blank_from(grid, row);
    int was_end = shown != NULL ? blank_from(shown, row) : 0;
    for (int column = 0; column < end; column++) {
        const struct grid_cell *cell = &grid->cell[row][column];
        bool is_known =
            shown != NULL && is_same(cell, &shown->cell[row][column], pen->palette);
        if (is_known || cell->point == 0 || cell->ground != ground) {
            continue;
        }
        go_to(pen, grid, row, column);
        write_cell(pen, cell, column);
    }
    if (was_end > end && ground == GROUND_NONE) { /* clear the rest */
        static const struct attributes plain = {false, 0, "", ""};
        go_to(pen, grid, row, end);
        set_attributes(pen, &plain, true);
        fputs("\033[K", pen->out);
    }
}

void grid_write(FILE *out, const struct grid *grid, const struct grid *shown,
                enum palette palette) {
    static const struct attributes plain = {false, 0, "", ""};
    struct pen pen = {.out = out,
                      .palette = palette,
                      .is_ascii = grid->is_ascii,
                      .now = plain,
                      .row = -1,
                      .column = -1};
    bool is_other =
        shown != NULL && (shown->rows != grid->rows || shown->columns != grid->columns);
    if (is_other) {
        shown = NULL;
    }
    bool had_cursor = shown != NULL && shown->cursor_row >= 0;
    long before = ftell(out);
    fputs(shown == NULL ? "\033[?25l\033[m\033[2J" : "", out);
    unsigned changed = changed_grounds(grid, shown, palette);
    for (enum ground ground = GROUND_NONE; ground <= GROUND_BAR; ground++) {
        bool is_wanted = (changed & 1U << ground) != 0;
        for (int row = 0; is_wanted && row < grid->rows; row++) {
            write_row(&pen, grid, shown, row, ground);
        }
    }
    bool is_drawn = ftell(out) != before;
    bool is_moved = shown == NULL || shown->cursor_row != grid->cursor_row ||
                    shown->cursor_column != grid->cursor_column;
    if (is_moved) {
        set_attributes(&pen, &plain, false);
        fprintf(out, "\033[%d;%dH" SAVE_CURSOR, grid->cursor_row + 1,
                grid->cursor_column + 1);
    } else if (is_drawn) {
        fputs(RESTORE_CURSOR, out);
    }
    if ((grid->cursor_row >= 0) != had_cursor) {
        fputs(had_cursor ? "\033[?25l" : "\033[?25h", out);
    }
}
