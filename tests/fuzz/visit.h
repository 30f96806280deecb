/* A player at a server that is not to be trusted, over a pair of sockets; for the targets
 * that play a client.  An input has a line for each thing that happens:
 *
 *     <TEXT      the server sends a line
 *     |TEXT      the server sends this without its end
 *     cTEXT      the player connects, perhaps again; TEXT is the greeting
 *     x          the server hangs up
 *     t9         9 * 9 seconds pass
 *     >TEXT      for the target: what a person types
 *
 * $T in TEXT is a token, $N the name that the player asks for, $S a number that grows, $E
 * a long text of characters of two bytes;
 * and the state of a room SALI, where he sits with Bob, as an event: $W they wait, $R he
 * is ready, $Q seals are to be opened, $P it is his turn, $B it is Bob's, $A Bob is away,
 * $D the game is adjourned, $L it is over; $V the same as $P, shown to who has come
 * back; $G the same as $L, of a game whose id is no name of a file.
 */
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
/* So much of an answer at once as a socket takes without waiting. */
#define VISIT_BYTES 32768
/* One line of a server makes the player say at most this many: each of their rooms, and
 * what he says of himself. */
#define VISIT_ANSWERS_MAX (2 * PLAYER_ROOMS_MAX + 8)

struct visit {
    struct player player;
    int fd; /* the server's end; -1: not connected */
    struct lines said;
    uint64_t ms;
    unsigned seq; /* of the latest event */
};

void visit_init(struct visit *visit);
void visit_fini(struct visit *visit);
/* Connects as player_connect does.  False: the greeting is not that of a server. */
bool visit_connect(struct visit *visit, const char *greeting);
/* What the player has said since the last call is what a server understands.  Returns how
 * many lines. */
unsigned visit_check_said(struct visit *visit);
void visit_check_player(const struct player *player);

#define VISIT_TOKEN       "abcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrstuvwxyz234567"
#define VISIT_STATE_BYTES 1200

/* Puts in what stands behind each $.  Returns owned, with room for a line end. */
char *visit_fill_in(struct visit *visit, const char *text, size_t len, size_t *filled);
/* Does what a line of the input says, whatever it is but typing.  Returns its text, as it
 * is filled in: owned, *n its bytes. */
char *visit_do(struct visit *visit, const char *line, size_t len, size_t *n);

#endif
