/* What keys and the mouse do. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "proto/command/command.h"
#include "proto/utf8.h"

/* A number is sent as a move after this time; after the longer one if it could be the
 * start of something else.  Until then it can be taken back. */
#define SEND_MS      700
#define SEND_SLOW_MS 1500
/* A lone letter counts as a key after this time. */
#define LETTER_MS 600

/* --- moves --- */

static const struct state *state_of(const struct scene_room *room) {
    return room->story.msg->state;
}

static void send_move(struct scene *scene, const char *move) {
    char line[ROOM_BYTES_MAX + MOVE_TEXT_BYTES + 16];
    struct scene_room *room = scene_room(scene);
    snprintf(line, sizeof line, "@%s move %s", room->code, move);
    add_line(scene, line);
    scene->has_offered_auto =
        scene->has_offered_auto || typed_move_count(state_of(room)->moves) == 1;
    scene->pending[0] = scene->digits[0] = '\0';
}

void choose_again(struct scene_room *room) {
    picker_begin(&room->picker, &room->spots, state_of(room), state_of(room)->moves);
}

/* Shows a move on the board as if it were chosen square by square. */
static void light_move(struct scene_room *room, const char *move) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES], unused[MOVE_TEXT_BYTES];
    unsigned n = spots_parts(move, strlen(move), part, NULL);
    struct picker *picker = &room->picker;
    choose_again(room);
    for (unsigned i = 0; i < n; i++) {
        for (unsigned k = 0; k < picker->n_options; k++) {
            picker->at = strcmp(picker->option[k].part, part[i]) == 0 ? k : picker->at;
        }
        if (i + 1 < n) {
            picker_pick(picker, &room->spots, state_of(room), unused);
        }
    }
}

/* Takes a digit as the number of a move.  False: there is no such move. */
static bool take_digit(struct scene *scene, char digit, uint64_t now_ms) {
    struct scene_room *room = scene_room(scene);
    const char *moves = state_of(room)->moves;
    char digits[sizeof scene->digits + 1], move[MOVE_TEXT_BYTES];
    snprintf(digits, sizeof digits, "%s%c", scene->digits, digit);
    unsigned n = (unsigned)strtoul(digits, NULL, 10), n_moves = typed_move_count(moves);
    size_t len = strlen(digits);
    if (len >= sizeof scene->digits || n == 0 || n > n_moves) {
        return false;
    }
    (void)typed_move_nth(moves, n, move);
    memcpy(scene->digits, digits, len + 1);
    snprintf(scene->pending, sizeof scene->pending, "%s", move);
    bool is_unsure = n * 10 <= n_moves;
    for (unsigned i = 1; i <= n_moves; i++) {
        (void)typed_move_nth(moves, i, move);
        is_unsure = is_unsure || strncmp(move, digits, len) == 0;
    }
    scene->pending_ms = now_ms + (is_unsure ? SEND_SLOW_MS : SEND_MS);
    light_move(room, scene->pending);
    return true;
}

/* Chooses the option under the cursor. */
void pick(struct scene *scene) {
    struct scene_room *room = scene_room(scene);
    char move[MOVE_TEXT_BYTES];
    bool is_only = typed_move_count(state_of(room)->moves) == 1;
    if (room->picker.free_spot >= 0) {
        scene_say(scene, said("You cannot choose this square: w tells you why."), false);
        return;
    }
    if (is_only) { /* no choice to make */
        (void)typed_move_nth(state_of(room)->moves, 1, move);
        send_move(scene, move);
        return;
    }
    if (picker_pick(&room->picker, &room->spots, state_of(room), move)) {
        send_move(scene, move);
    }
}

/* Asks why the piece in hand, or under the cursor, cannot go somewhere. */
void ask_why(struct scene *scene) {
    struct scene_room *room = scene_room(scene);
    const struct picker *picker = &room->picker;
    int at = picker_cursor(picker);
    enum side side = (enum side)state_of(room)->pos.turn;
    const char *name = at >= 0 ? spots_name(&room->spots.spot[at], side) : "";
    const char *drawing = room->spots.game->drawing;
    char line[ROOM_BYTES_MAX + 64];
    if (at < 0) {
        return;
    }
    if (picker->level > 0 && strcmp(drawing, "ring") == 0) {
        int way = atoi(name) - atoi(picker->chosen[0]);
        snprintf(line, sizeof line, "@%s why %s:%d", room->code, picker->chosen[0],
                 (way + 24) % 24);
    } else if (picker->level > 0) {
        snprintf(line, sizeof line, "@%s why %s-%s", room->code, picker->chosen[0], name);
    } else if (strcmp(drawing, "ur") == 0) {
        const struct state *state = state_of(room);
        int from = strcmp(name, "in") == 0 ? 0 : atoi(name);
        unsigned sum = state->n_faces > 0 ? dice_sum(state->game->dice, state->faces) : 0;
        snprintf(line, sizeof line, "@%s why %s-%d", room->code, name, from + (int)sum);
    } else {
        snprintf(line, sizeof line, "@%s why %s", room->code, name);
    }
    add_line(scene, line);
}

/* --- letters --- */

const char *letter_means(const struct scene *scene, char letter) {
    const struct scene_room *room = scene->now >= 0 ? &scene->room[scene->now] : NULL;
    if (room == NULL || room->story.msg == NULL) {
        return NULL;
    }
    if (is_over(room) && room->side < SIDE_COUNT) {
        switch (letter) {
        case 'r': return N_("key\4rematch");
        case 'a': return N_("key\4analyse");
        case 's': return N_("key\4save");
        case '+':
            return scene->level > 0 && scene->level < 8 ? N_("key\4a stronger opponent")
                                                        : NULL;
        case '-': return scene->level > 1 ? N_("key\4a weaker opponent") : NULL;
        default: break;
        }
    }
    if (state_of(room)->stage == STAGE_WAITING && letter == 'r') {
        return N_("key\4ready");
    }
    if (room->is_turn) {
        return letter == 'h'   ? N_("key\4hint")
               : letter == 'w' ? N_("key\4why not here")
                               : NULL;
    }
    return NULL;
}

/* Carries out what a lone letter means. */
static void take_letter(struct scene *scene, char letter) {
    struct scene_room *room = scene_room(scene);
    const char *meaning = letter_means(scene, letter);
    char line[96];
    scene->letter_ms = 0;
    editor_clear(&scene->editor);
    if (meaning == NULL || room == NULL) {
        return;
    }
    switch (letter) {
    case 'w': ask_why(scene); return;
    case '+':
    case '-':
        snprintf(line, sizeof line, "level %u",
                 scene->level + (letter == '+' ? 1U : -1U));
        add_line(scene, line);
        return;
    case 's':
        snprintf(line, sizeof line, "save %s-%.8s.json", room->spots.game->id,
                 state_of(room)->game_id);
        editor_set(&scene->editor, line); /* to be changed, or just Enter */
        return;
    default: add_line(scene, tr(LANG_EN, meaning)); /* the word of that command */
    }
}

/* Whether a lone letter could be the start of a move. */
static bool begins_move(const struct scene *scene, char letter) {
    const struct scene_room *room = scene->now >= 0 ? &scene->room[scene->now] : NULL;
    const char *moves =
        room != NULL && room->story.msg != NULL ? state_of(room)->moves : NULL;
    for (; moves != NULL && *moves != '\0'; moves += *moves == ' ') {
        if (*moves == letter) {
            return true;
        }
        moves += strcspn(moves, " ");
    }
    return false;
}

static void watch_letter(struct scene *scene, uint64_t now_ms) {
    char letter = scene->editor.text[0];
    bool is_lone = scene->editor.len == 1 && scene->hidden == NULL &&
                   !scene->is_pasting && letter_means(scene, letter) != NULL;
    scene->letter_ms = is_lone && !begins_move(scene, letter) ? now_ms + LETTER_MS : 0;
}

/* --- lines --- */

/* Puts the room that is shown before a line about a room, if there are several. */
static void submit(struct scene *scene, const char *line) {
    struct scene_room *room = scene_room(scene);
    unsigned n_rooms = 0;
    for (int i = 0; i < SCENE_ROOMS; i++) {
        n_rooms += scene->room[i].code[0] != '\0';
    }
    struct command cmd;
    struct command_fault fault;
    bool is_about_room = command_from_text(line, strlen(line), &cmd, &fault) == ERR_OK &&
                         (command_spec(cmd.kind)->flags & COMMAND_IN_ROOM) != 0 &&
                         cmd.room[0] == '\0' && !cmd.has[command_room_arg(cmd.kind)];
    bool is_own = strncmp(line, "save", 4) == 0 || strncmp(line, "analy", 5) == 0;
    char full[EDITOR_BYTES + ROOM_BYTES_MAX + 2];
    bool is_named = room != NULL && n_rooms > 1 && (is_about_room || is_own);
    snprintf(full, sizeof full, "%s%s%s%s", is_named ? "@" : "",
             is_named ? room->code : "", is_named ? " " : "", line);
    add_line(scene, full);
}

static void enter_line(struct scene *scene) {
    char line[EDITOR_BYTES];
    snprintf(line, sizeof line, "%s", scene->editor.text);
    if (scene->hidden == NULL && scene->editor.len == 1 &&
        letter_means(scene, line[0]) != NULL) {
        take_letter(scene, line[0]);
        return;
    }
    if (scene->hidden != NULL) {
        editor_clear(&scene->editor);
        add_line(scene, line);
        return;
    }
    editor_keep(&scene->editor);
    editor_clear(&scene->editor);
    const char *at = line + strspn(line, " ");
    if (at[0] == '?' && at[1] == '\0') {
        page_open(scene, said(keys_text));
    } else if (!scene_obey(scene, at)) {
        submit(scene, at);
    }
}

/* --- keys --- */

/* Keys that choose a move, while nothing is typed.  False: they do something else. */
static bool take_choice(struct scene *scene, const struct input *input, uint64_t now_ms) {
    struct scene_room *room = scene_room(scene);
    if (!can_choose(scene, room)) {
        return false;
    }
    struct picker *picker = &room->picker;
    void (*go)(struct picker * p, const struct spots *s, int rows, int columns) =
        input->is_shift ? picker_roam : picker_go;
    switch ((int)input->kind) {
    case INPUT_UP: go(picker, &room->spots, -1, 0); return true;
    case INPUT_DOWN: go(picker, &room->spots, 1, 0); return true;
    case INPUT_LEFT: go(picker, &room->spots, 0, -1); return true;
    case INPUT_RIGHT: go(picker, &room->spots, 0, 1); return true;
    case INPUT_TAB: picker_step(picker, 1); return true;
    case INPUT_BACK_TAB: picker_step(picker, -1); return true;
    case INPUT_ENTER: pick(scene); return true;
    case INPUT_ERASE:
    case INPUT_ESCAPE: picker_back(picker, &room->spots, state_of(room)); return true;
    case INPUT_TEXT:
        if (input->point == ' ') {
            pick(scene);
            return true;
        }
        return isdigit((int)(input->point & 0x7f)) && input->point < 0x80 &&
               take_digit(scene, (char)input->point, now_ms);
    default: return false;
    }
}

/* A move is about to be sent: a key confirms it, takes it back, or goes on typing.
 * Returns whether the key is used up. */
static bool take_pending(struct scene *scene, const struct input *input,
                         uint64_t now_ms) {
    struct scene_room *room = scene_room(scene);
    if (input->kind == INPUT_ENTER) {
        send_move(scene, scene->pending);
        return true;
    }
    bool is_digit =
        input->kind == INPUT_TEXT && input->point >= '0' && input->point <= '9';
    if (is_digit && take_digit(scene, (char)input->point, now_ms)) {
        return true;
    }
    char digits[sizeof scene->digits];
    snprintf(digits, sizeof digits, "%s", scene->digits);
    scene->pending[0] = scene->digits[0] = '\0';
    choose_again(room);
    if (input->kind == INPUT_TEXT && input->point != ' ') {
        editor_set(&scene->editor, digits);
        return false;
    }
    return input->kind == INPUT_ESCAPE || input->kind == INPUT_ERASE;
}

/* Keys that go to another game.  False: it is none of them. */
static bool take_tab(struct scene *scene, const struct input *input) {
    if (input->kind == INPUT_ALT && input->point >= '0' && input->point <= '8') {
        int tab = (int)input->point - '1';
        if (tab < 0 || scene->room[tab].code[0] != '\0') {
            show_tab(scene, tab < 0 && scene->is_local ? scene->now : tab);
        }
        return true;
    }
    if (input->kind != INPUT_NEXT && input->kind != INPUT_BACK) {
        return false;
    }
    int step = input->kind == INPUT_NEXT ? 1 : SCENE_ROOMS, tab = scene->now;
    do { /* -1, the lobby, is one of them */
        tab = (tab + 1 + step) % (SCENE_ROOMS + 1) - 1;
    } while (tab != scene->now &&
             (tab < 0 ? scene->is_local : scene->room[tab].code[0] == '\0'));
    show_tab(scene, tab);
    return true;
}

/* Keys in the lobby.  False: they do something else. */
static bool take_lobby(struct scene *scene, const struct input *input) {
    unsigned n = scene->n_offers;
    if (scene->now >= 0 || n == 0) {
        return false;
    }
    scene->at_offer = scene->at_offer < n ? scene->at_offer : n - 1;
    switch ((int)input->kind) {
    case INPUT_UP:
    case INPUT_BACK_TAB: scene->at_offer = (scene->at_offer + n - 1) % n; return true;
    case INPUT_DOWN:
    case INPUT_TAB: scene->at_offer = (scene->at_offer + 1) % n; return true;
    case INPUT_ENTER: add_line(scene, scene->offer[scene->at_offer].line); return true;
    default: return false;
    }
}

/* Keys while nothing is typed. */
static bool take_idle(struct scene *scene, const struct input *input, uint64_t now_ms) {
    struct scene_room *room = scene_room(scene);
    if (room != NULL && story_is_playing(&room->story)) {
        story_skip(&room->story);
        if (input->kind == INPUT_ENTER || input->kind == INPUT_ESCAPE ||
            (input->kind == INPUT_TEXT && input->point == ' ')) {
            return true;
        }
    }
    if (take_choice(scene, input, now_ms) || take_lobby(scene, input)) {
        return true;
    }
    switch ((int)input->kind) {
    case INPUT_TEXT:
        if (input->point == '?') {
            page_open(scene, said(keys_text));
            return true;
        }
        return false;
    case INPUT_PAGE_UP:
    case INPUT_PAGE_DOWN: scene_obey(scene, "history"); return true;
    case INPUT_EOF: scene->has_ended = true; return true;
    case INPUT_TAB:
    case INPUT_ENTER:
    case INPUT_ESCAPE: return true;
    default: return false;
    }
}

/* Keys in a line. */
static void take_line_key(struct scene *scene, const struct input *input) {
    switch ((int)input->kind) {
    case INPUT_ENTER: enter_line(scene); break;
    case INPUT_TAB:
        if (scene->hidden == NULL) {
            complete(scene);
        }
        break;
    case INPUT_ESCAPE: editor_clear(&scene->editor); break;
    default: editor_take(&scene->editor, input); break;
    }
}

/* Pasted text is typed, but a line end does not end the line. */
static void take_pasted(struct scene *scene, const struct input *input) {
    if (input->kind == INPUT_PASTE_END) {
        scene->is_pasting = false;
    } else if (input->kind == INPUT_TEXT) {
        editor_take(&scene->editor, input);
    } else if (input->kind == INPUT_ENTER || input->kind == INPUT_TAB) {
        editor_take(&scene->editor, &(struct input){.kind = INPUT_TEXT, .point = ' '});
    }
}

void scene_take(struct scene *scene, const struct input *input, uint64_t now_ms) {
    if (input->kind == INPUT_NONE) {
        return;
    }
    scene->input_ms = now_ms;
    scene->n_new = 0;
    if (scene->is_pasting) {
        take_pasted(scene, input);
        return;
    }
    if (input->kind == INPUT_PASTE_BEGIN || input->kind == INPUT_REDRAW) {
        scene->is_pasting = input->kind == INPUT_PASTE_BEGIN;
        scene->wants_redraw = input->kind == INPUT_REDRAW;
        return;
    }
    if (scene->page.text != NULL) {
        page_take(scene, input);
        return;
    }
    if (take_tab(scene, input)) {
        return;
    }
    if (input->kind == INPUT_CLICK) {
        click(scene, input);
        return;
    }
    if (scene->pending[0] != '\0' && take_pending(scene, input, now_ms)) {
        return;
    }
    bool is_idle = scene->editor.len == 0 && scene->hidden == NULL;
    if (!is_idle || !take_idle(scene, input, now_ms)) {
        take_line_key(scene, input);
    }
    watch_letter(scene, now_ms);
}

bool scene_drop(struct scene *scene) {
    struct scene_room *room = scene_room(scene);
    if (scene->page.text != NULL) {
        page_close(scene);
        return true;
    }
    if (scene->editor.len > 0) {
        editor_clear(&scene->editor);
        scene->letter_ms = 0;
        return true;
    }
    if (scene->pending[0] != '\0') {
        scene->pending[0] = scene->digits[0] = '\0';
        choose_again(room);
        return true;
    }
    return room != NULL && room->story.msg != NULL && room->picker.level > 0 &&
           picker_back(&room->picker, &room->spots, state_of(room));
}

void scene_wake(struct scene *scene, uint64_t now_ms) {
    struct scene_room *room = scene_room(scene);
    if (room != NULL) {
        story_go_on(&room->story, now_ms);
    }
    if (scene->pending[0] != '\0' && now_ms >= scene->pending_ms) {
        send_move(scene, scene->pending);
    }
    if (scene->letter_ms != 0 && now_ms >= scene->letter_ms) {
        take_letter(scene, scene->editor.text[0]);
    }
}
