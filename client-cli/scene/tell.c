/* The text of a room: the players, what happened, what can be done. */
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "mem/mem.h"
#include "view/board.h"
#include "view/clocks.h"
#include "view/picture.h"
#include "view/render.h"
#include "view/tell.h"

/* More moves than this are not listed: the command moves does that. */
#define MOVES_LISTED 9

int64_t clock_now(const struct scene_room *room, const struct state *state,
                  enum side side, uint64_t now_ms) {
    int64_t left_ms = state->left_ms[side];
    bool runs = state->running == side && state->stage == STAGE_PLAYING;
    return runs ? left_ms - (int64_t)(now_ms - room->heard_ms) : left_ms;
}

/* --- the players --- */

static char piece_letter(const struct state *state, enum side side) {
    bool is_tafl = strcmp(state->game->drawing, "tafl") == 0;
    return is_tafl ? (side == SIDE_WHITE ? 'T' : 't') : side_letter(side);
}

/* Pieces on the board, and at the start of the game. */
static void count_pieces(const struct state *state, enum side side, unsigned *now,
                         unsigned *first) {
    struct position start;
    const struct position *both[] = {&state->pos, &start};
    unsigned n[2] = {0};
    game_start(state->game, &state->pos.opt, SIDE_WHITE, &start);
    for (int k = 0; k < 2; k++) {
        struct board board = {0};
        state->game->board(both[k], &board);
        for (unsigned i = 0; i < board.n_squares; i++) {
            n[k] += picture_side(board.square[i].pieces[0]) == side;
        }
    }
    *now = n[0];
    *first = n[1];
}

/* "reserve", "off" or "hand", in the user's language. */
static const char *count_name(const char *name) {
    return strcmp(name, "off") == 0    ? said("count\4off")
           : strcmp(name, "hand") == 0 ? said("count\4hand")
                                       : said("count\4reserve");
}

/* Writes what a side has besides its pieces on the board. */
static void write_counts(const struct state *state, enum side side,
                         struct text_out *out) {
    struct board board = {0};
    state->game->board(&state->pos, &board);
    for (unsigned i = 0; i < board.n_counts; i++) {
        text_put(out, i > 0 ? "  " : "");
        text_put(out, count_name(board.count[i].name));
        text_put(out, " ");
        text_put_number(out, board.count[i].n[side]);
    }
    if (board.n_counts == 0) {
        unsigned now, first;
        count_pieces(state, side, &now, &first);
        char text[80];
        snprintf(text, sizeof text, said("%u of %u left"), now, first);
        text_put(out, text);
    }
}

static void draw_bar(struct scene *scene, struct scene_room *room,
                     const struct state *state, const struct area *bar, enum side side,
                     struct grid *grid, uint64_t now_ms) {
    enum ink_look look = side == SIDE_WHITE ? LOOK_WHITE : LOOK_BLACK;
    const struct seat_view *seat = &state->seat[side];
    int end = bar->left + bar->width;
    bool is_told = side == room->side && !scene->is_shared; /* "Your turn." */
    bool is_turn = state->stage == STAGE_PLAYING && state->pos.turn == side && !is_told;
    char counts[80], name[2 * NAME_BYTES_MAX + 40];
    struct text_out out = text_out_of(counts, sizeof counts);
    write_counts(state, side, &out);
    int column = bar->left;
    grid_put(grid, bar->top, column, LOOK_TEXT,
             is_turn ? (scene->unicode ? 0x25B8 : '>') : ' ');
    grid_put(grid, bar->top, column + 2, look,
             picture_symbol(piece_letter(state, side), scene->unicode));
    snprintf(
        name, sizeof name, "%s%s%s%s", tell_colour_label(lang_of_environment(), side),
        seat->name[0] != '\0' ? " (" : "", seat->name, seat->name[0] != '\0' ? ")" : "");
    column = grid_text(grid, bar->top, column + 4, end, look, name);
    column = grid_text(grid, bar->top, column, end, LOOK_NEW,
                       seat->away ? said("  away") : "");
    if (time_control_is_set(&state->time)) {
        char clock[CLOCK_TEXT_BYTES + 4] = "  ";
        clock_write(clock_now(room, state, side, now_ms), clock + 2);
        column = grid_text(grid, bar->top, column, end, LOOK_TEXT, clock);
    }
    if (bar->height > 1) {
        column = grid_text(grid, bar->top + 1, bar->left + 4, end, LOOK_TEXT, counts);
    } else {
        column = grid_text(grid, bar->top, column + 2, end, LOOK_TEXT, counts);
    }
    struct board board = {0};
    state->game->board(&state->pos, &board);
    unsigned n = board.n_counts > 0 ? board.count[0].n[side] : 0;
    for (unsigned i = 0; i < n && column + 2 + (int)i < end; i++) {
        grid_put(grid, bar->top + bar->height - 1, column + 2 + (int)i, look,
                 picture_symbol(side_letter(side), scene->unicode));
    }
}

void draw_bars(struct scene *scene, struct scene_room *room, const struct state *state,
               const struct layout *layout, struct grid *grid, uint64_t now_ms) {
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        draw_bar(scene, room, state, &layout->bar[side], side, grid, now_ms);
    }
}

/* --- whose turn, the dice --- */

static void write_dice(const struct scene *scene, const struct state *state, FILE *out) {
    dice_draw(out, state, scene->unicode);
    if (state->n_faces > 0 && state->pos.left.n > 0) {
        char left[2 * RESULTS_MAX];
        struct text_out text = text_out_of(left, sizeof left);
        roll_write(&state->pos.left, &text);
        fprintf(out, said(" to play: %s"), left);
    }
}

/* Draws the dice, and that it is the user's turn.  Returns the rows used. */
static int draw_turn(const struct scene *scene, const struct scene_room *room,
                     const struct state *state, const struct area *area,
                     struct grid *grid) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    write_dice(scene, state, out);
    long dice = ftell(out);
    if (can_choose(scene, room)) {
        const char *only = strchr(state->moves, ' ') == NULL ? state->moves : "";
        const char *colour =
            tell_colour_within(lang_of_environment(), (enum side)state->pos.turn);
        fputs(dice > 0 ? "   " : "", out);
        fprintf(out,
                only[0] != '\0' ? said("Your only move%s%s: %s.")
                                : said("Your turn%s%s%s."),
                scene->is_shared ? ", " : "", scene->is_shared ? colour : "", only);
    }
    fclose(out);
    int rows = flow(grid, area, 0, LOOK_LOUD, text);
    text[dice] = '\0'; /* dice that lie are not drawn anew */
    flow(grid, area, 0, LOOK_TEXT, text);
    free(text);
    return rows > 0 ? rows : 1;
}

/* --- what happened --- */

static char *told(const struct story *story) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    story_tell(story, out);
    fclose(out);
    make_short(text, BREVITY_USUAL);
    return text;
}

/* Writes what else matters now: who is away, offers, time. */
static char *asides(const struct state *state) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    for (enum side side = SIDE_WHITE; side < SIDE_COUNT; side++) {
        long before = ftell(out);
        tell_away(out, state, side);
        fputs(ftell(out) > before ? "\n" : "", out);
        before = ftell(out);
        tell_offer(out, state, side);
        fputs(ftell(out) > before ? "\n" : "", out);
    }
    tell_idle(out, state);
    fclose(out);
    return text;
}

/* Lists the moves if the user has to choose one, and if they are few. */
static char *moves_text(const struct scene *scene, const struct scene_room *room,
                        const struct state *state) {
    char *text;
    size_t len, n = can_choose(scene, room) ? typed_move_count(state->moves) : 0;
    FILE *out = mem_stream(&text, &len);
    char move[MOVE_TEXT_BYTES];
    for (unsigned i = 1; n > 1 && n <= MOVES_LISTED && i <= n; i++) {
        (void)typed_move_nth(state->moves, i, move);
        fprintf(out, "%s%u)\xc2\xa0%s", i > 1 ? "  " : "", i, move);
    }
    fclose(out);
    return text;
}

/* What is to be said in a room where a game is played. */
struct news {
    char *happened, *aside, *moves; /* owned; moves "": none to choose from */
};

static bool fits_spare(const struct layout *layout, const char *text) {
    return flow(NULL, &layout->spare, 0, LOOK_TEXT, text) <= layout->spare.height;
}

/* A sentence a line, what else matters, and the moves: these beside the board if they fit
 * there.  False: there is too much. */
static bool draw_all(const struct news *news, const struct layout *layout, int row,
                     struct grid *grid) {
    const struct area *area = &layout->text;
    bool is_beside = fits_spare(layout, news->moves);
    int below = is_beside ? 0 : flow(NULL, area, 0, LOOK_TEXT, news->moves);
    if (row + flow_sentences(NULL, area, 0, news->happened) +
            flow(NULL, area, 0, LOOK_TEXT, news->aside) + (below > 2 ? 2 : below) >
        area->height) {
        return false;
    }
    row += flow_sentences(grid, area, row, news->happened);
    row += flow(grid, area, row, LOOK_LOUD, news->aside);
    flow(grid, is_beside ? &layout->spare : area, is_beside ? 0 : row, LOOK_TEXT,
         news->moves);
    return true;
}

/* There is too much: as on a score sheet, over the rows of the moves and the talk, then
 * beside the board.  What comes next is added at the end, and moves nothing. */
static void draw_much(const struct news *news, struct layout *layout, int row,
                      struct grid *grid) {
    struct area *area = &layout->text;
    if (!layout->is_beside) {
        int free_rows = layout->talk.height - layout->said_rows;
        area->height += free_rows;
        layout->talk.top += free_rows;
        layout->talk.height = layout->said_rows;
    }
    int left = area->height - row - flow(NULL, area, 0, LOOK_TEXT, news->aside);
    make_short(news->happened, BREVITY_NOTES);
    const char *from = news->happened, *rest;
    bool is_cut = false;
    while (!fits_spare(layout, rest = after_rows(area, left, from))) {
        const char *end = strstr(from, ". "); /* the newest are shown */
        from = end != NULL ? end + 2 : from + strlen(from);
        left -= is_cut ? 0 : 1;
        is_cut = true;
    }
    row +=
        is_cut ? flow(grid, area, row, LOOK_LOUD, said("There is more: type last.")) : 0;
    struct area above = *area;
    above.height = row + left;
    flow(grid, &above, row, LOOK_TEXT, from);
    flow(grid, area, above.height, LOOK_LOUD, news->aside);
    if (*rest != '\0' || fits_spare(layout, news->moves)) {
        flow(grid, &layout->spare, 0, LOOK_TEXT, *rest != '\0' ? rest : news->moves);
    }
}

/* Draws the news, of which `happened` is still to be told, and frees them. */
static void draw_news(struct scene_room *room, struct news *news, struct layout *layout,
                      int row, struct grid *grid) {
    news->happened = told(&room->story);
    if (!draw_all(news, layout, row, grid)) {
        draw_much(news, layout, row, grid);
    }
    free(news->happened);
    free(news->aside);
    free(news->moves);
}

static void draw_playing(struct scene *scene, struct scene_room *room,
                         const struct state *state, struct layout *layout,
                         struct grid *grid) {
    int row = draw_turn(scene, room, state, &layout->text, grid);
    struct news news = {.aside = asides(state), .moves = moves_text(scene, room, state)};
    draw_news(room, &news, layout, row, grid);
}

static void draw_over(struct scene_room *room, const struct state *state,
                      struct layout *layout, struct grid *grid) {
    struct news news = {.moves = mem_copy("", 0)};
    size_t len;
    FILE *out = mem_stream(&news.aside, &len);
    tell_result(out, state);
    fputc('\n', out);
    long before = ftell(out);
    tell_match(out, state);
    fputs(ftell(out) > before ? "\n" : "", out);
    tell_next(out, state);
    fclose(out);
    draw_news(room, &news, layout, 0, grid);
}

/* Before the game, and while it is adjourned: as line mode shows it, without the board.
 */
static void draw_waiting(struct scene_room *room, const struct area *area,
                         struct grid *grid) {
    char *text;
    size_t len;
    struct style style = {.board = BOARD_OFF,
                          .columns = (unsigned short)area->width,
                          .lang = (uint8_t)lang_of_environment()};
    FILE *out = mem_stream(&text, &len);
    render_message(out, room->story.msg, &style);
    fclose(out);
    flow(grid, area, 0, LOOK_TEXT, text);
    free(text);
}

void draw_room_text(struct scene *scene, struct scene_room *room,
                    const struct state *state, struct layout *layout, struct grid *grid) {
    switch (state->stage) {
    case STAGE_PLAYING: draw_playing(scene, room, state, layout, grid); break;
    case STAGE_OVER: draw_over(room, state, layout, grid); break;
    case STAGE_WAITING:
    case STAGE_OPENING:
    case STAGE_ADJOURNED:
    case STAGE_COUNT: draw_waiting(room, &layout->text, grid); break;
    }
}
