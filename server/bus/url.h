/* Parses --bus: the addresses of NATS servers. */
#ifndef ALEA_SERVER_BUS_URL_H
#define ALEA_SERVER_BUS_URL_H

#include "rules/text.h"
#include "server/bus/bus.h"

#define BUS_URLS_MAX 8
/* Longest address of one server, with its NUL. */
#define BUS_URL_BYTES 128

struct bus_urls {
    char text[BUS_URLS_MAX][BUS_URL_BYTES];
    const char *item[BUS_URLS_MAX]; /* each in text */
    int n;
    bool has_tls; /* all are tls:// */
};

/* Parses nats://HOST:PORT or tls://HOST:PORT, or a comma-separated list of one kind; a
 * user or password is refused.  urls points into itself: do not copy it.  False with a
 * fault, which never quotes the text, as that may contain a secret. */
bool bus_urls_read(struct bus_urls *urls, const char *text,
                   char fault[static FAULT_BYTES]);

#endif
