/* Help: complete, narrow enough, and correct. */
#include "view/render.h"

#include <stdint.h>

#include "tests/unit/test.h"
#include "tests/unit/view/sample.h"
#include "view/board.h"
#include "view/page.h"

/* Help as lines, as in text mode. */
static char *help_on(const char *topic) {
    char *text = NULL, *wrapped = NULL;
    bool found = false;
    struct page page;
    SAMPLE_WRITTEN(text, found = render_help(out, LANG_EN, topic));
    assert_true(found);
    SAMPLE_WRITTEN(wrapped, {
        page_init(&page, out, &(struct style){.unicode = false}, ' ');
        page_put(&page, text);
    });
    free(text);
    return wrapped;
}

static void check_width(const char *text) {
    while (*text != '\0') {
        size_t len = strcspn(text, "\n");
        if (len > PAGE_COLUMNS || (len > 0 && text[len - 1] == ' ')) {
            fail_msg("a bad line: '%.*s'", (int)len, text);
        }
        text += len + (text[len] == '\n');
    }
}

/* Checks the commands of players, or those of operators, which `help` without a topic
 * leaves out. */
static void check_overview(const char *text, bool of_operators) {
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        char row[80];
        struct text_out usage = text_out_of(row, sizeof row);
        text_put(&usage, "\n  ");
        command_usage((enum command_kind)kind, &usage);
        const char *found = strstr(text, row);
        bool has = found != NULL && strchr(" \n", found[strlen(row)]) != NULL;
        unsigned flags = command_spec((enum command_kind)kind)->flags;
        if (has != (((flags & COMMAND_OPERATOR) != 0) == of_operators)) {
            fail_msg("%s row '%s' in:\n%s", has ? "a" : "no", row, text);
        }
    }
}

TEST(test_lists_have_every_command) {
    char *text = help_on("operator");
    check_width(text);
    check_overview(text, true);
    free(text);
    text = help_on("commands");
    check_width(text);
    check_overview(text, false);
    free(text);
}

/* Whether a text contains this word. */
static bool has_word(const char *text, const char *word) {
    size_t len = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += len) {
        if (strchr(" \n", at[-1]) != NULL && strchr(" \n", at[len]) != NULL) {
            return true;
        }
    }
    return false;
}

/* The overview lists everything. */
TEST(test_overview_has_everything) {
    char *text = help_on("");
    const char *words = strstr(text, "tells you more:");
    check_width(text);
    assert_non_null(words);
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        const struct command_spec *spec = command_spec((enum command_kind)kind);
        bool of_operators = (spec->flags & COMMAND_OPERATOR) != 0;
        assert_int_equal(has_word(words, spec->word), !of_operators);
    }
    for (const struct game *const *game = games; *game != NULL; game++) {
        assert_true(has_word(words, (*game)->id));
    }
    assert_in_range(page_count_lines(text), 10, HELP_ROWS);
    const char *first = strstr(words, "\nYour first game:\n"); /* the last part */
    assert_non_null(first);
    assert_in_range(page_count_lines(first + 1), 4, 6);
    free(text);
}

/* Each page fits 24 lines, and all pages together are the whole text. */
static void check_pages(const char *topic) {
    char *whole = help_on(topic), *at = whole;
    size_t n_lines = page_count_lines(whole);
    for (unsigned n = 1; *at != '\0'; n++) {
        char numbered[40], *page = NULL, footer[40];
        bool found = false;
        snprintf(numbered, sizeof numbered, n == 1 ? "%s" : "%s %u", topic, n);
        SAMPLE_WRITTEN(page, found = render_help_page(out, LANG_EN, numbered));
        assert_true(found);
        assert_in_range(page_count_lines(page), 1, HELP_ROWS);
        check_width(page);
        snprintf(footer, sizeof footer, "Page %u of ", n);
        char *end = strstr(page, footer);
        assert_int_equal(end != NULL, n_lines > HELP_ROWS);
        size_t len = end != NULL ? (size_t)(end - page) : strlen(page);
        assert_memory_equal(page, at, len);
        at += len;
        snprintf(footer, sizeof footer, "Go on: help %s %u\n", topic, n + 1);
        assert_int_equal(strstr(page, footer) != NULL, *at != '\0');
        free(page);
    }
    free(whole);
}

TEST(test_pages) {
    static const char *const topics[] = {"",           "commands",      "operator",
                                         "dice",       "clock",         "resume",
                                         "akalamdung", "alea-evangelii"};
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        check_pages(topics[i]);
    }
}

TEST(test_no_such_page) {
    static const char *const topics[] = {"commands 9", "commands 0", "dice 100",
                                         "commands x", " 2",         "chess 1"};
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        char *text = NULL;
        bool found = true;
        SAMPLE_WRITTEN(text, found = render_help_page(out, LANG_EN, topics[i]));
        assert_false(found);
        assert_string_equal(text, "");
        free(text);
    }
}

/* Wrapped text stays in its column, however wide the terminal is. */
TEST(test_wrapping) {
    static const char text[] = "- One two three four five six seven.  Eight nine ten.\n"
                               "  name ann   say who you are, and nothing else at all\n"
                               "A line without a column, cut between two words.\n";
    struct page page;
    char *wrapped = NULL;
    SAMPLE_WRITTEN(wrapped, {
        page_init(&page, out, &(struct style){.columns = 36}, ' ');
        page_put(&page, text);
    });
    assert_string_equal(wrapped, "- One two three four five six seven.\n"
                                 "  Eight nine ten.\n"
                                 "  name ann   say who you are, and\n"
                                 "             nothing else at all\n"
                                 "A line without a column, cut between\n"
                                 "two words.\n");
    free(wrapped);
    SAMPLE_WRITTEN(wrapped, {
        page_init(&page, out, &(struct style){.columns = 30}, ' ');
        page_put(&page,
                 "                          open a room for GAME and wait there\n");
    });
    assert_string_equal(wrapped, "    open a room for GAME and\n"
                                 "    wait there\n");
    free(wrapped);
}

TEST(test_every_command) {
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        const struct command_spec *spec = command_spec((enum command_kind)kind);
        char *text = help_on(spec->word);
        check_width(text);
        assert_non_null(strstr(text, spec->word));
        assert_in_range(strlen(text), strlen(spec->help) + 20, 1000);
        free(text);
    }
}

/* Help on a game draws its start position. */
static void check_board(const char *text, const struct game *game) {
    struct options opt = {{0}};
    struct position pos;
    char *board = NULL;
    game_start(game, &opt, game_first(game, &opt), &pos);
    SAMPLE_WRITTEN(
        board, board_draw_position(out, game, &pos, &(struct style){.unicode = false}));
    assert_true(page_count_lines(board) > (game->drawing[0] != '\0' ? 5 : 0));
    assert_non_null(strstr(text, board));
    free(board);
}

TEST(test_every_game) {
    for (const struct game *const *game = games; *game != NULL; game++) {
        char *text = help_on((*game)->id);
        check_width(text);
        assert_non_null(strstr(text, (*game)->title));
        assert_non_null(strstr(text, (*game)->goal));
        check_board(text, *game);
        assert_int_equal(strstr(text, "(house rule): the source does not say") != NULL,
                         strstr((*game)->rules, "(house rule") != NULL);
        free(text);
    }
}

TEST(test_dice) {
    char *text = help_on("dice");
    check_width(text);
    assert_non_null(strstr(text, "alea verify"));
    free(text);
}

TEST(test_clock) {
    static const char *const topics[] = {"clock", "clocks", "time"};
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        char *text = help_on(topics[i]);
        check_width(text);
        assert_non_null(strstr(text, "create royal-ur 5+10"));
        free(text);
    }
}

/* Help on resume is complete. */
TEST(test_resume) {
    static const char *const said[] = {"TOKEN", "away", "grace", "claim", "adjourn"};
    char *text = help_on("resume");
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_non_null(strstr(text, said[i]));
    }
    free(text);
}

TEST(test_unknown_topic) {
    char *text = NULL;
    bool found = true;
    SAMPLE_WRITTEN(text, found = render_help(out, LANG_EN, "chess"));
    assert_false(found);
    assert_string_equal(text, "");
    free(text);
}
