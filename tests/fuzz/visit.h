/* A player at a hostile server, over a pair of sockets; for the targets that test a
 * client. Each line of an input is something that happens:
 *
 *     <TEXT      the server sends a line
 *     |TEXT      the server sends this without a line end
 *     cTEXT      the player connects, possibly again; TEXT is the greeting
 *     x          the server closes the connection
 *     t9         9 * 9 seconds pass
 *     >TEXT      the user types this; only for some targets
 *
 * In TEXT, $T is a token, $N the name that the player asks for, $S an increasing number,
 * $E a long text of two-byte characters.  The others are events with the state of room
 * SALI, where the player sits with Bob: $W both wait, $R the player is ready, $Q seals
 * must be opened, $P it is the player's turn, $B it is Bob's, $A Bob is away, $D the game
 * is adjourned, $L it is over; $V as $P, after a return; $G as $L, for a game whose id
 * cannot be a file name. */
#ifndef ALEA_TESTS_FUZZ_VISIT_H
#define ALEA_TESTS_FUZZ_VISIT_H

#include <fcntl.h>
#include <sys/socket.h>

#include "tests/fuzz/chance.h"
#include "tests/fuzz/disk.h"
#include "tests/fuzz/terminal.h"

#include "client-cli/player/greeting.h"
#include "client-cli/player/player.h"
#include "proto/shape.h"

#define VISIT_NAME "ann"
/* As many bytes as a socket takes without waiting. */
#define VISIT_BYTES 32768
/* Most commands that one line of a server can cause: for each of the player's rooms, and
 * about the player. */
#define VISIT_ANSWERS_MAX (2 * PLAYER_ROOMS_MAX + 8)

struct visit {
    struct player player;
    int fd; /* the server's end; -1: not connected */
    struct lines said;
    uint64_t ms;
    unsigned seq; /* number of the latest event */
};

void visit_init(struct visit *visit);
void visit_fini(struct visit *visit);
/* Connects as player_connect does.  False: it is not the greeting of a server. */
bool visit_connect(struct visit *visit, const char *greeting);
/* Checks that a server understands what the player has sent since the last call.  Returns
 * the number of lines. */
unsigned visit_check_said(struct visit *visit);
void visit_check_player(const struct player *player);

#define VISIT_TOKEN       "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define VISIT_STATE_BYTES 1200

/* Replaces each $ and its letter.  Returns owned, with room for a line end. */
char *visit_fill_in(struct visit *visit, const char *text, size_t len, size_t *filled);
/* Does what a line of the input says, unless it is typing.  Returns its text after the
 * replacements: owned, *n is its length in bytes. */
char *visit_do(struct visit *visit, const char *line, size_t len, size_t *n);

#endif
