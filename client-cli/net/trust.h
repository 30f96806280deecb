/* Whether a server with TLS is the one that the user means: because somebody vouches for
 * its certificate, because he has said its fingerprint, or because he has accepted it
 * before. */
#ifndef ALEA_CLIENT_NET_TRUST_H
#define ALEA_CLIENT_NET_TRUST_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "client-cli/net/known.h"

/* What the user has said of whom to trust. */
struct trust {
    bool is_wanted;                      /* an option has asked for TLS */
    const char *ca_file;                 /* vouches alone; NULL: the system's roots do */
    char fingerprint[FINGERPRINT_BYTES]; /* of the only good certificate; "": not said */
    char known_file[PATH_MAX];           /* "": there is none */
    char accepted[FINGERPRINT_BYTES];    /* by the user in this run; "": none */
    /* Asks him about a fingerprint that was just shown.  NULL: he cannot be asked. */
    bool (*ask)(void);
    FILE *tell; /* what he is told, longer than a fault */
};

/* How a server has identified itself. */
struct tls_identity {
    char fingerprint[FINGERPRINT_BYTES];
    bool is_vouched;     /* for this host, now, by who may vouch */
    bool is_self_signed; /* by nobody else, that is */
    const char *why_not; /* it is not vouched for; borrowed */
};

/* Options of the command line; a program adds them to its own. */
enum trust_option { TRUST_TLS = 256, TRUST_CA, TRUST_FINGERPRINT };
#define TRUST_OPTIONS                                                                    \
    {"tls", no_argument, NULL, TRUST_TLS},                                               \
        {"tls-ca", required_argument, NULL, TRUST_CA}, {                                 \
        "tls-fingerprint", required_argument, NULL, TRUST_FINGERPRINT                    \
    }
/* What --help says of them, and of what is kept. */
#define TRUST_HELP                                                                       \
    "  --tls         speak TLS, by default with port " DEFAULT_TLS_PORT                  \
    ".  A certificate\n"                                                                 \
    "                that no authority has signed is good once you accept it\n"          \
    "  --tls-ca FILE           TLS; trust only the authorities in FILE (PEM)\n"          \
    "  --tls-fingerprint HEX   TLS; the server's certificate has this SHA-256, which\n"  \
    "                          its host tells you; it is remembered\n"
#define TRUST_HELP_FILE                                                                  \
    "It keeps the certificates that you have accepted in\n"                              \
    "${XDG_STATE_HOME:-~/.local/state}/alea/known_servers.\n"

/* Nothing is said yet; what is to be told goes to tell. */
void trust_init(struct trust *trust, FILE *tell);
/* Takes one of the options.  False with a fault. */
bool trust_take(struct trust *trust, int option, const char *value,
                char fault[static FAULT_BYTES]);
/* Decides about a server, "HOST:PORT".  Asks, tells and remembers what is to be.  False
 * with a fault: it is not to be trusted, and trying again would not help. */
bool trust_judge(struct trust *trust, const char *server,
                 const struct tls_identity *identity, char fault[static FAULT_BYTES]);

#endif
