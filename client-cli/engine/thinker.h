/* An engine that thinks for a given time at a given level.  After wait_catch_signals,
 * SIGINT and SIGTERM stop the thinking at once. */
#ifndef ALEA_CLIENT_ENGINE_THINKER_H
#define ALEA_CLIENT_ENGINE_THINKER_H

#include "engine/engine.h"

/* Default time to think about a move, in ms. */
#define THINK_MS 1000
/* Default least time to think, in ms, if input on input_fd arrives. */
#define THINK_LEAST_MS 200

struct thinker {
    struct engine *engine;        /* owned */
    struct engine_choice *choice; /* owned; of thinker_values; NULL: none yet */
    unsigned level;               /* 1..ENGINE_LEVELS */
    int input_fd; /* input here shortens the thinking; -1: none (the default) */
    bool (*on_input)(void *arg); /* reads the input; false: do not shorten the thinking;
                                  * NULL: always shorten it (the default) */
    void *arg;                   /* of on_input */
    bool is_hurried;             /* input has shortened the thinking */
    unsigned least_ms;   /* shortest thinking with input; THINK_LEAST_MS by default */
    uint64_t nodes;      /* most positions to look at; 0: no limit (the default) */
    uint64_t spent_ms;   /* time spent thinking so far */
    uint64_t until_ms;   /* deadline of the thinking, monotonic */
    uint64_t patient_ms; /* input before this does not stop it, monotonic */
};

/* A thinker for a game with any options, with the tables in the user's data directory.
 * level 0: for thinker_values only; a draw counts half.  Without its table, royal-ur is
 * played by a network.  False with a fault: the table exists but cannot be used. */
ALEA_MUST_USE bool thinker_init(struct thinker *thinker, const struct game *game,
                                unsigned level, uint64_t seed,
                                char fault[static FAULT_BYTES]);
void thinker_fini(struct thinker *thinker);
/* The move to play in phase move.  ms: time to think; 0: THINK_MS. */
struct move thinker_move(struct thinker *thinker, const struct play *play, unsigned ms);
/* The mover's chance to win after each move in phase move, at full strength, as in an
 * analysis.  ms: as above.  Borrowed until the next call. */
struct engine_result thinker_values(struct thinker *thinker, const struct play *play,
                                    unsigned ms);

/* --- thoughts ---
 *
 * Thinks in a separate thread, so the caller need not wait: one thought at a time.  Call
 * wait_catch_signals first; the thread gets no signals. */

struct thought;

/* What to think about. */
struct thought_task {
    const struct play *play; /* in phase move; copied */
    unsigned level;          /* 1..ENGINE_LEVELS: choose a move; 0: value every move */
    uint64_t seed;           /* for the game's engine if it is created now */
};

/* The result. */
struct thought_result {
    struct move move;            /* level 1 and up: the move to play */
    struct engine_result values; /* level 0; borrowed until the next thought */
};

/* Returns owned: thought_free, which ends an open thought. */
struct thought *thought_new(void);
void thought_free(struct thought *thought);
/* Starts thinking.  No thought may be open.  False with a fault: a damaged table, or the
 * system has no descriptors left.  If it has no thread left, returns only when the
 * thought is finished. */
ALEA_MUST_USE bool thought_begin(struct thought *thought, const struct thought_task *task,
                                 char fault[static FAULT_BYTES]);
/* Whether a thought has begun and not been ended. */
bool thought_is_open(const struct thought *thought);
/* Becomes readable when the open thought is finished; -1: none is open. */
int thought_fd(const struct thought *thought);
/* Ends the open thought, and returns its result.  Waits for it at most THINK_LEAST_MS. */
struct thought_result thought_end(struct thought *thought);

#endif
