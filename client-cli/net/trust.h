/* Whether to trust a server with TLS: an authority has signed its certificate, or the
 * user has given its fingerprint or accepted it before. */
#ifndef ALEA_CLIENT_NET_TRUST_H
#define ALEA_CLIENT_NET_TRUST_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#include "rules/text.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65

/* What the user trusts. */
struct trust {
    bool is_wanted;                      /* an option asks for TLS */
    const char *ca_file;                 /* file of the only authorities to trust; NULL:
                                          * the system's */
    char fingerprint[FINGERPRINT_BYTES]; /* of the only certificate to accept; "": none
                                          * given */
    char known_file[PATH_MAX];           /* see known_find; "": there is none */
    char accepted[FINGERPRINT_BYTES];    /* accepted by the user in this run; "": none */
    /* Asks the user about the fingerprint just shown.  NULL: there is no user to ask. */
    bool (*ask)(void);
    FILE *tell; /* messages to the user that are longer than a fault */
};

/* How a server has identified itself. */
struct tls_identity {
    char fingerprint[FINGERPRINT_BYTES];
    bool is_vouched;     /* an authority we trust has signed it for this host */
    bool is_self_signed; /* no authority has signed it */
    const char *why_not; /* why is_vouched is false; borrowed */
};

/* Command-line options (cli.h); a command adds them to its own. */
enum trust_option { TRUST_TLS = 256, TRUST_CA, TRUST_FINGERPRINT };
#define TRUST_OPTIONS                                                                    \
    CLI_OWN("tls", no_argument, TRUST_TLS),                                              \
        CLI_OWN("tls-ca", required_argument, TRUST_CA),                                  \
        CLI_OWN("tls-fingerprint", required_argument, TRUST_FINGERPRINT)
/* Help on them, and on the file. */
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

/* Starts with nothing given; messages for the user go to tell. */
void trust_init(struct trust *trust, FILE *tell);
/* Takes one of the options.  False with a fault. */
bool trust_take(struct trust *trust, int option, const char *value,
                char fault[static FAULT_BYTES]);
/* Decides about a server, "HOST:PORT".  Informs and asks the user, and remembers the
 * answer.  False with a fault: not trusted, and trying again would not help. */
bool trust_judge(struct trust *trust, const char *server,
                 const struct tls_identity *identity, char fault[static FAULT_BYTES]);

/* --- servers whose certificates no authority has signed but the user has accepted ---
 *
 * The file has a line for each, "HOST:PORT sha256:HEX"; only the user can read it. */

enum known {
    KNOWN_NOT,    /* no line for this server, or no file */
    KNOWN_SO,     /* the file has this fingerprint */
    KNOWN_OTHER,  /* the file has another fingerprint, or an unreadable one */
    KNOWN_FAILED, /* the file cannot be read: see errno */
};

/* Reads a fingerprint: 64 hex digits, optionally with colons between them, optionally
 * after "sha256:".  False: the text is something else. */
bool fingerprint_read(const char *text, char fingerprint[static FINGERPRINT_BYTES]);
/* Looks a server up.  was: with KNOWN_OTHER, the fingerprint in the file, "" if
 * unreadable. */
enum known known_find(const char *path, const char *server, const char *fingerprint,
                      char was[static FINGERPRINT_BYTES]);
/* Writes a server to the file, in place of its old line.  Creates the file and its
 * directory if needed.  False with a fault; then the file is unchanged. */
bool known_put(const char *path, const char *server, const char *fingerprint,
               char fault[static FAULT_BYTES]);

#endif
