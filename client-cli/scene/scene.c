#include "client-cli/scene/scene.h"

#include <stdlib.h>
#include <string.h>

#include "client-cli/net/cli.h"
#include "client-cli/scene/inside.h"
#include "mem/mem.h"

/* Whoever has just pressed a key is there, and need not be called. */
#define PRESENT_MS 3000

void scene_init(struct scene *scene, bool unicode) {
    *scene = (struct scene){
        .unicode = unicode, .now = -1, .pace_ms = SCENE_PACE_MS, .name = ""};
}

static void forget_room(struct scene_room *room) {
    story_fini(&room->story);
    history_fini(&room->history);
    memset(room, 0, sizeof *room);
}

void scene_fini(struct scene *scene) {
    for (int i = 0; i < SCENE_ROOMS; i++) {
        forget_room(&scene->room[i]);
    }
    for (unsigned i = 0; i < scene->n_talk; i++) {
        free(scene->talk[i]);
    }
    for (unsigned i = 0; i < scene->n_lines; i++) {
        free(scene->line[i]);
    }
    free(scene->last_line);
    free(scene->lobby[0]);
    free(scene->lobby[1]);
    page_close(scene);
    editor_fini(&scene->editor);
}

bool scene_resize(struct scene *scene, int rows, int columns) {
    scene->rows = rows < GRID_ROWS ? rows : GRID_ROWS;
    scene->columns = columns < GRID_COLUMNS ? columns : GRID_COLUMNS;
    return rows >= SCENE_ROWS_LEAST && columns >= SCENE_COLUMNS_LEAST;
}

/* --- rooms --- */

struct scene_room *scene_room(struct scene *scene) {
    return scene->now >= 0 ? &scene->room[scene->now] : NULL;
}

static int find_room(const struct scene *scene, const char *code) {
    for (int i = 0; i < SCENE_ROOMS; i++) {
        if (strcmp(scene->room[i].code, code) == 0) {
            return i;
        }
    }
    return -1;
}

/* The entry of a room; the one that was used longest ago gives way. */
static int get_room(struct scene *scene, const char *code) {
    int at = find_room(scene, code), oldest = 0;
    for (int i = 0; at < 0 && i < SCENE_ROOMS; i++) {
        if (scene->room[i].code[0] == '\0') {
            at = i;
        } else if (scene->room[i].used_ms < scene->room[oldest].used_ms) {
            oldest = i;
        }
    }
    at = at >= 0 ? at : oldest;
    struct scene_room *room = &scene->room[at];
    if (strcmp(room->code, code) != 0) {
        forget_room(room);
        snprintf(room->code, sizeof room->code, "%s", code);
        room->side = SIDE_COUNT;
    }
    return at;
}

void scene_leave(struct scene *scene, const char *code) {
    int at = find_room(scene, code);
    if (at < 0 || code[0] == '\0') {
        return;
    }
    forget_room(&scene->room[at]);
    if (scene->now == at) {
        scene->now = -1;
        for (int i = 0; i < SCENE_ROOMS; i++) {
            scene->now = scene->room[i].code[0] != '\0' ? i : scene->now;
        }
    }
}

bool is_over(const struct scene_room *room) {
    return room->story.msg != NULL && room->story.msg->state->stage == STAGE_OVER;
}

bool can_choose(const struct scene *scene, const struct scene_room *room) {
    (void)scene;
    return room != NULL && room->is_turn && !story_is_playing(&room->story);
}

void show_tab(struct scene *scene, int tab) {
    scene->now = tab;
    scene->pending[0] = '\0';
    struct scene_room *room = scene_room(scene);
    if (room != NULL) {
        room->is_news = false;
        room->used_ms = scene->input_ms;
    }
}

/* --- hearing --- */

void scene_call(struct scene *scene, const char *what, uint64_t now_ms) {
    if (now_ms - scene->input_ms < PRESENT_MS) {
        return;
    }
    scene->rings = !scene->is_silent;
    if (scene->is_loud) {
        snprintf(scene->notice, sizeof scene->notice, "alea: %s", what);
    }
}

/* Calls the user if this state is about them. */
static void call_for(struct scene *scene, const struct scene_room *room, bool was_turn,
                     uint64_t now_ms) {
    const struct state *state = room->story.msg->state;
    enum side other = room->side < SIDE_COUNT ? side_other(room->side) : SIDE_COUNT;
    if (room->is_turn && !was_turn) {
        scene_call(scene, said("it is your turn"), now_ms);
    } else if (other < SIDE_COUNT && state->stage == STAGE_WAITING &&
               (state_has_note(state, NOTE_READY, other) ||
                state_has_note(state, NOTE_JOINED, other))) {
        scene_call(scene, said("your opponent is there"), now_ms);
    }
}

static void begin_choice(struct scene *scene, struct scene_room *room) {
    const struct state *state = room->story.msg->state;
    struct layout layout;
    layout_make(scene, room, state, &layout);
    picker_begin(&room->picker, &room->spots, state, state->moves);
}

void scene_hear(struct scene *scene, const struct message *msg, enum side side,
                uint64_t now_ms) {
    int at = get_room(scene, msg->room);
    struct scene_room *room = &scene->room[at];
    bool is_first = room->story.msg == NULL, was_turn = room->is_turn;
    bool is_busy = scene->now >= 0 && scene->now != at && scene->room[scene->now].is_turn;
    room->side = side;
    room->story.pace_ms = scene->pace_ms;
    story_hear(&room->story, msg, scene->is_shared ? SIDE_COUNT : side, now_ms);
    if (room->story.msg == NULL) {
        return;
    }
    const struct state *state = room->story.msg->state;
    room->heard_ms = now_ms;
    room->is_turn = state->moves != NULL && state->stage == STAGE_PLAYING;
    if (!msg->snapshot) {
        history_add(&room->history, state, scene->is_shared ? SIDE_COUNT : side);
    }
    begin_choice(scene, room);
    scene->pending[0] = scene->now == at ? '\0' : scene->pending[0];
    if (scene->now < 0 || (is_first && !is_busy && side < SIDE_COUNT)) {
        show_tab(scene, at);
    }
    room->is_news = scene->now != at;
    call_for(scene, room, was_turn, now_ms);
}

static void add_talk(struct scene *scene, const char *text, size_t len) {
    if (scene->n_talk == SCENE_TALK) {
        free(scene->talk[0]);
        memmove(scene->talk, scene->talk + 1, (SCENE_TALK - 1) * sizeof scene->talk[0]);
        scene->n_talk--;
    }
    scene->talk[scene->n_talk++] = mem_copy(text, len);
    scene->n_new++;
}

void scene_say(struct scene *scene, const char *text, bool is_page) {
    if (is_page) {
        page_open(scene, text);
        return;
    }
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (len > 0) {
            add_talk(scene, text, len);
        }
        text += len + (text[len] == '\n');
    }
}

void scene_set_lobby(struct scene *scene, int part, char *text) {
    free(scene->lobby[part]);
    scene->lobby[part] = text;
}

void scene_drop_offers(struct scene *scene) {
    if (scene->at_offer < scene->n_offers) { /* the cursor stays with what it was on */
        memcpy(scene->chosen_offer, scene->offer[scene->at_offer].line,
               sizeof scene->chosen_offer);
    }
    scene->n_offers = scene->at_offer = 0;
}

void scene_offer(struct scene *scene, const struct scene_offer *offer) {
    if (scene->n_offers < SCENE_OFFERS) {
        bool is_chosen = strcmp(offer->line, scene->chosen_offer) == 0;
        scene->at_offer = is_chosen ? scene->n_offers : scene->at_offer;
        scene->offer[scene->n_offers++] = *offer;
    }
}

/* --- lines --- */

void add_line(struct scene *scene, const char *line) {
    if (scene->n_lines < SCENE_LINES) {
        scene->line[scene->n_lines++] = mem_copy(line, strlen(line));
    }
}

const char *scene_line(struct scene *scene) {
    free(scene->last_line);
    scene->last_line = NULL;
    if (scene->n_lines > 0) {
        scene->last_line = scene->line[0];
        scene->n_lines--;
        memmove(scene->line, scene->line + 1, scene->n_lines * sizeof scene->line[0]);
    }
    return scene->last_line;
}

/* --- words about the screen --- */

/* Shows what has happened: all of it, or since the last decision. */
static void open_history(struct scene *scene, const struct history *history,
                         bool is_last) {
    char *page;
    size_t len;
    FILE *out = mem_stream(&page, &len);
    fputs(is_last ? said("Since your last decision\n\n") : said("This game so far\n\n"),
          out);
    history_write(history, is_last, out);
    fclose(out);
    page_open(scene, page);
    free(page);
}

static bool obey_pace(struct scene *scene, const char *word) {
    static const struct {
        const char *word;
        unsigned pace_ms;
    } paces[] = {{"slow", 1500}, {"normal", SCENE_PACE_MS}, {"fast", 300}, {"off", 0}};
    for (size_t i = 0; i < sizeof paces / sizeof paces[0]; i++) {
        if (strcmp(paces[i].word, word) == 0) {
            scene->pace_ms = paces[i].pace_ms;
            scene_say(scene, said("The pauses are so from the next event on."), false);
            return true;
        }
    }
    scene_say(scene, said("It is: pace slow, pace normal, pace fast, pace off"), false);
    return true;
}

/* `bell on`, `notify off` and so on. */
static bool obey_switch(struct scene *scene, const char *word, const char *name,
                        bool *is_on) {
    if (strcmp(word, "on") != 0 && strcmp(word, "off") != 0) {
        char text[64];
        snprintf(text, sizeof text, said("It is: %s on, %s off"), name, name);
        scene_say(scene, text, false);
        return true;
    }
    *is_on = strcmp(word, "on") == 0;
    scene_say(scene,
              *is_on ? said("You will be called.") : said("You will not be called so."),
              false);
    return true;
}

bool scene_obey(struct scene *scene, const char *line) {
    struct scene_room *room = scene_room(scene);
    bool has_story = room != NULL && room->story.msg != NULL;
    if (strcmp(line, "keys") == 0) {
        page_open(scene, said(keys_text));
        return true;
    }
    bool is_last = strcmp(line, "last") == 0;
    if (has_story && (is_last || strcmp(line, "history") == 0)) {
        open_history(scene, &room->history, is_last);
        return true;
    }
    if (strncmp(line, "pace", 4) == 0 && (line[4] == ' ' || line[4] == '\0')) {
        return obey_pace(scene, line + 4 + strspn(line + 4, " "));
    }
    if (strncmp(line, "notify", 6) == 0 && (line[6] == ' ' || line[6] == '\0')) {
        return obey_switch(scene, line + 6 + strspn(line + 6, " "), "notify",
                           &scene->is_loud);
    }
    if (strncmp(line, "bell", 4) == 0 && (line[4] == ' ' || line[4] == '\0')) {
        bool is_on = !scene->is_silent;
        obey_switch(scene, line + 4 + strspn(line + 4, " "), "bell", &is_on);
        scene->is_silent = !is_on;
        return true;
    }
    return false;
}

/* --- time --- */

static void sooner(int64_t *due_ms, uint64_t at_ms, uint64_t now_ms) {
    int64_t in_ms = at_ms > now_ms ? (int64_t)(at_ms - now_ms) : 0;
    *due_ms = *due_ms < 0 || in_ms < *due_ms ? in_ms : *due_ms;
}

int64_t scene_due_ms(const struct scene *scene, uint64_t now_ms) {
    int64_t due_ms = -1;
    const struct scene_room *room = scene->now >= 0 ? &scene->room[scene->now] : NULL;
    if (scene->pending[0] != '\0') {
        sooner(&due_ms, scene->pending_ms, now_ms);
    }
    if (scene->letter_ms != 0) {
        sooner(&due_ms, scene->letter_ms, now_ms);
    }
    if (room == NULL || room->story.msg == NULL) {
        return due_ms;
    }
    const struct state *state = room->story.msg->state;
    if (story_is_playing(&room->story)) {
        sooner(&due_ms, room->story.due_ms, now_ms);
    }
    if (time_control_is_set(&state->time) && state->running < SIDE_COUNT &&
        state->stage == STAGE_PLAYING &&
        scene->page.text == NULL) { /* the next second, or tenth */
        int64_t left_ms = clock_now(room, state, state->running, now_ms);
        int64_t unit_ms = left_ms < 10000 ? 100 : 1000;
        if (left_ms > 0) {
            sooner(&due_ms, now_ms + (uint64_t)(left_ms % unit_ms) + 1, now_ms);
        }
    }
    return due_ms;
}
