/* Reads the header of the PROXY protocol, version 2, with which a proxy says who has
 * connected to it (https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt).  Pure.
 */
#ifndef ALEA_SERVER_CONN_PROXY_H
#define ALEA_SERVER_CONN_PROXY_H

#include <stddef.h>
#include <stdint.h>

#include "server/base/address.h"

/* Longest header, in bytes: the fixed part, two IPv6 addresses, and what else proxies
 * say (which is skipped), such as the name that a browser asked for. */
#define PROXY_BYTES_MAX 1024
/* What is kept of it: the fixed part, and two IPv6 addresses with their ports. */
#define PROXY_KEPT_BYTES 52

enum proxy_result {
    PROXY_MORE, /* everything is used */
    PROXY_DONE, /* address is set; what comes next is the client's */
    PROXY_WRONG /* why is set; nothing more may be read */
};

/* Ready when zeroed. */
struct proxy_reader {
    uint8_t bytes[PROXY_KEPT_BYTES];
    uint16_t n;                  /* bytes that have come */
    uint16_t total;              /* of the header, once the fixed part has come */
    char address[ADDRESS_BYTES]; /* the client's, in canonical form (address.h); "": the
                                    proxy speaks for itself, or does not know it */
    const char *why;             /* what is wrong; static text */
};

/* Takes n bytes; *used says how many of them belong to the header. */
enum proxy_result proxy_feed(struct proxy_reader *reader, const uint8_t *bytes, size_t n,
                             size_t *used);

#endif
