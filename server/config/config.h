/* The settings of alead: its command line and the file of --config. */
#ifndef ALEA_SERVER_CONFIG_CONFIG_H
#define ALEA_SERVER_CONFIG_CONFIG_H

#include <stdbool.h>

#include "proto/bounds.h"
#include "server/base/welcome.h"
#include "server/net/loop.h"
#include "server/store/lease.h"
#include "server/trunk/cipher.h"
#include "server/turn/config.h"

/* Exit codes, documented in --help. */
enum exit_code {
    EXIT_CODE_OK = 0,
    EXIT_CODE_FAILED = 1, /* cannot listen, or open the store or the certificate */
    EXIT_CODE_USAGE = 2,
};

/* Longest file name, with its NUL. */
#define PATH_BYTES 4096
/* Most values of --proxy-from.  Each new connection is compared with all of them. */
#define PROXIES_MAX 16
/* Longest title, with its NUL. */
#define TITLE_BYTES (TITLE_BYTES_MAX + 1)

/* Values of an option that may be given several times. */
struct texts {
    char text[PROXIES_MAX][ORIGIN_BYTES];
    const char *item[PROXIES_MAX]; /* each in text */
    size_t n;
};
_Static_assert(LISTEN_MAX <= PROXIES_MAX && WEB_ORIGINS_MAX <= PROXIES_MAX &&
                   ENDPOINT_BYTES <= ORIGIN_BYTES && ADDRESS_BYTES <= ORIGIN_BYTES,
               "each list has room");

/* Networks of --proxy-from. */
struct networks {
    struct texts given; /* must be first */
    struct network item[PROXIES_MAX];
};

/* The text of --welcome. */
struct welcome {
    char file[PATH_BYTES];    /* must be first; "": none */
    char text[WELCOME_BYTES]; /* hub.welcome points to it */
};

/* Points into itself: do not copy it. */
struct config {
    struct hub_config hub;
    struct texts listen, tls_listen, web_listen, web_tls_listen, web_origins;
    struct networks proxies;
    char tls_cert[PATH_BYTES], tls_key[PATH_BYTES]; /* "" without TLS */
    char metrics_listen[ENDPOINT_BYTES];            /* "": no metrics over HTTP */
    char hub_metrics_listen[ENDPOINT_BYTES];        /* likewise, of a node's hub */
    char title[TITLE_BYTES];                        /* hub.title points to it */
    char db[PATH_BYTES];                            /* hub.stored.path points to it */
    char store[PATH_BYTES];                         /* instead of db; "": none */
    char store_password_file[PATH_BYTES]; /* hub.stored.password_file points to it */
    char node[NODE_NAME_BYTES];           /* "": alone; hub.stored.node points to it */
    char trunk_listen[ENDPOINT_BYTES];    /* for fronts; "": none */
    char front[ENDPOINT_BYTES];           /* the hub of this front; "": none, a server */
    char trunk_key_file[PATH_BYTES];      /* "": none */
    char announce[FRONT_HOST_BYTES];      /* where clients find this front; "": unknown */
    uint8_t trunk_key[TRUNK_KEY_BYTES];   /* read from it */
    bool makes_directory; /* db is the default: create its directory if missing */
    bool no_discovery;    /* do not answer alea find */
    struct welcome welcome;
    int ready_fd;          /* -1: none */
    char file[PATH_BYTES]; /* of --config; "": none */
    bool checks_only;      /* --check-config */
    bool shows_help, shows_limits, shows_version;
};

/* Reads the file of --config, then the command line.  True: start.  False: exit with
 * *code, after printing help, the version or the settings, or an error on standard
 * error. */
bool config_read(struct config *config, int argc, char **argv, enum exit_code *code);
/* Whether it is one of several nodes, each of which may become the hub of all. */
bool config_is_node(const struct config *config);
/* The key of --trunk-key; borrowed; NULL: none. */
const uint8_t *config_trunk_key(const struct config *config);
/* Whether anything listens with TLS. */
bool config_has_tls(const struct config *config);
/* Rereads the file of --welcome.  If it is invalid, logs that and keeps the old text. */
void config_read_welcome_again(struct config *config);
/* Creates the directory of the store, and its parents, if the store has its default name.
 * False: that failed, and was logged. */
bool config_make_directory(const struct config *config);

#endif
