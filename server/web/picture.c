#include "server/web/picture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "rules/ur/ur_board.h"
#include "server/web/png.h"

/* What colours are for; a theme has one for each. */
enum ink {
    INK_TABLE, /* behind the board */
    INK_BOARD,
    INK_EDGE,   /* of squares, and lines */
    INK_SQUARE, /* a plain square */
    INK_SPECIAL,
    INK_ORNAMENT, /* on a special square */
    INK_WHITE,
    INK_WHITE_MARK,
    INK_BLACK,
    INK_BLACK_MARK,
    INK_KING,
    INK_COUNT
};

struct sheet {
    uint8_t pixel[PICTURE_HEIGHT][PICTURE_WIDTH];
};

struct spot {
    int x, y;
};

/* --- shapes --- */

static void dot(struct sheet *sheet, int x, int y, enum ink ink) {
    if (x >= 0 && x < PICTURE_WIDTH && y >= 0 && y < PICTURE_HEIGHT) {
        sheet->pixel[y][x] = (uint8_t)ink;
    }
}

static void box(struct sheet *sheet, int x, int y, int width, int height, enum ink ink) {
    for (int row = y; row < y + height; row++) {
        for (int column = x; column < x + width; column++) {
            dot(sheet, column, row, ink);
        }
    }
}

static void disc(struct sheet *sheet, struct spot at, int radius, enum ink ink) {
    for (int dy = -radius; dy <= radius; dy++) {
        for (int dx = -radius; dx <= radius; dx++) {
            if (dx * dx + dy * dy <= radius * radius + radius / 2) {
                dot(sheet, at.x + dx, at.y + dy, ink);
            }
        }
    }
}

/* A square around a spot, with its edge. */
static void tile(struct sheet *sheet, struct spot at, int size, enum ink ink) {
    box(sheet, at.x - size / 2, at.y - size / 2, size, size, INK_EDGE);
    box(sheet, at.x - size / 2 + 1, at.y - size / 2 + 1, size - 2, size - 2, ink);
}

static void line(struct sheet *sheet, struct spot a, struct spot b) {
    int x = a.x < b.x ? a.x : b.x, y = a.y < b.y ? a.y : b.y;
    box(sheet, x - 1, y - 1, abs(a.x - b.x) + 3, abs(a.y - b.y) + 3, INK_EDGE);
}

/* A piece by its letter; the top one of a column has a mark that its kind has. */
static void piece(struct sheet *sheet, struct spot at, int radius, char letter) {
    bool is_black = letter == 'b' || letter == 'B' || letter == 't';
    enum ink body = letter == 'K' ? INK_KING : is_black ? INK_BLACK : INK_WHITE;
    enum ink mark = is_black ? INK_BLACK_MARK : INK_WHITE_MARK;
    disc(sheet, at, radius, mark);
    disc(sheet, at, radius - (radius > 8 ? 2 : 1), body);
    if (letter == 'W' || letter == 'B' || letter == 'K') {
        disc(sheet, at, radius / 2, mark);
    } else if (radius > 8) {
        disc(sheet, at, radius / 5, mark);
    }
}

/* --- the boards --- */

/* What is on the sheet, and where. */
struct plan {
    const struct ur_shape *shape; /* of a board of Ur */
    int n, step;                  /* other boards: files, and pixels of a square */
};

/* Draws an empty board. */
typedef void draw_board(struct sheet *sheet, const struct plan *plan);
/* Where a square is. */
typedef struct spot find_square(const struct plan *plan, const char *name);

#define UR_WIDE 528 /* of a board, without its edge */

static struct spot ur_cell(const struct ur_shape *shape, int column, int row) {
    int cell = UR_WIDE / shape->columns;
    return (struct spot){PICTURE_WIDTH / 2 + (2 * column + 1 - shape->columns) * cell / 2,
                         PICTURE_HEIGHT / 2 + (row - 1) * cell};
}

/* A square by its name; below the board if there is none. */
static struct spot shape_square(const struct plan *plan, const char *name) {
    const struct ur_shape *shape = plan->shape;
    unsigned square = ur_shape_find(shape, name);
    int n = 3 * shape->columns, at = 0;
    while (at < n &&
           (square == UR_SQUARES ||
            ur_shape_square(shape, at / shape->columns, at % shape->columns) != square)) {
        at++;
    }
    return ur_cell(shape, at % shape->columns, at / shape->columns);
}

static void put_rosette(struct sheet *sheet, struct spot at, int cell) {
    for (int petal = 0; petal < 8; petal++) {
        static const int dx[] = {16, 11, 0, -11, -16, -11, 0, 11};
        struct spot leaf = {at.x + dx[petal] * cell / 66,
                            at.y + dx[(petal + 2) % 8] * cell / 66};
        disc(sheet, leaf, 7 * cell / 66, petal % 2 == 0 ? INK_SPECIAL : INK_ORNAMENT);
    }
}

/* Draws the squares over the wood around them. */
static void shape_board(struct sheet *sheet, const struct plan *plan) {
    const struct ur_shape *shape = plan->shape;
    int n = 3 * shape->columns, cell = UR_WIDE / shape->columns;
    for (int i = 0; i < 2 * n; i++) {
        int column = i % shape->columns, row = i % n / shape->columns;
        unsigned square = ur_shape_square(shape, row, column);
        struct spot at = ur_cell(shape, column, row);
        if (square == UR_SQUARES) {
            continue;
        }
        if (i < n) {
            box(sheet, at.x - cell / 2 - 6, at.y - cell / 2 - 6, cell + 12, cell + 12,
                INK_BOARD);
            continue;
        }
        tile(sheet, at, cell - 6, INK_SQUARE);
        if (ur_shape_is_rosette(shape, square)) {
            put_rosette(sheet, at, cell);
        } else {
            disc(sheet, at, 5, INK_ORNAMENT);
        }
    }
}

/* The ring begins at the lower left and runs against the clock. */
static struct spot ring_square(const struct plan *plan, const char *name) {
    (void)plan;
    double angle = (270 + 15 * (atoi(name) - 3.5)) * 3.14159265358979 / 180;
    return (struct spot){PICTURE_WIDTH / 2 + (int)lround(122 * cos(angle)),
                         PICTURE_HEIGHT / 2 - (int)lround(122 * sin(angle))};
}

static void ring_board(struct sheet *sheet, const struct plan *plan) {
    const struct spot middle = {PICTURE_WIDTH / 2, PICTURE_HEIGHT / 2};
    disc(sheet, middle, 150, INK_BOARD);
    disc(sheet, middle, 96, INK_ORNAMENT);
    for (int i = 1; i <= 24; i++) {
        char name[8];
        bool is_corner = i % 6 <= 1;
        struct text_out out = text_out_of(name, sizeof name);
        text_put_number(&out, (uint64_t)i);
        disc(sheet, ring_square(plan, name), 16, is_corner ? INK_SPECIAL : INK_SQUARE);
    }
}

/* A point or square of a board with files and ranks, "e5". */
static struct spot place(const struct plan *plan, const char *name) {
    int file = name[0] - 'a', rank = atoi(name + 1) - 1;
    return (struct spot){PICTURE_WIDTH / 2 + (2 * file - plan->n + 1) * plan->step / 2,
                         PICTURE_HEIGHT / 2 - (2 * rank - plan->n + 1) * plan->step / 2};
}

static void mill_board(struct sheet *sheet, const struct plan *plan) {
    static const char *const corner[][4] = {
        {"a1", "g1", "g7", "a7"}, {"b2", "f2", "f6", "b6"}, {"c3", "e3", "e5", "c5"}};
    static const char *const across[][2] = {
        {"a4", "c4"}, {"e4", "g4"}, {"d1", "d3"}, {"d5", "d7"}};
    box(sheet, 132, 2, 336, 311, INK_BOARD);
    for (int i = 0; i < 12; i++) {
        line(sheet, place(plan, corner[i / 4][i % 4]),
             place(plan, corner[i / 4][(i + 1) % 4]));
    }
    for (int i = 0; i < 4; i++) {
        line(sheet, place(plan, across[i][0]), place(plan, across[i][1]));
    }
}

static void tafl_board(struct sheet *sheet, const struct plan *plan) {
    int n = plan->n, size = n * plan->step;
    box(sheet, (PICTURE_WIDTH - size) / 2 - 6, (PICTURE_HEIGHT - size) / 2 - 6, size + 12,
        size + 12, INK_ORNAMENT);
    for (int i = 0; i < n * n; i++) {
        int file = i % n, rank = i / n;
        bool is_end = (file == 0 || file == n - 1) && (rank == 0 || rank == n - 1);
        bool is_throne = file == n / 2 && rank == n / 2;
        char name[] = {(char)('a' + file), (char)('1' + rank % 9), '\0', '\0'};
        if (rank >= 9) { /* ranks from 10 on have two digits */
            name[1] = '1';
            name[2] = (char)('0' + (rank + 1) % 10);
        }
        int x = abs(file - n / 2), y = abs(rank - n / 2), far = x > y ? x : y;
        bool is_camp = n == 9 && (far == 4 ? x + y < 6 : far == 3 && x + y == 3);
        tile(sheet, place(plan, name), plan->step + 1,
             is_end || is_throne ? INK_SPECIAL
             : is_camp           ? INK_SQUARE
                                 : INK_BOARD);
    }
}

/* The colours of boards: table, board, edge, square, special, ornament, white, its mark,
 * black, its mark, king. */
static const uint32_t ur[INK_COUNT] = {0xE9DCC3, 0x2B2420, 0x5A4A38, 0xEFE3C8,
                                       0xA63D2F, 0x234A8C, 0xFFFDF6, 0x234A8C,
                                       0x15110F, 0xEFE3C8, 0xC79A3B};
/* finkel: a board of lapis with shell. */
static const uint32_t lapis[INK_COUNT] = {0xDCE1E6, 0x1B2E52, 0x0F1B33, 0x3F639F,
                                          0xF0C25A, 0xF3E6C6, 0xFFFDF6, 0x234A8C,
                                          0x15110F, 0xEFE3C8, 0xC79A3B};
/* blitz, masters: a board of dark green stone. */
static const uint32_t stone[INK_COUNT] = {0xE3E2D2, 0x24382E, 0x14211B, 0xE9E2C9,
                                          0xB4542E, 0x2F6B57, 0xFFFDF6, 0x2F6B57,
                                          0x15110F, 0xE9E2C9, 0xC79A3B};
/* aseb: a box of ebony and ivory. */
static const uint32_t ebony[INK_COUNT] = {0xEDE0C4, 0x4A2E1C, 0x2B1A10, 0xF2E6C8,
                                          0x1F7A8C, 0xC9762B, 0xFFFDF6, 0x9C4A1A,
                                          0x15110F, 0xF2E6C8, 0xC79A3B};
/* fetlar, copenhagen: oak, with pieces of walrus ivory. */
static const uint32_t oak[INK_COUNT] = {0xD5DAD8, 0xB98A57, 0x5B3F24, 0xB98A57,
                                        0x8E2F26, 0x3F2A18, 0xFFF8E8, 0x8E2F26,
                                        0x2A1D14, 0xE8C98F, 0xE0B03A};
static const uint32_t ring[INK_COUNT] = {0xDDE5E8, 0x2D3136, 0x2D3136, 0xE6EEF2,
                                         0xC9B458, 0x1F4A63, 0xFFFFFF, 0xB5523A,
                                         0x15181B, 0xC9B458, 0xB5523A};
static const uint32_t mill[INK_COUNT] = {0xD9C49A, 0xF1E4C3, 0x3B2A1E, 0xF1E4C3,
                                         0xB3402A, 0x2D4B8E, 0xFFFDF6, 0xB3402A,
                                         0x1E1712, 0xF1E4C3, 0xC79A3B};
static const uint32_t tablut[INK_COUNT] = {0xEADBC0, 0xCAA472, 0x8A6A42, 0xCAA472,
                                           0xE0B03A, 0xA8322D, 0xFFF7E2, 0xA8322D,
                                           0x2B4A7F, 0xE0B03A, 0xE0B03A};
static const uint32_t ashton[INK_COUNT] = {0xDDE3E6, 0xE3D7BF, 0x7C7365, 0xA9B7BE,
                                           0xC79A3B, 0x35506B, 0xFFFDF6, 0x9A3B2F,
                                           0x24313F, 0xC9D6DE, 0xC79A3B};
static const uint32_t brandubh[INK_COUNT] = {0xDFE8DC, 0x8FB08A, 0x3F5B41, 0x8FB08A,
                                             0xE3C25A, 0x2E4A33, 0xFFFBEA, 0x8A6A1E,
                                             0x3A1F1B, 0xE9CFA0, 0xE3C25A};
static const uint32_t vellum[INK_COUNT] = {0xDCCBA4, 0xEFE2C0, 0xA89468, 0xEFE2C0,
                                           0xC2452D, 0x3F7D6B, 0xFFFDF6, 0x2C2416,
                                           0x2C2416, 0xEFE2C0, 0xC2452D};

static const struct drawing {
    const struct game *game;
    draw_board *board;
    find_square *square;
    struct plan plan;
    int radius;             /* of a piece */
    const uint32_t *colour; /* of each ink */
} drawings[] = {
    {&game_royal_ur, shape_board, shape_square, {.shape = &ur_shape}, 24, ur},
    {&game_finkel, shape_board, shape_square, {.shape = &ur_shape}, 24, lapis},
    {&game_blitz, shape_board, shape_square, {.shape = &ur_shape_masters}, 24, stone},
    {&game_masters, shape_board, shape_square, {.shape = &ur_shape_masters}, 24, stone},
    {&game_aseb, shape_board, shape_square, {.shape = &ur_shape_aseb}, 16, ebony},
    {&game_akalamdung, shape_board, shape_square, {.shape = &ur_shape}, 24, ur},
    {&game_ur, shape_board, shape_square, {.shape = &ur_shape}, 24, ur},
    {&game_stelpur, ring_board, ring_square, {0}, 13, ring},
    {&game_morris, mill_board, place, {.n = 7, .step = 43}, 17, mill},
    {&game_tablut, tafl_board, place, {.n = 9, .step = 33}, 13, tablut},
    {&game_ashton, tafl_board, place, {.n = 9, .step = 33}, 13, ashton},
    {&game_brandubh, tafl_board, place, {.n = 7, .step = 43}, 16, brandubh},
    {&game_fetlar, tafl_board, place, {.n = 11, .step = 27}, 10, oak},
    {&game_copenhagen, tafl_board, place, {.n = 11, .step = 27}, 10, oak},
    {&game_alea_evangelii, tafl_board, place, {.n = 19, .step = 15}, 6, vellum},
};
#define N_DRAWINGS (sizeof drawings / sizeof drawings[0])
GAMES_HAVE(N_DRAWINGS);

/* --- the picture --- */

/* Pieces beside the board, a column for each kind: White's below, Black's above. */
static void put_counts(struct sheet *sheet, const struct board *board) {
    for (unsigned kind = 0; kind < board->n_counts; kind++) {
        int x = kind == 0 ? 16 : PICTURE_WIDTH - 16;
        for (int i = 0; i < board->count[kind].n[SIDE_WHITE]; i++) {
            piece(sheet, (struct spot){x, PICTURE_HEIGHT - 14 - 16 * i}, 9, 'w');
        }
        for (int i = 0; i < board->count[kind].n[SIDE_BLACK]; i++) {
            piece(sheet, (struct spot){x, 14 + 16 * i}, 9, 'b');
        }
    }
}

/* A column: each piece lies a little higher than the one below it. */
static void put_column(struct sheet *sheet, struct spot at, int radius,
                       const char *pieces) {
    size_t n = strlen(pieces);
    for (size_t i = n; i-- > 0;) {
        struct spot spot = {at.x, at.y - 4 * (int)(n - 1 - i) + 2 * (int)(n - 1)};
        piece(sheet, spot, radius, pieces[i]);
    }
}

char *picture_png(const struct game *game, const struct position *pos, size_t *len) {
    const struct drawing *drawing = drawings;
    while (drawing->game != game_base(game)) {
        drawing++;
        assert(drawing < drawings + N_DRAWINGS);
    }
    struct sheet *sheet = mem_new(1, sizeof *sheet); /* of INK_TABLE */
    struct board board = {0};
    game->board(pos, &board);
    drawing->board(sheet, &drawing->plan);
    for (unsigned i = 0; i < board.n_squares; i++) {
        struct spot at = drawing->square(&drawing->plan, board.square[i].name);
        put_column(sheet, at, drawing->radius, board.square[i].pieces);
    }
    put_counts(sheet, &board);
    const struct png_picture picture = {PICTURE_WIDTH, PICTURE_HEIGHT, drawing->colour,
                                        INK_COUNT, &sheet->pixel[0][0]};
    char *png = png_write(&picture, len);
    free(sheet);
    return png;
}
