/* The rules shell: one game played offline, one line in, one line out.
 *
 * Only shell_serve does I/O.  The shell is not in common/rules because it allocates
 * memory for its unlimited undo; the rules never allocate. */
#ifndef ALEA_CLIENT_CHECK_SHELL_H
#define ALEA_CLIENT_CHECK_SHELL_H

#include <stdbool.h>
#include <stddef.h>

#include "rules/play.h"

/* Longest line that the shell reads, in bytes, with a carriage return: ten times the
 * longest position. */
#define SHELL_LINE_BYTES_MAX 4096

/* Errors: CODE of "error CODE text", and the default text. */
#define SHELL_ERRORS(X)                                                                  \
    X(SHELL_LONG_LINE, "long_line", "a line has at most 4096 bytes")                     \
    X(SHELL_BAD_TEXT, "bad_text", "lines are UTF-8 without NUL")                         \
    X(SHELL_BAD_SPACE, "bad_space", "words are separated by one space, nothing else")    \
    X(SHELL_UNKNOWN_COMMAND, "unknown_command", "the commands are")                      \
    X(SHELL_BAD_ARGUMENT, "bad_argument", "it is written")                               \
    X(SHELL_BAD_POSITION, "bad_position", "not a position of this game")                 \
    X(SHELL_BAD_ROLL, "bad_roll", "not a throw of this game")                            \
    X(SHELL_BAD_MOVE, "bad_move", "not a legal move")                                    \
    X(SHELL_NOT_NOW, "not_now", "no throw or move of this kind is due, see state")       \
    X(SHELL_NO_UNDO, "no_undo", "nothing to take back since new or position")

struct shell;

/* Answers `go`, a command that only a shell with a player has. */
struct shell_player {
    /* The move to play in phase move.  ms: time to think; 0: not given. */
    struct move (*go)(void *arg, const struct play *play, unsigned ms);
    void *arg;
};

/* Returns owned, at the default start of the game.  Out of memory ends the program
 * (mem.h). */
struct shell *shell_new(const struct game *game, const struct options *opt);
void shell_free(struct shell *shell);
/* Adds the command `go [ms N]`.  Copies *player. */
void shell_set_player(struct shell *shell, const struct shell_player *player);
/* Carries out one line, given without its line feed.  Returns the answer, one line
 * without a line feed; borrowed, valid until the next call. */
const char *shell_line(struct shell *shell, const char *line, size_t len);
/* The current position; borrowed, valid until the next line. */
const struct position *shell_position(const struct shell *shell);
/* Whether quit was typed. */
bool shell_is_done(const struct shell *shell);
/* Answers the lines of standard input on standard output until quit or the end.  False:
 * reading or writing failed; the message is on standard error, as from `alea COMMAND`. */
bool shell_serve(struct shell *shell, const char *command);

#endif
