/* The file of an unfinished local game: what it keeps, and damage to it. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/file.h"
#include "tests/unit/client/local_scene.h"

static char folder[sizeof "/tmp/alea-test-XXXXXX"];

static int make_folder(void **unused) {
    snprintf(folder, sizeof folder, "/tmp/alea-test-XXXXXX");
    return mkdtemp(folder) == NULL || setenv("XDG_STATE_HOME", folder, 1) != 0;
}

static int remove_folder(void **unused) {
    static const char *const parts[] = {"alea/local/tablut", "alea/local/royal-ur",
                                        "alea/local", "alea", ""};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        char path[sizeof folder + 40];
        snprintf(path, sizeof path, "%s/%s", folder, parts[i]);
        (void)remove(path); /* some tests leave a file, some do not */
    }
    return 0;
}

static void open_keep(struct keep *keep, const struct game *game) {
    char fault[FAULT_BYTES];
    if (!keep_open(keep, game, fault)) {
        fail_msg("%s", fault);
    }
}

/* Begins a game with these lines in it, and keeps it. */
static void play(const char *game, unsigned level, const char *lines) {
    struct local_scene scene;
    struct keep keep;
    struct text_in in = text_in_of(game, strlen(game));
    const struct game *found;
    struct options opt;
    assert_true(game_parse(&in, &found, &opt));
    open_keep(&keep, found);
    assert_null(keep.room);
    local_scene_init(&scene, game, level, &keep);
    local_scene_type(&scene, lines);
    local_scene_answer(&scene);
    local_scene_fini(&scene);
}

/* Goes on with the game that is kept. */
static void go_on(struct local_scene *scene, const struct game *game) {
    struct keep keep;
    open_keep(&keep, game);
    assert_non_null(keep.room);
    local_scene_init(scene, game->id, 8, &keep);
}

static void test_goes_on(void **unused) {
    struct local_scene scene;
    play("tablut:first=white,king=unarmed", 3, "e4-b4");
    go_on(&scene, &game_tablut);
    assert_int_equal(scene.local.level, 3);
    assert_int_equal(scene.local.room->play->ply, 2);
    assert_string_equal(local_name(&scene.local), "ann");
    assert_non_null(strstr(scene.shown, "this is how things stand."));
    assert_non_null(strstr(scene.shown, "Your turn, White."));
    local_scene_fini(&scene);
}

/* The dice go on as they would have: they follow from the secret and the nonces. */
static void test_dice(void **unused) {
    struct local_scene scene;
    char before[POSITION_TEXT_BYTES], after[POSITION_TEXT_BYTES];
    struct text_out out = text_out_of(before, sizeof before);
    struct keep keep;
    open_keep(&keep, &game_royal_ur);
    local_scene_init(&scene, "royal-ur", 1, &keep);
    for (int i = 0; i < 10; i++) {
        local_scene_answer(&scene);
        local_scene_type(&scene, "1");
    }
    game_royal_ur.write(&scene.local.room->play->pos, &out);
    uint32_t k = scene.local.room->k;
    local_scene_fini(&scene);
    go_on(&scene, &game_royal_ur);
    out = text_out_of(after, sizeof after);
    game_royal_ur.write(&scene.local.room->play->pos, &out);
    assert_string_equal(after, before);
    assert_int_equal(scene.local.room->k, k);
    local_scene_fini(&scene);
}

static void test_two_people(void **unused) {
    struct local_scene scene;
    unsigned level = 9;
    play("tablut", 0, "a4-b4; draw");
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_GAME);
    assert_int_equal(level, 0);
    go_on(&scene, &game_tablut);
    local_scene_type(&scene, "draw");
    assert_non_null(strstr(scene.shown, "accepts the draw."));
    local_scene_fini(&scene);
}

/* A later leg, with the score. */
static void test_leg(void **unused) {
    struct local_scene scene;
    play("tablut:legs=2", 0, "resign sure; ready; a4-b4");
    go_on(&scene, &game_tablut);
    assert_int_equal(scene.local.room->match.leg, 2);
    assert_int_equal(scene.local.room->match.halves[SIDE_BLACK], 2);
    assert_string_equal(scene.local.room->seat[SIDE_BLACK].name, "ann");
    local_scene_fini(&scene);
}

/* Nothing is kept of a game without a move, or one that is over. */
static void test_nothing(void **unused) {
    unsigned level;
    play("tablut", 0, "board");
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_NONE);
    play("tablut", 0, "a4-b4; resign sure");
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_NONE);
    play("tablut", 0, "a4-b4; resign sure; rematch");
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_NONE);
}

static void test_no_home(void **unused) {
    struct keep keep;
    char fault[FAULT_BYTES];
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    assert_false(keep_open(&keep, &game_tablut, fault));
    assert_non_null(strstr(fault, "/dev/null"));
    setenv("XDG_STATE_HOME", folder, 1);
}

/* --- damage --- */

static void tablut_path(char path[static PATH_MAX]) {
    snprintf(path, PATH_MAX, "%s/alea/local/tablut", folder);
}

static void write_tablut(const char *text, size_t len) {
    char path[PATH_MAX];
    tablut_path(path);
    write_bytes(path, text, len);
}

/* Wherever the file is cut, the program reads the lines that are whole. */
static void test_cut(void **unused) {
    char path[PATH_MAX];
    unsigned level;
    play("tablut:first=white", 0, "e4-b4; a6-b6");
    tablut_path(path);
    char *text = read_file(path);
    size_t whole = strlen(text);
    const char *begun = strstr(text, "ready white"); /* the last of both */
    begun = strchr(begun, '\n') + 1;
    for (size_t len = 0; len <= whole; len++) {
        write_tablut(text, len);
        assert_int_equal(keep_peek(&game_tablut, &level),
                         text + len >= begun ? KEEP_GAME : KEEP_NONE);
    }
    free(text);
}

/* Wherever the last line is cut, the game goes on, and what follows is kept, too. */
static void test_goes_on_after_a_cut(void **unused) {
    char path[PATH_MAX];
    play("tablut:first=white", 0, "e4-b4; a6-b6");
    tablut_path(path);
    char *text = read_file(path);
    size_t whole = strlen(text);
    for (size_t len = (size_t)(strstr(text, "move") - text); len <= whole; len++) {
        struct local_scene scene;
        write_tablut(text, len);
        go_on(&scene, &game_tablut);
        uint32_t ply = scene.local.room->play->ply;
        local_scene_type(&scene, "1");
        local_scene_fini(&scene);
        go_on(&scene, &game_tablut);
        assert_int_equal(scene.local.room->play->ply, ply + 1);
        local_scene_fini(&scene);
    }
    free(text);
}

static const struct damage_row {
    const char *name;
    const char *from, *to;
} damage_rows[] = {
    {"another kind of file", "alea-local 1", "alea-local 2"},
    {"no such game", " tablut ", " chess "},
    {"no such option", " tablut ", " tablut:king=dead "},
    {"no such level", " tablut 0 ", " tablut 9 "},
    {"no number", " tablut 0 ", " tablut x "},
    {"no such leg", " tablut 0 1 ", " tablut 0 2 "},
    {"leg 0", " tablut 0 1 ", " tablut 0 0 "},
    {"no side", " white ann ", " green ann "},
    {"no name", " ann bob\n", " ann 1\n"},
    {"a word is missing", " ann bob\n", " ann\n"},
    {"no such op", "\nmove ", "\nhop "},
    {"an op of another kind", "\nmove ", "\nstand "},
    {"an illegal move", " a4-b4\n", " a4-a9\n"},
    {"sides that do not exist", "\nmove black 0 ", "\nmove black 4 "},
    {"nobody's op", "\nmove black ", "\nmove green "},
    {"a torn line with another behind it", " a4-b4\n", " a4move white 0 1 e3-e4\n"},
};

/* A damaged file is not emptied unless another game begins. */
static void expect_left_alone(const char *path, const char *text) {
    struct keep keep;
    open_keep(&keep, &game_tablut);
    assert_int_equal(keep.found, KEEP_DAMAGED);
    assert_null(keep.room);
    keep_close(&keep);
    char *left = read_file(path);
    assert_string_equal(left, text);
    free(left);
}

static void test_damage(void **state) {
    const struct damage_row *row = table_row(state);
    char path[PATH_MAX], changed[2000];
    unsigned level;
    play("tablut", 0, "a4-b4");
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_GAME);
    tablut_path(path);
    char *text = read_file(path);
    const char *at = strstr(text, row->from);
    if (at == NULL) {
        fail_msg("not in the file: %s", text);
    }
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, row->to,
             at + strlen(row->from));
    free(text);
    write_tablut(changed, strlen(changed));
    assert_int_equal(keep_peek(&game_tablut, &level), KEEP_DAMAGED);
    expect_left_alone(path, changed);
    assert_int_equal(unlink(path), 0);
}

static int run_damage(void) {
    make_folder(NULL);
    int failed = TABLE_RUN("keep: damage", test_damage, damage_rows);
    return failed + remove_folder(NULL);
}

int main(void) {
#define TEST(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        TEST(test_goes_on),    TEST(test_dice),
        TEST(test_two_people), TEST(test_leg),
        TEST(test_nothing),    TEST(test_no_home),
        TEST(test_cut),        TEST(test_goes_on_after_a_cut),
    };
    return cmocka_run_group_tests_name("keep", tests, NULL, NULL) + run_damage();
}
