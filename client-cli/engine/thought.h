/* Thinks in a separate thread, so the caller need not wait: one thought at a time.  Call
 * wait_catch_signals first; the thread gets no signals. */
#ifndef ALEA_CLIENT_ENGINE_THOUGHT_H
#define ALEA_CLIENT_ENGINE_THOUGHT_H

#include "engine/engine.h"

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
