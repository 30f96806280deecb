/* What happened in a room, step by step, and all that happened since the user's last
 * decision. */
#ifndef ALEA_CLIENT_SCENE_STORY_H
#define ALEA_CLIENT_SCENE_STORY_H

#include <stdio.h>

#include "proto/message/message.h"

/* Most happenings kept since the last decision; older ones go. */
#define STORY_NOTES 512
/* Most steps of one event: throws and moves. */
#define STORY_STEPS 128

/* A throw or a move, and what it caused. */
struct story_step {
    struct position pos; /* after it */
    unsigned first, n;   /* its notes, in story->notes */
    uint8_t n_faces;     /* of the last throw; 0: none */
    uint8_t faces[DICE_MAX];
};

struct story {
    struct message *msg;            /* owned: the last state; NULL: none yet */
    struct note notes[STORY_NOTES]; /* since the last decision; no names in them */
    unsigned n_notes;
    struct story_step steps[STORY_STEPS]; /* of the last event */
    unsigned n_steps, shown;              /* steps shown so far */
    uint64_t due_ms;                      /* when the next one is shown */
    unsigned pace_ms;                     /* pause between two steps; 0: none */
};

/* A zeroed story is empty, without pauses. */
void story_fini(struct story *story);
/* Takes a state of its room.  side: the user's; SIDE_COUNT: none, or both. */
void story_hear(struct story *story, const struct message *msg, enum side side,
                uint64_t now_ms);
/* Whether steps are still to be shown. */
bool story_is_playing(const struct story *story);
/* Shows the steps that are due. */
void story_go_on(struct story *story, uint64_t now_ms);
/* Shows all of them. */
void story_skip(struct story *story);
/* Sets *state to what is shown now: borrowed until the next state. */
void story_state(const struct story *story, struct state *state);
/* So many of its notes have been shown. */
unsigned story_n_shown(const struct story *story);
/* Writes everything that was shown since the last decision as sentences. */
void story_tell(const struct story *story, FILE *out);

#endif
