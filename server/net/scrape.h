/* What is counted, for Prometheus: GET /metrics over HTTP, on an address of its own,
 * which is not for players.  libmicrohttpd speaks HTTP, driven by our loop. */
#ifndef ALEA_SERVER_NET_SCRAPE_H
#define ALEA_SERVER_NET_SCRAPE_H

#include <stdbool.h>
#include <uv.h>

#include "rules/text.h"
#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/endpoint.h"

/* Connections at once to each address; a collector has one. */
#define SCRAPE_CONNECTIONS_MAX 16
/* Of them from one address: whoever holds his until SCRAPE_TIMEOUT_S leaves some. */
#define SCRAPE_PER_ADDRESS_MAX 8
/* A connection on which nothing happens for so long, in s, is closed: longer than a
 * collector needs, shorter than the time between two of its requests. */
#define SCRAPE_TIMEOUT_S 10
/* Memory of a connection, in bytes: for the head of its request. */
#define SCRAPE_MEMORY_BYTES 8192

struct scrape;

struct scrape_config {
    const char *endpoint; /* "ADDRESS:PORT" or "[ADDRESS]:PORT": not all addresses */
    /* Asked for each answer; borrowed until the next call. */
    const struct metrics *(*measure)(void *owner);
    void *owner;
    const struct log *log; /* borrowed */
    unsigned timeout_s;    /* SCRAPE_TIMEOUT_S; less in a test */
};

/* Listens, at each address of a name (bound.h).  Copies config, borrows its owner.
 * Returns owned; with a fault that cannot be, and what is returned, if anything, can only
 * be closed. */
struct scrape *scrape_new(uv_loop_t *loop, const struct scrape_config *config,
                          char fault[static FAULT_BYTES]);
/* Where it really listens, the i-th address.  False: there is no i-th. */
bool scrape_endpoint(const struct scrape *scrape, size_t i,
                     char text[static ENDPOINT_BYTES]);
/* Closes its sockets and connections; the loop must run once more before scrape_free. */
void scrape_close(struct scrape *scrape);
/* NULL is fine. */
void scrape_free(struct scrape *scrape);

#endif
