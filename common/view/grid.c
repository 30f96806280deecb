#include "view/grid.h"

#include <string.h>

#include "proto/utf8.h"
#include "view/style.h"

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
    for (size_t i = 0; point >= widths[0].first && i < sizeof widths / sizeof widths[0];
         i++) {
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

enum ink_look grid_look(const struct grid *grid, int row, int column) {
    return is_inside(grid, row, column) ? (enum ink_look)grid->cell[row][column].look
                                        : LOOK_TEXT;
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

/* --- as text --- */

void grid_show(FILE *out, const struct grid *grid, const struct style *style) {
    for (int row = 0; row < grid->rows; row++) {
        const struct grid_cell *cell = grid->cell[row];
        int end = grid->columns;
        while (end > 0 && cell[end - 1].point == ' ') {
            end--;
        }
        fputs("  ", out);
        for (int column = 0; column < end;) {
            char text[GRID_COLUMNS * UTF8_BYTES_MAX + 1];
            size_t len = 0;
            uint8_t look = cell[column].look;
            bool is_blank = cell[column].point == ' ';
            do {
                uint32_t point = cell[column++].point;
                len += point != 0 ? utf8_write(point, text + len) : 0;
            } while (column < end && cell[column].look == look &&
                     (cell[column].point == ' ') == is_blank);
            text[len] = '\0';
            paint(out, style, is_blank ? LOOK_TEXT : (enum ink_look)look, text);
        }
        fputc('\n', out);
    }
}
