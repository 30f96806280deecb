/* A recorded game, step by step, as the states its players saw.  Pure, except that it
 * allocates memory. */
#ifndef ALEA_CLIENT_REPLAY_REPLAY_H
#define ALEA_CLIENT_REPLAY_REPLAY_H

#include <stdio.h>

#include "proto/message/message.h"
#include "proto/message/record.h"

/* A step: a move, then the throws up to the next move.  Step 0 is the start. */
struct replay_step {
    struct position pos;
    size_t first_note, n_notes; /* what happened: range of replay.notes */
    uint8_t n_faces;            /* the last throw; 0: none */
    uint8_t faces[DICE_MAX];
    uint32_t left_ms[SIDE_COUNT]; /* time on the clocks; 0 without clocks */
};

struct replay {
    const struct record *record; /* borrowed */
    struct replay_step *steps;   /* owned; at least one */
    size_t n_steps;
    struct note *notes; /* owned */
    size_t n_notes, cap_notes;
};

/* Replays a record, which must outlive the replay.  verify_record must have found it good
 * or unfinished.  Out of memory ends the program (mem.h). */
void replay_init(struct replay *replay, const struct record *record);
void replay_fini(struct replay *replay);
/* The state after a step; borrows from the replay.  step: less than n_steps. */
struct state replay_state(const struct replay *replay, size_t step);
/* Whether this is the last step. */
bool replay_is_last(const struct replay *replay, size_t step);

/* --- otn.c ---
 *
 * OTN, the notation of OpenTafl (github.com/jslater89/OpenTafl,
 * opentafl-notation-spec.txt): a game of tafl as its replays have it (*.otg).  Pure. */

/* What the notation cannot say of this game, or NULL: it can be written. */
const char *otn_fault(const struct record *record);
/* Writes the game, which has no such fault: tags, the rules, and the moves with what they
 * capture. */
void otn_write(const struct replay *replay, FILE *out);

#endif
