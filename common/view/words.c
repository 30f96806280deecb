
#include <ctype.h>
#include <string.h>

#include "rules/ur/ur_board.h"
#include "view/clocks.h"
#include "view/picture.h"
#include "view/style.h"
#include "view/tell.h"

/* What names a piece by itself, with its square; NULL: it is a plain one. */
static const char *special_name(const struct state *state, char letter) {
    bool is_warrior = strcmp(state->game->id, "akalamdung") == 0;
    switch (letter) {
    case 'K': return tr(state->lang, "king");
    case 'W':
    case 'B': return is_warrior ? tr(state->lang, "warrior") : tr(state->lang, "officer");
    default: return NULL;
    }
}

/* Writes a square as the moves of the side on it do: "4" where the position text has
 * "w4", and "16" for Black on White's 12 in masters. */
static void put_name(FILE *out, const struct state *state, const char *name,
                     enum side side) {
    const struct ur_shape *shape = state->game->shape;
    unsigned path = shape == NULL || side == SIDE_COUNT
                        ? 0
                        : ur_shape_path(shape, side, ur_shape_find(shape, name));
    if (path > 0) {
        fprintf(out, "%u", path);
    } else {
        fputs(name + (shape != NULL && isalpha((unsigned char)name[0])), out);
    }
}

/* Writes one square of a side: "4", "king e5", "8 (3 pieces: white, black, black)". */
static void put_square(FILE *out, const struct state *state, const char *name,
                       const char *pieces) {
    size_t n = strlen(pieces);
    const char *special = special_name(state, pieces[0]);
    fprintf(out, "%s%s", special != NULL ? special : "", special != NULL ? " " : "");
    put_name(out, state, name, picture_side(pieces[0]));
    if (n > 1 && strspn(pieces, (const char[]){pieces[0], '\0'}) == n) {
        n == 2 ? fputs(tr(state->lang, " twice"), out)
               : fprintf(out, tr(state->lang, " (%zu pieces)"), n);
    } else if (n > 1) {
        fputs(tr(state->lang, " (from the top: "), out);
        for (size_t i = 0; i < n; i++) {
            const char *kind = special_name(state, pieces[i]);
            const char *colour = picture_side(pieces[i]) == SIDE_WHITE
                                     ? tr(state->lang, "piece\4white")
                                     : tr(state->lang, "piece\4black");
            fprintf(out, "%s", i > 0 ? ", " : "");
            if (kind != NULL) {
                fprintf(out, tr(state->lang, "colour and kind\4%s %s"), colour, kind);
            } else {
                fputs(colour, out);
            }
        }
        fputc(')', out);
    }
}

static void put_side(FILE *out, const struct state *state, const struct board *board,
                     enum side side) {
    unsigned n = 0, at = 0;
    for (unsigned i = 0; i < board->n_squares; i++) {
        n += picture_side(board->square[i].pieces[0]) == side;
    }
    fprintf(out, "%s%s", tell_colour(state->lang, side),
            n > 0 ? tr(state->lang, " on ")
                  : tr(state->lang, " has nothing on the board"));
    for (unsigned i = 0; i < board->n_squares; i++) {
        if (picture_side(board->square[i].pieces[0]) != side) {
            continue;
        }
        fputs(at == 0 ? "" : at + 1 == n ? tr(state->lang, " and ") : ", ", out);
        put_square(out, state, board->square[i].name, board->square[i].pieces);
        at++;
    }
    for (unsigned i = 0; i < board->n_counts; i++) {
        const char *name = board->count[i].name;
        if (board->count[i].n[side] > 0) {
            fprintf(out,
                    strcmp(name, "off") == 0    ? tr(state->lang, ", %u off")
                    : strcmp(name, "hand") == 0 ? tr(state->lang, ", %u in hand")
                                                : tr(state->lang, ", %u in reserve"),
                    board->count[i].n[side]);
        }
    }
    fputc('.', out);
}

void words_position(FILE *out, const struct state *state) {
    struct board board = {0};
    state->game->board(&state->pos, &board);
    put_side(out, state, &board, SIDE_WHITE);
    fputc(' ', out);
    put_side(out, state, &board, SIDE_BLACK);
}

void words_throw(FILE *out, const struct state *state) {
    if (state->n_faces == 0) {
        return;
    }
    char faces[64], left[2 * RESULTS_MAX];
    struct text_out text = text_out_of(faces, sizeof faces);
    dice_write(state->game->dice, state->faces, tr(state->lang, " and "), &text);
    fprintf(out, "%s%s", tr(state->lang, "Thrown: "), faces);
    if (state->pos.left.n > 0) {
        text = text_out_of(left, sizeof left);
        roll_write(&state->pos.left, &text);
        fprintf(out, tr(state->lang, ", still to play: %s"), left);
    }
    fputc('.', out);
}

void words_clocks(FILE *out, const struct state *state) {
    if (!time_control_is_set(&state->time)) {
        return;
    }
    char white[CLOCK_TEXT_BYTES], black[CLOCK_TEXT_BYTES];
    clock_write(state->left_ms[SIDE_WHITE], white);
    clock_write(state->left_ms[SIDE_BLACK], black);
    fprintf(out, tr(state->lang, "Clocks: White %s, Black %s."), white, black);
}
