/* A player of alea match: how the command line names it, and how it moves. */
#ifndef ALEA_CLIENT_MATCH_CONTENDER_H
#define ALEA_CLIENT_MATCH_CONTENDER_H

#include <stdio.h>

#include "rules/play.h"

/* A program is useless after this many moves in a row without a legal answer. */
#define CONTENDER_FAILED_MAX 10
/* Longest name in a record, with its NUL. */
#define CONTENDER_NAME_BYTES 16

struct contender;

struct contender_setup {
    const struct game *game;
    struct options opt;
    uint64_t seed;  /* for the random choices of levels */
    unsigned ms;    /* a move's time, of level, simple or program; 0: THINK_MS */
    unsigned nodes; /* level, simple, plies=N: positions a move, not ms; 0: no limit */
};

/* text: "random", "plain", "runner", "simple", "plies=N", "level=N" or "exec=PROGRAM
 * ARGS"; borrowed.  Returns owned: contender_free.  NULL after printing what is wrong
 * with the text. */
struct contender *contender_new(const char *text, const struct contender_setup *setup);
void contender_free(struct contender *contender);
/* Its move in a position in phase move.  random: state of engine/splitmix.h.  False: the
 * user has stopped the match, or the program is useless (contender_is_useless). */
ALEA_MUST_USE bool contender_move(struct contender *contender, const struct play *play,
                                  uint64_t *random, struct move *move);
/* Random moves played because the program had no legal one. */
unsigned contender_n_random(const struct contender *contender);
/* Prints how far a level has searched, and how fast; nothing if it has not. */
void contender_tell_work(const struct contender *contender);
bool contender_is_useless(const struct contender *contender);
/* Writes a name for a record: "level5", "program". */
void contender_name(const struct contender *contender,
                    char name[static CONTENDER_NAME_BYTES]);

/* Writes what to call it: "level 5", "2 plies", or the program with its arguments. */
void contender_describe(const struct contender *contender, FILE *out);

#endif
