/* A person at a server, from the first connection to the goodbye. */
#ifndef ALEA_CLIENT_PLAY_VISIT_H
#define ALEA_CLIENT_PLAY_VISIT_H

#include "client-cli/play/play_options.h"

/* Returns the exit status.  Uses options->trust to ask the user questions. */
int visit_play(struct play_options *options);

#endif
