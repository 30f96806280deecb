/* What alead is told to do: its command line, and the file that --config names. */
#ifndef ALEA_SERVER_CONFIG_CONFIG_H
#define ALEA_SERVER_CONFIG_CONFIG_H

#include <stdbool.h>

#include "proto/bounds.h"
#include "server/base/welcome.h"
#include "server/net/loop.h"

/* Exit codes, documented in --help. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FAILED = 1, /* cannot listen, or open the store or the certificate */
    EXIT_CODE_USAGE = 2,
};

/* Longest name of a file, with its NUL. */
#define PATH_BYTES 4096
/* Longest title, with its NUL. */
#define TITLE_BYTES (TITLE_BYTES_MAX + 1)

/* Points into itself: not to be copied. */
struct config {
    struct hub_config hub;
    const char *listen[LISTEN_MAX]; /* each in listen_text */
    char listen_text[LISTEN_MAX][ENDPOINT_BYTES];
    size_t n_listen;
    const char *tls_listen[LISTEN_MAX]; /* each in tls_listen_text */
    char tls_listen_text[LISTEN_MAX][ENDPOINT_BYTES];
    size_t n_tls_listen;
    char tls_cert[PATH_BYTES], tls_key[PATH_BYTES]; /* "" unless n_tls_listen > 0 */
    char metrics_listen[ENDPOINT_BYTES];            /* "" nowhere */
    char title[TITLE_BYTES];                        /* what hub.title points to */
    char db[PATH_BYTES];                            /* what hub.stored.path points to */
    bool makes_directory; /* it is the usual one, whose directory may not be there */
    bool no_discovery;    /* nobody who looks for servers on the LAN is answered */
    char welcome_file[PATH_BYTES]; /* "" none */
    char welcome[WELCOME_BYTES];   /* what hub.welcome points to */
    int ready_fd;                  /* -1: nobody waits */
    char file[PATH_BYTES];         /* of --config; "" none */
    bool checks_only;              /* --check-config */
    bool shows_help, shows_version;
};

/* Reads the command line, and before it the file that it names.  True: go on.  False:
 * stop now with *code, because what was asked for was shown (help, the version, what
 * --check-config found) or because of an error that has been told on standard error. */
bool config_read(struct config *config, int argc, char **argv, enum exit_code *code);
/* Reads the file of --welcome again; what is wrong with it is logged, and then the words
 * stay as they are. */
void config_read_welcome_again(struct config *config);
/* Makes the directory of the store with those above it, where nobody has named a file.
 * False: that does not work, and why is logged. */
bool config_make_directory(const struct config *config);

#endif
