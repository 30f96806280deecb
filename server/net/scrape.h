/* Metrics for Prometheus: GET /metrics over HTTP, on a separate address that players do
 * not use.  Its connections are those of browsers (codec_web.c), with limits of their
 * own; the hub does not know them. */
#ifndef ALEA_SERVER_NET_SCRAPE_H
#define ALEA_SERVER_NET_SCRAPE_H

#include <stdbool.h>
#include <uv.h>

#include "server/base/metrics.h"

/* Most concurrent connections; a collector needs one. */
#define SCRAPE_CONNECTIONS_MAX 16
/* Most of them from one client address, so that no client can take all. */
#define SCRAPE_PER_ADDRESS_MAX 8
/* Time for a request, in ms: more than a collector needs.  Once it is answered, the
 * connection ends. */
#define SCRAPE_REQUEST_MS 10000

struct scrape;

struct scrape_config {
    /* Called for each answer; the result is borrowed until the next call. */
    const struct metrics *(*measure)(void *owner);
    void *owner;
    uint64_t request_ms; /* SCRAPE_REQUEST_MS; less in a test */
};

/* Copies config, borrows its owner.  Returns owned. */
struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config);
/* A connection from a collector, perhaps; takes fd.  False: it cannot be served. */
bool scrape_accept(struct scrape *scrape, int fd);
/* Closes its connections; the loop must run again before scrape_free. */
void scrape_close(struct scrape *scrape);
/* Does nothing with NULL. */
void scrape_free(struct scrape *scrape);

#endif
