/* A game without a server: a room in this process takes commands and answers with
 * messages, as a server does.  You play against an engine, which thinks elsewhere, or two
 * people share a keyboard. */
#ifndef ALEA_CLIENT_LOCAL_LOCAL_H
#define ALEA_CLIENT_LOCAL_LOCAL_H

#include "client-cli/local/keep.h"
#include "client-cli/net/net.h"
#include "proto/command/command.h"

struct local_start {
    const struct game *game;
    struct options opt;
    unsigned level;                /* of the opponent; 0: two people */
    enum side side;                /* side of the user in the first game */
    char name[NAME_BYTES_MAX + 1]; /* of the user */
    char other[NAME_BYTES_MAX + 1];
    uint64_t seq; /* number of the last event before; 0: none */
};

struct local {
    struct net *net;              /* borrowed: receives the answers */
    struct keep *keep;            /* borrowed */
    struct room *room;            /* owned */
    unsigned level;               /* of the opponent; 0: two people */
    char nonce[FAIR_NONCE_BYTES]; /* the other player's; sealed until both are ready */
    bool is_auto;                 /* people's forced moves are played for them */
    bool has_quit;                /* quit was typed */
};

/* Begins a game, or takes keep->room and continues it.  From now on, lines sent to net
 * come here. */
void local_init(struct local *local, const struct local_start *start, struct net *net,
                struct keep *keep);
void local_fini(struct local *local);
/* After a game: begins another one, of any kind and level, or goes on with an unfinished
 * one of that kind.  start->name is ignored. */
void local_play(struct local *local, const struct local_start *start);
/* Name of the user; with --two, of the first player. */
const char *local_name(const struct local *local);
/* The position in which the engine must move; NULL: no move of the engine is due.
 * Borrowed until the next call. */
const struct play *local_awaits(const struct local *local);
/* The number of that position; it changes with everything that happens in the game. */
uint64_t local_number(const struct local *local);
/* Plays the engine's move, which must be legal in the position with this number.  Does
 * nothing if the game has gone on since. */
void local_move(struct local *local, uint64_t number, const struct move *move);

/* What can be typed in a local game.  Ends with NULL. */
extern const char *const local_words[];

/* --- for this folder --- */

/* Handles a command, and answers it (answer.c). */
void local_obey(struct local *local, const struct command *cmd);
/* The side whose input this is: the user's; with two people, the side to move. */
enum side local_side(const struct local *local);
/* Carries out an op, stores it, and then sends an event.  Errors as room_apply. */
enum error_code local_do(struct local *local, enum op_kind kind, enum side side,
                         const char *text);
/* Sends a message. */
void local_send(struct local *local, const struct message *msg);
/* Fills *state, which borrows from the room until its next change. */
void local_state(const struct local *local, struct state *state);

#endif
