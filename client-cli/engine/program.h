/* A player that is another program.  It speaks the rules shell on its standard input and
 * output, with the command go (docs/bots.md).  Nothing here waits for it: ask, and look
 * now and then, or when program_fd can be read, whether it has answered.
 *
 * A program that ends, says something wrong or takes too long is killed, with all its
 * children, and started again for the next question.  If it fails again and again, that
 * question waits before each start, longer and longer. */
#ifndef ALEA_CLIENT_ENGINE_PROGRAM_H
#define ALEA_CLIENT_ENGINE_PROGRAM_H

#include "rules/game.h"

/* How much longer than it was told it may take to answer, and how much longer than that
 * right after its start. */
#define PROGRAM_MARGIN_MS 1000
#define PROGRAM_START_MS  10000
/* Longest line that it may write, with its line feed. */
#define PROGRAM_LINE_BYTES 1024
/* The longest wait before it is started again. */
#define PROGRAM_BACK_OFF_MOST_MS 10000

struct program;

enum program_status {
    PROGRAM_IDLE, /* nothing was asked, or the answer was taken */
    PROGRAM_THINKING,
    PROGRAM_ANSWERED, /* with a legal move */
    PROGRAM_FAILED,   /* there is none: see program_fault */
};

/* Starts it.  command: for /bin/sh; the program finds the game, as given here
 * ("tablut:king=unarmed"), in the variable ALEA_GAME.  Returns owned: program_free. */
struct program *program_new(const char *command, const struct game *game,
                            const struct options *opt);
/* Ends it: it gets the end of its input, and soon after is killed. */
void program_free(struct program *program);

/* Asks for the move to play in a position in phase move, within ms.  It must not be
 * thinking; the answer to an earlier question is forgotten. */
void program_ask(struct program *program, const struct position *pos, unsigned ms,
                 uint64_t now_ms);
/* Looks whether it has answered. */
enum program_status program_look(struct program *program, uint64_t now_ms);
/* The answer (PROGRAM_ANSWERED); it is idle then. */
struct move program_take(struct program *program);
/* Why there is no answer (PROGRAM_FAILED): a sentence without full stop, without control
 * characters.  It is idle then.  Borrowed, until the next question. */
const char *program_fault(struct program *program);
/* Questions in a row that it has not answered with a legal move. */
unsigned program_n_failed(const struct program *program);
/* To wait for: can be read when it may have answered; -1: none. */
int program_fd(const struct program *program);
/* When to look at the latest; UINT64_MAX: whenever. */
uint64_t program_due_ms(const struct program *program);

#endif
