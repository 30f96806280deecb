/* The numbered moves on the screen.  A typed number or move means one of these, whatever
 * the server has sent meanwhile. */
#ifndef ALEA_CLIENT_PLAY_SHOWN_H
#define ALEA_CLIENT_PLAY_SHOWN_H

#include <stdio.h>

#include "client-cli/player/player.h"

/* When a room's moves replace another's, typed moves are not sent for this long. */
#define SHOWN_SURPRISE_MS 1000

/* A zeroed struct shows no moves. */
struct shown {
    char room[ROOM_BYTES_MAX + 1];
    char seq[SEQ_BYTES]; /* number of the event that listed the moves */
    uint64_t changed_ms; /* when they replaced another room's moves; 0: never */
    char *moves;         /* owned; separated by single spaces; NULL: none */
};

/* Frees the moves: none are shown from now on. */
void shown_forget(struct shown *shown);
/* Remembers the moves of a message now on the screen; NULL: none in its room. */
void shown_remember(struct shown *shown, const struct message *msg, const char *moves,
                    uint64_t now_ms);
/* Completes a typed move: replaces a number by the move, and adds the room and the event
 * number, so the server refuses it if something else has happened.  The server decides on
 * moves that are not shown.  False: do not send it; the reason goes to out. */
bool shown_complete(struct shown *shown, struct command *cmd, uint64_t now_ms, FILE *out);
/* Rewrites a typed move in the standard spelling.  Leaves an illegal move to the server,
 * which says why it is illegal. */
void shown_spell(const struct shown *shown, struct command *cmd);

#endif
