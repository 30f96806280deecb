/* Runs the sessions in tests/rules/GAME/ in the rules shell.  tests/rules/README.md
 * describes them; to add a game, add its folder. */
#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/file.h"
#include "tests/unit/table.h"

#include "client-cli/check/shell.h"

#define RULES_DIR  "tests/rules"
#define PATH_BYTES 256
#define FILES_MAX  TABLE_ROWS_MAX

/* --- one session --- */

struct session {
    const char *path;
    unsigned line; /* number of the line being read */
    const struct game *game;
    struct shell *shell;
    const char *answer; /* to the last command; NULL: none yet, or already checked */
    unsigned n_checks, n_failures;
    bool quiet; /* count failures without printing them */
};

static void complain(struct session *s, const char *wanted, const char *got) {
    s->n_failures++;
    if (!s->quiet) {
        print_error("%s:%u: wanted: %s\n%s:%u:    got: %s\n", s->path, s->line, wanted,
                    s->path, s->line, got);
    }
}

/* Starts the game again with these options; "": the defaults. */
static void choose_options(struct session *s, const char *list) {
    char text[PATH_BYTES];
    snprintf(text, sizeof text, "%s%s%s", s->game->id, list[0] != '\0' ? ":" : "", list);
    struct options opt;
    const struct game *game;
    struct text_in in = text_in_of(text, strlen(text));
    if (!game_parse(&in, &game, &opt)) {
        complain(s, "options of the game", in.fault);
        return;
    }
    shell_free(s->shell);
    s->shell = shell_new(game, &opt);
    assert_non_null(s->shell);
}

/* An answer that is not checked must not be an error. */
static void drop_answer(struct session *s) {
    if (s->answer != NULL && strncmp(s->answer, "ok", 2) != 0) {
        complain(s, "ok, as nothing else was said", s->answer);
    }
    s->answer = NULL;
}

static void check_answer(struct session *s, const char *wanted, bool is_error) {
    const char *answer = s->answer != NULL ? s->answer : "(nothing was asked)";
    bool good = strcmp(answer, wanted) == 0;
    if (is_error) {
        good = strncmp(answer, "error ", 6) == 0 && strstr(answer, wanted) != NULL;
    }
    if (!good) {
        complain(s, wanted, answer);
    }
    s->n_checks++;
    s->answer = NULL;
}

#define SQUARES_MAX 64

/* One side's way: squares with spaces between them. */
struct way {
    char text[PATH_BYTES];
    const char *square[SQUARES_MAX];
    unsigned n, at;
};

static void read_way(struct way *way, const char *from, size_t len) {
    char *rest;
    *way = (struct way){.n = 0};
    assert_true(len < sizeof way->text);
    memcpy(way->text, from, len);
    for (char *word = strtok_r(way->text, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        assert_true(way->n < SQUARES_MAX);
        way->square[way->n++] = word;
    }
}

/* "198: a1 a2 b2 | c1 c2": so many moves, each side by turns on from square to square,
 * and from the last one back to its first. */
static void go_round(struct session *s, const char *text) {
    struct way way[2];
    char *ways;
    unsigned long n = strtoul(text, &ways, 10);
    size_t len = strcspn(ways, "|");
    if (n == 0 || *ways != ':' || ways[len] != '|') {
        complain(s, "rounds NUMBER: SQUARES | SQUARES", text);
        return;
    }
    read_way(&way[0], ways + 1, len - 1);
    read_way(&way[1], ways + len + 1, strlen(ways + len + 1));
    for (unsigned long i = 0; i < n && way[0].n > 0 && way[1].n > 0; i++) {
        struct way *w = &way[i % 2];
        char move[PATH_BYTES];
        const char *from = w->square[w->at];
        w->at = (w->at + 1) % w->n;
        int bytes = snprintf(move, sizeof move, "move %s-%s", from, w->square[w->at]);
        drop_answer(s);
        s->answer = shell_line(s->shell, move, (size_t)bytes);
    }
}

static void run_line(struct session *s, const char *line) {
    s->line++;
    if (strncmp(line, "> ", 2) == 0) {
        drop_answer(s);
        s->answer = shell_line(s->shell, line + 2, strlen(line + 2));
    } else if (strncmp(line, "< ", 2) == 0) {
        check_answer(s, line + 2, false);
    } else if (strncmp(line, "! ", 2) == 0) {
        check_answer(s, line + 2, true);
    } else if (strncmp(line, "options:", 8) == 0) {
        drop_answer(s);
        choose_options(s, line + 8 + strspn(line + 8, " "));
    } else if (strncmp(line, "rounds ", 7) == 0) {
        go_round(s, line + 7);
    } else if (line[0] != '\0' && line[0] != '#') {
        complain(s,
                 "a line that begins with '> ', '< ', '! ', 'options:', 'rounds ' or '#'",
                 line);
    }
}

/* Runs the lines of text, which it modifies.  The counts are in *s. */
static void run_session(struct session *s, char *text) {
    choose_options(s, "");
    char *rest = NULL;
    for (char *line = text; line != NULL; line = rest) {
        rest = strchr(line, '\n');
        if (rest != NULL) {
            *rest++ = '\0';
        }
        run_line(s, line);
    }
    drop_answer(s);
    if (s->n_checks == 0) {
        complain(s, "at least one answer to check", "none");
    }
    shell_free(s->shell);
}

/* --- sessions that must fail: they test the checker --- */

static const struct bad_row {
    const char *name;
    const char *text;
    unsigned n_failures;
} bad_rows[] = {
    {"nothing is wrong", "> perft 1\n< ok 4\n", 0},
    {"the last line without its end", "> perft 1\n< ok 4", 0},
    {"an error as told", "> perft x\n! must be a number\n", 0},
    {"another answer", "> perft 1\n< ok 5\n", 1},
    {"the beginning of the answer", "> perft 1\n< ok\n", 1},
    {"no error", "> perft 1\n! ok\n", 1},
    {"another error", "> perft x\n! too large\n", 1},
    {"an error not looked at", "> perft x\n> perft 1\n< ok 4\n", 1},
    {"an error at the end not looked at", "> perft 1\n< ok 4\n> perft x\n", 1},
    {"two answers to one command", "> perft 1\n< ok 4\n< ok 4\n", 1},
    {"an answer to nothing", "< ok 4\n", 1},
    {"an unknown line", "> perft 1\n< ok 4\nperft 1\n", 1},
    {"an unknown option", "options: king=bald\n> perft 1\n< ok 4\n", 1},
    {"rounds without an end", "rounds 2: a1 a2\n> perft 1\n< ok 4\n", 1},
    {"rounds that cannot be walked", "rounds 2: a1 a2 | b1 b2\n> perft 1\n< ok 4\n", 2},
    {"nothing checked", "> perft 1\n", 1},
    {"an empty file", "", 1},
};

static void test_bad(void **state) {
    const struct bad_row *row = table_row(state);
    char text[PATH_BYTES];
    strcpy(text, row->text);
    struct session s = {
        .path = row->name, .game = game_find("royal-ur", 8), .quiet = true};
    run_session(&s, text);
    assert_int_equal(s.n_failures, row->n_failures);
}

/* --- the files --- */

struct row {
    const char *name; /* "royal-ur/rules.txt", also in path */
    const struct game *game;
    char path[PATH_BYTES]; /* "tests/rules/royal-ur/rules.txt" */
};

static struct row rows[FILES_MAX];
static size_t n_rows;

static void test_file(void **state) {
    const struct row *row = table_row(state);
    char *text = read_file(row->path);
    struct session s = {.path = row->path, .game = row->game};
    run_session(&s, text);
    free(text);
    assert_int_equal(s.n_failures, 0);
}

static bool is_session(const char *name) {
    size_t len = strlen(name);
    return len > 4 && strcmp(name + len - 4, ".txt") == 0;
}

/* Adds a row for each session of a game, still without a name. */
static void list_folder(const struct game *game) {
    char folder[PATH_BYTES];
    snprintf(folder, sizeof folder, RULES_DIR "/%s", game->id);
    DIR *dir = opendir(folder);
    if (dir == NULL) {
        return;
    }
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (!is_session(e->d_name) || n_rows == FILES_MAX) {
            continue;
        }
        struct row *row = &rows[n_rows];
        int len = snprintf(row->path, sizeof row->path, "%s/%s", folder, e->d_name);
        if (len < 0 || (size_t)len >= sizeof row->path) {
            continue;
        }
        row->game = game;
        n_rows++;
    }
    closedir(dir);
}

static void test_every_game_has_sessions(void **state) {
    for (size_t i = 0; games[i] != NULL; i++) {
        size_t n = 0;
        for (size_t j = 0; j < n_rows; j++) {
            n += rows[j].game == games[i];
        }
        if (n == 0) {
            fail_msg("no sessions in " RULES_DIR "/%s", games[i]->id);
        }
    }
}

static int by_path(const void *a, const void *b) {
    const struct row *left = a;
    const struct row *right = b;
    return strcmp(left->path, right->path);
}

int main(void) {
    for (size_t i = 0; games[i] != NULL; i++) {
        list_folder(games[i]);
    }
    qsort(rows, n_rows, sizeof rows[0], by_path);
    for (size_t i = 0; i < n_rows; i++) {
        rows[i].name = rows[i].path + strlen(RULES_DIR) + 1;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game_has_sessions)};
    int failed = TABLE_RUN("rules data/checker", test_bad, bad_rows);
    failed += table_run("rules data", test_file, rows, n_rows, sizeof rows[0]);
    return failed + cmocka_run_group_tests_name("rules data/games", tests, NULL, NULL);
}
