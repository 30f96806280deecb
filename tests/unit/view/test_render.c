/* Whole messages as text.  Each file in tests/view has samples:
 *
 *     @ NAME: STYLE
 *     a message as the server sends it
 *     =
 *     the resulting text
 *
 * A state needs only the members that differ from the usual ones.  ALEA_GOLDEN=write
 * writes the texts again, for you to review.  Then come properties of all drawings and
 * pages. */
#include "view/render.h"

#include <jansson.h>

#include "tests/support/file.h"
#include "tests/support/json.h"
#include "tests/unit/random.h"
#include "tests/unit/view/sample.h"
#include "view/board.h"

#define GOLDEN_MAX   256
#define COLUMNS_MAX  80
#define UR_LINES_MAX 14
#define GAMES_PLAYED 5
#define MOVES_PLAYED 120

/* --- files --- */

static const char *const golden_files[] = {
    "tests/view/board.txt",   "tests/view/events.txt", "tests/view/lists.txt",
    "tests/view/replies.txt", "tests/view/stages.txt",
};

static struct style read_style(const char *words) {
    return (struct style){
        .unicode = strstr(words, "unicode") != NULL,
        .colour = strstr(words, "colour") != NULL,
        .marks = strstr(words, "no marks") == NULL,
        .board = strstr(words, "words") != NULL ? BOARD_WORDS
                 : strstr(words, "off") != NULL ? BOARD_OFF
                                                : BOARD_DRAWN,
    };
}

/* Gives the message, or the state in it, the usual members that it lacks.  Returns
 * owned. */
static char *complete(const char *text) {
    char usual[SAMPLE_BYTES];
    sample_write(&(struct sample){0}, usual);
    json_t *message = json_loads(text, 0, NULL);
    json_t *whole = json_loads(json(usual), 0, NULL);
    assert_non_null(message);
    json_t *state = json_object_get(message, "state");
    if (state != NULL) {
        json_object_del(whole, "event");
        json_object_del(whole, "room");
        json_object_del(whole, "seq");
        json_object_update_missing(state, whole);
    } else if (json_equal(json_object_get(message, "event"),
                          json_object_get(whole, "event"))) {
        json_object_update_missing(message, whole);
    }
    char *completed = json_dumps(message, 0);
    json_decref(whole);
    json_decref(message);
    return completed;
}

/* Removes the colours from a text, in place. */
static void strip_colours(char *text) {
    char *to = text;
    while (*text != '\0') {
        if (*text == '\033') {
            text += strcspn(text, "m") + 1;
        } else {
            *to++ = *text++;
        }
    }
    *to = '\0';
}

static size_t columns(const char *line, size_t len) {
    size_t n = 0;
    for (size_t i = 0; i < len; i++) {
        n += (line[i] & 0xc0) != 0x80;
    }
    return n;
}

/* Checks that everything fits the screen.  Removes the colours from text. */
static void check_columns(char *text) {
    strip_colours(text);
    for (const char *line = text; *line != '\0';) {
        size_t len = strcspn(line, "\n");
        assert_in_range(columns(line, len), 1, COLUMNS_MAX);
        line += len + 1;
    }
}

/* Returns owned. */
static char *render(const char *style_words, const char *message) {
    struct style style = read_style(style_words);
    char *whole = complete(message);
    struct message *msg = sample_message(whole);
    char *rendered = NULL;
    SAMPLE_WRITTEN(rendered, render_message(out, msg, &style));
    message_free(msg);
    free(whole);
    return rendered;
}

/* A sample, cut out of the text of its file. */
struct golden {
    char name[80]; /* its file, its own name */
    char *style;
    char *message;
    char *text;
};

static void test_golden(void **state) {
    const struct golden *golden = *state;
    char *rendered = render(golden->style, golden->message);
    if (strcmp(rendered, golden->text) != 0) {
        fail_msg("%s is rendered so:\n%s", golden->name, rendered);
    }
    check_columns(rendered);
    free(rendered);
}

/* Ends the text at the separator, and returns what follows it. */
static char *cut(char *text, const char *separator) {
    char *found = strstr(text, separator);
    if (found == NULL) {
        fail_msg("no \"%s\" in %s", separator, text);
    }
    *found = '\0';
    return found + strlen(separator);
}

/* Cuts the text of a file into samples; returns how many there are. */
static size_t cut_file(const char *path, char *text, struct golden *golden) {
    size_t n = 0;
    assert_true(strncmp(text, "@ ", 2) == 0);
    for (char *next = text + 2; next != NULL; n++) {
        assert_in_range(n, 0, GOLDEN_MAX - 1);
        char *name = next;
        next = strstr(name, "\n@ ");
        if (next != NULL) {
            next[1] = '\0';
            next += 3;
        }
        golden[n].message = cut(name, "\n");
        golden[n].text = cut(golden[n].message, "\n=\n");
        golden[n].style = name + strcspn(name, ":");
        snprintf(golden[n].name, sizeof golden[n].name, "%s: %.*s", path,
                 (int)(golden[n].style - name), name);
    }
    return n;
}

static void write_golden(const char *path, const struct golden *golden, size_t n) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (size_t i = 0; i < n; i++) {
        char *rendered = render(golden[i].style, golden[i].message);
        fprintf(file, "@ %s%s\n%s\n=\n%s", golden[i].name + strlen(path) + 2,
                golden[i].style, golden[i].message, rendered);
        free(rendered);
    }
    fclose(file);
}

static int run_file(const char *path) {
    static struct golden golden[GOLDEN_MAX];
    static struct CMUnitTest tests[GOLDEN_MAX];
    char *text = read_file(path);
    size_t n = cut_file(path, text, golden);
    memset(tests, 0, sizeof tests);
    for (size_t i = 0; i < n; i++) {
        tests[i].name = golden[i].name;
        tests[i].test_func = test_golden;
        tests[i].initial_state = &golden[i];
    }
    int failed = 0;
    if (getenv("ALEA_GOLDEN") != NULL) {
        write_golden(path, golden, n);
    } else {
        failed = cmocka_run_group_tests_name(path, tests, NULL, NULL);
    }
    free(text);
    return failed;
}

/* --- properties --- */

/* Each line begins with a space, does not end with one, and fits the screen.  Returns the
 * number of lines. */
static unsigned check_lines(const char *text) {
    unsigned n = 0;
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (len == 0 || text[0] != ' ' || text[len - 1] == ' ' ||
            columns(text, len) > COLUMNS_MAX || text[len] != '\n') {
            fail_msg("a bad line: '%.*s'", (int)len, text);
        }
        text += len + 1;
        n++;
    }
    return n;
}

static void check_drawing(const struct state *state) {
    static const struct style styles[] = {
        {0}, {.colour = true}, {.unicode = true}, {.unicode = true, .colour = true}};
    char *drawn[4];
    for (size_t i = 0; i < 4; i++) {
        SAMPLE_WRITTEN(drawn[i], board_draw(out, state, &styles[i]));
        strip_colours(drawn[i]);
        unsigned n = check_lines(drawn[i]);
        if (strcmp(state->game->drawing, "ur") == 0) {
            assert_in_range(n, 10, UR_LINES_MAX);
        }
    }
    for (const char *c = drawn[0]; *c != '\0'; c++) {
        assert_in_range((unsigned char)*c, '\n', '~');
    }
    assert_string_equal(drawn[0], drawn[1]);
    assert_string_equal(drawn[2], drawn[3]);
    for (size_t i = 0; i < 4; i++) {
        free(drawn[i]);
    }
}

/* Makes a step of a random game, a throw or a move, and notes it in the state event. */
static void play_step(struct play *play, struct state *state, struct note *note,
                      uint64_t *seed) {
    static struct move moves[MOVES_MAX];
    const struct dice_kind *dice = play->game->dice;
    *note = (struct note){.side = play->pos.turn};
    if (play->pos.phase == PHASE_ROLL) {
        note->kind = NOTE_THROW;
        note->n_faces = dice->n_dice;
        for (unsigned i = 0; i < dice->n_dice; i++) {
            state->faces[i] = (uint8_t)(dice->lowest + random_below(seed, dice->n_faces));
        }
        memcpy(note->faces[note->side], state->faces, sizeof state->faces);
        state->n_faces = dice->n_dice;
        struct roll roll = roll_of_faces(dice, state->faces);
        play_roll(play, &roll, NULL, NULL);
        return;
    }
    size_t n = play->game->moves(&play->pos, moves);
    const struct move *move = &moves[random_below(seed, (unsigned)n)];
    note->kind = NOTE_MOVE;
    struct text_out text = text_out_of(note->text, sizeof note->text);
    play->game->write_move(&play->pos, move, &text);
    play_move(play, move, NULL, NULL);
}

static void draw_random_game(const struct game *game, uint64_t *seed) {
    static struct play play;
    struct options opt = {0};
    struct position pos;
    struct note note;
    struct state state = {
        .game = game,
        .stage = STAGE_PLAYING,
        .seat = {{.name = "abcdefghijklmnop"}, {.name = "ABCDEFGHIJKLMNOP"}},
        .notes = &note,
        .n_notes = 1,
    };
    game_start(game, &opt, game_first(game, &opt), &pos);
    play_init(&play, game, &pos);
    for (unsigned i = 0; i < MOVES_PLAYED && play.pos.phase != PHASE_OVER; i++) {
        play_step(&play, &state, &note, seed);
        state.pos = play.pos;
        check_drawing(&state);
    }
}

static void test_all_drawings(void **unused) {
    uint64_t seed = random_seed();
    for (const struct game *const *game = games; *game != NULL; game++) {
        for (unsigned i = 0; i < GAMES_PLAYED; i++) {
            draw_random_game(*game, &seed);
        }
    }
}

/* Squares that no board has, as only a faulty server would send them: they are not
 * marked. */
static const char *const odd_moves[] = {"k1",    "k10",   "a0",    "0-0", "26-27",
                                        "t1-t2", "in-0",  "A1-A2", "a9z", "1b",
                                        "0-a",   "k1-ab", "a2-z1", "x",   "abcdefgh-k9"};
#define ODD_RULES   3
#define ODD_SQUARES 4
static const char *const odd_rules[ODD_RULES] = {"capture", "land", "king_captured"};
static const char *const odd_squares[ODD_SQUARES] = {",'at':'z0'", ",'at':'99'",
                                                     ",'at':'a9z'", ""};

static char *draw(const char *game, const char *happened) {
    struct sample sample = {.game = game, .happened = happened};
    struct message *msg = sample_state(&sample);
    struct style style = {0};
    char *text = NULL;
    SAMPLE_WRITTEN(text, board_draw(out, msg->state, &style));
    message_free(msg);
    return text;
}

static void expect_plain(const char *game, const char *plain, const char *happened) {
    char *odd = draw(game, happened);
    if (strcmp(odd, plain) != 0) {
        fail_msg("%s, %s:\n%s", game, happened, odd);
    }
    free(odd);
}

static void test_squares_that_are_not_there(void **unused) {
    static const char *const drawn[] = {"morris", "stelpur", "tablut", "royal-ur"};
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        char *plain = draw(drawn[i], "[]");
        for (size_t j = 0; j < sizeof odd_moves / sizeof odd_moves[0]; j++) {
            char happened[200];
            snprintf(happened, sizeof happened,
                     "[{'what':'move','side':'white','move':'%s'}]", odd_moves[j]);
            expect_plain(drawn[i], plain, happened);
        }
        for (size_t j = 0; j < ODD_RULES * ODD_SQUARES; j++) {
            char happened[200];
            snprintf(happened, sizeof happened, "[{'what':'%s','side':'white'%s}]",
                     odd_rules[j % ODD_RULES], odd_squares[j / ODD_RULES]);
            expect_plain(drawn[i], plain, happened);
        }
        free(plain);
    }
}

/* An x marks where a piece was captured, but not over a piece that moved there. */
static void test_captures_are_marked(void **unused) {
    static const struct {
        const char *what, *at;
        bool is_marked;
    } rows[] = {{"capture", "a1", true},
                {"king_captured", "a1", true},
                {"enter", "a1", false},
                {"capture", "e9", false}};
    char *plain = draw("tablut", "[]");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char happened[200];
        snprintf(happened, sizeof happened, "[{'what':'%s','side':'white','at':'%s'}]",
                 rows[i].what, rows[i].at);
        char *drawn = draw("tablut", happened);
        assert_int_equal(strcmp(drawn, plain) != 0, rows[i].is_marked);
        assert_int_equal(strchr(drawn, 'x') != NULL, rows[i].is_marked);
        free(drawn);
    }
    free(plain);
}

static void test_a_game_without_a_drawing(void **unused) {
    struct game game = game_stelpur;
    struct options opt = {0};
    struct state state = {.game = &game, .stage = STAGE_PLAYING};
    struct style style = {0};
    char *drawn = NULL, *text = NULL;
    game.drawing = "none";
    game_start(&game, &opt, SIDE_WHITE, &state.pos);
    char position[POSITION_TEXT_BYTES];
    struct text_out to = text_out_of(position, sizeof position);
    game.write(&state.pos, &to);
    SAMPLE_WRITTEN(text, fprintf(out, "  %s\n", position));
    SAMPLE_WRITTEN(drawn, board_draw(out, &state, &style));
    assert_string_equal(drawn, text);
    free(drawn);
    free(text);
}

int main(void) {
    const struct CMUnitTest properties[] = {
        cmocka_unit_test(test_captures_are_marked),
        cmocka_unit_test(test_a_game_without_a_drawing),
        cmocka_unit_test(test_all_drawings),
        cmocka_unit_test(test_squares_that_are_not_there),
    };
    int failed = cmocka_run_group_tests_name("render/properties", properties, NULL, NULL);
    for (size_t i = 0; i < sizeof golden_files / sizeof golden_files[0]; i++) {
        failed += run_file(golden_files[i]);
    }
    return failed;
}
