#include "client-cli/term/grid.h"

#include <string.h>

#include "proto/utf8.h"

/* Writing so few unchanged characters is shorter than moving the cursor over them. */
#define GAP_WRITTEN 4
/* Characters from here on may have another width than we think; after them the cursor is
 * moved explicitly.  Lines of frames are below UNSURE_TO: all terminals agree on them. */
#define UNSURE_FROM 0x0300
#define LINES_FROM  0x2500
#define LINES_TO    0x257F

/* A blank at which no line ends. */
#define NO_BREAK 0x00A0

static const struct {
    uint32_t first, last;
    int width;
} widths[] = {
    /* Combining marks, joiners, selectors: left out. */
    {0x0300, 0x036F, 0},   {0x0483, 0x0489, 0},   {0x0591, 0x05BD, 0},
    {0x0610, 0x061A, 0},   {0x064B, 0x065F, 0},   {0x1100, 0x115F, 2},
    {0x1AB0, 0x1AFF, 0},   {0x1DC0, 0x1DFF, 0},   {0x200B, 0x200F, 0},
    {0x2028, 0x202E, 0},   {0x2060, 0x206F, 0},   {0x20D0, 0x20FF, 0},
    {0x231A, 0x231B, 2},   {0x23E9, 0x23F3, 2},   {0x2E80, 0x303E, 2},
    {0x3041, 0xA4CF, 2},   {0xAC00, 0xD7A3, 2},   {0xD800, 0xDFFF, 0},
    {0xF900, 0xFAFF, 2},   {0xFE00, 0xFE0F, 0},   {0xFE20, 0xFE2F, 0},
    {0xFE30, 0xFE6F, 2},   {0xFEFF, 0xFEFF, 0},   {0xFF00, 0xFF60, 2},
    {0xFFE0, 0xFFE6, 2},   {0xFFF0, 0xFFFB, 0},   {0x1F1E6, 0x1F1FF, 1},
    {0x1F300, 0x1FAFF, 2}, {0x20000, 0x3FFFD, 2}, {0xE0000, 0x10FFFF, 0},
};

int grid_point_width(uint32_t point) {
    if (point < ' ' || (point >= 0x7F && point < 0xA0)) {
        return 0;
    }
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        if (point >= widths[i].first && point <= widths[i].last) {
            return widths[i].width;
        }
    }
    return 1;
}

void grid_init(struct grid *grid, int rows, int columns) {
    grid->rows = rows < GRID_ROWS ? rows : GRID_ROWS;
    grid->columns = columns < GRID_COLUMNS ? columns : GRID_COLUMNS;
    grid->cursor_row = grid->cursor_column = -1;
    grid->is_ascii = false;
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            grid->cell[row][column] = (struct grid_cell){.point = ' '};
        }
    }
}

static bool is_inside(const struct grid *grid, int row, int column) {
    return row >= 0 && row < grid->rows && column >= 0 && column < grid->columns;
}

void grid_put(struct grid *grid, int row, int column, enum ink_look look,
              uint32_t point) {
    if (is_inside(grid, row, column) && grid_point_width(point) == 1) {
        struct grid_cell *cell = &grid->cell[row][column];
        cell->point = point == NO_BREAK ? ' ' : point;
        cell->look = (uint8_t)look;
    }
}

static void put_wide(struct grid *grid, int row, int column, enum ink_look look,
                     uint32_t point) {
    if (is_inside(grid, row, column) && is_inside(grid, row, column + 1)) {
        grid->cell[row][column].point = point;
        grid->cell[row][column + 1].point = 0;
        grid->cell[row][column].look = grid->cell[row][column + 1].look = (uint8_t)look;
    }
}

int grid_text(struct grid *grid, int row, int column, int end, enum ink_look look,
              const char *text) {
    for (size_t len = strlen(text), n; len > 0; text += n, len -= n) {
        uint32_t point;
        n = utf8_read(text, len, &point);
        int width = n > 0 ? grid_point_width(point) : 0;
        n = n > 0 ? n : 1;
        if (column + width > end) {
            break;
        }
        if (width == 1) {
            grid_put(grid, row, column, look, point);
        } else if (width == 2) {
            put_wide(grid, row, column, look, point);
        }
        column += width;
    }
    return column;
}

void grid_ground(struct grid *grid, int row, int column, int height, int width,
                 enum ground ground) {
    for (int r = row; r < row + height; r++) {
        for (int c = column; c < column + width; c++) {
            if (is_inside(grid, r, c)) {
                grid->cell[r][c].ground = (uint8_t)ground;
            }
        }
    }
}

int grid_width(const char *text) {
    int width = 0;
    for (size_t len = strlen(text), n; len > 0; text += n, len -= n) {
        uint32_t point;
        n = utf8_read(text, len, &point);
        width += n > 0 ? grid_point_width(point) : 0;
        n = n > 0 ? n : 1;
    }
    return width;
}

/* --- the terminal --- */

/* Colours as parameters of SGR, by palette.  Without colours, a look is bold, underlined
 * or reversed. */
static const char *const look_codes[3][LOOK_LOUD + 1] = {
    {"", "1", "", "", "", "1", "", "1"},
    {"", "1;33", "1;35", "32", "2", "1;36", "2", "1"},
    {"", "1;38;5;220", "1;38;5;177", "38;5;78", "38;5;245", "1;38;5;81", "38;5;245", "1"},
};
static const char *const ground_codes[3][GROUND_BAR + 1] = {
    {"", "", "", "", "", "4", "4", "7", "7"},
    {"", "", "", "", "", "4", "30;42", "7", "7"},
    {"", "48;5;236", "48;5;238", "48;5;239", "48;5;24", "48;5;58", "30;48;5;71",
     "30;48;5;220", "38;5;252;48;5;236"},
};

static void set_colours(FILE *out, const struct grid_cell *cell, enum palette palette) {
    const char *look = look_codes[palette][cell->look];
    const char *ground = ground_codes[palette][cell->ground];
    bool both = look[0] != '\0' && ground[0] != '\0';
    bool any = look[0] != '\0' || ground[0] != '\0';
    fprintf(out, any ? "\033[0;%s%s%sm" : "\033[m", look, both ? ";" : "", ground);
}

static bool is_same_look(const struct grid_cell *a, const struct grid_cell *b,
                         enum palette palette) {
    return strcmp(look_codes[palette][a->look], look_codes[palette][b->look]) == 0 &&
           strcmp(ground_codes[palette][a->ground], ground_codes[palette][b->ground]) ==
               0;
}

static bool is_same(const struct grid_cell *a, const struct grid_cell *b,
                    enum palette palette) {
    return a->point == b->point && is_same_look(a, b, palette);
}

static bool is_unsure(uint32_t point) {
    return point >= UNSURE_FROM && (point < LINES_FROM || point > LINES_TO);
}

/* What is known of the terminal while it is drawn. */
struct pen {
    FILE *out;
    enum palette palette;
    bool is_ascii;
    struct grid_cell last; /* look and ground in force */
    int row, column;       /* of the cursor; row -1: unknown */
};

static void write_cell(struct pen *pen, const struct grid_cell *cell, int column) {
    char bytes[UTF8_BYTES_MAX];
    if (!is_same_look(cell, &pen->last, pen->palette)) {
        set_colours(pen->out, cell, pen->palette);
        pen->last = *cell;
    }
    uint32_t point = pen->is_ascii && cell->point > '~' ? '?' : cell->point;
    fwrite(bytes, 1, utf8_write(point, bytes), pen->out);
    pen->column = column + grid_point_width(cell->point);
    if (is_unsure(cell->point)) {
        pen->row = -1;
    }
}

/* Moves the cursor, over a short gap by writing what is there. */
static void go_to(struct pen *pen, const struct grid *grid, int row, int column) {
    bool is_near =
        pen->row == row && column >= pen->column && column - pen->column <= GAP_WRITTEN;
    for (int i = pen->column; is_near && i < column; i++) {
        const struct grid_cell *cell = &grid->cell[row][i];
        is_near = cell->point != 0 && !is_unsure(cell->point) &&
                  is_same_look(cell, &pen->last, pen->palette);
    }
    for (int i = pen->column; is_near && i < column; i++) {
        write_cell(pen, &grid->cell[row][i], i);
    }
    if (!is_near) {
        fprintf(pen->out, "\033[%d;%dH", row + 1, column + 1);
        pen->row = row;
        pen->column = column;
    }
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

static void write_row(struct pen *pen, const struct grid *grid, const struct grid *shown,
                      int row) {
    int end = blank_from(grid, row);
    int was_end = shown != NULL ? blank_from(shown, row) : 0;
    for (int column = 0; column < end; column++) {
        const struct grid_cell *cell = &grid->cell[row][column];
        bool is_known =
            shown != NULL && is_same(cell, &shown->cell[row][column], pen->palette);
        if (is_known || cell->point == 0) {
            continue;
        }
        go_to(pen, grid, row, column);
        write_cell(pen, cell, column);
    }
    if (was_end > end) { /* clear the rest */
        static const struct grid_cell blank = {.point = ' '};
        if (pen->row != row || pen->column != end) {
            fprintf(pen->out, "\033[%d;%dH", row + 1, end + 1);
        }
        if (!is_same_look(&blank, &pen->last, pen->palette)) {
            set_colours(pen->out, &blank, pen->palette);
            pen->last = blank;
        }
        fputs("\033[K", pen->out);
        pen->row = -1;
    }
}

void grid_write(FILE *out, const struct grid *grid, const struct grid *shown,
                enum palette palette) {
    struct pen pen = {
        .out = out, .palette = palette, .is_ascii = grid->is_ascii, .row = -1};
    pen.last = (struct grid_cell){.point = ' '};
    bool is_other =
        shown != NULL && (shown->rows != grid->rows || shown->columns != grid->columns);
    if (is_other) {
        shown = NULL;
    }
    bool had_cursor = shown != NULL && shown->cursor_row >= 0;
    long before = ftell(out);
    fputs(shown == NULL ? "\033[?25l\033[m\033[2J" : "", out);
    for (int row = 0; row < grid->rows; row++) {
        write_row(&pen, grid, shown, row);
    }
    static const struct grid_cell plain = {.point = ' '};
    if (!is_same_look(&plain, &pen.last, palette)) {
        fputs("\033[m", out);
    }
    bool is_drawn = ftell(out) != before;
    bool is_moved = shown == NULL || shown->cursor_row != grid->cursor_row ||
                    shown->cursor_column != grid->cursor_column;
    if (grid->cursor_row >= 0 && (is_drawn || is_moved)) {
        fprintf(out, "\033[%d;%dH%s", grid->cursor_row + 1, grid->cursor_column + 1,
                had_cursor ? "" : "\033[?25h");
    } else if (grid->cursor_row < 0 && had_cursor) {
        fputs("\033[?25l", out);
    }
}
