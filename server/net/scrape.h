/* Metrics for Prometheus: GET /metrics over HTTP, on a separate address that players do
 * not use.  libmicrohttpd does the HTTP, driven by our loop. */
#ifndef ALEA_SERVER_NET_SCRAPE_H
#define ALEA_SERVER_NET_SCRAPE_H

#include <stdbool.h>
#include <uv.h>

#include "rules/text.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/endpoint.h"

/* Most concurrent connections to each of our addresses; a collector needs one. */
#define SCRAPE_CONNECTIONS_MAX 16
/* Most of them from one client address, so that no client can take all. */
#define SCRAPE_PER_ADDRESS_MAX 8
/* Idle timeout of a connection, in s: longer than a collector needs, shorter than the
 * time between two of its requests. */
#define SCRAPE_TIMEOUT_S 10
/* Memory per connection, in bytes: for the request header. */
#define SCRAPE_MEMORY_BYTES 8192

struct scrape;

struct scrape_config {
    const char
        *endpoint; /* "ADDRESS:PORT" or "[ADDRESS]:PORT"; the address is required */
    /* Called for each answer; the result is borrowed until the next call. */
    const struct metrics *(*measure)(void *owner);
    void *owner;
    const struct log *log; /* borrowed */
    unsigned timeout_s;    /* SCRAPE_TIMEOUT_S; less in a test */
};

/* Listens at each address of the endpoint (bound.h).  Copies config, borrows its owner.
 * Returns owned.  On failure it sets a fault; a result other than NULL must still be
 * closed. */
struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config,
                          char fault[static FAULT_BYTES]);
/* Writes address i at which it listens.  False: there are fewer. */
bool scrape_endpoint(const struct scrape *scrape, size_t i,
                     char text[static ENDPOINT_BYTES]);
/* Closes its sockets and connections; the loop must run again before scrape_free. */
void scrape_close(struct scrape *scrape);
/* Does nothing with NULL. */
void scrape_free(struct scrape *scrape);

#endif
