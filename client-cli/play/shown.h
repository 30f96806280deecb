/* The numbered moves that the person sees: a typed number or move means these, whatever
 * the server has sent since. */
#ifndef ALEA_CLIENT_PLAY_SHOWN_H
#define ALEA_CLIENT_PLAY_SHOWN_H

#include <stdio.h>

#include "client-cli/player/player.h"

/* For so long after the moves of another room are shown nobody can have meant them. */
#define SHOWN_SURPRISE_MS 1000

/* A zeroed one shows nothing. */
struct shown {
    char room[ROOM_BYTES_MAX + 1];
    char seq[SEQ_BYTES]; /* of the event that had the moves */
    uint64_t changed_ms; /* when they replaced those of another room; 0: they did not */
    char *moves;         /* owned; with one space between; NULL none */
};

/* Frees the moves: none are shown now. */
void shown_forget(struct shown *shown);
/* Remembers the moves of a message, which is now on the screen; NULL: none in its room.
 */
void shown_remember(struct shown *shown, const struct message *msg, const char *moves,
                    uint64_t now_ms);
/* Completes a typed move: a number becomes the move, and the room and the number of the
 * event are added, so that the server refuses it if something else has happened.  A move
 * that is not shown is left to the server.  False: it is not to be sent, for a reason
 * that goes to out. */
bool shown_complete(struct shown *shown, struct command *cmd, uint64_t now_ms, FILE *out);
/* Spells a typed move as moves are written, also one that is not legal, so that the
 * server can say why it is not. */
void shown_spell(const struct shown *shown, struct command *cmd);

#endif
