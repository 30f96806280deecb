/* Profiles: which offers reach a player. */
#include <string.h>

#include "server/lobby/profile.h"
#include "tests/unit/test.h"

static const struct refuse_row {
    const char *name;
    struct profile profile;
    struct wish wish;
    enum profile_part part;
} refuse_rows[] = {
    {"the usual profile", {0}, {.game = &game_ur}, PROFILE_WANTS},
    {"all at once", {0}, {&game_ur, true, true, true, 0}, PROFILE_WANTS},
    {"another game", {.no_games = 1}, {.game = &game_ur}, PROFILE_WANTS},
    {"not this game", {.no_games = 1}, {.game = NULL /* games[0] */}, PROFILE_GAMES},
    {"rated only", {.rated = CHOICE_YES}, {.game = &game_ur}, PROFILE_RATED},
    {"rated, as wanted", {.rated = CHOICE_YES}, {&game_ur, true, 0, 0, 0}, PROFILE_WANTS},
    {"not rated", {.rated = CHOICE_NO}, {&game_ur, true, 0, 0, 0}, PROFILE_UNRATED},
    {"no bots", {.no_bots = true}, {&game_ur, 0, 0, true, 0}, PROFILE_BOTS},
    {"no bots, and none asks", {.no_bots = true}, {.game = &game_ur}, PROFILE_WANTS},
    {"clocks only", {.clock = CHOICE_YES}, {.game = &game_ur}, PROFILE_CLOCK},
    {"no clocks", {.clock = CHOICE_NO}, {&game_ur, 0, true, 0, 0}, PROFILE_NO_CLOCK},
    {"playing", {0}, {.game = &game_ur, .n_running = 1}, PROFILE_BUSY},
    {"playing one of two",
     {.more = 1},
     {.game = &game_ur, .n_running = 1},
     PROFILE_WANTS},
    {"playing both", {.more = 1}, {.game = &game_ur, .n_running = 2}, PROFILE_BUSY},
};

TEST_ROWS(refuse_rows) {
    const struct refuse_row *row = table_row(state);
    struct wish wish = row->wish;
    wish.game = wish.game != NULL ? wish.game : games[0];
    enum profile_part part = profile_refuses(&row->profile, &wish);
    assert_int_equal(part, row->part);
    assert_int_equal(profile_part_text(part)[0] == '\0', part == PROFILE_WANTS);
}

static const struct games_row {
    const char *name;
    const char *read;
    const char *written; /* NULL: refused */
} games_rows[] = {
    {"all", "all", "all"},
    {"none", "none", "none"},
    {"one", "tablut", "tablut"},
    {"two, in any order", "tablut+royal-ur", "royal-ur+tablut"},
    {"twice", "tablut+tablut", "tablut"},
    {"nothing", "", NULL},
    {"a game that is none", "tablut+chess", NULL},
    {"a part of one", "tabl", NULL},
    {"a + too many at the end", "tablut+", NULL},
    {"and at the beginning", "+tablut", NULL},
    {"all and more", "all+tablut", NULL},
    {"capitals", "Tablut", NULL},
};

TEST_ROWS(games_rows) {
    const struct games_row *row = table_row(state);
    struct profile profile = {.no_games = 2, .rated = CHOICE_NO};
    char fault[FAULT_BYTES] = "", text[PROFILE_GAMES_BYTES];
    assert_int_equal(profile_read_games(&profile, row->read, fault),
                     row->written != NULL);
    assert_int_equal(fault[0] == '\0', row->written != NULL);
    if (row->written == NULL) {
        assert_int_equal(profile.no_games, 2);
        return;
    }
    struct text_out out = text_out_of(text, sizeof text);
    profile_write_games(&profile, &out);
    assert_string_equal(text, row->written);
    assert_int_equal(profile_wants_none(&profile), strcmp(text, "none") == 0);
    assert_int_equal(profile.rated, CHOICE_NO);
}

/* The longest list fits, and naming every game means all. */
TEST(test_every_game) {
    char text[2 * PROFILE_GAMES_BYTES] = "", fault[FAULT_BYTES];
    char written[PROFILE_GAMES_BYTES];
    struct profile profile = {0};
    struct text_out out;
    for (size_t i = 0; games[i] != NULL; i++) {
        out = text_out_of(written, sizeof written);
        assert_true(strlen(text) + strlen(games[i]->id) + 2 < sizeof text);
        strcat(strcat(text, i > 0 ? "+" : ""), games[i]->id);
        assert_true(profile_read_games(&profile, text, fault));
        profile_write_games(&profile, &out);
        assert_true(out.len < out.cap);
    }
    assert_string_equal(written, "all");
    assert_true(strlen(text) < PROFILE_GAMES_BYTES);
}
