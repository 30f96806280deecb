/* The command line of alead. */
#ifndef ALEA_SERVER_CONFIG_H
#define ALEA_SERVER_CONFIG_H

#include <stdbool.h>

#include "server/loop.h"

/* Exit codes, documented in --help. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FAILED = 1, /* cannot listen, or open the store or the certificate */
    EXIT_CODE_USAGE = 2,
};

/* Longest name of the store's file, with its NUL. */
#define DB_PATH_BYTES 4096

/* Points into itself: not to be copied. */
struct config {
    struct hub_config hub;
    const char *listen[LISTEN_MAX]; /* borrowed from argv */
    size_t n_listen;
    const char *tls_listen[LISTEN_MAX]; /* borrowed from argv, as the two files */
    size_t n_tls_listen;
    const char *tls_cert, *tls_key; /* both when n_tls_listen > 0 */
    char db[DB_PATH_BYTES];         /* what hub.stored.path points to */
    bool makes_directory; /* it is the usual one, whose directory may not be there */
    bool no_discovery;    /* nobody who looks for servers on the LAN is answered */
    int ready_fd;         /* -1: nobody waits */
};

/* Reads the command line.  True: go on.  False: stop now with *code, because help was
 * shown or because of an error that has been told on standard error. */
bool config_read(struct config *config, int argc, char **argv, enum exit_code *code);
/* Makes the directory of the store with those above it, where nobody has named a file.
 * False: that does not work, and why is logged. */
bool config_make_directory(const struct config *config);

#endif
