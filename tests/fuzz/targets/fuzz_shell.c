/* A session with the rules shell: the game (fuzz_take_game), then lines.  Each gets one
 * line as its answer.  An error changes nothing.  Every step can be undone and repeated,
 * and at the end all of them can be undone.  perft agrees with the listed throws or
 * moves. */
#include <stdio.h>

#include "tests/fuzz/fuzz.h"

#include "client-cli/check/shell.h"

/* Whether a line asks for long work. */
static bool is_costly(const char *line, size_t len) {
    static const char perft[] = "perft ";
    size_t digits = sizeof perft - 1;
    return len > digits && memcmp(line, perft, digits) == 0 &&
           (len > digits + 1 || line[digits] > '2');
}

static bool begins(const char *text, const char *with) {
    return strncmp(text, with, strlen(with)) == 0;
}

static char *ask(struct shell *shell, const char *line, size_t len) {
    const char *answer = shell_line(shell, line, len);
    assert(strchr(answer, '\n') == NULL);
    assert(strcmp(answer, "ok") == 0 || begins(answer, "ok ") ||
           begins(answer, "error "));
    char *copy = strdup(answer);
    assert(copy != NULL);
    return copy;
}

static void expect(struct shell *shell, const char *line, size_t len,
                   const char *expected) {
    char *answer = ask(shell, line, len);
    assert(strcmp(answer, expected) == 0);
    free(answer);
}

#define EXPECT(shell, line, expected) expect(shell, line, strlen(line), expected)

static bool is_step(const char *line, size_t len) {
    return (len > 5 && memcmp(line, "roll ", 5) == 0) ||
           (len > 5 && memcmp(line, "move ", 5) == 0);
}

static bool is_beginning(const char *line, size_t len) {
    return (len >= 3 && memcmp(line, "new", 3) == 0) ||
           (len >= 8 && memcmp(line, "position", 8) == 0);
}

/* The number of steps that can be undone, and the state before the first. */
struct past {
    char *first; /* owned */
    size_t n;
};

static void check_line(struct shell *shell, const char *line, size_t len,
                       struct past *past) {
    char *before = ask(shell, "state", 5);
    char *answer = ask(shell, line, len);
    if (begins(answer, "error ")) {
        EXPECT(shell, "state", before);
    } else if (is_step(line, len)) {
        EXPECT(shell, "undo", before);
        expect(shell, line, len, answer);
        EXPECT(shell, "state", answer);
        past->n++;
    } else if (is_beginning(line, len)) {
        free(past->first);
        *past = (struct past){.first = ask(shell, "state", 5)};
    } else if (len >= 4 && memcmp(line, "undo", 4) == 0) {
        past->n--;
    }
    free(before);
    free(answer);
}

static unsigned count_words(const char *text) {
    unsigned n = 0;
    for (; *text != '\0'; text++) {
        n += *text == ' ';
    }
    return n;
}

/* The answers are "ok" and the throws, or "ok N" and N moves. */
static void check_ways(struct shell *shell) {
    char *rolls = ask(shell, "rolls", 5), *moves = ask(shell, "moves", 5), expected[16];
    unsigned n_rolls = count_words(rolls), n_moves = count_words(moves) - 1;
    char *end;
    assert(strtoul(moves + strlen("ok "), &end, 10) == n_moves);
    assert(*end == (n_moves > 0 ? ' ' : '\0') && (n_rolls == 0 || n_moves == 0));
    snprintf(expected, sizeof expected, "ok %u", n_rolls + n_moves);
    EXPECT(shell, "perft 1", expected);
    free(rolls);
    free(moves);
}

/* Undoes all of them. */
static void check_undo(struct shell *shell, const struct past *past) {
    for (size_t i = 0; i < past->n; i++) {
        char *answer = ask(shell, "undo", 4);
        assert(begins(answer, "ok "));
        free(answer);
    }
    EXPECT(shell, "state", past->first);
    char *answer = ask(shell, "undo", 4);
    assert(begins(answer, "error no_undo "));
    free(answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct fuzz_in in = {(const char *)data, size};
    const struct game *game;
    struct options opt;
    if (!fuzz_take_game(&in, &game, &opt)) {
        return 0;
    }
    struct shell *shell = shell_new(game, &opt);
    assert(shell != NULL);
    struct past past = {.first = ask(shell, "state", 5)};
    char *line;
    for (size_t len; !shell_is_done(shell) && (line = fuzz_take_line(&in, &len)) != NULL;
         free(line)) {
        if (!is_costly(line, len)) {
            check_line(shell, line, len, &past);
        }
    }
    check_ways(shell);
    check_undo(shell, &past);
    free(past.first);
    shell_free(shell);
    return 0;
}
