#include "view/board.h"

#include <string.h>

#include "view/canvas.h"
#include "view/paint.h"

/* To add a drawing, add a row and a file. */
static const struct {
    const char *name; /* struct game.drawing */
    void (*draw)(FILE *out, const struct state *state, const struct style *style);
} drawings[] = {
    {"ur", draw_ur},
    {"mill", draw_mill},
    {"ring", draw_ring},
    {"tafl", draw_tafl},
};

void board_draw(FILE *out, const struct state *state, const struct style *style) {
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++) {
        if (strcmp(drawings[i].name, state->game->drawing) == 0) {
            drawings[i].draw(out, state, style);
            return;
        }
    }
    /* A game without a drawing is shown as its position text. */
    char buf[POSITION_TEXT_BYTES];
    struct text_out text = text_out_of(buf, sizeof buf);
    state->game->write(&state->pos, &text);
    fprintf(out, "  %s\n", buf);
}

/* Draws the dice of the last throw: two-faced ones as faces with their sum, six-sided
 * ones as numbers in boxes. */
static void dice_draw(FILE *out, const struct game *game, const uint8_t *faces, size_t n,
                      const struct style *style) {
    for (size_t i = 0; i < n; i++) {
        if (game->dice->n_faces > 2) {
            fprintf(out, "[%u]", faces[i]);
        } else if (style->unicode) {
            fputs(faces[i] > 0 ? "▲ " : "△ ", out);
        } else {
            fputs(faces[i] > 0 ? "[*]" : "[ ]", out);
        }
    }
    if (game->dice->summed) {
        fprintf(out, style->unicode ? "= %u" : " = %u", dice_sum(game->dice, faces));
    }
}

void draw_results(FILE *out, const struct state *state, const struct style *style) {
    if (state->n_faces == 0) {
        return;
    }
    fputs(tr(state->lang, "  Dice "), out);
    dice_draw(out, state->game, state->faces, state->n_faces, style);
    if (state->pos.left.n > 0) {
        char left[2 * RESULTS_MAX];
        struct text_out text = text_out_of(left, sizeof left);
        roll_write(&state->pos.left, &text);
        fprintf(out, tr(state->lang, "  still to play: %s"), left);
    }
    fputc('\n', out);
}

void board_draw_position(FILE *out, const struct game *game, const struct position *pos,
                         const struct style *style) {
    struct state state = {
        .lang = style->lang, .game = game, .pos = *pos, .stage = STAGE_PLAYING};
    state.seat[SIDE_WHITE].name = "";
    state.seat[SIDE_BLACK].name = "";
    board_draw(out, &state, style);
}
