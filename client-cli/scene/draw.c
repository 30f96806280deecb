/* The whole screen. */
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "view/clocks.h"
#include "view/picture.h"

static void draw_title(struct scene *scene, struct scene_room *room, int row,
                       struct grid *grid) {
    int column = 1, columns = scene->columns;
    char text[160];
    grid_ground(grid, row, 0, 1, columns, GROUND_BAR);
    for (int i = 0; i < SCENE_ROOMS && !scene->is_local; i++) {
        const struct scene_room *tab = &scene->room[i];
        if (tab->code[0] == '\0') {
            continue;
        }
        bool is_called = tab->is_turn && tab != room;
        snprintf(text, sizeof text, "%c%d %s%c ", tab == room ? '[' : ' ', i + 1,
                 tab->code,
                 is_called      ? '!'
                 : tab->is_news ? '*'
                 : tab == room  ? ']'
                                : ' ');
        int end = column + (int)strlen(tab->code) + 5;
        grid_text(grid, row, column, columns, is_called ? LOOK_NEW : LOOK_TEXT, text);
        column = end;
    }
    const struct state *state = room != NULL ? room->story.msg->state : NULL;
    snprintf(text, sizeof text, "%s%s%s", column > 1 ? " " : "",
             said(state != NULL ? state->game->title : N_("alea: the lobby")),
             state != NULL && state->rated ? said(", rated") : "");
    column = grid_text(grid, row, column, columns, LOOK_LOUD, text);
    if (state != NULL && state->match.legs > 1) {
        snprintf(text, sizeof text, said(", leg %u of %u"), (unsigned)state->match.leg,
                 (unsigned)state->match.legs);
        column = grid_text(grid, row, column, columns, LOOK_TEXT, text);
    }
    const char *help = said("? keys");
    int right = columns - grid_width(help) - 1;
    if (right > column) {
        grid_text(grid, row, right, columns, LOOK_FAINT, help);
    }
}

/* The last lines of talk and answers, those since the last key brighter. */
static void draw_talk(const struct scene *scene, const struct area *area,
                      struct grid *grid) {
    int left = area->height;
    for (unsigned i = scene->n_talk; i > 0 && left > 0; i--) {
        const char *text = scene->talk[i - 1];
        int rows = flow(NULL, area, 0, LOOK_TEXT, text);
        int begin = left - rows;
        bool is_new = scene->n_talk - i < scene->n_new;
        struct area part = {area->top + (begin > 0 ? begin : 0), area->left,
                            begin > 0 ? rows : left, area->width};
        flow(grid, &part, 0, is_new ? LOOK_TEXT : LOOK_FAINT, text);
        left = begin;
    }
}

/* --- what the keys do now --- */

/* In a running game: always the same, so that nothing is drawn anew. */
static void write_choice(const struct scene *scene, const struct scene_room *room,
                         char *text, size_t cap) {
    const char *dot = scene->unicode ? "\xc2\xb7" : "|";
    const char *moves = room->story.msg->state->moves;
    bool is_only = can_choose(scene, room) && typed_move_count(moves) == 1;
    if (is_only && !scene->is_auto && !scene->has_offered_auto) {
        snprintf(text, cap, said("Enter plays it %s auto on plays such moves for you"),
                 dot);
        return;
    }
    snprintf(text, cap,
             said("arrows, Enter %s Esc back %s h hint %s w why %s Space skips"), dot,
             dot, dot, dot);
}

/* Draws the move that Enter would play, if the board does not show it: at the right of
 * the line of keys. */
static void draw_preview(const struct scene *scene, const struct scene_room *room,
                         int row, struct grid *grid) {
    char move[MOVE_TEXT_BYTES];
    picker_preview(&room->picker, move);
    if (picker_is_unclear(&room->picker)) {
        int left = scene->columns - 1 - grid_width(move);
        grid_text(grid, row, left, scene->columns, LOOK_LOUD, move);
    }
}

static void draw_hint(struct scene *scene, struct scene_room *room, int row,
                      struct grid *grid) {
    char text[200] = "";
    const char *dot = scene->unicode ? "\xc2\xb7" : "|";
    grid_ground(grid, row, 0, 1, scene->columns, GROUND_BAR);
    if (scene->hidden != NULL) {
        snprintf(text, sizeof text, "%s", said("what you type is not shown"));
    } else if (room == NULL) {
        snprintf(text, sizeof text,
                 said("arrows, Enter choose %s or type %s help %s ? keys"), dot, dot,
                 dot);
    } else if (room->story.msg->state->stage == STAGE_PLAYING &&
               room->side < SIDE_COUNT) {
        write_choice(scene, room, text, sizeof text);
    } else if (story_is_playing(&room->story)) {
        snprintf(text, sizeof text, "%s", said("Space skips"));
    } else if (is_over(room) && room->side < SIDE_COUNT) {
        snprintf(text, sizeof text,
                 said("r rematch %s a analyse %s s save%s%s%s%s %s history %s quit"), dot,
                 dot, scene->level > 0 ? " " : "", scene->level > 0 ? dot : "",
                 scene->level > 0 ? said(" + stronger") : "",
                 scene->level > 1 ? said(" - weaker") : "", dot, dot);
    } else if (room->story.msg->state->stage == STAGE_WAITING &&
               room->side < SIDE_COUNT) {
        snprintf(text, sizeof text, said("r ready %s say TEXT %s leave"), dot, dot);
    } else {
        snprintf(text, sizeof text, said("say TEXT %s last %s history %s ? keys"), dot,
                 dot, dot);
    }
    grid_text(grid, row, 1, scene->columns, LOOK_TEXT, text);
    if (scene->hidden == NULL && can_choose(scene, room)) {
        draw_preview(scene, room, row, grid);
    }
}

/* --- the line to type in --- */

static int draw_prompt(struct scene *scene, struct scene_room *room, int row,
                       struct grid *grid, uint64_t now_ms) {
    const struct state *state = room != NULL ? room->story.msg->state : NULL;
    if (scene->hidden != NULL) {
        return grid_text(grid, row, 1, scene->columns, LOOK_LOUD, scene->hidden);
    }
    int column = grid_text(grid, row, 1, scene->columns, LOOK_TEXT, scene->name);
    if (state != NULL && room->side < SIDE_COUNT) {
        enum side side = room->side;
        enum ink_look look = side == SIDE_WHITE ? LOOK_WHITE : LOOK_BLACK;
        bool is_tafl = strcmp(state->game->drawing, "tafl") == 0;
        char letter = is_tafl ? (side == SIDE_WHITE ? 'T' : 't') : side_letter(side);
        grid_put(grid, row, column + 1, look, picture_symbol(letter, scene->unicode));
        column += 2;
        if (time_control_is_set(&state->time)) {
            char clock[CLOCK_TEXT_BYTES + 1] = " ";
            clock_write(clock_now(room, state, side, now_ms), clock + 1);
            column = grid_text(grid, row, column, scene->columns, LOOK_TEXT, clock);
        }
    }
    grid_put(grid, row, column + 1, LOOK_NEW, scene->unicode ? 0x203A : '>');
    return column + 3;
}

static void draw_input(struct scene *scene, struct scene_room *room, int row,
                       struct grid *grid, uint64_t now_ms) {
    const struct editor *editor = &scene->editor;
    int column = draw_prompt(scene, room, row, grid, now_ms);
    char before[EDITOR_BYTES];
    grid->cursor_row = row;
    grid->cursor_column = column;
    if (scene->hidden != NULL) {
        return;
    }
    snprintf(before, sizeof before, "%.*s", (int)editor->at, editor->text);
    /* A long line moves to the left, so that its cursor is seen. */
    const char *text = editor->text;
    int room_left = scene->columns - 1 - column, width = grid_width(before);
    while (width >= room_left && *text != '\0') {
        do {
            text++;
        } while (((unsigned char)*text & 0xc0) == 0x80);
        width = grid_width(before + (text - editor->text));
    }
    int end = grid_text(grid, row, column, scene->columns, LOOK_TEXT, text);
    const char *meaning = editor->len == 1 ? letter_means(scene, editor->text[0]) : NULL;
    if (meaning != NULL) {
        char ghost[64];
        snprintf(ghost, sizeof ghost, said("  %s (Enter)"), said(meaning));
        grid_text(grid, row, end, scene->columns, LOOK_FAINT, ghost);
    } else if (scene->pending[0] != '\0') {
        char ghost[64];
        snprintf(ghost, sizeof ghost, said("%s, Esc takes it back"), scene->pending);
        grid_text(grid, row, end, scene->columns, LOOK_TEXT, ghost);
    }
    grid->cursor_column = column + width;
}

/* The lobby: what can be chosen, and below who is there. */
static void draw_lobby(const struct scene *scene, struct grid *grid) {
    struct area area = {2, 1, scene->rows - 9, scene->columns - 2};
    if (scene->n_offers == 0) {
        flow(grid, &area, 0, LOOK_TEXT, said("One moment ..."));
        return;
    }
    int rows = area.height - 1, first = (int)scene->at_offer - rows + 1;
    first = first > 0 ? first : 0;
    int n = (int)scene->n_offers - first < rows ? (int)scene->n_offers - first : rows;
    for (int i = 0; i < n; i++) {
        bool is_at = (unsigned)(first + i) == scene->at_offer;
        struct area line = {area.top + i, 4, 1, scene->columns - 6};
        grid_put(grid, line.top, 2, LOOK_NEW,
                 is_at ? (scene->unicode ? 0x25B8 : '>') : ' ');
        grid_ground(grid, line.top, 4, 1, scene->columns - 8,
                    is_at ? GROUND_CURSOR : GROUND_NONE);
        flow(grid, &line, 0, LOOK_TEXT, scene->offer[first + i].text);
    }
    int row = n + 1;
    for (int part = 0; part < 2; part++) {
        if (scene->lobby[part] != NULL && row < area.height) {
            row += flow(grid, &area, row, LOOK_FAINT, scene->lobby[part]) + 1;
        }
    }
}

static void set_title(struct scene *scene) {
    const struct scene_room *called = scene_room(scene);
    for (int i = 0; i < SCENE_ROOMS; i++) {
        called = scene->room[i].is_turn ? &scene->room[i] : called;
    }
    bool is_turn = called != NULL && called->is_turn;
    snprintf(
        scene->title, sizeof scene->title, "%s%s%s", is_turn ? said("* your turn: ") : "",
        called != NULL && called->story.msg != NULL ? called->story.msg->state->game->id
                                                    : "alea",
        called != NULL && !is_turn ? " - alea" : "");
}

static void write_picked(const struct scene_room *room, struct picture_choice *choice) {
    const struct picker *picker = &room->picker;
    choice->n = picker->n_options;
    for (unsigned i = 0; i < picker->n_options; i++) {
        choice->spot[i] = picker->option[i].spot;
    }
    choice->are_targets = picker->level > 0;
    choice->in_hand =
        picker->level > 0
            ? spots_of_part(&room->spots, room->story.msg->state, "", picker->chosen[0])
            : -1;
    choice->cursor = picker_cursor(picker);
}

void scene_draw(struct scene *scene, struct grid *grid, uint64_t now_ms) {
    grid_init(grid, scene->rows, scene->columns);
    grid->is_ascii = !scene->unicode;
    struct scene_room *room = scene_room(scene);
    room = room != NULL && room->story.msg != NULL ? room : NULL;
    set_title(scene);
    if (scene->page.text != NULL) {
        page_show(scene, grid);
        return;
    }
    struct layout layout = {.hint_row = scene->rows - 2, .input_row = scene->rows - 1};
    layout.talk = (struct area){scene->rows - 6, 1, 4, scene->columns - 2};
    if (room != NULL) {
        struct state state;
        story_state(&room->story, &state);
        layout_make(scene, room, &state, &layout);
        layout_make_talk(scene, &layout);
        struct picture_choice choice;
        write_picked(room, &choice);
        struct picture picture = {.spots = &room->spots,
                                  .state = &state,
                                  .choice = can_choose(scene, room) ? &choice : NULL,
                                  .since = room->story.notes,
                                  .n_since = story_n_shown(&room->story),
                                  .side = scene->is_shared ? SIDE_COUNT : room->side,
                                  .unicode = scene->unicode,
                                  .row = layout.board.top,
                                  .column = layout.board.left,
                                  .rows = layout.board.height};
        picture_draw(grid, &picture);
        draw_bars(scene, room, &state, &layout, grid, now_ms);
        draw_room_text(scene, room, &state, &layout, grid);
    } else {
        draw_lobby(scene, grid);
    }
    draw_talk(scene, &layout.talk, grid);
    if (layout.title_row >= 0) {
        draw_title(scene, room, layout.title_row, grid);
    }
    if (layout.hint_row >= 0) {
        draw_hint(scene, room, layout.hint_row, grid);
    }
    draw_input(scene, room, scene->rows - 1, grid, now_ms);
}
