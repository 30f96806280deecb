/* The server's end of a player's connection, for tests without a server. */
#ifndef ALEA_TESTS_UNIT_CLIENT_FAKE_SERVER_H
#define ALEA_TESTS_UNIT_CLIENT_FAKE_SERVER_H

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client-cli/player/player.h"
#include "tests/unit/view/sample.h"

struct fake_server {
    struct player player; /* connected to fd, named ann */
    int fd;
    struct lines sent; /* lines that the player has sent */
    unsigned n_states; /* states sent so far; their numbers begin with 7 */
};

void fake_server_init(struct fake_server *server);
/* Closes the connection; the player notices it. */
void fake_server_cut(struct fake_server *server);
/* Accepts a new connection of the player, who begins on it. */
void fake_server_return(struct fake_server *server);
void fake_server_fini(struct fake_server *server);
/* Sends a line, written with ' instead of ".  Returns the message from player_next,
 * owned; NULL if the player handles it alone. */
struct message *fake_server_says(struct fake_server *server, const char *json);
/* Writes the event as one line; if it has no number, it gets the next one. */
void fake_server_write(struct fake_server *server, const struct sample *sample,
                       char json[static SAMPLE_BYTES]);
/* The next line that the player has sent, valid until the next call; NULL: there is
 * none. */
const char *fake_server_heard(struct fake_server *server);
/* Checks that the next line from the player is this, written with ' instead of ". */
void fake_server_expect(struct fake_server *server, const char *expected);
/* Reads the player's ready with a seal.  Returns their seat as a server then shows it. */
const char *fake_server_seat(struct fake_server *server, char seat[static 200]);
void fake_server_expect_nothing(struct fake_server *server);

#endif
