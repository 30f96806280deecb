/* Parses the header of the PROXY protocol, version 2, in which a proxy gives its client's
 * address (https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt).  Pure. */
#ifndef ALEA_SERVER_CONN_PROXY_H
#define ALEA_SERVER_CONN_PROXY_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"

/* Longest header, in bytes: the fixed part, two IPv6 addresses, and extensions, which are
 * skipped, such as the name that a browser asked for. */
#define PROXY_BYTES_MAX 1024
/* Bytes of it that are kept: the fixed part, and two IPv6 addresses with their ports. */
#define PROXY_KEPT_BYTES 52

enum proxy_result {
    PROXY_MORE, /* all bytes are used; more are needed */
    PROXY_DONE, /* address is set; the next bytes are the client's */
    PROXY_WRONG /* why is set; nothing more may be read */
};

/* Ready when zeroed. */
struct proxy_reader {
    uint8_t bytes[PROXY_KEPT_BYTES];
    uint16_t n;                  /* bytes received */
    uint16_t total;              /* length of the header, known after the fixed part */
    char address[ADDRESS_BYTES]; /* the client's, in canonical form (address.h); "": the
                                    proxy itself is the client, or does not know it */
    const char *why;             /* what is wrong; static text */
};

/* Takes n bytes; *used says how many of them belong to the header. */
enum proxy_result proxy_feed(struct proxy_reader *reader, const uint8_t *bytes, size_t n,
                             size_t *used);

#endif
