/* The event loop: listeners, connections, signals and deadlines.  At the end of each
 * turn, and only there, it commits everything and then sends. */
#ifndef ALEA_SERVER_NET_LOOP_H
#define ALEA_SERVER_NET_LOOP_H

#include <stdbool.h>
#include <stddef.h>

#include "server/base/address.h"
#include "server/conn/tls.h"
#include "server/hub/hub.h"
#include "server/net/endpoint.h"
#include "server/web/web.h"

/* With LOOP_CROWD connections or more, the turn after a commit gathers input for
 * LOOP_GATHER_MS before it commits, so that moves that arrive one by one share a commit
 * and a sync.  The loop keeps running meanwhile. */
#define LOOP_CROWD     256
#define LOOP_GATHER_MS 3

/* When this many messages are queued, as when all players come back after a restart, the
 * loop commits and sends them before it reads more.  Otherwise short-lived messages for
 * everybody would fragment the heap, which costs more than a commit. */
#define LOOP_OUTBOX_MAX 1024

/* While a clock runs the loop sleeps at most this long, in ms, to notice standstills of
 * the process: server time stops during them (steady.h).  A standstill costs a player at
 * most this plus STEADY_LATE_MS.  Twenty wake-ups a second are 0.1 % of a core; without
 * clocks there are none. */
#define LOOP_NAP_MS 50
/* Without clocks it sleeps at most 1/LOOP_NAP_PART of the time until the next deadline; a
 * standstill takes no more of it. */
#define LOOP_NAP_PART 16
/* When a deadline has passed, the loop first polls until there is no more input, at most
 * this many times. */
#define LOOP_POLLS_MAX 16
/* A standstill of at least this many ms is logged. */
#define LOOP_STANDSTILL_LOG_MS 1000

struct loop;

/* Makes libuv abort when it is out of memory (mem.h).  Call it once, before anything else
 * here. */
void loop_use_memory(void);
/* Creates a loop that listens on n endpoints (bound.h).  Borrows config and store, which
 * must outlive it.  Returns owned; NULL with a fault: one could not be opened. */
struct loop *loop_new(struct hub_config *config, struct store *store,
                      const char *const *endpoint, size_t n,
                      char fault[static FAULT_BYTES]);
/* Sets the TLS context of listeners with TLS: call it before adding them.  Borrows
 * context, which must outlive the loop. */
void loop_use_tls(struct loop *loop, struct tls_context *context);
/* Sets which pages may open WebSockets: call it before adding listeners with
 * LISTENER_WEB.  Copies site, and borrows what it points to. */
void loop_serve_site(struct loop *loop, const struct web_site *site);
/* Trusts proxies in these networks: they send a PROXY header with the client's address.
 * Borrows proxy. */
void loop_trust_proxies(struct loop *loop, const struct network *proxy, size_t n);
/* Listens on n more endpoints of a kind (endpoint.h).  False with a fault: one could not
 * be opened; after that only loop_free may be called. */
bool loop_listen(struct loop *loop, unsigned kind, const char *const *endpoint, size_t n,
                 char fault[static FAULT_BYTES]);
/* Writes where listener i listens, "127.0.0.1:2532", in the order in which they were
 * added.  False: there are fewer. */
bool loop_endpoint(const struct loop *loop, size_t i, char text[static ENDPOINT_BYTES]);
/* The kind of listener i (endpoint.h). */
unsigned loop_endpoint_kind(const struct loop *loop, size_t i);
/* Answers alea find from now on, on the UDP ports with the numbers of the listeners.  A
 * port that cannot be opened is logged.  Borrows config, the one of loop_new. */
void loop_discover(struct loop *loop, const struct hub_config *config);
/* Serves metrics to Prometheus at this endpoint from now on.  False with a fault: it
 * cannot be opened. */
bool loop_give_metrics(struct loop *loop, const char *endpoint,
                       char fault[static FAULT_BYTES]);
/* Writes the i-th address where metrics are served.  False: there are fewer. */
bool loop_metrics_endpoint(const struct loop *loop, size_t i,
                           char text[static ENDPOINT_BYTES]);
/* Signal callbacks, called from inside the loop with arg. */
struct loop_hooks {
    void (*on_stop)(void *arg);   /* the loop is stopping: no new connections */
    void (*on_hangup)(void *arg); /* SIGHUP: read files again */
    void *arg;
};
/* Stops the loop cleanly on SIGINT and SIGTERM; a second one stops it at once.  Borrows
 * hooks, which must outlive the loop. */
void loop_catch_signals(struct loop *loop, const struct loop_hooks *hooks);
/* Runs until loop_stop. */
void loop_run(struct loop *loop);
/* Runs one turn without blocking; for tests.  False: nothing is left to do. */
bool loop_step(struct loop *loop);
/* Says goodbye to everybody; loop_run returns when all connections are closed. */
void loop_stop(struct loop *loop);
/* Frees everything.  loop_run must have returned, or never have been called. */
void loop_free(struct loop *loop);
/* The number of connections, those being closed included. */
size_t loop_n_conns(const struct loop *loop);
/* Borrowed. */
struct hub *loop_hub(struct loop *loop);

#endif
