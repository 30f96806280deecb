#include "view/board.h"

#include <string.h>

#include "rules/ur/ur_board.h"
#include "view/picture.h"
#include "view/tell.h"

/* Of a drawing, in characters. */
#define COLUMNS 78
/* From the last square, or the last coordinate, to the text beside a board. */
#define PANEL_GAP 2
/* The text beside the pieces of a ring: after the longest name. */
#define RING_COLUMN 26

/* --- the dice --- */

void dice_draw(FILE *out, const struct state *state, bool unicode) {
    const struct dice_kind *dice = state->game->dice;
    for (size_t i = 0; i < state->n_faces; i++) {
        if (dice->n_faces > 2) {
            fprintf(out, "[%u]", state->faces[i]);
        } else if (unicode) {
            fputs(state->faces[i] > 0 ? "▲ " : "△ ", out);
        } else {
            fputs(state->faces[i] > 0 ? "[*]" : "[ ]", out);
        }
    }
    if (state->n_faces > 0 && dice->summed) {
        fprintf(out, unicode ? "= %u" : " = %u", dice_sum(dice, state->faces));
    }
}

/* Writes a line with the dice of the last throw and the results still to play, if any. */
static void draw_results(FILE *out, const struct state *state, bool unicode) {
    if (state->n_faces == 0) {
        return;
    }
    fputs(tr(state->lang, "  Dice "), out);
    dice_draw(out, state, unicode);
    if (state->pos.left.n > 0) {
        char left[2 * RESULTS_MAX];
        struct text_out text = text_out_of(left, sizeof left);
        roll_write(&state->pos.left, &text);
        fprintf(out, tr(state->lang, "  still to play: %s"), left);
    }
    fputc('\n', out);
}

/* --- beside the board --- */

static bool is_drawing(const struct state *state, const char *name) {
    return strcmp(state->game->drawing, name) == 0;
}

/* Writes "White (ann)". */
static void draw_player(struct grid *grid, const struct state *state, int row, int column,
                        enum side side) {
    char line[PLAYER_BYTES];
    grid_text(grid, row, column, COLUMNS, side == SIDE_WHITE ? LOOK_WHITE : LOOK_BLACK,
              tell_player_text(state, side, line));
}

/* Writes the player, with their pieces off the board. */
static void draw_side(struct grid *grid, const struct state *state,
                      const struct picture *p, int row, int column, enum side side) {
    struct board board = {0};
    char line[32];
    state->game->board(&state->pos, &board);
    draw_player(grid, state, row, column, side);
    for (unsigned i = 0; i < board.n_counts; i++) {
        unsigned n = board.count[i].n[side];
        const char *name = board.count[i].name;
        snprintf(line, sizeof line,
                 strcmp(name, "off") == 0    ? tr(state->lang, "  off     %u ")
                 : strcmp(name, "hand") == 0 ? tr(state->lang, "  hand    %u ")
                                             : tr(state->lang, "  reserve %u "),
                 n);
        int at = grid_text(grid, ++row, column, COLUMNS, LOOK_TEXT, line);
        for (unsigned k = 0; k < n; k++) {
            picture_piece(grid, row, at++, side_letter(side), p->unicode);
        }
    }
}

/* Explains the pieces of tafl: each word follows its letter. */
static void draw_legend(struct grid *grid, const struct picture *p, int panel) {
    enum lang lang = (enum lang)p->state->lang;
    int row = p->rows - 2;
    picture_piece(grid, 1, panel + 2, 't', p->unicode);
    grid_text(grid, 1, panel + 4, COLUMNS, LOOK_TEXT, tr(lang, "attackers"));
    picture_piece(grid, row, panel + 2, 'T', p->unicode);
    int end = grid_text(grid, row, panel + 4, COLUMNS, LOOK_TEXT, tr(lang, "defenders,"));
    picture_piece(grid, row, end + 1, 'K', p->unicode);
    grid_text(grid, row, end + 3, COLUMNS, LOOK_TEXT, tr(lang, "the king"));
}

/* The players above and below the ring, with their number of pieces. */
static void draw_ring_sides(struct grid *grid, const struct state *state,
                            const struct picture *p) {
    struct board board = {0};
    state->game->board(&state->pos, &board);
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        int row = side == SIDE_WHITE ? p->row + p->rows : 0;
        unsigned n = 0;
        char line[32];
        for (unsigned i = 0; i < board.n_squares; i++) {
            n += board.square[i].pieces[0] == side_letter(side);
        }
        snprintf(line, sizeof line, tr(state->lang, "%u left"), n);
        draw_player(grid, state, row, 0, side);
        grid_text(grid, row, RING_COLUMN, COLUMNS, LOOK_TEXT, line);
    }
    grid_text(grid, p->row + p->rows / 2, 2, COLUMNS, LOOK_FAINT,
              tr(state->lang, "the lower row runs to the right, the upper one back"));
}

static void draw_panel(struct grid *grid, const struct state *state,
                       const struct picture *p) {
    const struct ur_shape *shape = state->game->shape;
    bool is_tafl = is_drawing(state, "tafl"), is_ur = is_drawing(state, "ur");
    int pitch = p->spots->pitch_column, panel = p->spots->columns + PANEL_GAP;
    if (is_drawing(state, "ring")) {
        draw_ring_sides(grid, state, p);
        return;
    }
    if (is_ur && shape->columns > 8) { /* between its own squares and its end */
        panel = 5 * pitch + 1 + PANEL_GAP;
    } else if (is_drawing(state, "mill")) {
        panel += 1;
    } else if (is_tafl) {
        panel += 3;
    }
    draw_side(grid, state, p, 0, panel, SIDE_BLACK);
    draw_side(grid, state, p, p->rows - 3, panel, SIDE_WHITE);
    if (is_tafl) {
        draw_legend(grid, p, panel);
    }
}

/* Writes out the columns of pieces that are too high for their square.  Uses the grid. */
static void write_high_columns(FILE *out, const struct state *state,
                               const struct picture *p, struct grid *grid,
                               const struct style *style) {
    int width = p->spots->pitch_column - 1;
    struct board board = {0};
    state->game->board(&state->pos, &board);
    for (unsigned i = 0; is_drawing(state, "ur") && i < board.n_squares; i++) {
        const char *pieces = board.square[i].pieces;
        char line[SQUARE_BYTES + 32];
        if (picture_width(pieces, width) > width) {
            grid_init(grid, 1, COLUMNS);
            snprintf(line, sizeof line, tr(state->lang, "on %s: "), board.square[i].name);
            int at = grid_text(grid, 0, 0, COLUMNS, LOOK_TEXT, line);
            for (; *pieces != '\0'; pieces++) {
                picture_piece(grid, 0, at++, *pieces, p->unicode);
            }
            grid_show(out, grid, style);
        }
    }
}

void board_draw(FILE *out, const struct state *state, const struct style *style) {
    struct grid grid;
    struct spots spots;
    bool is_ring = is_drawing(state, "ring");
    if (!spots_make(&spots, state, SPOTS_TEXT)) { /* shown as its position text */
        char line[POSITION_TEXT_BYTES];
        struct text_out text = text_out_of(line, sizeof line);
        state->game->write(&state->pos, &text);
        fprintf(out, "  %s\n", line);
        return;
    }
    struct picture picture = {.spots = &spots,
                              .state = state,
                              .since = state->notes,
                              .n_since = (unsigned)state->n_notes,
                              .side = SIDE_COUNT,
                              .unicode = style->unicode,
                              .row = is_ring,
                              .rows = spots.rows};
    grid_init(&grid, spots.rows + 2 * is_ring, COLUMNS);
    picture_draw(&grid, &picture);
    draw_panel(&grid, state, &picture);
    grid_show(out, &grid, style);
    write_high_columns(out, state, &picture, &grid, style);
    draw_results(out, state, style->unicode);
}

void board_draw_position(FILE *out, const struct game *game, const struct position *pos,
                         const struct style *style) {
    struct state state = {
        .lang = style->lang, .game = game, .pos = *pos, .stage = STAGE_PLAYING};
    state.seat[SIDE_WHITE].name = "";
    state.seat[SIDE_BLACK].name = "";
    board_draw(out, &state, style);
}
