/* A game that was played, step by step: what its record says, as the states that its
 * players saw.  Pure but for its memory. */
#ifndef ALEA_CLIENT_REPLAY_REPLAY_H
#define ALEA_CLIENT_REPLAY_REPLAY_H

#include "proto/message/message.h"
#include "proto/message/record.h"

/* A decision and all that followed from it: a move, then the throws up to the next move.
 * Step 0 is the start position. */
struct replay_step {
    struct position pos;
    size_t first_note, n_notes; /* what happened, of replay.notes */
    uint8_t n_faces;            /* the dice as last thrown; 0 none */
    uint8_t faces[DICE_MAX];
    uint32_t left_ms[SIDE_COUNT]; /* on the clocks; 0 without clocks */
};

struct replay {
    const struct record *record; /* borrowed */
    struct replay_step *steps;   /* owned; one at least */
    size_t n_steps;
    struct note *notes; /* owned */
    size_t n_notes, cap_notes;
};

/* Plays a record that verify_record found right, or unfinished; it must outlive the
 * replay.  Out of memory ends the program (mem.h). */
void replay_init(struct replay *replay, const struct record *record);
void replay_fini(struct replay *replay);
/* A step as a state, which borrows from the replay.  step: less than n_steps. */
struct state replay_state(const struct replay *replay, size_t step);
/* Whether it is the last one. */
bool replay_is_last(const struct replay *replay, size_t step);

#endif
