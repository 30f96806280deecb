/* The file of an unfinished local game: its start, and the log of its ops.  The program
 * that plays the game locks it. */
#ifndef ALEA_CLIENT_LOCAL_KEEP_H
#define ALEA_CLIENT_LOCAL_KEEP_H

#include <limits.h>
#include <stdio.h>

#include "room/room.h"

/* Code of the room of a local game. */
#define KEEP_ROOM "LOCAL"
/* Highest level of an opponent. */
#define KEEP_LEVEL_MAX 8

/* The sessions that sit in the room. */
enum { KEEP_PERSON = 1, KEEP_OTHER };

/* What the file of a game has. */
enum keep_state { KEEP_NONE, KEEP_GAME /* an unfinished game */, KEEP_DAMAGED };

struct keep {
    FILE *file; /* owned, locked; NULL: the game is not stored */
    char path[PATH_MAX];
    enum keep_state found; /* by keep_open */
    bool has_moved;        /* the file has a move, or is damaged: it is worth keeping */
    struct room *room; /* the unfinished game that keep_open found; NULL: none.  Owned;
                          the caller may take it and set this to NULL */
    unsigned level;    /* level of its opponent; 0: two people */
};

/* Opens the file of a game, and looks for an unfinished game in it.  Removes an
 * incomplete last line, which a crash leaves.  A damaged file stays as it is until
 * keep_begin.  False with a fault: games are not stored. */
bool keep_open(struct keep *keep, const struct game *game,
               char fault[static FAULT_BYTES]);
/* Whether an unfinished game is stored.  *level: of its opponent; 0: two people. */
enum keep_state keep_peek(const struct game *game, unsigned *level);
/* Closes the file, and deletes it if it is not worth keeping. */
void keep_close(struct keep *keep);

/* These do nothing when games are not stored, and after the first failure. */

/* A new game waits for its players: stores it in place of the last one. */
void keep_begin(struct keep *keep, const struct room *room, unsigned level);
/* Appends an op of the game: ready, open, move or draw. */
void keep_add(struct keep *keep, const struct op *op);
/* The game is over: deletes it from the file. */
void keep_end(struct keep *keep);

#endif
