/* How a bot chooses its moves: by an engine, or by another program, for each game that it
 * plays. */
#ifndef ALEA_CLIENT_BOT_MINDS_H
#define ALEA_CLIENT_BOT_MINDS_H

#include "client-cli/net/wait.h"
#include "rules/game.h"

/* After so many moves in a row without a legal answer a program is useless. */
#define MINDS_FAILED_MAX 10

struct minds;

/* No engines yet.  level: 1..ENGINE_LEVELS; think_ms: at most, for each move.  Returns
 * owned: minds_free. */
struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed);
/* The same with programs: command is for program_new, and borrowed. */
struct minds *minds_new_programs(const char *command, unsigned think_ms, uint64_t seed);
void minds_free(struct minds *minds);
/* Writes how they play: "at level 5". */
void minds_describe(const struct minds *minds, struct text_out *out);
/* Gets the engine of a game ready, or starts the program.  False with a fault: its table
 * is damaged. */
ALEA_MUST_USE bool minds_add(struct minds *minds, const struct game *game,
                             const struct options *opt, char fault[static FAULT_BYTES]);
/* How long they may think about each move, in ms. */
unsigned minds_think_ms(const struct minds *minds);
/* Whether they know the game of this position, with its options. */
bool minds_know(struct minds *minds, const struct game *game, const struct options *opt);

/* What to think about. */
struct minds_task {
    uint64_t number;             /* of the task, from 1; later ones have higher numbers */
    const struct game *game;     /* one that was added */
    struct position pos;         /* in phase move, with a legal move */
    unsigned most_ms;            /* at most so long; at least 1 */
    int input_fd;                /* engines: input here shortens the thinking, to half of
                                    most_ms or THINK_LEAST_MS; -1: none */
    bool (*on_input)(void *arg); /* but not if this, which reads the input, returns
                                    false; NULL: it always does */
    void *arg;                   /* of on_input */
};

/* Writes the chosen move.  False: a program is still thinking; ask again when one of
 * minds_fds can be read, or at minds_due_ms.  If a program has no legal move to offer, a
 * random one is chosen, and standard error says why. */
ALEA_MUST_USE bool minds_choose(struct minds *minds, const struct minds_task *task,
                                char move[static MOVE_TEXT_BYTES]);
/* Call it before a round of minds_choose for all tasks that there are. */
void minds_begin_round(struct minds *minds);
/* Whether a program thinks, or has thought, about this task.  Ask such tasks first in a
 * round: if nobody wants its answer any more, the program is asked about another one. */
bool minds_are_asked(struct minds *minds, const struct minds_task *task);
/* The descriptors of the programs that think; at most BOT_GAMES_MAX.  Returns their
 * number. */
unsigned minds_fds(const struct minds *minds, struct wait_fd *fds);
/* When to ask at the latest; UINT64_MAX: nobody thinks. */
uint64_t minds_due_ms(const struct minds *minds);
/* Whether a program fails all the time: MINDS_FAILED_MAX. */
bool minds_are_useless(const struct minds *minds);

#endif
