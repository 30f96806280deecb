/* Help: complete, narrow enough, and honest about what there is. */
#include "view/render.h"

#include <stdint.h>

#include "tests/unit/view/sample.h"
#include "view/page.h"

/* Of a window of today, a few for what else is there. */
#define SCREEN_LINES 36

static char *help_on(const char *topic) {
    char *text = NULL;
    bool found = false;
    SAMPLE_WRITTEN(text, found = render_help(out, topic));
    assert_true(found);
    return text;
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

/* The commands of players, or those of operators, whom help alone does not bother others
 * with. */
static void check_overview(const char *text, bool of_operators) {
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        char row[80];
        struct text_out usage;
        text_out_init(&usage, row, sizeof row);
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

static void test_lists_have_every_command(void **state) {
    (void)state;
    char *text = help_on("operator");
    check_width(text);
    check_overview(text, true);
    free(text);
    text = help_on("commands");
    check_width(text);
    check_overview(text, false);
    free(text);
}

/* Whether a text has a word by itself. */
static bool has_word(const char *text, const char *word) {
    size_t len = strlen(word);
    for (const char *at = text; (at = strstr(at, word)) != NULL; at += len) {
        if (strchr(" \n", at[-1]) != NULL && strchr(" \n", at[len]) != NULL) {
            return true;
        }
    }
    return false;
}

/* And all of it is seen at once. */
static void test_overview_has_everything(void **state) {
    (void)state;
    char *text = help_on("");
    const char *words = strstr(text, "tells more:");
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
    unsigned n_lines = 0;
    for (const char *c = text; *c != '\0'; c++) {
        n_lines += *c == '\n';
    }
    assert_in_range(n_lines, 10, SCREEN_LINES);
    free(text);
}

static void test_every_command(void **state) {
    (void)state;
    for (unsigned kind = 0; kind < COMMAND_COUNT; kind++) {
        const struct command_spec *spec = command_spec((enum command_kind)kind);
        char *text = help_on(spec->word);
        check_width(text);
        assert_non_null(strstr(text, spec->word));
        assert_in_range(strlen(text), strlen(spec->help) + 20, 1000);
        free(text);
    }
}

static void test_every_game(void **state) {
    (void)state;
    for (const struct game *const *game = games; *game != NULL; game++) {
        char *text = help_on((*game)->id);
        check_width(text);
        assert_non_null(strstr(text, (*game)->title));
        assert_non_null(strstr(text, (*game)->goal));
        free(text);
    }
}

static void test_dice(void **state) {
    (void)state;
    char *text = help_on("dice");
    check_width(text);
    assert_non_null(strstr(text, "alea verify"));
    free(text);
}

static void test_clock(void **state) {
    (void)state;
    static const char *const topics[] = {"clock", "clocks", "time"};
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        char *text = help_on(topics[i]);
        check_width(text);
        assert_non_null(strstr(text, "create royal-ur 5+10"));
        free(text);
    }
}

/* Whoever asks how to come back is told all of it. */
static void test_resume(void **state) {
    (void)state;
    static const char *const said[] = {"TOKEN", "away", "grace", "claim", "adjourn"};
    char *text = help_on("resume");
    for (size_t i = 0; i < sizeof said / sizeof said[0]; i++) {
        assert_non_null(strstr(text, said[i]));
    }
    free(text);
}

static void test_unknown_topic(void **state) {
    (void)state;
    char *text = NULL;
    bool found = true;
    SAMPLE_WRITTEN(text, found = render_help(out, "chess"));
    assert_false(found);
    assert_string_equal(text, "");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overview_has_everything),
        cmocka_unit_test(test_lists_have_every_command),
        cmocka_unit_test(test_every_command),
        cmocka_unit_test(test_every_game),
        cmocka_unit_test(test_dice),
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_unknown_topic),
    };
    return cmocka_run_group_tests_name("help", tests, NULL, NULL);
}
