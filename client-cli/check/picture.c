#include "client-cli/check/picture.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/utf8.h"
#include "view/board.h"

/* Size of a character in pixels, and the margin around the board, which on the left
 * includes two blank columns. */
#define COLUMN_PX 10
#define ROW_PX    20
#define MARGIN_PX 18
#define LEFT_PX   (MARGIN_PX - 2 * COLUMN_PX)

#define ROWS_MAX    32
#define COLUMNS_MAX 80

/* The colours of a drawing for the terminal. */
enum ink { INK_TEXT, INK_FAINT, INK_SPECIAL, INK_WHITE, INK_BLACK };

static const char *const colours[] = {
    [INK_TEXT] = "#3b2f20",  [INK_FAINT] = "#9a8868", [INK_SPECIAL] = "#a33b20",
    [INK_WHITE] = "#3b2f20", [INK_BLACK] = "#3b2f20",
};

struct glyph {
    uint32_t point; /* ' ': empty */
    enum ink ink;
};

/* A drawing for the terminal, as a grid of characters. */
struct sheet {
    unsigned n_rows, n_columns; /* in use */
    struct glyph glyph[ROWS_MAX][COLUMNS_MAX];
};

/* --- reading a drawing --- */

/* The colour that an escape sequence selects: "\033[1;33m". */
static enum ink ink_of(const char *sequence) {
    static const struct {
        const char *text;
        enum ink ink;
    } known[] = {{"\033[1;33m", INK_WHITE},
                 {"\033[1;35m", INK_BLACK},
                 {"\033[2m", INK_FAINT},
                 {"\033[32m", INK_SPECIAL}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strncmp(sequence, known[i].text, strlen(known[i].text)) == 0) {
            return known[i].ink;
        }
    }
    return INK_TEXT;
}

static void read_drawing(const char *text, struct sheet *sheet) {
    unsigned row = 0, column = 0;
    enum ink ink = INK_TEXT;
    for (size_t bytes; *text != '\0'; text += bytes) {
        uint32_t point;
        bytes = utf8_read(text, strlen(text), &point);
        if (point == '\033') {
            ink = ink_of(text);
            bytes = strcspn(text, "m") + 1;
        } else if (point == '\n') {
            row++;
            column = 0;
        } else if (row < ROWS_MAX && column < COLUMNS_MAX) {
            sheet->glyph[row][column++] = (struct glyph){point, ink};
            sheet->n_columns = column > sheet->n_columns ? column : sheet->n_columns;
            sheet->n_rows = row + 1;
        }
    }
}

/* --- frames --- */

enum { LEFT = 1, RIGHT = 2, UP = 4, DOWN = 8 };

/* The directions of the lines in a frame character; 0: it is something else. */
static unsigned arms_of(uint32_t point) {
    switch (point) {
    case 0x2500: return LEFT | RIGHT;
    case 0x2502: return UP | DOWN;
    case 0x250C: return RIGHT | DOWN;
    case 0x2510: return LEFT | DOWN;
    case 0x2514: return RIGHT | UP;
    case 0x2518: return LEFT | UP;
    case 0x251C: return UP | DOWN | RIGHT;
    case 0x2524: return UP | DOWN | LEFT;
    case 0x252C: return LEFT | RIGHT | DOWN;
    case 0x2534: return LEFT | RIGHT | UP;
    case 0x253C: return LEFT | RIGHT | UP | DOWN;
    default: return 0;
    }
}

static unsigned arms_at(const struct sheet *sheet, unsigned row, unsigned column) {
    return arms_of(sheet->glyph[row][column].point);
}

/* The middle of a character. */
static int x_of(unsigned column) {
    return LEFT_PX + (int)column * COLUMN_PX + COLUMN_PX / 2;
}

static int y_of(unsigned row) {
    return MARGIN_PX + (int)row * ROW_PX + ROW_PX / 2;
}

/* The column of the last character to the right connected to this one. */
static unsigned right_end(const struct sheet *sheet, unsigned row, unsigned column) {
    while (column + 1 < sheet->n_columns && (arms_at(sheet, row, column) & RIGHT) != 0) {
        column++;
    }
    return column;
}

static unsigned lower_end(const struct sheet *sheet, unsigned row, unsigned column) {
    while (row + 1 < sheet->n_rows && (arms_at(sheet, row, column) & DOWN) != 0) {
        row++;
    }
    return row;
}

/* Draws each line once, over its whole length. */
static void draw_frames(FILE *out, const struct sheet *sheet) {
    fprintf(out, "<path fill=\"none\" stroke=\"#8a7350\" stroke-width=\"1.5\" d=\"");
    for (unsigned row = 0; row < sheet->n_rows; row++) {
        for (unsigned column = 0, end; column < sheet->n_columns; column = end + 1) {
            end = right_end(sheet, row, column);
            if (end > column) {
                fprintf(out, "M%d %dH%d", x_of(column), y_of(row), x_of(end));
            }
        }
    }
    for (unsigned column = 0; column < sheet->n_columns; column++) {
        for (unsigned row = 0, end; row < sheet->n_rows; row = end + 1) {
            end = lower_end(sheet, row, column);
            if (end > row) {
                fprintf(out, "M%d %dV%d", x_of(column), y_of(row), y_of(end));
            }
        }
    }
    fputs("\"/>\n", out);
}

/* --- pieces and text --- */

#define POINT_WHITE   0x25CB
#define POINT_BLACK   0x25CF
#define POINT_KING    0x2654
#define POINT_ROSETTE 0x273F

static bool is_symbol(uint32_t point) {
    return point == POINT_WHITE || point == POINT_BLACK || point == POINT_KING ||
           point == POINT_ROSETTE;
}

/* Whether a symbol is right next to this one: then pieces are drawn smaller. */
static bool is_crowded(const struct sheet *sheet, unsigned row, unsigned column) {
    const struct glyph *line = sheet->glyph[row];
    return (column > 0 && is_symbol(line[column - 1].point)) ||
           (column + 1 < sheet->n_columns && is_symbol(line[column + 1].point));
}

/* Draws a symbol as a shape, as the reader's fonts may lack it. */
static void draw_symbol(FILE *out, const struct sheet *sheet, unsigned row,
                        unsigned column) {
    uint32_t point = sheet->glyph[row][column].point;
    int x = x_of(column), y = y_of(row);
    if (point == POINT_ROSETTE) {
        fprintf(out,
                "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"M%d %dh10M%d "
                "%dv10M%d %dl7 7M%d %dl7 -7\"/>\n",
                colours[INK_SPECIAL], x - 5, y, x, y - 5, x - 3, y - 3, x - 3, y + 4);
        return;
    }
    fprintf(out,
            "<circle cx=\"%d\" cy=\"%d\" r=\"%s\" fill=\"%s\" stroke=\"#3b2f20\" "
            "stroke-width=\"1.5\"/>\n",
            x, y, is_crowded(sheet, row, column) ? "4.3" : "6.5",
            point == POINT_BLACK ? "#3b2f20" : "#fffdf6");
    if (point == POINT_KING) {
        fprintf(out, "<path stroke=\"%s\" stroke-width=\"2\" d=\"M%d %dh8M%d %dv8\"/>\n",
                colours[INK_SPECIAL], x - 4, y, x, y - 4);
    }
}

static void write_character(FILE *out, uint32_t point) {
    char bytes[UTF8_BYTES_MAX + 1];
    switch (point) {
    case '<': fputs("&lt;", out); return;
    case '&': fputs("&amp;", out); return;
    default: bytes[utf8_write(point, bytes)] = '\0'; fputs(bytes, out);
    }
}

/* Whether the character is neither blank nor part of a frame. */
static bool is_text(const struct glyph *glyph) {
    return glyph->point != ' ' && glyph->point != 0 && arms_of(glyph->point) == 0;
}

/* Writes the word that begins here.  Returns its length in characters. */
static unsigned write_word(FILE *out, const struct sheet *sheet, unsigned row,
                           unsigned column) {
    const struct glyph *first = &sheet->glyph[row][column];
    unsigned n = 0;
    while (column + n < sheet->n_columns && is_text(&first[n]) &&
           !is_symbol(first[n].point) && first[n].ink == first->ink) {
        n++;
    }
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%u\" fill=\"%s\">",
            x_of(column) - COLUMN_PX / 2, y_of(row) + 5, n * COLUMN_PX,
            colours[first->ink]);
    for (unsigned i = 0; i < n; i++) {
        write_character(out, first[i].point);
    }
    fputs("</text>\n", out);
    return n;
}

static void draw_row(FILE *out, const struct sheet *sheet, unsigned row) {
    for (unsigned column = 0, n; column < sheet->n_columns; column += n) {
        const struct glyph *glyph = &sheet->glyph[row][column];
        n = 1;
        if (is_symbol(glyph->point)) {
            draw_symbol(out, sheet, row, column);
        } else if (is_text(glyph)) {
            n = write_word(out, sheet, row, column);
        }
    }
}

static void read_position(const struct game *game, const struct position *pos,
                          struct sheet *sheet) {
    static const struct style style = {.unicode = true, .colour = true};
    char *text;
    size_t len;
    FILE *drawing = mem_stream(&text, &len);
    board_draw_position(drawing, game, pos, &style);
    fclose(drawing);
    read_drawing(text, sheet);
    free(text);
}

void picture_write(FILE *out, const struct game *game, const struct position *pos) {
    struct sheet *sheet = mem_new(1, sizeof *sheet);
    char title[POSITION_TEXT_BYTES];
    struct text_out text = text_out_of(title, sizeof title);
    game->write(pos, &text);
    read_position(game, pos, sheet);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n"
            "<title>%s %s</title>\n"
            "<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"#f3e6c8\"/>\n",
            x_of(sheet->n_columns) - COLUMN_PX / 2 + MARGIN_PX,
            y_of(sheet->n_rows) - ROW_PX / 2 + MARGIN_PX, game->id, title);
    draw_frames(out, sheet);
    fputs("<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" "
          "font-size=\"15\">\n",
          out);
    for (unsigned row = 0; row < sheet->n_rows; row++) {
        draw_row(out, sheet, row);
    }
    fputs("</g>\n</svg>\n", out);
    free(sheet);
}
