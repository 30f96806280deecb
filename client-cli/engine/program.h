/* A player that is another program.  It speaks the rules shell on its standard input and
 * output, with the command `go` (docs/bots.md).  Nothing here waits for the program:
 * after a question, poll it now and then, or when program_fd can be read.
 *
 * A program that ends, gives a wrong answer or takes too long is killed with all its
 * children.  The next question starts it again.  After repeated failures, each start
 * waits longer. */
#ifndef ALEA_CLIENT_ENGINE_PROGRAM_H
#define ALEA_CLIENT_ENGINE_PROGRAM_H

#include "rules/game.h"

/* How much longer than its time limit a program may take, and how much longer again for
 * its first answer after a start. */
#define PROGRAM_MARGIN_MS 1000
#define PROGRAM_START_MS  10000
/* Longest line that it may write, with its line feed. */
#define PROGRAM_LINE_BYTES 1024
/* The longest wait before a start. */
#define PROGRAM_BACK_OFF_MOST_MS 10000

struct program;

enum program_status {
    PROGRAM_IDLE, /* nothing was asked, or the answer was fetched */
    PROGRAM_THINKING,
    PROGRAM_ANSWERED, /* with a legal move */
    PROGRAM_FAILED,   /* no answer: see program_fault */
};

/* Starts it.  command: for /bin/sh.  The variable ALEA_GAME tells the program the game
 * ("tablut:king=unarmed").  Returns owned: program_free. */
struct program *program_new(const char *command, const struct game *game,
                            const struct options *opt);
/* Ends it: closes its input, and kills it soon after. */
void program_free(struct program *program);

/* Asks for the move to play in a position in phase move, within ms.  The program must not
 * be thinking.  Forgets the answer to an earlier question. */
void program_ask(struct program *program, const struct position *pos, unsigned ms,
                 uint64_t now_ms);
/* Checks whether the program has answered. */
enum program_status program_look(struct program *program, uint64_t now_ms);
/* Fetches the answer (PROGRAM_ANSWERED).  The program is idle then. */
struct move program_take(struct program *program);
/* Why there is no answer (PROGRAM_FAILED): a sentence without full stop or control
 * characters.  The program is idle then.  Borrowed until the next question. */
const char *program_fault(struct program *program);
/* Questions in a row without a legal answer. */
unsigned program_n_failed(const struct program *program);
/* Readable when the program may have answered; -1: it is not thinking. */
int program_fd(const struct program *program);
/* When to call program_look at the latest; UINT64_MAX: it is not thinking. */
uint64_t program_due_ms(const struct program *program);

#endif
