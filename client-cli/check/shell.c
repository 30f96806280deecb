#include "client-cli/check/shell.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mem/mem.h"
#include "proto/command/command.h"
#include "rules/play.h"

/* The longest answer is that to `moves`: "ok 4608" and the list. */
#define ANSWER_BYTES (MOVES_TEXT_BYTES + 16)

enum shell_error {
    SHELL_OK,
#define X(id, code, text) id,
    SHELL_ERRORS(X)
#undef X
};

static const struct {
    const char *code;
    const char *text;
} errors[] = {
#define X(id, code, text) [id] = {code, text},
    SHELL_ERRORS(X)
#undef X
};

struct shell {
    const struct game *game;
    struct options opt;
    struct play play;
    struct play_undo *undo; /* owned: one for each step since new or position */
    size_t n_undo, cap_undo;
    bool done;
    struct shell_player player; /* go == NULL: no player */
    struct text_out answer;     /* writes to answer_text */
    char answer_text[ANSWER_BYTES];
    struct move moves[MOVES_MAX]; /* used to answer `moves`, with their texts */
    char move_texts[MOVES_MAX][MOVE_TEXT_BYTES];
};

static void start_at(struct shell *shell, const struct position *pos) {
    play_init(&shell->play, shell->game, pos);
    shell->n_undo = 0;
}

static void start_anew(struct shell *shell, enum side first) {
    play_start(&shell->play, shell->game, &shell->opt, first);
    shell->n_undo = 0;
}

struct shell *shell_new(const struct game *game, const struct options *opt) {
    struct shell *shell = mem_new(1, sizeof *shell);
    shell->game = game;
    shell->opt = *opt;
    start_anew(shell, game_first(game, opt));
    return shell;
}

void shell_free(struct shell *shell) {
    if (shell != NULL) {
        free(shell->undo);
        free(shell);
    }
}

void shell_set_player(struct shell *shell, const struct shell_player *player) {
    shell->player = *player;
}

const struct position *shell_position(const struct shell *shell) {
    return &shell->play.pos;
}

bool shell_is_done(const struct shell *shell) {
    return shell->done;
}

/* Adds an undo step. */
static struct play_undo *undo_next(struct shell *shell) {
    MEM_ROOM(shell->undo, shell->n_undo, shell->cap_undo, 64);
    return &shell->undo[shell->n_undo++];
}

/* --- commands ---
 * Each reads its whole argument, and answers in shell->answer or returns an error.  A
 * fault in arg replaces the text of the error.  On an error, nothing changes. */

static bool is_argument(const struct text_in *arg, const char *word) {
    size_t len = strlen(word);
    return (size_t)(arg->end - arg->at) == len && memcmp(arg->at, word, len) == 0;
}

static enum shell_error do_state(struct shell *shell, struct text_in *arg) {
    (void)arg;
    text_put(&shell->answer, "ok ");
    shell->game->write(&shell->play.pos, &shell->answer);
    text_put(&shell->answer, " | ");
    position_write_state(&shell->play.pos, &shell->answer);
    return SHELL_OK;
}

static enum shell_error do_new(struct shell *shell, struct text_in *arg) {
    enum side first = game_first(shell->game, &shell->opt);
    if (is_argument(arg, side_name(SIDE_WHITE))) {
        first = SIDE_WHITE;
    } else if (is_argument(arg, side_name(SIDE_BLACK))) {
        first = SIDE_BLACK;
    } else if (!text_at_end(arg)) {
        return SHELL_BAD_ARGUMENT;
    }
    start_anew(shell, first);
    return do_state(shell, arg);
}

static enum shell_error do_position(struct shell *shell, struct text_in *arg) {
    struct position pos;
    if (!game_read(shell->game, &shell->opt, arg, &pos)) {
        return SHELL_BAD_POSITION;
    }
    start_at(shell, &pos);
    return do_state(shell, arg);
}

static enum shell_error do_rolls(struct shell *shell, struct text_in *arg) {
    (void)arg;
    text_put(&shell->answer, "ok");
    if (shell->play.pos.phase != PHASE_ROLL) {
        return SHELL_OK;
    }
    struct roll rolls[ROLLS_MAX];
    size_t n = dice_rolls(shell->game->dice, rolls);
    for (size_t i = 0; i < n; i++) {
        text_put_char(&shell->answer, ' ');
        roll_write(&rolls[i], &shell->answer);
    }
    return SHELL_OK;
}

static enum shell_error do_roll(struct shell *shell, struct text_in *arg) {
    struct roll roll;
    if (shell->play.pos.phase != PHASE_ROLL) {
        return SHELL_NOT_NOW;
    }
    if (!roll_read(shell->game->dice, arg, &roll)) {
        return SHELL_BAD_ROLL;
    }
    play_roll(&shell->play, &roll, NULL, undo_next(shell));
    return do_state(shell, arg);
}

static enum shell_error do_moves(struct shell *shell, struct text_in *arg) {
    (void)arg;
    size_t n =
        game_moves_sorted(shell->game, &shell->play.pos, shell->moves, shell->move_texts);
    text_put(&shell->answer, "ok ");
    text_put_number(&shell->answer, n);
    for (size_t i = 0; i < n; i++) {
        text_put_char(&shell->answer, ' ');
        text_put(&shell->answer, shell->move_texts[i]);
    }
    return SHELL_OK;
}

static enum shell_error do_move(struct shell *shell, struct text_in *arg) {
    struct move m;
    if (shell->play.pos.phase != PHASE_MOVE) {
        return SHELL_NOT_NOW;
    }
    size_t len = (size_t)(arg->end - arg->at);
    if (!game_find_move(shell->game, &shell->play.pos, arg->at, len, &m)) {
        text_fault(arg, shell->game->why(&shell->play.pos, arg->at, len)->text, NULL,
                   NULL);
        return SHELL_BAD_MOVE;
    }
    play_move(&shell->play, &m, NULL, undo_next(shell));
    return do_state(shell, arg);
}

static enum shell_error do_perft(struct shell *shell, struct text_in *arg) {
    unsigned depth;
    if (!text_take_number(arg, PERFT_DEPTH_MAX, "the depth", &depth) ||
        !text_expect_end(arg, "the depth")) {
        return SHELL_BAD_ARGUMENT;
    }
    text_put(&shell->answer, "ok ");
    text_put_number(&shell->answer, play_perft(&shell->play, depth));
    return SHELL_OK;
}

static enum shell_error do_announce(struct shell *shell, struct text_in *arg) {
    (void)arg;
    const struct position *pos = &shell->play.pos;
    const char *said = NULL;
    if (shell->game->announce != NULL && pos->phase != PHASE_OVER) {
        said = shell->game->announce(pos);
    }
    text_put(&shell->answer, said != NULL ? "ok " : "ok");
    text_put(&shell->answer, said != NULL ? said : "");
    return SHELL_OK;
}

static enum shell_error do_undo(struct shell *shell, struct text_in *arg) {
    if (shell->n_undo == 0) {
        return SHELL_NO_UNDO;
    }
    play_take_back(&shell->play, &shell->undo[--shell->n_undo]);
    return do_state(shell, arg);
}

static enum shell_error do_quit(struct shell *shell, struct text_in *arg) {
    (void)arg;
    shell->done = true;
    text_put(&shell->answer, "ok");
    return SHELL_OK;
}

/* The longest time to think, in ms. */
#define GO_MS_MAX 3600000

static enum shell_error do_go(struct shell *shell, struct text_in *arg) {
    unsigned ms = 0;
    if (!text_at_end(arg)) {
        bool is_right = text_take(arg, 'm') && text_take(arg, 's') &&
                        text_take(arg, ' ') &&
                        text_take_number(arg, GO_MS_MAX, "the time", &ms) &&
                        text_expect_end(arg, "the time");
        if (!is_right) {
            return SHELL_BAD_ARGUMENT;
        }
    }
    if (shell->play.pos.phase != PHASE_MOVE) {
        return SHELL_NOT_NOW;
    }
    struct move m = shell->player.go(shell->player.arg, &shell->play, ms);
    text_put(&shell->answer, "ok ");
    shell->game->write_move(&shell->play.pos, &m, &shell->answer);
    return SHELL_OK;
}

/* How many words follow the command. */
enum arity { ARITY_NONE, ARITY_OPTIONAL, ARITY_ONE, ARITY_SOME, ARITY_ANY };

static const struct shell_command {
    const char *name;
    const char *usage;
    enum arity arity;
    enum shell_error (*run)(struct shell *shell, struct text_in *arg);
} commands[] = {
    {"new", "new [white|black]", ARITY_OPTIONAL, do_new},
    {"position", "position TEXT", ARITY_SOME, do_position},
    {"state", "state", ARITY_NONE, do_state},
    {"rolls", "rolls", ARITY_NONE, do_rolls},
    {"roll", "roll DICE", ARITY_ONE, do_roll},
    {"moves", "moves", ARITY_NONE, do_moves},
    {"move", "move TEXT", ARITY_ONE, do_move},
    {"perft", "perft N", ARITY_ONE, do_perft},
    {"announce", "announce", ARITY_NONE, do_announce},
    {"undo", "undo", ARITY_NONE, do_undo},
    {"quit", "quit", ARITY_NONE, do_quit},
    {"go", "go [ms N]", ARITY_ANY, do_go}, /* last: only shells with a player have it */
};

static size_t count_commands(const struct shell *shell) {
    return sizeof commands / sizeof commands[0] - (shell->player.go == NULL);
}

/* --- one line --- */

static bool fits_arity(const struct text_in *arg, enum arity arity) {
    size_t len = (size_t)(arg->end - arg->at);
    bool one = len > 0 && memchr(arg->at, ' ', len) == NULL;
    switch (arity) {
    case ARITY_NONE: return len == 0;
    case ARITY_OPTIONAL: return len == 0 || one;
    case ARITY_ONE: return one;
    case ARITY_SOME: return len > 0;
    case ARITY_ANY: return true;
    }
    return false;
}

/* Whether words are separated by single spaces, with none at the ends. */
static bool is_spaced_well(const char *line, size_t len) {
    for (size_t i = 0; i < len; i++) {
        if (line[i] == ' ' && (i == 0 || i + 1 == len || line[i + 1] == ' ')) {
            return false;
        }
    }
    return true;
}

/* Splits a line into a command and its argument, possibly empty. */
static enum shell_error find_command(const struct shell *shell, const char *line,
                                     size_t len, const struct shell_command **found,
                                     struct text_in *arg) {
    if (!utf8_is_text(line, len)) {
        return SHELL_BAD_TEXT;
    }
    if (!is_spaced_well(line, len)) {
        return SHELL_BAD_SPACE;
    }
    const char *space = memchr(line, ' ', len);
    size_t name_len = space != NULL ? (size_t)(space - line) : len;
    for (size_t i = 0; i < count_commands(shell); i++) {
        const char *name = commands[i].name;
        if (strlen(name) == name_len && memcmp(name, line, name_len) == 0) {
            *found = &commands[i];
            size_t used = space != NULL ? name_len + 1 : len;
            *arg = text_in_of(line + used, len - used);
            return fits_arity(arg, commands[i].arity) ? SHELL_OK : SHELL_BAD_ARGUMENT;
        }
    }
    return SHELL_UNKNOWN_COMMAND;
}

/* Writes "error CODE text": the fault, if any, and the correct form. */
static void answer_error(struct shell *shell, enum shell_error error, const char *fault,
                         const struct shell_command *command) {
    struct text_out *out = &shell->answer;
    *out = text_out_of(shell->answer_text, sizeof shell->answer_text);
    text_put(out, "error ");
    text_put(out, errors[error].code);
    text_put_char(out, ' ');
    text_put(out, fault[0] != '\0' ? fault : errors[error].text);
    if (error == SHELL_BAD_ARGUMENT && fault[0] == '\0') {
        text_put_char(out, ' ');
        text_put(out, command->usage);
    }
    for (size_t i = 0; error == SHELL_UNKNOWN_COMMAND && i < count_commands(shell); i++) {
        text_put_char(out, ' ');
        text_put(out, commands[i].name);
    }
}

const char *shell_line(struct shell *shell, const char *line, size_t len) {
    shell->answer = text_out_of(shell->answer_text, sizeof shell->answer_text);
    const struct shell_command *command = NULL;
    struct text_in arg = text_in_of(line, 0);
    enum shell_error error = SHELL_LONG_LINE;
    size_t mark = utf8_mark_len(line, len);
    line += mark;
    len -= mark;
    if (len <= SHELL_LINE_BYTES_MAX) {
        len -= len > 0 && line[len - 1] == '\r';
        error = find_command(shell, line, len, &command, &arg);
    }
    if (error == SHELL_OK) {
        error = command->run(shell, &arg);
    }
    if (error != SHELL_OK) {
        answer_error(shell, error, arg.fault, command);
    }
    assert(shell->answer.len < ANSWER_BYTES);
    return shell->answer_text;
}

/* --- standard input and output --- */

/* Reads one line without its line feed.  Of a line that is too long, keeps one byte more
 * than the shell accepts and skips the rest.  False at the end of the input. */
static bool read_line(FILE *in, char line[static SHELL_LINE_BYTES_MAX + 1], size_t *len) {
    size_t n = 0;
    int c = getc(in);
    if (c == EOF) {
        return false;
    }
    for (; c != EOF && c != '\n'; c = getc(in)) {
        if (n <= SHELL_LINE_BYTES_MAX) {
            line[n++] = (char)c;
        }
    }
    *len = n;
    return true;
}

bool shell_serve(struct shell *shell, const char *command) {
    char line[SHELL_LINE_BYTES_MAX + 1];
    size_t len;
    bool written = true;
    while (written && !shell_is_done(shell) && read_line(stdin, line, &len)) {
        puts(shell_line(shell, line, len));
        written = fflush(stdout) == 0;
    }
    if (!written) {
        fprintf(stderr, "alea %s: %s\n", command, strerror(errno));
    }
    return written && !ferror(stdin);
}
