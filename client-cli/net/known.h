/* The servers whose certificate nobody vouches for but the user, who has accepted it: a
 * file with a line for each, "HOST:PORT sha256:HEX", that nobody else can read. */
#ifndef ALEA_CLIENT_NET_KNOWN_H
#define ALEA_CLIENT_NET_KNOWN_H

#include <stdbool.h>

#include "rules/text.h"

/* A SHA-256 in hex, with its NUL. */
#define FINGERPRINT_BYTES 65

enum known {
    KNOWN_NOT,    /* there is no line for this server, or no file */
    KNOWN_SO,     /* with this fingerprint */
    KNOWN_OTHER,  /* with another one, or with none that can be read */
    KNOWN_FAILED, /* there is a file, and it cannot be read: errno */
};

/* Reads a fingerprint: 64 hex digits, between which there may be colons, with sha256: in
 * front if you like.  False when it is none. */
bool fingerprint_read(const char *text, char fingerprint[static FINGERPRINT_BYTES]);
/* Looks a server up.  was: the fingerprint in the file for KNOWN_OTHER, "" if none can be
 * read. */
enum known known_find(const char *path, const char *server, const char *fingerprint,
                      char was[static FINGERPRINT_BYTES]);
/* Puts a server into the file, which is made with its directory if need be, in place of
 * what was there for it.  False with a fault: the file is as it was. */
bool known_put(const char *path, const char *server, const char *fingerprint,
               char fault[static FAULT_BYTES]);

#endif
