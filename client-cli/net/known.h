/* Servers whose certificates no authority has signed but the user has accepted.  The file
 * has a line for each, "HOST:PORT sha256:HEX"; only the user can read it. */
#ifndef ALEA_CLIENT_NET_KNOWN_H
#define ALEA_CLIENT_NET_KNOWN_H

#include <stdbool.h>

#include "rules/text.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65

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
