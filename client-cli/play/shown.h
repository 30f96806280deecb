/* The numbered moves on the screen: a typed number or move means one of these, whatever
 * the server has sent since. */
#ifndef ALEA_CLIENT_PLAY_SHOWN_H
#define ALEA_CLIENT_PLAY_SHOWN_H

#include <stdio.h>

#include "client-cli/player/player.h"

/* For this long after moves replace those of another room, typed input is not for
 * them. */
#define SHOWN_SURPRISE_MS 1000

/* A zeroed struct shows no moves. */
struct shown {
    char room[ROOM_BYTES_MAX + 1];
    char seq[SEQ_BYTES]; /* number of the event that had the moves */
    uint64_t changed_ms; /* when they replaced the moves of another room; 0: they did
                          * not */
    char *moves;         /* owned; separated by one space; NULL: none */
};

/* Frees the moves: none are shown any more. */
void shown_forget(struct shown *shown);
/* Remembers the moves of a message, which is now on the screen; NULL: none in its room.
 */
void shown_remember(struct shown *shown, const struct message *msg, const char *moves,
                    uint64_t now_ms);
/* Completes a typed move: replaces a number by the move, and adds the room and the number
 * of the event, so that the server refuses the move if something else has happened.  A
 * move that is not shown is left to the server.  False: do not send it; the reason goes
 * to out. */
bool shown_complete(struct shown *shown, struct command *cmd, uint64_t now_ms, FILE *out);
/* Rewrites a typed move in the standard spelling.  An illegal move, too, so that the
 * server can say why it is illegal. */
void shown_spell(const struct shown *shown, struct command *cmd);

#endif
