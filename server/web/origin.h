/* Origins as RFC 6454 and browsers write them: SCHEME://HOST, and a port if it is not the
 * default. */
#ifndef ALEA_SERVER_WEB_ORIGIN_H
#define ALEA_SERVER_WEB_ORIGIN_H

#include <stdbool.h>

/* Longest origin, "https://example.org:8443", with its NUL. */
#define ORIGIN_BYTES 264

/* The form of an origin, for messages. */
#define ORIGIN_FORM                                                                      \
    "an origin is https://HOST or http://HOST:PORT, without a path or *, in ASCII "      \
    "(xn--...)"

/* Reads an http or https origin and writes it as browsers do: in lower case, without the
 * default port, IPv6 in its shortest form.  False: no browser sends it. */
bool origin_read(const char *text, char origin[static ORIGIN_BYTES]);

#endif
