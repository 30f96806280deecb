/* An engine that thinks for a given time at a given level.  If wait_catch_signals has
 * been called, SIGINT and SIGTERM make it stop thinking at once. */
#ifndef ALEA_CLIENT_ENGINE_THINKER_H
#define ALEA_CLIENT_ENGINE_THINKER_H

#include "engine/engine.h"

/* Default time to think about a move, in ms. */
#define THINK_MS 1000
/* Input on input_fd stops the thinking only after this, in ms, by default. */
#define THINK_LEAST_MS 200

struct thinker {
    struct engine *engine;        /* owned */
    struct engine_choice *choice; /* owned; of thinker_values; NULL: none yet */
    unsigned level;               /* 1..ENGINE_LEVELS */
    int input_fd; /* input here shortens the thinking; -1: none (the default) */
    bool (*on_input)(void *arg); /* reads the input meanwhile, and says whether that
                                  * shortens the thinking; NULL: it does (the default) */
    void *arg;                   /* of on_input */
    bool is_hurried;             /* input has shortened the thinking */
    unsigned least_ms;   /* but not to less than this; THINK_LEAST_MS by default */
    uint64_t nodes;      /* positions to look at; 0: any number (the default) */
    uint64_t spent_ms;   /* thinking so far */
    uint64_t until_ms;   /* when thinking must end, monotonic */
    uint64_t patient_ms; /* when input may stop the thinking, monotonic */
};

/* A thinker for a game with any options, with the tables in the user's data directory.
 * level 0: for thinker_values only, where a draw counts half.
 * Without its table, royal-ur is played by a network.  False with a fault: there is a
 * table, but it cannot be used. */
ALEA_MUST_USE bool thinker_init(struct thinker *thinker, const struct game *game,
                                unsigned level, uint64_t seed,
                                char fault[static FAULT_BYTES]);
void thinker_fini(struct thinker *thinker);
/* The move to play in phase move.  ms: time to think; 0: THINK_MS. */
struct move thinker_move(struct thinker *thinker, const struct play *play, unsigned ms);
/* The mover's chance to win after each move in phase move, at full strength, the same as
 * in an analysis; ms as above.  Borrowed until the next call. */
struct engine_result thinker_values(struct thinker *thinker, const struct play *play,
                                    unsigned ms);

#endif
