/* A local game: no server, no connection. */
#ifndef ALEA_CLIENT_PLAY_ALONE_H
#define ALEA_CLIENT_PLAY_ALONE_H

#include "client-cli/play/play_options.h"

/* Plays the game in the options, or lists the games if they name none.  Returns the exit
 * status. */
int alone_play(const struct play_options *options);

#endif
