/* The running game of a room, for room.c only. */
#ifndef ALEA_SERVER_ROOM_GAME_H
#define ALEA_SERVER_ROOM_GAME_H

#include "server/room.h"

/* Appends a note to what happened, and to the record if it belongs into its log. */
void room_note(struct room *room, const struct note *note);
/* The same for a note that is only a side and a text. */
void room_note_side(struct room *room, enum note_kind kind, enum side side,
                    const char *text);
/* Both nonces are known: who starts, the first throw, stage playing. */
void room_begin(struct room *room, int64_t now_s);
/* Ends the running game because this side gave it up or left: the other one wins. */
void room_end_by(struct room *room, enum note_kind why, enum side side, int64_t now_s);
/* Calls the game off because of every player who has not opened his seal. */
void room_call_off(struct room *room, int64_t now_s);

#endif
