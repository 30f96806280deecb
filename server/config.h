/* The command line of alead. */
#ifndef ALEA_SERVER_CONFIG_H
#define ALEA_SERVER_CONFIG_H

#include <stdbool.h>

#include "server/loop.h"

/* Exit codes, documented in --help. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FAILED = 1, /* cannot listen */
    EXIT_CODE_USAGE = 2,
};

struct config {
    struct hub_config hub;
    const char *listen[LISTEN_MAX]; /* borrowed from argv */
    size_t n_listen;
    int ready_fd; /* -1: nobody waits */
};

/* Reads the command line.  True: go on.  False: stop now with *code, because help was
 * shown or because of an error that has been told on standard error. */
bool config_read(struct config *config, int argc, char **argv, enum exit_code *code);

#endif
