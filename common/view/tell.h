/* What happened, told in sentences. */
#ifndef ALEA_VIEW_TELL_H
#define ALEA_VIEW_TELL_H

#include <stdio.h>

#include "proto/message/message.h"

/* Everything that happened in this state as English sentences on one line, in order,
 * joined where they belong together ("White throws 0 and passes."); without '\n'.
 * Nothing when nothing happened. */
void tell_notes(FILE *out, const struct state *state);
/* How it ended: "White (ann) wins: all its pieces are home." */
void tell_result(FILE *out, const struct state *state);
/* Which leg of a match it is, how the match stands or has ended; nothing for a single
 * game. */
void tell_match(FILE *out, const struct state *state);
/* What the room waits for now: "Black to move." "Type ready when you want to begin." */
void tell_next(FILE *out, const struct state *state);
/* That the player of this seat is away, and until when, or what can be done about it;
 * nothing when he is not, or when the notes of this state have said it. */
void tell_away(FILE *out, const struct state *state, enum side side);
/* That this side's offer stands, and how it is accepted; nothing when there is none. */
void tell_offer(FILE *out, const struct state *state, enum side side);
/* "White", "Black" */
const char *tell_colour(enum side side);
/* "White (ann)", or "White" while the seat is free. */
void tell_player(FILE *out, const struct state *state, enum side side);

/* When the opponent of the side to move may claim the game, where that matters: as it
 * begins or is shown anew, or when it is so.  "": nothing. */
void tell_idle(FILE *out, const struct state *state);

#endif
