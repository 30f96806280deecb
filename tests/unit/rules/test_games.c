/* games.c: names, options and errors that all games have in common. */
#include <stdbool.h>
#include <string.h>

#include "tests/unit/test.h"

#include "rules/game.h"
#include "rules/options.h"

/* --- GAME:OPTIONS --- */

static const struct parse_row {
    const char *name;
    const char *text;
    const char *expected; /* canonical; NULL: refused */
    const char *fault;
} parse_rows[] = {
    {"a game", "royal-ur", "royal-ur", NULL},
    {"an option that is the default", "royal-ur:legs=1", "royal-ur", NULL},
    {"an option", "royal-ur:legs=2", "royal-ur:legs=2", NULL},
    {"nothing", "", NULL, "unknown game; known games: royal-ur"},
    {"an unknown game", "chess", NULL, "unknown game; known games: royal-ur"},
    {"beginning of a game", "royal", NULL, "unknown game"},
    {"longer than a game", "royal-urs", NULL, "unknown game"},
    {"capitals", "Royal-Ur", NULL, "unknown game"},
    {"a space", "royal-ur ", NULL, "unknown game"},
    {"a colon without options", "royal-ur:", NULL, "known options: legs=1|2"},
    {"an unknown option", "royal-ur:king=armed", NULL, "known options: legs=1|2"},
    {"an unknown value", "royal-ur:legs=3", NULL, "known options: legs=1|2"},
    {"two colons", "royal-ur::legs=1", NULL, "known options: legs=1|2"},
};

/* --- as people type them --- */

static const struct typed_row {
    const char *typed;
    const char *id; /* NULL: not found */
} typed_rows[] = {
    {"Tablut", "tablut"},
    {"royalur", "royal-ur"},
    {"Royal Ur", "royal-ur"},
    {"ROYAL_UR", "royal-ur"},
    {"ur", "ur"},
    {"Alea Evangelii", "alea-evangelii"},
    {"", NULL},
    {"-", NULL},
    {"royal", NULL},
    {"royal-urs", NULL},
};

TEST(test_typed) {
    for (size_t i = 0; i < sizeof typed_rows / sizeof typed_rows[0]; i++) {
        const char *typed = typed_rows[i].typed;
        const struct game *game = game_find_typed(typed, strlen(typed));
        if (typed_rows[i].id == NULL) {
            assert_null(game);
        } else {
            assert_non_null(game);
            assert_string_equal(game->id, typed_rows[i].id);
        }
    }
    struct text_in in = text_in_of("TABLUT:legs=2", strlen("TABLUT:legs=2"));
    const struct game *game;
    struct options opt;
    assert_true(game_parse_typed(&in, &game, &opt));
    assert_ptr_equal(game, &game_tablut);
}

TEST_ROWS(parse_rows) {
    const struct parse_row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    const struct game *game = NULL;
    struct options opt;
    bool ok = game_parse(&in, &game, &opt);
    assert_int_equal(ok, row->expected != NULL);
    if (!ok) {
        assert_null(game);
        assert_non_null(strstr(in.fault, row->fault));
        return;
    }
    char text[GAME_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    game_write(game, &opt, &out);
    assert_string_equal(text, row->expected);
}

/* --- the side that begins --- */

TEST(test_first) {
    static const struct option_kind with_first[] = {
        OPTION_LEGS("1", "2"), {"first", {"black", "white"}, "help"}, OPTIONS_END};
    static const struct option_kind without[] = {OPTION_LEGS("1", "2"), OPTIONS_END};
    const struct game option_decides = {.options = with_first, .first = SIDE_WHITE};
    const struct game game_decides = {.options = without, .first = SIDE_BLACK};
    const struct options usual = {{0, 0}};
    const struct options other = {{0, 1}};
    assert_int_equal(game_first(&option_decides, &usual), SIDE_BLACK);
    assert_int_equal(game_first(&option_decides, &other), SIDE_WHITE);
    assert_int_equal(game_first(&game_decides, &usual), SIDE_BLACK);
}

/* --- the table has every member for each game --- */

TEST(test_registry) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const struct game *game = games[i];
        assert_ptr_equal(game_find(game->id, strlen(game->id)), game);
        assert_true(strlen(game->id) + OPTIONS_TEXT_BYTES < GAME_TEXT_BYTES);
        assert_non_null(game->title);
        assert_non_null(game->source);
        assert_non_null(game->goal);
        assert_non_null(game->rules);
        assert_non_null(game->drawing);
        assert_int_equal(game->dice != NULL, game->roll != NULL);
        bool has_legs = false;
        size_t n_options = 0;
        for (; game->options[n_options].name != NULL; n_options++) {
            assert_non_null(game->options[n_options].help);
            has_legs |= strcmp(game->options[n_options].name, "legs") == 0;
        }
        assert_true(has_legs && n_options <= OPTIONS_MAX);
    }
}

TEST(test_rules_fit_a_terminal) {
    for (size_t i = 0; games[i] != NULL; i++) {
        const char *line = games[i]->rules;
        while (*line != '\0') {
            size_t len = strcspn(line, "\n");
            if (len >= 78) {
                fail_msg("%s: too long: %.*s", games[i]->id, (int)len, line);
            }
            assert_int_equal(line[len], '\n'); /* the last line has an end, too */
            line += len + 1;
        }
    }
}

/* --- when no move is due --- */

TEST(test_why_outside_state_move) {
    const struct game *game = game_find("royal-ur", 8);
    struct position pos;
    game_start(game, &(struct options){{0}}, SIDE_WHITE, &pos);
    struct move m;
    struct move moves[MOVES_MAX];
    static char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    assert_string_equal(game_why(game, &pos, "in-2", 4)->id, "turn.roll");
    assert_false(game_find_move(game, &pos, "in-2", 4, &m));
    assert_int_equal(game_moves_sorted(game, &pos, moves, texts), 0);
    pos.phase = PHASE_OVER;
    assert_string_equal(game_why(game, &pos, "in-2", 4)->id, "turn.over");
}

/* The examples in the help follow the rules: they list every legal move.  Their results
 * are tested in tests/rules. */
TEST(test_worked_turns) {
    static const struct game *const worked[] = {&game_akalamdung, &game_stelpur};
    static struct move moves[MOVES_MAX];
    static char texts[MOVES_MAX][MOVE_TEXT_BYTES];
    for (size_t i = 0; i < sizeof worked / sizeof worked[0]; i++) {
        const struct game *game = worked[i];
        struct options opt = {{0}};
        struct position pos;
        const char *turn = strstr(game->rules, "A turn: ");
        assert_non_null(turn);
        struct text_in in = text_in_of(game->example, strlen(game->example));
        assert_true(game_read(game, &opt, &in, &pos));
        size_t n = game_moves_sorted(game, &pos, moves, texts);
        assert_true(n > 2);
        for (size_t k = 0; k < n; k++) {
            if (strstr(turn, texts[k]) == NULL) {
                fail_msg("%s: help tells nothing of %s", game->id, texts[k]);
            }
        }
    }
}

/* --- options --- */

/* options.c: the options after a game's name. */

/* Names that are prefixes of other names are difficult to parse. */
static const struct option_kind kinds[] = {{"king", {"armed", "unarmed"}, "help"},
                                           {"kings", {"one", "oneone"}, "help"},
                                           OPTION_LEGS("2", "1"),
                                           OPTIONS_END};

static const struct row {
    const char *name;
    const char *text;
    const char *expected; /* in canonical form; with a space: part of the fault */
} rows[] = {
    {"one", "king=unarmed", "king=unarmed"},
    {"a default is not written", "king=armed", ""},
    {"two", "king=unarmed,legs=1", "king=unarmed,legs=1"},
    {"any order", "legs=1,king=unarmed", "king=unarmed,legs=1"},
    {"a name that begins like another", "kings=oneone", "kings=oneone"},
    {"a value that begins like another", "kings=one,legs=1", "legs=1"},
    {"all", "kings=oneone,king=unarmed,legs=1", "king=unarmed,kings=oneone,legs=1"},
    {"nothing", "", "unknown option;"},
    {"unknown name", "throne=hostile", "unknown option;"},
    {"beginning of a name", "kin=armed", "unknown option;"},
    {"longer than a name", "kingsize=one", "unknown option;"},
    {"capitals", "King=armed", "unknown option;"},
    {"unknown value", "king=strong", "unknown value of an option;"},
    {"beginning of a value", "king=arm", "unknown value of an option;"},
    {"longer than a value", "legs=22", "unknown value of an option;"},
    {"empty value", "king=", "unknown value of an option;"},
    {"no value", "king", "an option lacks its value;"},
    {"no value, then more", "king,legs=1", "an option lacks its value;"},
    {"two values", "king=armed=unarmed", "unknown value of an option;"},
    {"twice", "king=armed,king=armed", "an option is given twice;"},
    {"empty at the end", "king=armed,", "unknown option;"},
    {"empty in the middle", "king=armed,,legs=1", "unknown option;"},
    {"empty at the beginning", ",king=armed", "unknown option;"},
    {"space", "king=armed, legs=1", "unknown option;"},
    {"what is known is told", "x=y",
     "; known options: king=armed|unarmed, kings=one|oneone, legs=2|1"},
};

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    struct text_in in = text_in_of(row->text, strlen(row->text));
    struct options opt = {{9, 9, 9, 9}};
    bool ok = options_read(kinds, &in, &opt);
    assert_int_equal(ok, strchr(row->expected, ' ') == NULL &&
                             strchr(row->expected, ';') == NULL);
    if (!ok) {
        assert_int_equal(opt.value[0], 9); /* unchanged */
        assert_non_null(strstr(in.fault, row->expected));
        return;
    }
    char text[OPTIONS_TEXT_BYTES];
    struct text_out out = text_out_of(text, sizeof text);
    options_write(kinds, &opt, &out);
    assert_string_equal(text, row->expected);
}
