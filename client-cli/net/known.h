/* Servers whose certificate no authority has signed, but the user has accepted: a file
 * with a line for each, "HOST:PORT sha256:HEX", that only the user can read. */
#ifndef ALEA_CLIENT_NET_KNOWN_H
#define ALEA_CLIENT_NET_KNOWN_H

#include <stdbool.h>

#include "rules/text.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65

enum known {
    KNOWN_NOT,    /* there is no line for this server, or no file */
    KNOWN_SO,     /* the file has this fingerprint */
    KNOWN_OTHER,  /* the file has another one, or one that cannot be read */
    KNOWN_FAILED, /* the file cannot be read: errno */
};

/* Reads a fingerprint: 64 hex digits, perhaps with colons between them, perhaps after
 * "sha256:".  False: it is something else. */
bool fingerprint_read(const char *text, char fingerprint[static FINGERPRINT_BYTES]);
/* Looks a server up.  was: the fingerprint in the file for KNOWN_OTHER, "" if none can be
 * read. */
enum known known_find(const char *path, const char *server, const char *fingerprint,
                      char was[static FINGERPRINT_BYTES]);
/* Writes a server to the file, in place of its old line.  Creates the file and its
 * directory if needed.  False with a fault: the file is unchanged. */
bool known_put(const char *path, const char *server, const char *fingerprint,
               char fault[static FAULT_BYTES]);

#endif
