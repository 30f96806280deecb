/* The other end of a player's connection, for tests without a server. */
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
    struct lines sent; /* what the player has sent */
    unsigned n_states; /* shown so far: they are numbered from 7 on */
};

void fake_server_init(struct fake_server *server);
/* The line drops, and the player notices. */
void fake_server_cut(struct fake_server *server);
/* The line is there again, and the player begins on it. */
void fake_server_return(struct fake_server *server);
void fake_server_fini(struct fake_server *server);
/* Sends a line, and returns the message that the player makes of it, owned; NULL when he
 * keeps it for himself. */
struct message *fake_server_says(struct fake_server *server, const char *json);
/* Writes the event as one line, with the next number if it has none. */
void fake_server_write(struct fake_server *server, const struct sample *sample,
                       char json[static SAMPLE_BYTES]);
struct message *fake_server_shows(struct fake_server *server,
                                  const struct sample *sample);
/* The next line that the player has sent, valid until the next call; NULL: none. */
const char *fake_server_heard(struct fake_server *server);
/* The player has sent this line, with ' for ", and none before it. */
void fake_server_expect(struct fake_server *server, const char *expected);
/* The player has said ready with a seal: returns his seat as the server shows it then. */
const char *fake_server_seat(struct fake_server *server, char seat[static 200]);
void fake_server_expect_nothing(struct fake_server *server);
/* The player hears a state, as that of fake_server_shows. */
void fake_server_see(struct fake_server *server, const struct sample *sample);
/* The player sits in KOTO, where a game is at this stage. */
void fake_server_begin(struct fake_server *server, const char *stage);

#endif
