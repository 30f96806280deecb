/* The addresses of NATS servers, as --bus has them. */
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
    bool has_tls; /* of all of them */
};

/* Reads nats://HOST:PORT or tls://HOST:PORT, or several of one kind with commas between
 * them, without a user or password.  urls points into itself: do not copy it.  False with
 * a fault, which repeats nothing of the text: it may have a secret in it. */
bool bus_urls_read(struct bus_urls *urls, const char *text,
                   char fault[static FAULT_BYTES]);

#endif
