#include "view/spots.h"

#include <ctype.h>
#include <string.h>

#include "rules/tafl/tafl.h"
#include "rules/ur/ur_board.h"

/* Rows and columns from one square to the next, by drawing and size. */
static const struct {
    const char *drawing;
    struct {
        signed char row, column;
    } pitch[SPOTS_SIZES + 1];
} sizes[] = {
    {"ur", {{2, 6}, {3, 6}, {4, 8}, {5, 10}, {6, 14}, {3, 6}}},
    {"ring", {{2, 4}, {2, 4}, {3, 5}, {4, 7}, {5, 9}, {2, 4}}},
    {"mill", {{1, 3}, {2, 4}, {3, 6}, {4, 8}, {5, 11}, {2, 4}}},
    {"tafl", {{1, 2}, {1, 2}, {2, 4}, {3, 6}, {4, 8}, {1, 2}}},
};

static bool is_text(const struct spots *spots) {
    return spots->size == SPOTS_TEXT;
}

static struct spot *add(struct spots *spots, enum side side, int top, int left,
                        int height, int width) {
    struct spot *spot = &spots->spot[spots->n++];
    *spot = (struct spot){.side = side,
                          .top = (short)top,
                          .left = (short)left,
                          .height = (short)height,
                          .width = (short)width};
    spot->row = (short)(top + (height - 1) / 2);
    spot->column = (short)(left + (width - 1) / 2);
    return spot;
}

/* --- the games of Ur: three rows, with gaps --- */

#define UR_ROWS 3

static const enum side ur_side[UR_ROWS] = {SIDE_BLACK, SIDE_COUNT, SIDE_WHITE};

/* Sets the names of a square that both sides walk over. */
static void name_both(struct spot *spot, const struct ur_shape *shape, unsigned square) {
    unsigned white = ur_shape_path(shape, SIDE_WHITE, square);
    unsigned black = ur_shape_path(shape, SIDE_BLACK, square);
    if (white > 0 && black > 0 && white != black) {
        struct text_out name = text_out_of(spot->name, SQUARE_BYTES);
        struct text_out other = text_out_of(spot->black_name, SQUARE_BYTES);
        text_put_number(&name, white);
        text_put_number(&other, black);
        spot->side = SIDE_COUNT;
    }
}

static void make_ur(struct spots *spots) {
    const struct ur_shape *shape = spots->game->shape;
    int height = spots->pitch_row - 1, width = spots->pitch_column - 1;
    spots->rows = UR_ROWS * spots->pitch_row + 1;
    spots->columns = shape->columns * spots->pitch_column + 1;
    for (int row = 0; row < UR_ROWS; row++) {
        for (int column = 0; column < shape->columns; column++) {
            unsigned square = ur_shape_square(shape, row, column);
            unsigned path = row == 1 ? shape->middle[column] : shape->own[column];
            if (path == UR_GAP) {
                continue;
            }
            struct spot *spot = add(spots, ur_side[row], row * spots->pitch_row + 1,
                                    column * spots->pitch_column + 1, height, width);
            struct text_out name = text_out_of(spot->name, SQUARE_BYTES);
            ur_path_write(path, shape->last, &name);
            spot->is_outside = square == UR_SQUARES;
            if (!spot->is_outside) {
                spot->special = ur_shape_is_rosette(shape, square) ? '*' : '\0';
                name_both(spot, shape, square);
            }
            if (height > 1) { /* the number is above the pieces */
                spot->row = (short)(spot->top + height / 2);
            }
        }
    }
}

/* --- the ring: two rows of twelve, each in two quarters --- */

#define RING_SQUARES 24
#define RING_GAP     2

static void make_ring(struct spots *spots) {
    int height = spots->pitch_row - 1, width = spots->pitch_column - 1;
    int middle = is_text(spots) ? 1 : 0; /* a row for words */
    spots->rows = 2 * spots->pitch_row + 4 + middle;
    spots->columns = RING_SQUARES / 2 * spots->pitch_column + 1 + RING_GAP;
    for (int square = 1; square <= RING_SQUARES; square++) {
        bool is_lower = square <= RING_SQUARES / 2;
        int at = is_lower ? square - 1 : RING_SQUARES - square;
        int left = 1 + at * spots->pitch_column + at / 6 * RING_GAP;
        int top = is_lower ? spots->pitch_row + 3 + middle : 2;
        struct spot *spot = add(spots, SIDE_COUNT, top, left, height, width);
        struct text_out name = text_out_of(spot->name, SQUARE_BYTES);
        text_put_number(&name, (unsigned)square);
        spot->special = square % 6 <= 1 ? '*' : '\0';
    }
}

/* --- the mill: points on a grid of 7 x 7 --- */

static const char *const mill_points[7] = {
    "x..x..x", ".x.x.x.", "..xxx..", "xxx.xxx", "..xxx..", ".x.x.x.", "x..x..x",
};

static void make_mill(struct spots *spots) {
    spots->rows = 6 * spots->pitch_row + 2;
    spots->columns = 6 * spots->pitch_column + 5;
    int left = is_text(spots) ? 1 : 2;
    for (int row = 0; row < 7; row++) {
        for (int file = 0; file < 7; file++) {
            if (mill_points[row][file] == 'x') {
                struct spot *spot = add(spots, SIDE_COUNT, row * spots->pitch_row,
                                        left + file * spots->pitch_column, 1, 3);
                spot->name[0] = (char)('a' + file);
                spot->name[1] = (char)('7' - row);
            }
        }
    }
}

/* --- tafl --- */

static void make_tafl(struct spots *spots, const struct tafl *tafl) {
    int lines = tafl->size, left = is_text(spots) ? 4 : 3;
    spots->rows = lines * spots->pitch_row + 1;
    spots->columns = lines * spots->pitch_column + 3;
    for (int row = 0; row < lines; row++) {
        for (int file = 0; file < lines; file++) {
            struct spot *spot = add(spots, SIDE_COUNT, row * spots->pitch_row,
                                    left + file * spots->pitch_column, spots->pitch_row,
                                    spots->pitch_column);
            unsigned square = tafl_square((unsigned)(lines - row), (unsigned)file + 1);
            bool is_centre = row == lines / 2 && file == lines / 2;
            spot->name[0] = (char)('a' + file);
            struct text_out rank = text_out_of(spot->name + 1, SQUARE_BYTES - 1);
            text_put_number(&rank, (unsigned)(lines - row));
            spot->special = is_centre                      ? '+'
                            : tafl_is_corner(tafl, square) ? '*'
                            : tafl_is_camp(tafl, square)   ? ':'
                                                           : '\0';
        }
    }
}

bool spots_make(struct spots *spots, const struct state *state, int size) {
    const char *drawing = state->game->drawing;
    size_t kind = 0, n_kinds = sizeof sizes / sizeof sizes[0];
    while (kind < n_kinds && strcmp(sizes[kind].drawing, drawing) != 0) {
        kind++;
    }
    *spots = (struct spots){.game = state->game, .size = size};
    if (kind == n_kinds) {
        return false;
    }
    spots->pitch_row = sizes[kind].pitch[size].row;
    spots->pitch_column = sizes[kind].pitch[size].column;
    if (strcmp(drawing, "ur") == 0) {
        make_ur(spots);
    } else if (strcmp(drawing, "ring") == 0) {
        make_ring(spots);
    } else if (strcmp(drawing, "mill") == 0) {
        make_mill(spots);
    } else {
        make_tafl(spots, &state->pos.u.tafl);
    }
    return true;
}

const char *spots_name(const struct spot *spot, enum side side) {
    bool is_other = side == SIDE_BLACK && spot->black_name[0] != '\0';
    return is_other ? spot->black_name : spot->name;
}

int spots_find(const struct spots *spots, const char *name, enum side side) {
    for (unsigned i = 0; i < spots->n; i++) {
        const struct spot *spot = &spots->spot[i];
        const char *found = spots_name(spot, side);
        if (found[0] == name[0] && strcmp(found, name) == 0 &&
            (spot->side == SIDE_COUNT || spot->side == side)) {
            return (int)i;
        }
    }
    return -1;
}

int spots_find_square(const struct spots *spots, const char *name) {
    bool is_private =
        strcmp(spots->game->drawing, "ur") == 0 && isalpha((unsigned char)name[0]);
    enum side side = name[0] == 'w' ? SIDE_WHITE : SIDE_BLACK;
    return spots_find(spots, name + is_private, is_private ? side : SIDE_COUNT);
}

int spots_at(const struct spots *spots, int row, int column) {
    for (unsigned i = 0; i < spots->n; i++) {
        const struct spot *spot = &spots->spot[i];
        if (row >= spot->top && row < spot->top + spot->height && column >= spot->left &&
            column < spot->left + spot->width) {
            return (int)i;
        }
    }
    return -1;
}

/* --- the text of a move --- */

static bool ends_part(const char *text, size_t len) {
    char c = text[len];
    bool is_capture = c == 'x' && len > 0 && isdigit((unsigned char)text[len - 1]);
    return is_capture || c == ':' || !isalnum((unsigned char)c);
}

unsigned spots_parts(const char *move, size_t len,
                     char part[static SPOTS_PARTS][SPOTS_PART_BYTES], bool *has_comma) {
    unsigned n = 0;
    for (size_t i = 0; i < len && n < SPOTS_PARTS;) {
        size_t end = i + 1;
        if (has_comma != NULL) {
            has_comma[n] = i > 0 && move[i - 1] == ',';
        }
        if (move[i] != ':' && !isalnum((unsigned char)move[i])) {
            i = end;
            continue;
        }
        while (end < len && !ends_part(move + i, end - i)) {
            end++;
        }
        snprintf(part[n++], SPOTS_PART_BYTES, "%.*s", (int)(end - i), move + i);
        i = end + (end < len && move[end] == 'x');
    }
    return n;
}

/* Where a move on the ring ends: its result names no square. */
static int landing_spot(const struct spots *spots, const struct state *state,
                        const char *from, const char *part) {
    char text[MOVE_TEXT_BYTES];
    struct move m;
    struct happened h = {0};
    struct position pos = state->pos;
    snprintf(text, sizeof text, "%s%s", from, part);
    if (!game_find_move(state->game, &pos, text, strlen(text), &m)) {
        return -1;
    }
    state->game->apply(&pos, &m, &h);
    for (unsigned i = 0; i < h.n; i++) {
        if (h.item[i].kind == HAPPENED_LAND || h.item[i].kind == HAPPENED_GO_ON) {
            return spots_find_square(spots, h.item[i].at);
        }
    }
    return -1;
}

int spots_of_part(const struct spots *spots, const struct state *state, const char *from,
                  const char *part) {
    char name[SPOTS_PART_BYTES];
    if (part[0] == ':') {
        return landing_spot(spots, state, from, part);
    }
    snprintf(name, sizeof name, "%s", part);
    size_t len = strlen(name);
    if (len > 1 && name[len - 1] == 'w') { /* a warrior: "4w", "inw" */
        name[len - 1] = '\0';
    }
    return spots_find(spots, name, (enum side)state->pos.turn);
}
