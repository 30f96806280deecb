/* A session with the rules shell: the byte of fuzz_take_game, then lines.  Each gets one
 * line as its answer; an error changes nothing; every step can be taken back and done
 * again. */
#include "tests/fuzz/fuzz.h"

#include "client-cli/shell.h"

/* Whether a line asks for more than a moment's work. */
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

static void check_line(struct shell *shell, const char *line, size_t len) {
    char *before = ask(shell, "state", 5);
    char *answer = ask(shell, line, len);
    if (begins(answer, "error ")) {
        EXPECT(shell, "state", before);
    } else if (is_step(line, len)) {
        EXPECT(shell, "undo", before);
        expect(shell, line, len, answer);
        EXPECT(shell, "state", answer);
    }
    free(before);
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
    char *line;
    for (size_t len; !shell_is_done(shell) && (line = fuzz_take_line(&in, &len)) != NULL;
         free(line)) {
        if (!is_costly(line, len)) {
            check_line(shell, line, len);
        }
    }
    shell_free(shell);
    return 0;
}
