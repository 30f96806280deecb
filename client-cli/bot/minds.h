/* Chooses a bot's moves: with an engine or another program for each game. */
#ifndef ALEA_CLIENT_BOT_MINDS_H
#define ALEA_CLIENT_BOT_MINDS_H

#include <stdio.h>

#include "client-cli/net/wait.h"
#include "rules/game.h"

/* A program is useless after this many moves in a row without a legal answer. */
#define MINDS_FAILED_MAX 10

struct minds;

/* Starts without engines.  level: 1..ENGINE_LEVELS; think_ms: the most for each move.
 * Returns owned: minds_free. */
struct minds *minds_new(unsigned level, unsigned think_ms, uint64_t seed);
/* The same with programs: command is for program_new, and borrowed. */
struct minds *minds_new_programs(const char *command, unsigned think_ms, uint64_t seed);
void minds_free(struct minds *minds);
/* Where they say why they chose a random move (borrowed); standard error unless set. */
void minds_tell(struct minds *minds, FILE *err);
/* Writes how they play: "at level 5". */
void minds_describe(const struct minds *minds, struct text_out *out);
/* Prepares the engine of a game, or starts its program.  False with a fault: the engine's
 * table is damaged. */
ALEA_MUST_USE bool minds_add(struct minds *minds, const struct game *game,
                             const struct options *opt, char fault[static FAULT_BYTES]);
/* How long they may think about each move, in ms. */
unsigned minds_think_ms(const struct minds *minds);
/* Whether they play this game with these options. */
bool minds_know(struct minds *minds, const struct game *game, const struct options *opt);

/* What to think about. */
struct minds_task {
    uint64_t number;             /* of the task, from 1; counts up */
    const struct game *game;     /* one that was added */
    struct position pos;         /* in phase move, with a legal move */
    unsigned most_ms;            /* most time to think; at least 1 */
    int input_fd;                /* engines: input here shortens the thinking, to the
                                    larger of most_ms / 2 and THINK_LEAST_MS; -1: none */
    bool (*on_input)(void *arg); /* reads the input; false: do not shorten the thinking;
                                    NULL: always shorten it */
    void *arg;                   /* of on_input */
};

/* Writes the chosen move.  False: a program is still thinking; ask again when one of
 * minds_fds can be read, or at minds_due_ms.  Without a legal move from the program,
 * chooses a random one, and says why (minds_tell). */
ALEA_MUST_USE bool minds_choose(struct minds *minds, const struct minds_task *task,
                                char move[static MOVE_TEXT_BYTES]);
/* Call it before each round of minds_choose over all pending tasks. */
void minds_begin_round(struct minds *minds);
/* Whether a program was last asked about this task.  Begin each round with such
 * tasks, or another task would replace their answers. */
bool minds_are_asked(struct minds *minds, const struct minds_task *task);
/* The descriptors of the programs that think; at most BOT_GAMES_MAX.  Returns their
 * number. */
unsigned minds_fds(const struct minds *minds, struct wait_fd *fds);
/* When to ask at the latest; UINT64_MAX: no program is thinking. */
uint64_t minds_due_ms(const struct minds *minds);
/* Whether a program has failed MINDS_FAILED_MAX times in a row. */
bool minds_are_useless(const struct minds *minds);

#endif
