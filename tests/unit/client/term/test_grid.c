/* Grids, and the bytes that turn one into another: checked with a small terminal. */
#include "client-cli/term/grid.h"

#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/utf8.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define ROWS    7
#define COLUMNS 30

/* A terminal that knows only what grids may send; anything else fails the test. */
struct pen {
    int row, column;
    bool is_bold, is_underlined, is_reversed;
    char front[16], back[16]; /* as in SGR; "": the terminal's own */
};

struct tube {
    uint32_t point[ROWS][COLUMNS];
    struct pen look[ROWS][COLUMNS]; /* its place is meaningless */
    struct pen pen, kept;
};

static void erase(struct tube *tube, int row, int from) {
    for (int column = from; column < COLUMNS; column++) {
        tube->point[row][column] = ' ';
        tube->look[row][column] = tube->pen;
    }
}

/* A colour as SGR writes it: one number, or 38;5;N and 48;5;N.  Returns its end. */
static char *take_colour(char *at, char *colour) {
    char *end = at;
    int n_left = strncmp(at, "38;", 3) == 0 || strncmp(at, "48;", 3) == 0 ? 3 : 1;
    while (n_left > 0) {
        end += strspn(end, "0123456789");
        end += --n_left > 0;
    }
    bool is_own = strncmp(at, "39", 2) == 0 || strncmp(at, "49", 2) == 0;
    snprintf(colour, 16, "%.*s", is_own ? 0 : (int)(end - at), at);
    return end;
}

static void take_looks(struct pen *pen, char *at) {
    if (*at == '\0') {
        *pen = (struct pen){.row = pen->row, .column = pen->column};
    }
    while (*at != '\0') {
        int n = atoi(at);
        if (n >= 30) {
            at = take_colour(at, n < 40 ? pen->front : pen->back);
        } else {
            pen->is_bold = n == 1 || (n != 22 && pen->is_bold);
            pen->is_underlined = n == 4 || (n != 24 && pen->is_underlined);
            pen->is_reversed = n == 7 || (n != 27 && pen->is_reversed);
            at += strspn(at, "0123456789");
        }
        at += *at == ';';
    }
}

static const char *obey(struct tube *tube, const char *at) {
    char params[32];
    size_t len = strspn(at, "0123456789;?");
    assert_in_range(len, 0, sizeof params - 1);
    memcpy(params, at, len);
    params[len] = '\0';
    switch (at[len]) {
    case 'H':
        tube->pen.row = tube->pen.column = 1;
        sscanf(params, "%d;%d", &tube->pen.row, &tube->pen.column);
        tube->pen.row--;
        tube->pen.column--;
        break;
    case 'G': tube->pen.column = atoi(params) - 1; break;
    case 'C': tube->pen.column += atoi(params); break;
    case 'B': tube->pen.row++; break;
    case 'K': erase(tube, tube->pen.row, tube->pen.column); break;
    case 'J':
        for (int row = 0; row < ROWS; row++) {
            erase(tube, row, 0);
        }
        break;
    case 'm': take_looks(&tube->pen, params); break;
    case 'h':
    case 'l': break;
    default: fail_msg("an unknown sequence: %s", at);
    }
    return at + len + 1;
}

static void show(struct tube *tube, const char *text) {
    while (*text != '\0') {
        uint32_t point;
        if (text[0] == '\033' && text[1] == '[') {
            text = obey(tube, text + 2);
            continue;
        }
        if (strncmp(text, "\0337", 2) == 0 || strncmp(text, "\0338", 2) == 0) {
            *(text[1] == '7' ? &tube->kept : &tube->pen) =
                text[1] == '7' ? tube->pen : tube->kept;
            text += 2;
            continue;
        }
        if (strncmp(text, "\r\n", 2) == 0) {
            tube->pen.row++;
            tube->pen.column = 0;
            text += 2;
            continue;
        }
        size_t n = utf8_read(text, strlen(text), &point);
        assert_true(n > 0 && point >= ' ' && (point < 0x7f || point >= 0xa0));
        struct pen *pen = &tube->pen;
        assert_in_range(pen->row, 0, ROWS - 1);
        assert_in_range(pen->column, 0, COLUMNS - 1);
        tube->look[pen->row][pen->column] = *pen;
        tube->point[pen->row][pen->column++] = point;
        text += n;
    }
}

static size_t send_in(struct tube *tube, const struct grid *grid,
                      const struct grid *before, enum palette palette) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    grid_write(out, grid, before, palette);
    fclose(out);
    show(tube, text);
    free(text);
    return len;
}

static size_t send(struct tube *tube, const struct grid *grid,
                   const struct grid *before) {
    return send_in(tube, grid, before, PALETTE_256);
}

static void check(const struct tube *tube, const struct grid *grid) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (grid->cell[row][column].point != 0) {
                assert_int_equal(tube->point[row][column], grid->cell[row][column].point);
            }
        }
    }
}

/* Both show the same, in the same looks.  Of a blank only what is behind it is seen. */
static void check_looks(const struct tube *a, const struct tube *b,
                        const struct grid *grid) {
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            if (grid->cell[row][column].point == 0) {
                continue;
            }
            const struct pen *x = &a->look[row][column], *y = &b->look[row][column];
            assert_string_equal(x->back, y->back);
            assert_int_equal(x->is_underlined, y->is_underlined);
            assert_int_equal(x->is_reversed, y->is_reversed);
            if (a->point[row][column] != ' ' || x->is_underlined || x->is_reversed) {
                assert_string_equal(x->front, y->front);
                assert_int_equal(x->is_bold, y->is_bold);
            }
        }
    }
}

/* Random changes: what the terminal shows is always the grid. */
TEST(test_changes) {
    static const char *const texts[] = {
        "hello", "\xe2\x97\x8f \xe2\x97\x8b", "\xe4\xbd\xa0x",
        "   ",   "\xe2\x94\x80\xe2\x94\xac",  "a b c d"};
    struct grid *grid = mem_new(1, sizeof *grid), *before = mem_new(1, sizeof *before);
    struct tube tube = {.point = {{0}}};
    struct tube fresh = tube;
    uint64_t random = random_seed();
    enum palette palette = PALETTE_256;
    grid_init(grid, ROWS, COLUMNS);
    send_in(&tube, grid, NULL, palette);
    for (int i = 0; i < 2000; i++) {
        *before = *grid;
        if (random_below(&random, 8) == 0) {
            grid_init(grid, ROWS, COLUMNS);
        }
        for (unsigned n = random_below(&random, 4); n > 0; n--) {
            int row = (int)random_below(&random, ROWS),
                column = (int)random_below(&random, COLUMNS);
            grid_text(grid, row, column, COLUMNS,
                      (enum ink_look)random_below(&random, LOOK_LOUD + 1),
                      texts[random_below(&random, 6)]);
            grid_ground(grid, row, column, 2, 3,
                        (enum ground)random_below(&random, GROUND_BAR + 1));
        }
        grid->cursor_row = (int)random_below(&random, 3) - 1;
        send_in(&tube, grid, before, palette);
        check(&tube, grid);
        send_in(&fresh, grid, NULL, palette);
        check_looks(&tube, &fresh, grid);
    }
    free(grid);
    free(before);
}

TEST(test_nothing_new) {
    struct grid *grid = mem_new(1, sizeof *grid);
    struct tube tube = {.point = {{0}}};
    grid_init(grid, ROWS, COLUMNS);
    grid_text(grid, 1, 1, COLUMNS, LOOK_TEXT, "hello");
    assert_true(send(&tube, grid, NULL) > 0);
    assert_int_equal(send(&tube, grid, grid), 0);
    free(grid);
}

/* No text of a player reaches the terminal as an escape. */
TEST(test_escapes) {
    static const char *const texts[] = {"\033[31mred",
                                        "\x07\x08\r\n",
                                        "\x7f",
                                        "\xc2\x9b"
                                        "31m",
                                        "\xe2\x80\xae"
                                        "abc",
                                        "\xff\xfe",
                                        "e\xcc\x81"};
    struct grid *grid = mem_new(1, sizeof *grid);
    struct tube tube = {.point = {{0}}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        grid_init(grid, ROWS, COLUMNS);
        grid_text(grid, 0, 0, COLUMNS, LOOK_TEXT, texts[i]);
        send(&tube, grid, NULL);
        check(&tube, grid);
    }
    free(grid);
}

/* Outside of the grid nothing is written. */
TEST(test_outside) {
    struct grid *grid = mem_new(1, sizeof *grid);
    grid_init(grid, GRID_ROWS + 5, GRID_COLUMNS + 5);
    assert_int_equal(grid->rows, GRID_ROWS);
    assert_int_equal(grid->columns, GRID_COLUMNS);
    grid_text(grid, -1, 0, GRID_COLUMNS, LOOK_TEXT, "x");
    grid_text(grid, GRID_ROWS, -3, 2 * GRID_COLUMNS, LOOK_TEXT, "xxxxxx");
    grid_put(grid, 0, GRID_COLUMNS, LOOK_TEXT, 'x');
    grid_ground(grid, -2, -2, 2 * GRID_ROWS, 2 * GRID_COLUMNS, GROUND_BAR);
    assert_int_equal(grid->cell[0][0].point, ' ');
    assert_int_equal(grid->cell[GRID_ROWS - 1][GRID_COLUMNS - 1].ground, GROUND_BAR);
    free(grid);
}
