/* Every game has its rows in the tables that no compiler checks: those of the page, the
 * reference, the simulation and the documents.  docs/contributing.md says what they are
 * for ("Add a game"). */
#include <string.h>

#include "rules/game.h"
#include "tests/support/file.h"
#include "tests/unit/test.h"

enum { ALL, WITH_DICE };

/* A file that names each game in one of these forms (%s is its id), at least n times. */
static const struct row {
    const char *name; /* path of the file */
    const char *form[2];
    unsigned n;
    int which;
} rows[] = {
    {"client-web/js/board/art.js", {"'%s': ", " %s: "}, 1, ALL},
    {"client-web/js/board/position.js", {"'%s': ", " %s: "}, 1, ALL},
    {"client-web/js/pictures.js", {"'%s': ", " %s: "}, 2, ALL}, /* rules, lobby */
    {"client-web/js/dice.js", {"'%s': [", " %s: ["}, 1, WITH_DICE},
    {"client-web/lang/en.js", {"'%s': ", " %s: "}, 2, ALL}, /* name, rules */
    {"client-web/lang/fr.js", {"'%s': ", " %s: "}, 2, ALL},
    {"tests/reference/shell.py", {"\"%s\": "}, 1, ALL},
    {"tests/reference/check.py", {"\"%s\", ", "\"%s\")"}, 1, ALL},
    {"tests/integration/test_reference.c", {"{\"%s\", "}, 1, ALL},
    {"tests/sim/acts_lobby.c", {"\"%s\""}, 1, ALL},
    {"tests/web/fixture.mjs", {"'%s',"}, 1, ALL},
    {"docs/examples/verify.py", {"\"%s\": ("}, 1, WITH_DICE},
    {"README.md", {"`%s`"}, 1, ALL},
    {"protocol.md", {"`%s`"}, 1, ALL},
    {"docs/opponents.md", {"| %s "}, 1, ALL},
    {"docs/ratings.md", {"| %s |"}, 1, ALL},
    {"docs/rules.md", {"`%s`"}, 1, ALL},
};

/* How often the text names the game. */
static unsigned count(const char *text, const struct row *row, const char *id) {
    unsigned n = 0;
    for (unsigned i = 0; i < 2 && row->form[i] != NULL; i++) {
        char form[GAME_TEXT_BYTES];
        const char *rest = strstr(row->form[i], "%s") + 2;
        snprintf(form, sizeof form, "%.*s%s%s", (int)(rest - 2 - row->form[i]),
                 row->form[i], id, rest);
        for (const char *at = text; (at = strstr(at, form)) != NULL; at++) {
            n++;
        }
    }
    return n;
}

TEST_ROWS(rows) {
    const struct row *row = table_row(state);
    char *text = read_file(row->name);
    for (unsigned i = 0; games[i] != NULL; i++) {
        bool is_due = row->which == ALL || games[i]->dice != NULL;
        if (is_due && count(text, row, games[i]->id) < row->n) {
            fail_msg("%s names %s less than %u times", row->name, games[i]->id, row->n);
        }
    }
    free(text);
}
