/* Whole games on the screen of alea play: every move is chosen by keys, and nothing that
 * happened is off the screen. */
#include "client-cli/scene/inside.h"

#include "client-cli/local/local.h"
#include "client-cli/player/seal.h"
#include "client-cli/term/full.h"
#include "mem/mem.h"
#include "tests/fuzz/chance.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

#define ROWS       24
#define COLUMNS    80
#define TURN_BYTES 600 /* written, on average of each game */
#define GAMES      5   /* of each are measured */
#define NOW_MS     100000

/* A person at the screen, against an opponent that plays at random, with clocks. */
struct person {
    struct player player;
    struct keep keep;
    struct local local;
    struct scene scene;
    struct grid grid;
    uint64_t now_ms;
    unsigned n_notes;  /* heard since the last decision */
    struct grid shown; /* on the terminal */
    bool is_known;
    bool only_clicks; /* how a move is chosen */
    size_t n_bytes;   /* written since the last decision */
    unsigned n_turns;
    uint64_t left_ms[SIDE_COUNT + 1], heard_ms; /* of the clocks */
    enum side runs;
};

static void draw(struct person *p) {
    char *text;
    size_t len;
    FILE *out = mem_stream(&text, &len);
    scene_draw(&p->scene, &p->grid, p->now_ms);
    grid_write(out, &p->grid, p->is_known ? &p->shown : NULL, PALETTE_256);
    fclose(out);
    p->n_bytes += len;
    free(text);
    p->shown = p->grid;
    p->is_known = true;
}

/* Shows every step of what happened, one after the other. */
static void watch(struct person *p) {
    struct scene_room *room = scene_room(&p->scene);
    unsigned shown = room->story.shown, n = 0;
    draw(p);
    while (story_is_playing(&room->story)) {
        int64_t due_ms = scene_due_ms(&p->scene, p->now_ms);
        assert_in_range(due_ms, 0, SCENE_PACE_MS);
        p->now_ms += (uint64_t)due_ms;
        scene_wake(&p->scene, p->now_ms);
        assert_in_range(room->story.shown, shown, shown + 1);
        shown = room->story.shown;
        draw(p);
        assert_in_range(++n, 1, 100 * STORY_STEPS); /* clocks wake it, too */
    }
}

/* Gives the game clocks, which a local game lacks. */
static void hear_state(struct person *p, struct message *msg) {
    struct state state = *msg->state;
    struct message shown = *msg;
    shown.state = &state;
    state.time = (struct time_control){5, 10};
    uint64_t *left_ms = p->left_ms;
    left_ms[p->runs] -= p->runs < SIDE_COUNT ? p->now_ms - p->heard_ms : 0;
    p->heard_ms = p->now_ms;
    state.left_ms[SIDE_WHITE] = (int64_t)left_ms[SIDE_WHITE];
    state.left_ms[SIDE_BLACK] = (int64_t)left_ms[SIDE_BLACK];
    p->runs = state.stage == STAGE_PLAYING ? (enum side)state.pos.turn : SIDE_COUNT;
    state.running = p->runs;
    if (state.n_notes > 0 &&
        (state.notes[0].kind == NOTE_BEGINS || state.notes[0].kind == NOTE_NEW_GAME ||
         (state.notes[0].kind == NOTE_MOVE && state.notes[0].side == SIDE_WHITE))) {
        p->n_notes = 0;
    }
    p->n_notes += (unsigned)state.n_notes;
    scene_hear(&p->scene, &shown, SIDE_WHITE, p->now_ms);
    watch(p);
}

static void hear(struct person *p) {
    for (struct message *msg; (msg = player_next(&p->player)) != NULL;) {
        if (msg->kind == MESSAGE_EVENT && msg->event == EVENT_STATE) {
            hear_state(p, msg);
        }
        if (msg->kind == MESSAGE_EVENT && msg->state->stage == STAGE_WAITING) {
            player_ready(&p->player, msg->room, NULL);
        }
        assert_int_not_equal(msg->kind, MESSAGE_ERROR);
        message_free(msg);
    }
}

static void begin(struct person *p, const char *game) {
    struct local_start start = {.level = 1, .name = "ann", .other = "bartholomew-of-x"};
    struct text_in in = text_in_of(game, strlen(game));
    assert_true(game_parse(&in, &start.game, &start.opt));
    player_init(&p->player, "ann", "");
    scene_init(&p->scene, true);
    assert_true(scene_resize(&p->scene, ROWS, COLUMNS));
    p->scene.is_local = true;
    p->now_ms = NOW_MS;
    p->runs = SIDE_COUNT;
    p->left_ms[SIDE_WHITE] = p->left_ms[SIDE_BLACK] = 3905000;
    local_init(&p->local, &start, &p->player.net, &p->keep);
    memcpy(p->player.name, "ann", sizeof "ann");
    hear(p);
}

/* Copies what is in an area, each run of blanks as one. */
static void read_area(const struct person *p, const struct area *area,
                      struct text_out *out) {
    for (int row = 0; row < area->height; row++) {
        text_put_char(out, ' ');
        for (int column = 0; column < area->width; column++) {
            uint32_t point = p->grid.cell[area->top + row][area->left + column].point;
            text_put_char(out, point < 128 ? (char)point : '~');
        }
    }
}

/* Squeezes blanks: lines end where they must.  Shortens as the screen does. */
static void squeeze(char *text) {
    char *to = text;
    for (const char *at = text; *at != '\0'; at++) {
        if (*at != ' ' || to == text || to[-1] != ' ') {
            *to++ = *at;
        }
    }
    *to = '\0';
    make_short(text, BREVITY_NOTES);
}

static unsigned count(const char *text, const char *part) {
    unsigned n = 0;
    for (; (text = strstr(text, part)) != NULL; text += strlen(part)) {
        n++;
    }
    return n;
}

/* Every sentence is on the screen as often as it was said. */
static void check_nothing_is_lost(struct person *p) {
    struct scene_room *room = scene_room(&p->scene);
    static char shown[4 * ROWS * COLUMNS], *told;
    struct text_out out = text_out_of(shown, sizeof shown);
    struct layout layout;
    struct state state;
    size_t len;
    FILE *file = mem_stream(&told, &len);
    story_tell(&room->story, file);
    fclose(file);
    squeeze(told);
    story_state(&room->story, &state);
    layout_make(&p->scene, room, &state, &layout);
    read_area(p, &layout.text, &out);
    read_area(p, &layout.talk, &out);
    read_area(p, &layout.spare, &out);
    squeeze(shown);
    assert_in_range(room->story.n_notes, 1, p->n_notes);
    for (const char *at = told; *at != '\0';) {
        const char *end = strstr(at, ". ");
        size_t n = end != NULL ? (size_t)(end - at) + 1 : strlen(at);
        char sentence[1024];
        snprintf(sentence, sizeof sentence, "%.*s", (int)n, at);
        if (count(shown, sentence) < count(told, sentence)) {
            fail_msg("not on the screen: %s\nof: %s\nbut: %s", sentence, told, shown);
        }
        at += n + strspn(at + n, " ");
    }
    free(told);
}

/* The answer to what was typed is on the screen, however much has happened. */
static void check_answer_is_seen(struct person *p) {
    static char shown[4 * ROWS * COLUMNS];
    const struct area whole = {0, 0, p->scene.rows, p->scene.columns};
    struct text_out out = text_out_of(shown, sizeof shown);
    char answer[200], word[8];
    struct text_out words = text_out_of(answer, sizeof answer);
    for (char letter = 'A'; letter <= 'P'; letter++) { /* 2 or 3 rows */
        memset(word, letter, sizeof word);
        word[sizeof word - 1] = '\0';
        text_put(&words, word);
        text_put(&words, " ");
    }
    scene_say(&p->scene, answer, false);
    draw(p);
    if (p->scene.rows > ROWS || p->scene.columns > COLUMNS) {
        return; /* more than `shown` has room for, and room enough */
    }
    read_area(p, &whole, &out);
    for (char letter = 'A'; letter <= 'P'; letter++) {
        memset(word, letter, sizeof word - 1);
        if (strstr(shown, word) == NULL) {
            fail_msg("not on the screen: %s\nbut: %s", word, shown);
        }
    }
    p->scene.n_new = 0; /* as after a key */
}

static void key(struct person *p, enum input_kind kind, uint32_t point) {
    p->now_ms += 10;
    scene_take(&p->scene, &(struct input){.kind = kind, .point = point}, p->now_ms);
    draw(p);
}

/* Chooses a move with Tab and Enter, square by square. */
static void choose(struct person *p, const char *move) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES];
    unsigned n = spots_parts(move, strlen(move), part, NULL);
    struct picker *picker = &scene_room(&p->scene)->picker;
    for (unsigned i = 0; i < n && p->scene.n_lines == 0; i++) {
        unsigned tabs = 0;
        while (strcmp(picker->option[picker->at].part, part[i]) != 0) {
            key(p, INPUT_TAB, 0);
            assert_in_range(++tabs, 1, SPOTS_MAX);
        }
        key(p, INPUT_ENTER, 0);
    }
}

/* Chooses it by its number, which is sent after a moment. */
static void type_number(struct person *p, unsigned n) {
    char digits[8];
    snprintf(digits, sizeof digits, "%u", n);
    for (const char *digit = digits; *digit != '\0'; digit++) {
        key(p, INPUT_TEXT, (unsigned char)*digit);
    }
    assert_int_equal(p->scene.n_lines, 0); /* it can still be taken back */
    p->now_ms += 2000;
    scene_wake(&p->scene, p->now_ms);
}

/* Chooses it with clicks. */
static void click_on(struct person *p, const char *move) {
    char part[SPOTS_PARTS][SPOTS_PART_BYTES];
    unsigned n = spots_parts(move, strlen(move), part, NULL);
    struct scene_room *room = scene_room(&p->scene);
    struct layout layout;
    layout_make(&p->scene, room, room->story.msg->state, &layout);
    for (unsigned i = 0; i < n && p->scene.n_lines == 0; i++) {
        unsigned k = 0;
        while (strcmp(room->picker.option[k].part, part[i]) != 0) {
            assert_in_range(++k, 1, room->picker.n_options - 1);
        }
        const struct spot *spot = &room->spots.spot[room->picker.option[k].spot];
        struct input input = {.kind = INPUT_CLICK,
                              .row = layout.board.top + spot->row,
                              .column = layout.board.left + spot->column};
        bool has_picked = false;
        for (unsigned level = room->picker.level; !has_picked;) {
            scene_take(&p->scene, &input, p->now_ms);
            draw(p);
            has_picked = p->scene.n_lines > 0 || room->picker.level > level;
            if (!has_picked && room->picker.at == k) {
                key(p, INPUT_ENTER, 0);
                has_picked = true;
            }
        }
    }
}

static void decide(struct person *p, uint64_t *random) {
    char move[MOVE_TEXT_BYTES], expected[64];
    const char *moves = scene_room(&p->scene)->story.msg->state->moves;
    unsigned n = 1 + random_below(random, typed_move_count(moves));
    (void)typed_move_nth(moves, n, move);
    switch (p->only_clicks ? 2 : random_below(random, 3)) {
    case 0: choose(p, move); break;
    case 1: type_number(p, n); break;
    default: click_on(p, move);
    }
    snprintf(expected, sizeof expected, "@LOCAL move %s", move);
    const char *line = scene_line(&p->scene);
    assert_non_null(line);
    assert_string_equal(line, expected);
    struct command cmd;
    struct command_fault fault;
    assert_int_equal(command_from_text(line, strlen(line), &cmd, &fault), ERR_OK);
    player_send(&p->player, &cmd);
}

/* The opponent plays at random. */
static void answer(struct person *p, uint64_t *random) {
    const struct play *play;
    while ((play = local_awaits(&p->local)) != NULL) {
        static struct move moves[MOVES_MAX];
        size_t n = play->game->moves(&play->pos, moves);
        local_move(&p->local, local_number(&p->local),
                   &moves[random_below(random, (unsigned)n)]);
        hear(p);
    }
}

static const struct play_row {
    const char *name;
    unsigned turns; /* most decisions of the user */
    int rows, columns;
    bool only_clicks; /* Tab would walk over hundreds of squares */
} rows[] = {
    {"royal-ur", 500, 24, 80, false},
    {"akalamdung", 500, 24, 80, false},
    {"ur", 500, 24, 80, false},
    {"stelpur", 500, 24, 80, false},
    {"morris", 500, 24, 80, false},
    {"morris:dice=alfonso", 500, 24, 80, false},
    {"tablut", 500, 24, 80, false},
    {"alea-evangelii", 20, 24, 80, false},
    {"alea-evangelii", 500, 24, 80, true},
    {"royal-ur", 30, 20, 60, false},
    {"morris", 30, 20, 60, false},
    {"tablut", 20, 50, 200, false},
    {"ur", 500, 20, 60, true},
    {"alea-evangelii", 100, 20, 60, true},
};

/* Decisions that are measured: then the rest is as what was before. */
#define MEASURED 40

/* Plays on up to the next decision.  False: the game is over, or was long enough. */
static bool go_on(struct person *p, uint64_t *random, unsigned turns) {
    answer(p, random);
    draw(p);
    return p->local.room->stage == STAGE_PLAYING && p->n_turns++ < turns;
}

static void end(struct person *p) {
    local_fini(&p->local);
    keep_close(&p->keep);
    scene_fini(&p->scene);
    player_close(&p->player);
    free(p);
}

TEST_ROWS(rows) {
    const struct play_row *row = table_row(state);
    struct person *p = mem_new(1, sizeof *p);
    uint64_t random = 1; /* seldom, a turn is too long for any screen */
    chance_begin();
    p->only_clicks = row->only_clicks;
    begin(p, row->name);
    while (go_on(p, &random, row->turns)) {
        assert_true(scene_resize(&p->scene, ROWS, COLUMNS));
        draw(p);
        check_nothing_is_lost(p);
        assert_true(scene_resize(&p->scene, row->rows, row->columns));
        check_answer_is_seen(p);
        decide(p, &random);
        hear(p);
    }
    end(p);
}

/* Plays a game with two clicks a move, with clocks and all steps, and counts. */
static void measure(const char *game, uint64_t seed, size_t *n_bytes, size_t *n_turns) {
    struct person *p = mem_new(1, sizeof *p);
    p->only_clicks = true;
    begin(p, game);
    go_on(p, &seed, 1);
    p->n_bytes = p->n_turns = 0; /* the first turn draws it all */
    do {
        decide(p, &seed);
        hear(p);
    } while (go_on(p, &seed, MEASURED));
    *n_bytes += p->n_bytes;
    *n_turns += p->n_turns;
    end(p);
}

/* Little is written to the terminal. */
TEST(test_bytes) {
    (void)state;
    for (size_t i = 0; games[i] != NULL; i++) {
        size_t n_bytes = 0, n_turns = 0;
        chance_begin();
        for (uint64_t seed = 1; seed <= GAMES; seed++) { /* the same in every run */
            measure(games[i]->id, seed, &n_bytes, &n_turns);
        }
        print_message("%s: %zu bytes a turn\n", games[i]->id, n_bytes / n_turns);
        assert_in_range(n_bytes / n_turns, 1, TURN_BYTES);
    }
}
